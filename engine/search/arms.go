package search

import (
	"math"
	"math/bits"
)

// arm is what plain ucb1 must know of a move: its mean result and one over the root of the number of its
// visits. Moves that are something else have a bound that tells so without being asked: nothing but known worth is
// above that of moves that are not legal, or were never tried, whose bound they share.
type arm struct{ mean, root float64 }

var (
	untriedArm = arm{math.Inf(-1), 0}
	deadArm    = arm{math.Inf(-1), -1}
)

// lost is the bound of a move that is known to lose. A loss is chosen when all is lost.
const lost = -math.MaxFloat64 / 2

// sureArm is a move of known worth, which needs no exploration: −0 visits.
func (t *Tree) sureArm(worth float64) arm {
	switch f := &t.f; {
	case f.Bounded && worth <= f.Low:
		worth = lost
	case f.Bounded && worth >= f.High:
		worth = math.MaxFloat64
	}
	return arm{worth + 0, math.Copysign(0, -1)} // −0 is 0
}

// fresh reports whether a move was never tried and may be.
func (a *arm) fresh() bool { return math.Float64bits(a.root) == 0 }

// arm notes what is known of a move of a node.
func (t *Tree) arm(x *node, edge int32, now arm) {
	m, bit := &t.arms[edge], uint64(1)<<(edge-x.first)
	if m.fresh() {
		x.open--
		x.fresh &^= bit
	}
	if *m = now; m.fresh() {
		x.open++
		x.fresh |= bit
	}
}

// bury notes whether a move of a node is not legal.
func (t *Tree) bury(x *node, edge int32, dead bool) {
	t.edges[edge].dead = dead
	switch {
	case !t.plain:
	case dead:
		t.arm(x, edge, deadArm)
	default:
		t.arm(x, edge, untriedArm)
	}
}

// highest returns the move with the largest bound by ucb1, −1 if none is legal. All that
// were never tried have the same one. Of moves with equal bounds the order of the list must not decide.
//
// Which bound is above all before it nobody can foresee, so that is found without a branch, by comparing
// bounds as integers of the same order. Where most moves were never tried only the others are looked at.
func (t *Tree) highest(x *node, ucb1 float64) int {
	arms := t.arms[x.first:][:x.n]
	least := ordered(-math.MaxFloat64)
	best, ties, most, tied := -1, 0, least, least
	few := uint64(0)
	if x.n <= 64 && 2*x.open > x.n {
		few, arms = ^x.fresh&(^uint64(0)>>(64-x.n)), nil
	}
	for ; few != 0; few &= few - 1 {
		i := bits.TrailingZeros64(few)
		m := &t.arms[int(x.first)+i]
		bound := ordered(m.mean + float64(ucb1*m.root))
		if bound != most {
			if bound > most {
				best, most = i, bound
			}
			continue
		}
		if tied != most {
			tied, ties = most, 1
		}
		if ties++; t.pick.Below(ties) == 0 {
			best = i
		}
	}
	for i := 0; ; i++ {
		for ; i < len(arms); i++ {
			bound := ordered(arms[i].mean + float64(ucb1*arms[i].root))
			if bound == most {
				break
			}
			if bound > most {
				best, most = i, bound
			}
		}
		if i == len(arms) {
			break
		}
		if tied != most {
			tied, ties = most, 1
		}
		if ties++; t.pick.Below(ties) == 0 {
			best = i
		}
	}
	if x.open == 0 || best >= 0 && ordered(t.mean(x)+ucb1) < most {
		return best
	}
	k := t.pick.Below(int(x.open))
	if x.n <= 64 {
		left := x.fresh
		for ; k > 0; k-- {
			left &= left - 1
		}
		return bits.TrailingZeros64(left)
	}
	for i := range arms {
		if arms[i].fresh() {
			if k--; k < 0 {
				return i
			}
		}
	}
	return -1
}

// ordered takes numbers to integers of the same order; there is no −0 among them.
func ordered(x float64) int64 {
	i := int64(math.Float64bits(x))
	return i ^ int64(uint64(i>>63)>>1)
}

// mean is what the moves of a node have brought the mover on average, the middle of the payoffs before any is tried.
func (t *Tree) mean(x *node) float64 {
	if x.tried > 0 {
		return x.sum / float64(x.tried)
	}
	return (t.low + t.high) / 2
}
