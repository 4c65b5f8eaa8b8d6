package search

import (
	"math"
	"slices"
	"testing"

	"github.com/astragal/astragal/engine/rng"
)

// TestHighest compares the choice among bounds as integers, with what it draws, to one among them as numbers: of few
// moves and of more than a word has bits, of which some, most or all were never tried.
func TestHighest(t *testing.T) {
	r := rng.New(1)
	for range 20000 {
		x := &Tree{pick: rng.New(r.Uint64())}
		n, kinds := 1+r.Below([]int{9, 80}[r.Below(2)]), []int{4, 5, 16}[r.Below(3)]
		at := &node{n: int32(n)}
		for i := range n {
			kind := r.Below(kinds)
			if kind >= 4 { // never tried
				x.arms = append(x.arms, untriedArm)
				at.open++
				at.fresh |= 1 << i
				continue
			}
			worth := float64(r.Below(5)-2) / 2
			x.arms = append(x.arms, []arm{{worth, rootOf(int32(1 + r.Below(3)))}, x.sureArm(math.Copysign(worth, -worth)),
				deadArm, {lost, math.Copysign(0, -1)}}[kind])
		}
		ucb1 := float64(r.Below(3)) / 2
		pick, want, ties, most := x.pick, -1, 0, -math.MaxFloat64
		for i, m := range x.arms {
			if m.fresh() {
				continue
			}
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
		if at.open > 0 && (want < 0 || ucb1 >= most) { // their mean is 0
			k := pick.Below(int(at.open))
			want = slices.IndexFunc(x.arms, func(m arm) bool {
				if m.fresh() {
					k--
				}
				return k < 0
			})
		}
		if got := x.highest(at, ucb1); got != want || x.pick != pick {
			t.Fatalf("move %d of %v with weight %v, want %d", got, x.arms, ucb1, want)
		}
	}
}
