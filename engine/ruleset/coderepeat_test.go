package ruleset

import (
	"testing"

	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/search"
)

// TestCodeRepeats compares worlds of compiled code with the rules where positions of the play, or of the turn,
// must not come back: also those before the position that is searched.
func TestCodeRepeats(t *testing.T) {
	loader, err := NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		`(game "Steps" (players 2) (equipment {(board (rectangle 2 3))
				(piece "Man" Each (move Step (to if:(is Empty (to)))))})
			(rules (meta (no Repeat)) (start {(place "Man1" 0) (place "Man2" 5)})
				(play (or (forEach Piece) (move Pass))) (end (if (> (count Moves) 60) (result Mover Win)))))`,
		`(game "Turns" (players 2) (equipment {(board (rectangle 2 3))
				(piece "Man" Each (move Step (to if:(is Empty (to))) (then (moveAgain))))})
			(rules (meta (no Repeat PositionalInTurn)) (start {(place "Man1" 0) (place "Man2" 5)})
				(play (or (forEach Piece) (move Pass))) (end (if (> (count Moves) 60) (result Mover Win)))))`,
		`(game "Situations" (players 2) (equipment {(board (rectangle 2 3))
				(piece "Man" Each (move Step (to if:(is Empty (to)))))})
			(rules (meta (no Repeat Situational)) (start {(place "Man1" 0) (place "Man2" 5)})
				(play (forEach Piece)) (end (if (or (no Moves Next) (> (count Moves) 60)) (result Mover Win)))))`,
		`(game "Situations of turns" (players 2) (equipment {(board (rectangle 2 3))
				(piece "Man" Each (move Step (to if:(is Empty (to))) (then (if (!= 0 (last To)) (moveAgain)))))})
			(rules (meta (no Repeat SituationalInTurn)) (start {(place "Man1" 0) (place "Man2" 5)})
				(play (or (forEach Piece) (if (is In (last To) (sites {2 3})) (move Pass)))) (end (if (> (count Moves) 60) (result Mover Win)))))`,
	} {
		rs, err := loader.Compile(Source{File: "repeat.lud", Text: []byte(text)})
		if err != nil {
			t.Fatal(err)
		}
		v, f, err := search.New(rs.Game(), search.None, false)
		if err != nil {
			t.Fatal(err)
		}
		w, ok := v.(*codeWorld)
		if !ok {
			t.Fatalf("%s is not searched by compiled code", rs.Name())
		}
		for _, stacked := range []bool{false, true} {
			if err := w.Guard(func() { compareCode(t, rs, w, stacked, f) }); err != nil {
				t.Errorf("%s: %v", rs.Name(), err)
			}
		}
		bars(t, rs, w)
	}
}

// bars plays at random and compares the numbers of decisions two plies ahead; somewhere positions from
// before the one that is searched must bar some.
func bars(t *testing.T, rs *Ruleset, w *codeWorld) {
	p, pick, live := rs.Game().NewPosition().(*position), rng.New(1), rng.New(2)
	p.Restart(&live)
	barred := false
	for ply := 0; ply < 40 && !p.Terminal(); ply++ {
		if err := w.Load(p, false); err != nil {
			t.Fatal(err)
		}
		n, _ := w.List()
		if n != p.Moves() {
			t.Fatalf("%s, ply %d: %d decisions, by the rules %d", rs.Name(), ply, n, p.Moves())
		}
		for i := range n {
			q := p.Clone().(*position)
			at := w.Index(0, i)
			q.Apply(at)
			w.List()
			w.Down(i)
			if q.Terminal() != w.Over() {
				t.Fatalf("%s, ply %d: over %v, by the rules %v", rs.Name(), ply, w.Over(), q.Terminal())
			}
			if !w.Over() {
				k, _ := w.List()
				if k != q.Moves() {
					t.Fatalf("%s, ply %d, decision %d: %d decisions, by the rules %d", rs.Name(), ply, i, k, q.Moves())
				}
			}
			w.Top()
		}
		alone := p.Clone().(*position)
		alone.told = alone.told[max(len(alone.told)-1, 0):]
		hashes := &alone.c.T
		hashes.GameHashes = hashes.GameHashes[max(len(hashes.GameHashes)-1, 0):]
		hashes.TurnHashes = hashes.TurnHashes[max(len(hashes.TurnHashes)-1, 0):]
		if err := w.Load(alone, false); err != nil {
			t.Fatal(err)
		}
		free, _ := w.List()
		barred = barred || free > n
		p.Apply(pick.Below(n))
	}
	if !barred {
		t.Errorf("%s: nothing that came before matters", rs.Name())
	}
}
