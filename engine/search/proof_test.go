package search_test

import (
	"testing"

	"github.com/astragal/astragal/engine/internal/enginetest"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/search"
)

// TestBest is what decisions go by where something is proven.
func TestBest(t *testing.T) {
	facts := search.Facts{Players: 2, Low: -1, High: 1, Bounded: true}
	open := func(visits int, mean float64) search.Move {
		return search.Move{Visits: visits, Mean: mean, Legal: true}
	}
	proven := func(visits int, value float64) search.Move {
		return search.Move{Visits: visits, Mean: value, Legal: true, Proven: true}
	}
	for _, c := range []struct {
		about string
		moves []search.Move
		mean  bool
		want  int
	}{
		{"a proven win comes first", []search.Move{open(90, 0.9), proven(1, 1)}, false, 1},
		{"a proven loss comes last", []search.Move{proven(90, -1), open(3, -1)}, false, 1},
		{"a proven draw gives way to what looks better", []search.Move{proven(20, 0), open(60, 0.3)}, false, 1},
		{"a proven draw gives way to nothing worse", []search.Move{proven(1, 0), open(60, -0.1)}, false, 0},
		{"of two draws the one tried more", []search.Move{proven(10, 0), proven(30, 0), open(80, -0.1)}, false, 1},
		{"where all is lost the longest to refute", []search.Move{proven(1, -1), proven(13, -1), proven(2, -1)}, false, 1},
		{"the best mean", []search.Move{open(60, 0.1), open(30, 0.2), proven(1, 0)}, true, 1},
		{"a proven draw, not the best mean below it", []search.Move{open(60, -0.1), proven(1, 0)}, true, 1},
	} {
		pick := rng.New(1)
		if got := search.Best(c.moves, facts, c.mean, &pick); got != c.want {
			t.Errorf("%s: move %d, expected %d", c.about, got, c.want)
		}
	}
}

// A game in which the first player draws at once, or goes where the other one draws or
// loses: by proof both are worth the same, and only one of them may be won.
const swindle = `(game "Swindle" (players 2)
	(equipment { (board (rectangle 1 12)) (piece "Disc" Each) })
	(rules
		(play (if (= (count Moves) 0)
			(move Add (to (sites {0 1})))
			(move Add (to (sites {2 3 4 5 6 7 8 9 10 11})))))
		(end {
			(if (is Occupied 0) (result Mover Draw))
			(if (is Occupied 2) (result Mover Draw))
			(if (> (count Moves) 1) (result P1 Win)) })))`

// TestSwindle demands that where a draw is proven the decision be for the draw that the other
// one may still spoil, and that it be known to be a draw.
func TestSwindle(t *testing.T) {
	g := enginetest.Compile(t, swindle).Game()
	w, f, err := search.New(g, search.None, false)
	if err != nil {
		t.Fatal(err)
	}
	tree := search.NewTree(w, f, search.Options{Iterations: 200, Select: "ucb1", Explore: 0.6, Parent: true,
		Playout: "random", Early: true, Solver: true, Decisive: true})
	for seed := range uint64(50) {
		tree.Start(rng.New(seed))
		if err := tree.Grow(t.Context(), start(g), false); err != nil {
			t.Fatal(err)
		}
		moves := tree.Moves(0)
		if i := best(moves, f); i != 1 || !moves[i].Proven || moves[i].Mean != 0 {
			t.Fatalf("seed %d: decision %d among %v", seed, i, moves)
		}
	}
}
