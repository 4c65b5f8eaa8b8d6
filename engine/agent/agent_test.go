package agent_test

import (
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/efg"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/gdl"
	"github.com/astragal/astragal/engine/internal/enginetest"
	"github.com/astragal/astragal/engine/rbg"
	"github.com/astragal/astragal/engine/rng"
)

func team(t *testing.T, name string) agent.Team {
	t.Helper()
	a, err := agent.ParseTeam(name)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func seeker(t *testing.T, g formal.Game, name string) *agent.Table {
	t.Helper()
	s, err := team(t, name).Sit(g)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func read(t *testing.T, elem ...string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(elem...))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// ticTacToe is the same game in three formalisms.
func ticTacToe(t *testing.T) map[string]formal.Game {
	t.Helper()
	r, err := rbg.Load("ticTacToe.rbg", "ticTacToe", read(t, "..", "rbg", "testdata", "ticTacToe.rbg"))
	if err != nil {
		t.Fatal(err)
	}
	k, err := gdl.Load("ticTacToe.kif", read(t, "..", "gdl", "testdata", "games", "ticTacToe.kif"))
	if err != nil {
		t.Fatal(err)
	}
	return map[string]formal.Game{"lgdl": enginetest.Ours(t, "line/Tic-Tac-Toe").Game(), "rbg": r, "gdl": k}
}

// meet plays one play between seekers and returns the texts of all decisions
// and the payoffs. Every seeker is asked for every decision; a single one decides all.
func meet(t *testing.T, g formal.Game, seed uint64, seat ...*agent.Table) (string, []*big.Rat) {
	t.Helper()
	p, r := g.NewPosition(), rng.Derive(seed, 0)
	for i, s := range seat {
		s.Start(seed + uint64(i)<<32)
	}
	p.Restart(&r)
	var moves strings.Builder
	for !p.Terminal() {
		mover, at := p.Mover(), 0
		for k, s := range seat {
			i, err := s.Choose(t.Context(), p, &r)
			if err != nil {
				t.Fatal(err)
			}
			if len(seat) == 1 || k == max(mover, 1)-1 {
				at = i
			}
		}
		moves.WriteString(p.MoveText(at) + "; ")
		p.Apply(at)
	}
	return moves.String(), p.Payoffs()
}

// TestNeverLose plays against random play from both sides. Tic-Tac-Toe is a
// draw, so that a perfect player loses no play; one that saw nothing would lose
// about a third of them.
func TestNeverLose(t *testing.T) {
	for formalism, g := range ticTacToe(t) {
		for _, name := range []string{"alphabeta:9", "uct:400"} {
			n, wins := 4, 0
			if formalism == "lgdl" {
				n = 20
			}
			best, random := seeker(t, g, name), seeker(t, g, "random")
			for seed := range n {
				seats, own := []*agent.Table{best, random}, 0
				if seed%2 == 1 {
					seats, own = []*agent.Table{random, best}, 1
				}
				moves, payoffs := meet(t, g, uint64(seed), seats...)
				switch payoffs[own].Cmp(payoffs[1-own]) {
				case -1:
					t.Errorf("%s: %s loses as player %d: %s", formalism, name, own+1, moves)
				case 1:
					wins++
				}
			}
			if wins < n/2 {
				t.Errorf("%s: %s wins %d of %d plays against random", formalism, name, wins, n)
			}
		}
	}
}

// TestSelfPlay lets perfect players draw, with the same play for the same seed.
func TestSelfPlay(t *testing.T) {
	for formalism, g := range ticTacToe(t) {
		different := map[string]bool{}
		for seed := range uint64(3) {
			moves, payoffs := meet(t, g, seed, seeker(t, g, "alphabeta:9"), seeker(t, g, "alphabeta:9"))
			if payoffs[0].Cmp(payoffs[1]) != 0 {
				t.Errorf("%s: alpha-beta does not draw against itself: %s", formalism, moves)
			}
			different[moves] = true
		}
		for _, name := range []string{"flat:20", "uct:50", "alphabeta:2", "alphabeta:2:3"} {
			one, _ := meet(t, g, 5, seeker(t, g, name), seeker(t, g, name))
			again, _ := meet(t, g, 5, seeker(t, g, name), seeker(t, g, name))
			if one != again {
				t.Errorf("%s: %s plays %s and then %s", formalism, name, one, again)
			}
		}
		if len(different) == 1 {
			t.Errorf("%s: equal decisions are always taken in the same order", formalism)
		}
	}
}

const (
	// The best decision of three players, the second after a move of chance.
	three = `EFG 2 R "Three" { "A" "B" "C" }
p "" 1 1 "" { "left" "right" } 0
t "" 1 "" { 1, 0, 0 }
c "" 1 "" { "up" 1/2 "down" 1/2 } 0
p "" 2 1 "" { "give" "take" } 0
t "" 2 "" { 0, 0, 5 }
t "" 3 "" { 4, 1, 0 }
p "" 3 1 "" { "give" "take" } 0
t "" 4 "" { 9, 0, 0 }
t "" 5 "" { 0, 0, 1 }
`
	// Player 2 does not see what player 1 has chosen.
	blind = `EFG 2 R "Blind" { "A" "B" }
p "" 1 1 "" { "H" "T" } 0
p "" 2 1 "" { "H" "T" } 0
t "" 1 "" { 1, -1 }
t "" 2 "" { -1, 1 }
p "" 2 1 "" { "H" "T" } 0
t "" 2 "" { -1, 1 }
t "" 1 "" { 1, -1 }
`
	// Both may win.
	friends = `EFG 2 R "Friends" { "A" "B" }
p "" 1 1 "" { "H" "T" } 0
t "" 1 "" { 1, 1 }
p "" 2 1 "" { "H" "T" } 0
t "" 2 "" { 0, 0 }
t "" 3 "" { 1, -1 }
`
)

func tree(t *testing.T, text string) formal.Game {
	t.Helper()
	g, err := efg.Read("g.efg", []byte(text), efg.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return efg.Adapt(g)
}

// TestChance plays a game of three in which going right is worth 2 on average
// to the first player when the others look after themselves, and left is worth 1.
func TestChance(t *testing.T) {
	g := tree(t, three)
	ends := map[string]int{}
	for seed := range uint64(30) {
		s := seeker(t, g, "uct:300")
		moves, _ := meet(t, g, seed, s)
		ends[moves]++
	}
	if len(ends) != 2 || ends["right; up; take; "] < 5 || ends["right; down; take; "] < 5 {
		t.Errorf("plays %v", ends)
	}
}

// TestNoForesight checks that a copy for looking ahead does not draw what the
// play itself will draw.
func TestNoForesight(t *testing.T) {
	g := enginetest.Compile(t, `(game "Toss" (players 1) (equipment {(board (square 2)) (dice d:6 num:1) (piece "Disc" P1)})
		(rules (play (do (roll) next:(move Add (to (sites Empty))))) (end (if (is Full) (result P1 Loss)))))`).Game()
	if d, ok := g.(interface{ Draws() bool }); !ok || !d.Draws() {
		t.Fatal("the rules draw, and do not say so")
	}
	follow := func(p formal.Position) string {
		var b strings.Builder
		for !p.Terminal() {
			b.WriteString(p.Observation(1) + "\n")
			p.Apply(0)
		}
		return b.String()
	}
	p, r := g.NewPosition(), rng.New(1)
	p.Restart(&r)
	same, different := p.Clone(), map[string]bool{}
	for seed := range uint64(20) {
		q := p.Clone()
		q.(formal.Drawer).Redraw(rng.New(seed))
		different[follow(q)] = true
	}
	if follow(same) != follow(p) {
		t.Error("a copy draws otherwise")
	}
	if len(different) < 5 {
		t.Errorf("20 ways to draw give %d plays", len(different))
	}
}

// TestRefuse names games that agents cannot play.
func TestRefuse(t *testing.T) {
	cups, err := gdl.Load("cups.kif", read(t, "..", "gdl", "testdata", "games", "cups.kif"))
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		game  formal.Game
		agent string
		want  string
	}{
		{tree(t, blind), "flat:10", "do not see everything"},
		{tree(t, blind), "alphabeta:3", "do not see everything"},
		{tree(t, three), "alphabeta:3", "left to chance"},
		{cups, "flat:10", "do not see everything"},
		{cups, "uct:time=1s", "do not see everything"},
		{cups, "program:x", "arenas only"},
		{enginetest.Compile(t, together).Game(), "alphabeta:3", "at the same time"},
	} {
		_, err := team(t, x.agent).Sit(x.game)
		if err == nil || !strings.Contains(err.Error(), x.want) || !strings.HasPrefix(err.Error(), "agent "+x.agent+": ") {
			t.Errorf("%s plays %s: %v; want %q", x.agent, x.game.Name(), err, x.want)
		}
	}
	if _, err := team(t, "random").Sit(cups); err != nil {
		t.Error(err)
	}
	// Whether the payoffs are opposed shows in the search.
	g := tree(t, friends)
	s, p, r := seeker(t, g, "alphabeta:3"), g.NewPosition(), rng.New(1)
	s.Start(1)
	p.Restart(&r)
	if _, err := s.Choose(t.Context(), p, &r); err == nil || !strings.Contains(err.Error(), "not opposed") {
		t.Errorf("friends: %v", err)
	}
}

// together is matching pennies: each of two takes one of two cells, and the first
// wins when they are alike.
const together = `(game "Together" (players 2) (mode Simultaneous) (equipment {(board (square 2))})
	(rules (play (or {(move Select (from 0) P1 (then (set Var "A" 0))) (move Select (from 1) P1 (then (set Var "A" 1)))
		(move Select (from 2) P2 (then (set Var "B" 0))) (move Select (from 3) P2 (then (set Var "B" 1)))}))
	(end {(if (= (var "A") (var "B")) (result P1 Win)) (if (!= (var "A") (var "B")) (result P2 Win))})))`

// TestTogether plays a game in which whoever saw the choice of the other would
// always win. Search must not, and must mix its own choice.
func TestTogether(t *testing.T) {
	g := enginetest.Compile(t, together).Game()
	for _, name := range []string{"flat:20", "uct:60"} {
		plays, wins := map[string]int{}, 0
		for seed := range uint64(80) {
			moves, payoffs := meet(t, g, seed, seeker(t, g, name))
			plays[moves]++
			wins += (payoffs[0].Sign() + 1) / 2
		}
		if len(plays) != 4 || wins < 20 || wins > 60 {
			t.Errorf("%s: the first player wins %d of 80: %v", name, wins, plays)
		}
	}
}
