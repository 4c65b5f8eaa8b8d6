package hand

import (
	"math/bits"

	"github.com/astragal/astragal/engine/rng"
)

// reversiInner are the cells that a line along a row can go on from.
const reversiInner = 0x7e7e7e7e7e7e7e7e

// up are the cells of set that lines of d bits each go through from a cell of w on upwards.
func up(w, set uint64, d int) uint64 {
	w = w << d & set
	w |= w << d & set
	set &= set << d
	w |= w << (2 * d) & set
	return w | w<<(2*d)&set
}

func down(w, set uint64, d int) uint64 {
	w = w >> d & set
	w |= w >> d & set
	set &= set >> d
	w |= w >> (2 * d) & set
	return w | w>>(2*d)&set
}

// reversiMoves are the cells where own captures something.
func reversiMoves(own, other uint64) uint64 {
	in := other & reversiInner
	w := up(own, in, 1)<<1 | down(own, in, 1)>>1 | up(own, other, 8)<<8 | down(own, other, 8)>>8
	w |= up(own, in, 7)<<7 | down(own, in, 7)>>7 | up(own, in, 9)<<9 | down(own, in, 9)>>9
	return w &^ (own | other)
}

// bounded is line if the cell behind it is own, else nothing.
func bounded(line, behind, own uint64) uint64 {
	behind &= own
	return line & -((behind | -behind) >> 63)
}

// reversiFlips is what own captures by a disc on the cell s.
func reversiFlips(s, own, other uint64) (w uint64) {
	in := other & reversiInner
	line := up(s, in, 1)
	w = bounded(line, line<<1, own)
	line = down(s, in, 1)
	w |= bounded(line, line>>1, own)
	line = up(s, other, 8)
	w |= bounded(line, line<<8, own)
	line = down(s, other, 8)
	w |= bounded(line, line>>8, own)
	line = up(s, in, 7)
	w |= bounded(line, line<<7, own)
	line = down(s, in, 7)
	w |= bounded(line, line>>7, own)
	line = up(s, in, 9)
	w |= bounded(line, line<<9, own)
	line = down(s, in, 9)
	return w | bounded(line, line>>9, own)
}

// Reversi plays from the crossed start on 8×8; who cannot move passes, and two
// passes end the play.
func Reversi(r *rng.SplitMix64) (plies, winner int) {
	own, other := uint64(1<<28|1<<35), uint64(1<<27|1<<36)
	for passed := false; ; plies++ {
		moves := reversiMoves(own, other)
		if moves == 0 {
			if passed {
				plies++
				break
			}
			passed = true
			own, other = other, own
			continue
		}
		passed = false
		i, _ := below(r.Uint64(), count(moves))
		s := uint64(1) << (nth(moves, i) & 63)
		flips := reversiFlips(s, own, other)
		own, other = other&^flips, own|s|flips
	}
	first, second := bits.OnesCount64(own), bits.OnesCount64(other)
	if plies&1 == 0 { // the second player made the last pass
		first, second = second, first
	}
	switch {
	case first > second:
		return plies, 1
	case second > first:
		return plies, 2
	}
	return plies, 0
}
