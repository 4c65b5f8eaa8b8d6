package ruleset

import (
	"slices"

	"github.com/astragal/astragal/engine/rng"
)

// Quick reports whether there is Leap, Look and Grow.
func (w *codeWorld) Quick() bool { return w.at.Quick() }

// begins goes to a position that was kept, for nil stays, and has nothing be listed there.
func (w *codeWorld) begins(from []byte) {
	if from != nil {
		w.at.Restore(from)
	}
	w.listed[0], w.open[0] = false, false
}

// ended reports whether the play is over, with its payoffs in dst, which are those of ranks where there is Leap.
func (w *codeWorld) ended(dst []float64) bool {
	if w.check(); !w.at.Over() {
		return false
	}
	w.at.Worths(w.worthOf, dst)
	return true
}

// Leap takes decisions and plays on at random.
func (w *codeWorld) Leap(from []byte, codes []uint64, r *rng.SplitMix64, limit int,
	dst []float64) (moves int, over bool) {
	w.begins(from)
	moves = w.at.Leap(codes, r, limit)
	return moves, w.ended(dst)
}

// Look takes decisions and lists those that follow.
func (w *codeWorld) Look(from []byte, codes []uint64) {
	w.begins(from)
	w.lists[0], w.listed[0] = w.at.Look(codes, w.lists[0][:0]), true
	w.noisy[0] = w.noisy[0][:0]
	w.check()
}

// Grow takes decisions, lists those that follow, finds those after which the play is over, and plays on.
func (w *codeWorld) Grow(from []byte, codes []uint64, r *rng.SplitMix64, limit int,
	dst []float64) (list []uint64, mover, ends int, over bool) {
	w.begins(from)
	list, mover, ends = w.at.Grow(codes, w.lists[0][:0], r, limit, w.best)
	over = w.ended(dst)
	w.lists[0], w.ends, w.worths = list, w.ends[:0], w.worths[:0]
	if len(list) == 0 && !over { // there are too many
		w.Look(nil, nil)
		ends = w.tryEnds(mover)
		if ends < len(w.lists[0]) {
			_, over = w.Leap(nil, nil, r, limit, dst)
		}
		return w.lists[0], mover, ends, over
	}
	for k := range ends {
		w.ends = append(w.ends, w.at.Ended(k, w.worthOf, w.worth()))
	}
	return list, mover, ends, over
}

// worth adds room for payoffs.
func (w *codeWorld) worth() []float64 {
	n := len(w.worths)
	w.worths = slices.Grow(w.worths, w.g.Players)[:n+w.g.Players]
	return w.worths[n:]
}

// tryEnds finds the decisions among those listed that end the play, one by one, up to the first with which the mover
// gets the most there is.
func (w *codeWorld) tryEnds(mover int) int {
	for i := range w.lists[0] {
		worths := w.worth()
		if !w.Peek(i, worths) {
			w.worths = w.worths[:len(w.worths)-len(worths)]
			continue
		}
		w.ends = append(w.ends, i)
		if w.best > 0 && worths[mover-1] == worthOf(float64(w.best), len(worths)) {
			return len(w.ends)
		}
	}
	return len(w.ends)
}

// End is the number of the k-th decision that Grow has found to end the play, with its payoffs.
func (w *codeWorld) End(k int, dst []float64) int {
	copy(dst, w.worths[k*w.g.Players:])
	return w.ends[k]
}
