package search

import (
	"math"
	"math/bits"

	"github.com/astragal/astragal/engine/rng"
)

// arm is what plain ucb1 must know of a move that is not open any more: its mean result and one over the root of the
// number of its visits. A move of known worth or one that is not legal has a bound that tells so without being asked.
// Those of a node are in the order of its moves, so that choosing takes no longer than there is to choose from.
type arm struct {
	mean, root float64
	move       int32 // of the node
}

// deadArm is a move that is not legal.
func deadArm(move int32) arm { return arm{math.Inf(-1), -1, move} }

// lost is the bound of a move that is known to lose. A loss is chosen when all is lost.
const lost = -math.MaxFloat64 / 2

// sureArm is a move of known worth, which needs no exploration.
func (t *Tree) sureArm(worth float64, move int32) arm {
	switch f := &t.f; {
	case f.Bounded && worth <= f.Low:
		worth = lost
	case f.Bounded && worth >= f.High:
		worth = math.MaxFloat64
	}
	return arm{worth, 0, move}
}

// armsOf are those of a node.
func (t *Tree) armsOf(x *node) []arm { return t.arms[x.first:][:x.n-x.open] }

// arm notes what is known of a move of a node, whose arm is or will be near a place, see highest.
func (t *Tree) arm(x *node, now arm, near int32) {
	list := t.armsOf(x)
	i := min(int(near), len(list))
	for i > 0 && list[i-1].move >= now.move {
		i--
	}
	for i < len(list) && list[i].move < now.move {
		i++
	}
	if i == len(list) || list[i].move != now.move {
		x.open--
		list = t.armsOf(x)
		copy(list[i+1:], list[i:])
	}
	list[i] = now
}

// bury notes whether a move of a node is not legal; of one that was not it is the last.
func (t *Tree) bury(x *node, edge int32, dead bool) {
	t.edges[edge].dead = dead
	switch {
	case !t.plain:
	case dead:
		t.arm(x, deadArm(edge-x.first), 0)
	default:
		x.open++
	}
}

// highest returns the move with the largest bound by ucb1, −1 if none is legal, and where its arm is. All that
// are open have the same bound. Of moves with equal bounds the order of the list must not decide.
func (t *Tree) highest(x *node, mean, ucb1 float64) (move int, at int32) {
	list, pick := t.armsOf(x), t.pick
	best, ties, most := -1, uint64(0), -math.MaxFloat64
	for i := 0; ; i++ {
		bound := 0.0
		for ; i < len(list); i++ { // most of the time of small games is spent here
			if bound = list[i].mean + float64(ucb1*list[i].root); bound >= most {
				break
			}
		}
		if i >= len(list) {
			break
		}
		if bound > most {
			best, ties, most = i, 1, bound
		} else if ties++; first(&pick, ties) {
			best = i
		}
	}
	t.pick = pick
	if best >= 0 && (x.open == 0 || mean+ucb1 < most) {
		return int(list[best].move), int32(best)
	}
	if x.open == 0 {
		return -1, 0
	}
	open := int32(t.pick.Below(int(x.open)))
	for at = 0; int(at) < len(list) && list[at].move <= open; at++ {
		open++
	}
	return int(open), at
}

// first reports whether pick.Below(n) is 0, without a call but once in a great while.
func first(pick *rng.SplitMix64, n uint64) bool {
	before := *pick
	hi, lo := bits.Mul64(pick.Uint64(), n)
	if lo < n {
		*pick = before
		return pick.Below(int(n)) == 0
	}
	return hi == 0
}
