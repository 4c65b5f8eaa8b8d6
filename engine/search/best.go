package search

import (
	"math"

	"github.com/astragal/astragal/engine/rng"
)

// Best is the place of the decision to be taken among moves. What is worth less than
// the best that is proven of another move, by proof or by its mean so far, is out of
// the question, and a proven win leaves nothing else; so a proven draw gives way to
// what looks better, and to nothing that looks worse. Of the others it is
// the most visited one, of equals the better one; with mean the one with the best mean.
// Where all is lost that is the move that took most playouts to refute. What is still equal
// is drawn from pick, each with the same probability. It is −1 if none was tried.
func Best(moves []Move, f Facts, mean bool, pick *rng.SplitMix64) int {
	known := math.Inf(-1) // the best that is proven
	for _, m := range moves {
		if m.Legal && m.Proven {
			known = max(known, m.Mean)
		}
	}
	won := f.Bounded && known >= f.High
	lost := func(m Move) bool { return m.Proven && f.Bounded && m.Mean <= f.Low }
	better := func(a, b Move) bool {
		if lost(a) != lost(b) {
			return lost(b)
		}
		if mean && a.Mean != b.Mean || a.Visits == b.Visits {
			return a.Mean > b.Mean
		}
		return a.Visits > b.Visits
	}
	best, ties := -1, 0
	for i, m := range moves {
		switch {
		case !m.Legal || m.Visits == 0 && !m.Proven || m.Mean < known || won && !m.Proven:
		case best < 0 || better(m, moves[best]):
			best, ties = i, 1
		case !better(moves[best], m):
			if ties++; pick.Below(ties) == 0 {
				best = i
			}
		}
	}
	return best
}
