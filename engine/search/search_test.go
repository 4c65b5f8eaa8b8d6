package search_test

import (
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/internal/enginetest"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/search"
)

func start(g formal.Game) formal.Position {
	p, r := g.NewPosition(), rng.New(1)
	p.Restart(&r)
	return p
}

// stacking is a game on a square board of 4 in which pieces fall down and so many in
// a line win.
const stacking = `(game "Connect" (players 2) (equipment {(board (square 4)) (piece "Disc" Each)})
	(rules (play (move Add (to (forEach (sites Empty) if:(or (is In (site) (sites Bottom)) (is Occupied (ahead (site) S)))))))
	(end {(if (is Line LENGTH) (result Mover Win)) (if (is Full) (result Mover Draw))})))`

// TestSolve finds the values of games by looking at all that can happen. Known are
// those of Tic-Tac-Toe and four in a line on a board of 4 (draws), and of three in a line there, which the first
// player wins.
func TestSolve(t *testing.T) {
	for name, x := range map[string]struct {
		text  string
		value float64
	}{
		"Tic-Tac-Toe":         {enginetest.Text(t, "line/Tic-Tac-Toe.lud"), 0},
		"four in a line of 4": {strings.Replace(stacking, "LENGTH", "4", 1), 0},
		"three in a line":     {strings.Replace(stacking, "LENGTH", "3", 1), 2},
	} {
		g := enginetest.Compile(t, x.text).Game()
		w, f, err := search.New(g, search.None, false)
		if err != nil {
			t.Fatal(err)
		}
		a, err := search.NewAlphaBeta(w, f, search.Deep{Depth: 16}, g.Name())
		if err != nil {
			t.Fatal(err)
		}
		a.Start(rng.New(1))
		_, v, err := a.Choose(t.Context(), start(g))
		if err != nil || v != x.value || !a.Exact {
			t.Errorf("%s: value %g, exact %v after %d positions at depth %d, %v; want %g", name, v, a.Exact, a.Positions,
				a.Depth, err, x.value)
		}
	}
}

// TestMuTorere looks 60 plies ahead, more than there are positions with distinct
// pieces up to the symmetries of the board, in a game that never needs to end: nobody can
// force a win.
func TestMuTorere(t *testing.T) {
	g := enginetest.Ours(t, "blocking/MuTorere.lud").Game()
	w, f, err := search.New(g, search.None, false)
	if err != nil {
		t.Fatal(err)
	}
	a, err := search.NewAlphaBeta(w, f, search.Deep{Depth: 60}, g.Name())
	if err != nil {
		t.Fatal(err)
	}
	a.Start(rng.New(1))
	if _, v, err := a.Choose(t.Context(), start(g)); err != nil || v != 0 || a.Depth != 60 {
		t.Errorf("value %g at depth %d, %v", v, a.Depth, err)
	}
}

// grown searches from the start of a game.
func grown(t *testing.T, g formal.Game, o search.Options) *search.Tree {
	t.Helper()
	w, f, err := search.New(g, search.Own, false)
	if err != nil {
		t.Fatal(err)
	}
	tree := search.NewTree(w, f, o)
	tree.Start(rng.New(3))
	if err := tree.Grow(t.Context(), start(g), false); err != nil {
		t.Fatalf("%+v: %v", o, err)
	}
	return tree
}

// TestOptions grows trees by all rules: every playout counts once, at every move of
// the root or below it, with means inside the payoffs.
func TestOptions(t *testing.T) {
	const n = 150
	for _, g := range []formal.Game{enginetest.Ours(t, "territory/Reversi.lud").Game(),
		enginetest.Ours(t, "race/Breakthrough.lud").Game(), enginetest.Ours(t, "sow/two/Oware.lud").Game()} {
		for _, rule := range []string{"ucb1", "tuned", "grave", "history"} {
			for _, playout := range []string{"random", "mast", "nst"} {
				for _, cutoff := range []int{0, 5} {
					o := search.Options{Iterations: n, Select: rule, Playout: playout, Cutoff: cutoff, Explore: 0.6,
						Parent: cutoff > 0, Reuse: true, Solver: true, Decisive: cutoff > 0}
					tree := grown(t, g, o)
					visits := 0
					for _, m := range tree.Moves(0) {
						visits += m.Visits
						if m.Visits > 0 && (m.Mean < -1 || m.Mean > 1 || !m.Legal) {
							t.Errorf("%s: %+v: %+v", g.Name(), o, m)
						}
					}
					if visits != n || tree.Playouts != n {
						t.Errorf("%s: %+v: %d visits, %d playouts", g.Name(), o, visits, tree.Playouts)
					}
				}
			}
		}
	}
}

// TestProofs wins at once where that can be proven, and says so.
func TestProofs(t *testing.T) {
	g := enginetest.Compile(t, strings.Replace(stacking, "LENGTH", "3", 1)).Game()
	tree := grown(t, g, search.Options{Iterations: 200_000, Select: "ucb1", Playout: "random", Explore: 0.6, Solver: true})
	moves := tree.Moves(0)
	w, f, _ := search.New(g, search.None, false)
	_ = w
	chosen := best(moves, f)
	if m := moves[chosen]; !m.Proven || m.Mean != 1 || tree.Playouts == 200_000 {
		t.Errorf("%+v after %d playouts", m, tree.Playouts)
	}
}

// TestReuse goes on from what was found about the position that two moves led to.
func TestReuse(t *testing.T) {
	g := enginetest.Ours(t, "line/ConnectFour.lud").Game()
	w, f, err := search.New(g, search.Own, false)
	if err != nil {
		t.Fatal(err)
	}
	tree := search.NewTree(w, f, search.Options{Iterations: 500, Select: "ucb1", Playout: "random", Explore: 0.6,
		Reuse: true, Solver: true})
	tree.Start(rng.New(3))
	p := start(g)
	for turn := range 3 {
		if err := tree.Grow(t.Context(), p, false); err != nil {
			t.Fatal(err)
		}
		if kept := tree.Kept; (kept > 0) != (turn > 0) || kept > 500*turn {
			t.Errorf("turn %d: %d visits kept", turn, kept)
		}
		visits := 0
		for _, m := range tree.Moves(0) {
			visits += m.Visits
		}
		if visits > 500+tree.Kept || visits < 500 {
			t.Errorf("turn %d: %d visits with %d kept", turn, visits, tree.Kept)
		}
		p.Apply(best(tree.Moves(0), f))
		p.Apply(3)
	}
}
