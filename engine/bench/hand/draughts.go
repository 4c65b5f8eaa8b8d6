package hand

import "github.com/astragal/astragal/engine/rng"

// Draughts has its 32 cells in 36 bits: of each two rows of four, the first is
// followed by a bit that stays free, so that one step diagonally is always one of
// four or five bits, and leads off the board onto a free bit.
const (
	draughtsCells  = 0x1ef | 0x1ef<<9 | 0x1ef<<18 | 0x1ef<<27
	draughtsFirst  = 0x1ef | 0xf<<9
	draughtsSecond = 0xf<<23 | 0x1ef<<27
	draughtsEnds   = 0xf | 0xf<<32
)

// draughtsSteps are the bits of a step by the number of its direction.
var draughtsSteps = [4]int64{4, 5, -4, -5}

// draughtsDraw draws a cell of four sets, one for each direction.
func draughtsDraw(r *rng.SplitMix64, w0, w1, w2, w3 uint64) (to uint64, step int64) {
	n0 := count(w0)
	n1 := n0 + count(w1)
	n2 := n1 + count(w2)
	i, _ := below(r.Uint64(), n2+count(w3))
	m0, m1, m2 := less(i, n0), less(i, n1), less(i, n2)
	w := w0&m0 | w1&(m0^m1) | w2&(m1^m2) | w3&^m2
	before := n0&^m0 + (n1-n0)&^m1 + (n2-n1)&^m2
	return uint64(nth(w, i-before)), draughtsSteps[(3+m0+m1+m2)&3]
}

// The engine's limit of turns, which ends a play as a draw.
const draughtsTurns = 2500

// Draughts plays English draughts, each jump of a turn as a ply of its own.
func Draughts(r *rng.SplitMix64) (plies, winner int) {
	var kings uint64
	own, other := uint64(draughtsFirst), uint64(draughtsSecond)
	ahead := ^uint64(0) // of the first player; men of the second one go down
	for range draughtsTurns {
		rises, falls := own&(kings|ahead), own&(kings|^ahead)
		for jumped := false; ; jumped = true {
			empty := draughtsCells &^ (own | other)
			j0, j1 := rises<<4&other<<4&empty, rises<<5&other<<5&empty
			j2, j3 := falls>>4&other>>4&empty, falls>>5&other>>5&empty
			jumps := j0 | j1 | j2 | j3
			if jumps == 0 {
				if jumped {
					break
				}
				j0, j1, j2, j3 = rises<<4&empty, rises<<5&empty, falls>>4&empty, falls>>5&empty
				if j0|j1|j2|j3 == 0 {
					return plies, int(1 - ahead) // all ones are −1
				}
			}
			at, step := draughtsDraw(r, j0, j1, j2, j3)
			to := uint64(1) << (at & 63)
			plies++
			if jumps == 0 {
				from := uint64(1) << ((at - uint64(step)) & 63)
				own ^= from | to
				if kings&from != 0 {
					kings ^= from | to
				} else {
					kings |= to & draughtsEnds
				}
				break
			}
			over := uint64(1) << ((at - uint64(step)) & 63)
			from := uint64(1) << ((at - 2*uint64(step)) & 63)
			own ^= from | to
			other ^= over
			king := kings & from
			kings &^= from | over
			if king != 0 {
				kings |= to
				rises, falls = to, to
				continue
			}
			if to&draughtsEnds != 0 {
				kings |= to
				break // a new king does not go on jumping
			}
			rises, falls = to&ahead, to&^ahead
		}
		own, other = other, own
		ahead = ^ahead
	}
	return plies, 0
}
