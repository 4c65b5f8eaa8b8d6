package solve

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/gdl"
	"github.com/astragal/astragal/engine/internal/enginetest"
	"github.com/astragal/astragal/engine/rbg"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
)

func file(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func solved(t *testing.T, g formal.Game) *Answer {
	t.Helper()
	a, err := Solve(context.Background(), g, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Tic-Tac-Toe is a draw and has 5,478 positions, of which 958 are ends.
func TestTicTacToe(t *testing.T) {
	g, err := rbg.Load("ticTacToe", "ticTacToe.rbg", []byte(file(t, "../rbg/testdata/ticTacToe.rbg")))
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []formal.Game{enginetest.Ours(t, "line/Tic-Tac-Toe").Game(), g} {
		a := solved(t, x)
		if a.Undecided != "" || a.Winner != 0 || a.Values[0].Cmp(a.Values[1]) != 0 || a.Boards != 5478 || a.Longest != 9 ||
			a.Cyclic {
			t.Errorf("%s: %+v", x.Formalism(), a)
		}
	}
}

// Straffin (1995): Mu Torere is a draw, on 8 points and one in the middle.
func TestMuTorere(t *testing.T) {
	a := solved(t, enginetest.Ours(t, "blocking/MuTorere").Game())
	if a.Undecided != "" || a.Values[0].Sign() != 0 || a.Values[1].Sign() != 0 || !a.Cyclic {
		t.Errorf("%+v", a)
	}
	if !strings.Contains(a.Theorem, "with the limits of moves and turns, and without them") {
		t.Error(a.Theorem)
	}
}

// Matching pennies by two who decide at once: the value is that of mixed strategies.
func TestSimultaneous(t *testing.T) {
	text := `(role a) (role b) (init start)
(<= (legal ?r heads) (role ?r) (true start)) (<= (legal ?r tails) (role ?r) (true start))
(<= (next same) (does a ?m) (does b ?m))
(<= (next over) (does a ?m))
(<= terminal (true over))
(<= (goal a 100) (true same)) (<= (goal b 0) (true same))
(<= (goal a 0) (not (true same))) (<= (goal b 100) (not (true same)))
(<= (legal ?r wait) (role ?r) (true over))`
	g, err := gdl.Load("pennies.kif", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	a := solved(t, g)
	if a.Undecided != "" || a.Values[0].Cmp(big.NewRat(50, 1)) != 0 || a.Exploitability.Sign() != 0 {
		t.Errorf("%+v", a)
	}
}

// A step of several roles of which one has a choice is one ply.
func TestTakingTurns(t *testing.T) {
	text := `(role a) (role b) (init (pile 4)) (init (turn a))
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (other a b) (other b a)
(take 1) (take 2) (<= (minus ?x 1 ?y) (succ ?y ?x))
(<= (minus ?x 2 ?y) (succ ?z ?x) (succ ?y ?z))
(<= (legal ?r (remove ?n)) (true (turn ?r)) (true (pile ?x)) (take ?n) (minus ?x ?n ?y))
(<= (legal ?r noop) (true (turn ?s)) (other ?s ?r))
(<= (next (pile ?y)) (does ?r (remove ?n)) (true (pile ?x)) (minus ?x ?n ?y))
(<= (next (turn ?s)) (true (turn ?r)) (other ?r ?s))
(<= terminal (true (pile 0)))
(<= (goal ?r 0) (true (turn ?r))) (<= (goal ?r 100) (true (turn ?s)) (other ?s ?r))`
	g, err := gdl.Load("take.kif", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	// Whoever meets a pile of 3 loses: take 1 of 4, then whatever, then the rest.
	if a := solved(t, g); a.Undecided != "" || a.Winner != 1 || a.Plies != 3 || a.Longest != 4 {
		t.Errorf("%+v", a)
	}
}

// small writes a small game of random parts, whose rules ask in several ways for more
// than what lies on the board.
func small(r *rand.Rand) string {
	one := func(list ...string) string { return list[r.IntN(len(list))] }
	empty := "(sites Empty)"
	places := one("(move Add (to "+empty+"))",
		"(move Add (to "+empty+") (then (if (is Line 2 Diagonal) (moveAgain))))",
		"(if (is Even (count Moves)) (move Add (to "+empty+")) (move Add (to (intersection "+empty+
			" (sites Around (last To))))))",
		"(or (move Add (to "+empty+")) (move Pass))",
		"(move Add (to (difference "+empty+" (sites Around (last To)))))",
		"(move Add (to "+empty+") (then (addScore Mover 1)))")
	steps := one("(forEach Piece)",
		"(if (is Prev Next) (forEach Piece) (move Pass))",
		"(forEach Piece (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))",
		"(forEach Piece (move Step (to if:(and (is Empty (to)) (!= (to) (last From))))))")
	end := one("(if (is Line 3) (result Mover Win))", "(if (is Line 3) (result Mover Loss))",
		"(if (no Moves Next) (result Mover Win))",
		"(if (no Moves Mover) (result Mover Win))", "(if (>= (count Moves) 6) (byScore))")
	meta := one("", "", "", "(meta (swap))", "(meta (no Repeat))", "(meta (no Repeat Situational))")
	board := one("(rectangle 2 3)", "(square 2)", "(rectangle 1 5)", "(rectangle 2 4)", "(square 3)")
	start, play := "", places
	if r.IntN(2) == 0 {
		start = one(`(start {(place "Man1" {0}) (place "Man2" {3})})`, `(start {(place "Man1" {0 1}) (place "Man2" {2 3})})`)
		play = steps
	}
	ends := "(end {" + end + " (if (and (no Moves P1) (no Moves P2)) (result Mover Draw))})"
	return fmt.Sprintf(`(game "Small" (players 2) (equipment {(board %s) (piece "Man" Each (move Step (to if:(is Empty (to)))))})
	(rules %s %s (play %s) %s))`, board, meta, start, play, ends)
}

var errBudget = errors.New("too many plays")

// minimax looks at all plays of at most so many moves, without any table, and gives
// what the first player can guarantee himself when longer ones are worth 0.
func minimax(p formal.Position, depth int, budget *int) (int, error) {
	if e, ok := p.(interface{ Err() error }); ok && e.Err() != nil {
		return 0, e.Err()
	}
	if *budget--; *budget < 0 {
		return 0, errBudget
	}
	switch {
	case p.Terminal():
		return p.Payoffs()[0].Sign(), nil
	case depth == 0:
		return 0, nil
	}
	best := 2
	for i := range p.Moves() {
		q := p.Clone()
		q.Apply(i)
		x, err := minimax(q, depth-1, budget)
		switch {
		case err != nil:
			return 0, err
		case best == 2 || p.Mover() == 1 && x > best || p.Mover() == 2 && x < best:
			best = x
		}
	}
	return best, nil
}

// Solved by the graph and by plain minimax to every depth that can be looked at, small
// games have the same winner, in the same number of plies.
func TestSmallGamesAgainstMinimax(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	won, drawn, cyclic, refused := 0, 0, 0, 0
	for range 250 {
		text := small(r)
		rs, err := loader.Compile(ruleset.Source{File: "small.lud", Text: []byte(text)})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		a, err := Solve(context.Background(), rs.Game(), Options{Positions: 1000})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if strings.Contains(a.Undecided, "other legal moves") {
			t.Fatalf("the keys of positions are not complete\n%s", text)
		}
		if a.Undecided != "" || a.Searched { // too large for the graph: see TestSearchAgainstGraph
			refused++
			continue
		}
		if a.Cyclic {
			cyclic++
		}
		budget := 1200
		for depth := 0; ; depth++ {
			p := rs.Game().NewPosition()
			s := rng.New(1)
			p.Restart(&s)
			x, err := minimax(p, depth, &budget)
			if errors.Is(err, errBudget) {
				break
			}
			want := 0
			if a.Winner == 1 && depth >= a.Plies {
				want = 1
			} else if a.Winner == 2 && depth >= a.Plies {
				want = -1
			}
			if err != nil || x != want {
				t.Fatalf("%s\ndepth %d: minimax %d, %v; solved: winner %d in %d plies", text, depth, x, err, a.Winner, a.Plies)
			}
			if a.Winner > 0 && depth > a.Plies || !a.Cyclic && depth > a.Longest {
				break
			}
		}
		if a.Winner > 0 {
			won++
		} else {
			drawn++
		}
	}
	t.Logf("%d won, %d drawn, %d with cycles, %d not decided", won, drawn, cyclic, refused)
	if won < 30 || drawn < 30 || cyclic < 30 {
		t.Errorf("%d won, %d drawn, %d with cycles: too few of a kind to test", won, drawn, cyclic)
	}
}
