package hand

import "github.com/astragal/astragal/engine/rng"

// ticTacToeNth is, by 16 times the set of empty cells, the i-th of them.
var ticTacToeNth = func() (t [512 * 16]uint16) {
	for empty := range 512 {
		i := 0
		for s := range 9 {
			if empty>>s&1 != 0 {
				t[empty*16+i] = 1 << s
				i++
			}
		}
	}
	return t
}()

// ticTacToeRow tells whether a set of cells has three in a row.
var ticTacToeRow = func() (t [512]bool) {
	for own := range t {
		for _, line := range [...]int{0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124} {
			t[own] = t[own] || own&line == line
		}
	}
	return t
}()

// TicTacToe plays three in a row on 3×3, with one draw of 64 bits.
func TicTacToe(r *rng.SplitMix64) (plies, winner int) {
	var own, other uint16
	empty := uint16(511)
	x := r.Uint64()
	var i uint64
	for plies = 1; plies <= 9; plies++ {
		i, x = below(x, uint64(10-plies))
		s := ticTacToeNth[(uint64(empty)*16+i)&(512*16-1)]
		empty ^= s
		own |= s
		if ticTacToeRow[own&511] {
			return plies, 2 - plies&1
		}
		own, other = other, own
	}
	return 9 + 2, 0 // both pass on the full board
}

// Connect Four has columns of six bits and one that stays free.
const (
	fourBottom = 1 | 1<<7 | 1<<14 | 1<<21 | 1<<28 | 1<<35 | 1<<42
	fourCells  = fourBottom * 0x3f
)

// fourColumn is the lowest cell of each column.
var fourColumn = [8]uint64{1, 1 << 7, 1 << 14, 1 << 21, 1 << 28, 1 << 35, 1 << 42}

// ConnectFour plays four in a row on seven columns of six. A full column is drawn again.
func ConnectFour(r *rng.SplitMix64) (plies, winner int) {
	var own, taken, i uint64
	x := r.Uint64()
	for range 6 { // nobody has four stones
		i, x = below(x, 7)
		cell := (taken + fourColumn[i&7]) &^ taken
		taken |= cell
		own = (own | cell) ^ taken
	}
	for plies = 6; ; {
		x = r.Uint64()
		for range 10 {
			i, x = below(x, 7)
			cell := (taken + fourColumn[i&7]) &^ taken & fourCells
			if cell == 0 {
				continue
			}
			taken |= cell
			own |= cell
			plies++
			up, level := own&(own>>1), own&(own>>7)
			fall, rise := own&(own>>6), own&(own>>8)
			if up&(up>>2)|level&(level>>14)|fall&(fall>>12)|rise&(rise>>16) != 0 {
				return plies, 2 - plies&1
			}
			if taken == fourCells {
				return plies + 2, 0
			}
			own ^= taken
		}
	}
}
