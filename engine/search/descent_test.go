package search_test

import (
	"slices"
	"testing"

	"github.com/astragal/astragal/engine/internal/enginetest"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/search"
)

// together is a world of compiled code that goes down move by move, with the search.
type together struct {
	search.World
	search.Coded
}

func (together) Keeps() bool { return false }

// TestDescent: a search whose world catches up at leaves, from positions that were kept, thinks the same of
// every decision as one whose world makes every move on the way.
func TestDescent(t *testing.T) {
	for _, file := range []string{"line/Tic-Tac-Toe.lud", "race/Breakthrough.lud", "blocking/MuTorere.lud",
		"sow/two/Oware.lud", "territory/Reversi.lud"} {
		g := enginetest.Ours(t, file).Game()
		w, f, err := search.New(g, search.Own, false)
		if err != nil {
			t.Fatal(err)
		}
		coded, ok := w.(search.Coded)
		if !ok || !coded.Keeps() {
			t.Fatalf("%s keeps no positions", file)
		}
		for _, rule := range []string{"ucb1", "ucb1 cut off", "grave", "history"} {
			o := search.Options{Iterations: 300, Select: rule, Explore: 0.6, Parent: true, Playout: "random",
				Reuse: true, Solver: true, Decisive: true}
			if rule == "ucb1 cut off" {
				o.Select, o.Cutoff = "ucb1", 3
			}
			fast, slow := search.NewTree(w, f, o), search.NewTree(together{w, coded}, f, o)
			fast.Start(rng.New(1))
			slow.Start(rng.New(1))
			p, r := start(g), rng.New(3)
			for ply := 0; ply < 12 && !p.Terminal(); ply++ {
				var thought [2][]search.Move
				for i, tree := range []*search.Tree{fast, slow} {
					if err := tree.Grow(t.Context(), p, false); err != nil {
						t.Fatal(err)
					}
					thought[i] = tree.Moves(0)
					if o.Select != "ucb1" {
						continue
					}
					if n := tree.Strayed(); n > 0 {
						t.Fatalf("%s, ply %d: %d moves stray from the tree", file, ply, n)
					}
				}
				if !slices.Equal(thought[0], thought[1]) || fast.Kept != slow.Kept {
					t.Fatalf("%s, %s, ply %d: %v, expected %v", file, rule, ply, thought[0], thought[1])
				}
				p.Apply(r.Below(p.Moves()))
			}
		}
	}
}
