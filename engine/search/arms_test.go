package search

import (
	"math"
	"testing"

	"github.com/astragal/astragal/engine/rng"
)

// TestHighest compares the choice among bounds as integers, with what it draws, to one among them as numbers.
func TestHighest(t *testing.T) {
	r := rng.New(1)
	for range 20000 {
		x := &Tree{pick: rng.New(r.Uint64())}
		n := 1 + r.Below(9)
		at := &node{n: int32(n)}
		for range n {
			worth := float64(r.Below(5)-2) / 2
			x.arms = append(x.arms, []arm{{worth, rootOf(int32(1 + r.Below(3)))}, x.sureArm(math.Copysign(worth, -worth)),
				deadArm, {lost, math.Copysign(0, -1)}}[r.Below(4)])
		}
		ucb1 := float64(r.Below(3)) / 2
		pick, want, ties, most := x.pick, -1, 0, -math.MaxFloat64
		for i, m := range x.arms {
			switch bound := m.mean + float64(ucb1*m.root); {
			case bound < most:
			case bound > most:
				want, ties, most = i, 1, bound
			default:
				if ties++; pick.Below(ties) == 0 {
					want = i
				}
			}
		}
		if got := x.highest(at, ucb1); got != want || x.pick != pick {
			t.Fatalf("move %d of %v with weight %v, want %d", got, x.arms, ucb1, want)
		}
	}
}
