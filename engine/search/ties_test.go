package search_test

import (
	"testing"

	"github.com/astragal/astragal/engine/internal/enginetest"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/search"
)

// best is search.Best with the same draws every time.
func best(moves []search.Move, f search.Facts) int {
	pick := rng.New(7)
	return search.Best(moves, f, false, &pick)
}

// A game that is always drawn: no cell is better than another.
const level = `(game "Level" (players 2)
	(equipment { (board (square 3)) (piece "Disc" Each) })
	(rules
		(play (move Add (to (sites Empty))))
		(end (if (is Full) (result Mover Draw)))))`

// TestTies demands that what is equal be chosen equally often, whatever its number. An agent that
// breaks ties by number prefers some sites of a board to others where the rules do not.
func TestTies(t *testing.T) {
	g := enginetest.Compile(t, level).Game()
	for _, solver := range []bool{false, true} {
		w, f, err := search.New(g, search.None, false)
		if err != nil {
			t.Fatal(err)
		}
		o := search.Options{Iterations: 60, Select: "ucb1", Explore: 0.6, Parent: true, Playout: "random",
			Early: true, Solver: solver, Decisive: solver}
		tree := search.NewTree(w, f, o)
		const searches = 900
		var chosen [9]int
		for seed := range uint64(searches) {
			tree.Start(rng.New(seed))
			if err := tree.Grow(t.Context(), start(g), false); err != nil {
				t.Fatal(err)
			}
			pick := rng.New(seed + searches)
			chosen[search.Best(tree.Moves(0), f, false, &pick)]++
		}
		sum := 0.0
		for _, n := range chosen {
			d := float64(n) - searches/9
			sum += d * d / (searches / 9)
		}
		if sum > 26.1 { // χ² of 8 degrees of freedom, p = 0.001
			t.Errorf("solver %v: cells are chosen %v times of %d, χ² %.1f", solver, chosen, searches, sum)
		}
	}
}
