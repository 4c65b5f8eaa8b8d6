package search

import "math"

// arm is what plain ucb1 must know of a move: its mean result and one over the root of the number of its
// visits. Moves that are something else have a bound that tells so without being asked.
type arm struct{ mean, root float64 }

var (
	untriedArm = arm{math.Inf(-1), 0}
	deadArm    = arm{math.Inf(-1), -1}
	knownArm   = arm{math.Inf(-1), 1}
)

// fresh reports whether a move was never tried and may be.
func (a *arm) fresh() bool { return math.Float64bits(a.root) == 0 }

// bury notes whether a move is not legal.
func (t *Tree) bury(edge int32, dead bool) {
	t.edges[edge].dead = dead
	switch {
	case !t.plain:
	case dead:
		t.arms[edge] = deadArm
	default:
		t.arms[edge] = untriedArm
	}
}

// highest returns the move with the largest bound by ucb1, −1 if none is legal. All that
// were never tried have the same one.
func (t *Tree) highest(x *node, mean, ucb1 float64) int {
	if x.known {
		return t.highestOfKnown(x, mean, ucb1)
	}
	a := argmax{t: t, best: -1, bound: -math.MaxFloat64}
	open := 0
	arms := t.arms[x.first:][:x.n]
	for i := range arms {
		m := &arms[i]
		n := open + 1
		if m.fresh() {
			open = n
		}
		a.open(int32(i), m.mean+float64(ucb1*m.root))
	}
	return t.freshOr(&a, arms, open, mean+ucb1)
}

// highestOfKnown is highest where the worth of moves is known.
func (t *Tree) highestOfKnown(x *node, mean, ucb1 float64) int {
	a := argmax{t: t, best: -1, bound: math.Inf(-1)}
	open := 0
	arms := t.arms[x.first:][:x.n]
	for i := range arms {
		m := &arms[i]
		switch e := &t.edges[x.first+int32(i)]; {
		case e.known:
			if a.known(int32(i), t.proven(e.child, x.mover)) {
				return i
			}
		case m.fresh():
			open++
		case !e.dead:
			a.open(int32(i), m.mean+float64(ucb1*m.root))
		}
	}
	return t.freshOr(&a, arms, open, mean+ucb1)
}

// freshOr returns one of the moves that were never tried, if there are any and none has a larger bound than
// they have, else the best.
func (t *Tree) freshOr(a *argmax, arms []arm, open int, bound float64) int {
	if open == 0 || a.best >= 0 && bound < a.bound {
		return int(a.best)
	}
	k := t.pick.Below(open)
	for i := range arms {
		if arms[i].fresh() {
			if k--; k < 0 {
				return i
			}
		}
	}
	return -1
}
