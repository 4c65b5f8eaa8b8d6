package search_test

import (
	"testing"

	"github.com/astragal/astragal/engine/internal/enginetest"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/search"
)

// TestEarly: searches that end as soon as the decision is certain come to the same
// decisions as whole ones, with fewer playouts, where no proofs are followed. Where they
// are, one of the playouts that are spared could have found one, which is rare.
func TestEarly(t *testing.T) {
	for _, solver := range []bool{false, true} {
		early(t, solver)
	}
}

func early(t *testing.T, solver bool) {
	t.Helper()
	spared, all, searches, other := 0, 0, 0, 0
	for _, file := range []string{"line/Tic-Tac-Toe.lud", "blocking/MuTorere.lud", "race/Breakthrough.lud",
		"hunt/BaghChal.lud"} {
		g := enginetest.Ours(t, file).Game()
		w, f, err := search.New(g, search.None, false)
		if err != nil {
			t.Fatal(err)
		}
		o := search.Options{Iterations: 600, Select: "ucb1", Explore: 0.6, Parent: true, Playout: "random", Early: true,
			Solver: solver, Decisive: solver}
		tree := search.NewTree(w, f, o)
		p, r := start(g), rng.New(5)
		for ply := range 30 {
			if p.Terminal() {
				break
			}
			choose := func(whole bool) int {
				tree.Start(rng.New(uint64(ply)))
				if err := tree.Grow(t.Context(), p, whole); err != nil {
					t.Fatal(err)
				}
				chosen := best(tree.Moves(0), f)
				if whole {
					all, spared = all+tree.Playouts, spared+tree.Playouts
				} else {
					spared -= tree.Playouts
				}
				return chosen
			}
			searches++
			if a, b := choose(true), choose(false); a != b {
				if other++; !solver {
					t.Errorf("%s, ply %d: decision %d by all playouts, %d by those that were made", file, ply, a, b)
				}
			}
			p.Apply(r.Below(p.Moves()))
		}
	}
	t.Logf("solver %v: %d of %d playouts are spared, %d of %d decisions are others", solver, spared, all, other, searches)
	if spared == 0 || searches < 50 || 50*other > searches {
		t.Errorf("solver %v: %d of %d playouts are spared, %d of %d decisions are others", solver, spared, all, other,
			searches)
	}
}
