package hand

import "github.com/astragal/astragal/engine/rng"

// Hex keeps of each player, with a frame around the board, which cells have his
// stones, and which of his sides these are connected with. So each stone is
// told of a side once, and one that would be told of both ends the play.
const (
	hexSize  = 11
	hexCells = hexSize * hexSize
	hexWide  = hexSize + 2

	hexStone = 1
	hexLow   = 2
	hexHigh  = 4
	hexSides = hexLow | hexHigh
)

// hexBoard is indexed by bytes, which needs no check of bounds.
type hexBoard [256]uint8

// hexStart are the frames of both players, hexFree the cells.
var hexStart, hexFree = func() (b [2]hexBoard, free [128]uint8) {
	for i := range hexWide {
		last := hexWide - 1
		b[0][i], b[0][last*hexWide+i] = hexLow, hexHigh
		b[1][i*hexWide], b[1][i*hexWide+last] = hexLow, hexHigh
	}
	for i := range hexCells {
		free[i] = uint8((i/hexSize+1)*hexWide + i%hexSize + 1)
	}
	return b, free
}()

// near is what the six neighbours of a cell have.
func (b *hexBoard) near(s uint8) uint8 {
	return b[s-hexWide] | b[s-hexWide+1] | b[s-1] | b[s+1] | b[s+hexWide-1] | b[s+hexWide]
}

// spread tells a stone of its sides, and all stones connected with it. Whether a
// neighbour is one of them nobody can foresee, so that no branch asks.
func (b *hexBoard) spread(s, sides uint8) {
	var todo [128]uint8
	b[s] = sides
	for n := 0; ; {
		for _, t := range [...]uint8{s - hexWide, s - hexWide + 1, s - 1, s + 1, s + hexWide - 1, s + hexWide} {
			is := b[t] & hexStone
			b[t] ^= is * (hexStone | sides)
			todo[n&127] = t
			n += int(is)
		}
		if n--; n < 0 {
			return
		}
		s = todo[n&127]
	}
}

// Hex plays 11×11 Hex with the swap rule: the second player may, instead of his
// first move, change sides.
func Hex(r *rng.SplitMix64) (plies, winner int) {
	boards, free := hexStart, hexFree
	swapped, p := 0, 0
	for left := uint64(hexCells); ; p ^= 1 {
		n := left
		if plies == 1 {
			n++
		}
		i, _ := below(r.Uint64(), n)
		plies++
		if i == left { // the players change sides, and the same one moves on
			swapped = 1
			p ^= 1
			continue
		}
		left--
		s := free[i&127]
		free[i&127] = free[left&127]
		b := &boards[p]
		near := b.near(s)
		sides := near & hexSides
		if sides == hexSides {
			return plies, (p ^ swapped) + 1
		}
		if near&hexStone != 0 && sides != 0 {
			b.spread(s, sides)
		} else {
			b[s] = sides | hexStone>>sides
		}
	}
}
