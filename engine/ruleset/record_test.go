package ruleset_test

import (
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
	"github.com/astragal/astragal/engine/trace"
)

// What only the recorded play shows, in small games of our own.

func begin(t *testing.T, text string, seed uint64) *game.Context {
	t.Helper()
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	rs, err := loader.Compile(ruleset.Source{File: "small.lud", Text: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	c, r := game.NewContext(rs.Plan()), rng.New(seed)
	c.Start(&r)
	return c
}

// TestLineOfPlay lays a second domino: at the two ends of a first one, in four
// places at all, and also across the middle of a double, never aslant or beside.
func TestLineOfPlay(t *testing.T) {
	const text = `(game "Line" (players 2) (equipment {(boardless Square) (hand Each size:2) (dominoes upTo:1)})
		(rules (start (deal Dominoes 1)) (play (move (from (sites Hand Mover)) (to (sites LineOfPlay)))) (end (if (no Moves Mover) (result Mover Loss)))))`
	seen := map[bool]bool{}
	for seed := range uint64(20) {
		c := begin(t, text, seed)
		first := c.Legal()
		if len(first) != 4 {
			t.Fatalf("%d moves with the first domino; want one for each way it can look", len(first))
		}
		m := first[int(seed)%4]
		k := &c.G.Components[c.S.What(board.Cell, int(m.From))]
		double := k.Value == k.Value2
		seen[double] = true
		c.Play(m)
		want := 4
		if double {
			want = 8
		}
		if got := len(c.Legal()); got != want {
			t.Errorf("seed %d, double %t: %d moves with the second domino; want %d", seed, double, got, want)
		}
	}
	if len(seen) != 2 {
		t.Error("the first domino was never a double, or always")
	}
}

const stacks = `(game "Stacks" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
	(rules (start {(place Stack "Disc1" 4 count:2) (place "Disc2" 8)}) (play (move Pass)) (end (if (no Moves Mover) (result Mover Loss)))))`

// TestRemoveFromBelow removes a stack level by level from the bottom up, each
// level under the number it had in the beginning.
func TestRemoveFromBelow(t *testing.T) {
	c := begin(t, stacks, 1)
	cell := game.SiteType(board.Cell)
	c.Do(game.Remove(cell, 4, 0))
	c.Do(game.Remove(cell, 4, 1))
	if n := c.S.SizeAt(board.Cell, 4); n != 0 || !c.S.IsEmpty(board.Cell, 4) {
		t.Errorf("%d pieces are left, empty %t", n, c.S.IsEmpty(board.Cell, 4))
	}
}

// TestMoveNothing moves a piece from an empty site: what arrives is no piece,
// but it stands in the way.
func TestMoveNothing(t *testing.T) {
	c := begin(t, stacks, 1)
	cell := game.SiteType(board.Cell)
	c.Do(game.MovePiece(cell, 0, 0, cell, 5, game.Off, game.Off, game.Off, game.Off, false))
	if what, n := c.S.What(board.Cell, 5), c.S.SizeAt(board.Cell, 5); what != 0 || n != 1 || c.S.IsEmpty(board.Cell, 5) {
		t.Errorf("component %d at height %d, empty %t; want nothing at height 1 on an occupied site", what, n,
			c.S.IsEmpty(board.Cell, 5))
	}
	if !c.S.IsEmpty(board.Cell, 0) {
		t.Error("the site it came from is not empty")
	}
}

// TestPriorOfTwins puts prior moves in front of a move that is listed twice: both
// entries are the same record, which gets them twice.
func TestPriorOfTwins(t *testing.T) {
	const text = `(game "Twins" (players 2) (equipment {(board (square 2)) (piece "Disc" Each)})
		(rules (start (place "Disc1" 0)) (play (do (set State at:0 1) next:(move Add (to (sites {3}) (apply (set State at:0 0)))))) (end (if (no Moves Mover) (result Mover Loss)))))`
	c := begin(t, text, 1)
	legal := c.Legal()
	if len(legal) != 2 {
		t.Fatalf("%d moves; want the same twice", len(legal))
	}
	for _, m := range legal {
		if n := strings.Count(trace.MoveText(c, m), "[SetState:type=Cell,to=0,state=1]"); n != 2 {
			t.Errorf("%s: %d prior actions; want 2", trace.MoveText(c, m), n)
		}
	}
}

// TestAddTried shows the site type of an added piece in a legal move that was
// tried before it was listed, and not in one that was not.
func TestAddTried(t *testing.T) {
	frame := func(play string) string {
		return `(game "Tried" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
		(rules (start {(place "Disc1" 0) (place "Disc2" 8)}) (play ` + play + `) (end (if (no Moves Mover) (result Mover Loss)))))`
	}
	for play, want := range map[string]string{
		`(move Swap Pieces 0 8)`:                                   "[Add:to=0,what=2]",
		`(do (move Swap Pieces 0 8) ifAfterwards:(is Occupied 0))`: "[Add:type=Cell,to=0,what=2]",
	} {
		c := begin(t, frame(play), 1)
		if text := trace.MoveText(c, c.Legal()[0]); !strings.Contains(text, want) {
			t.Errorf("%s: %s; want %s in it", play, text, want)
		}
	}
}
