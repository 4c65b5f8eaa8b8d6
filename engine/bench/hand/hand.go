// Package hand plays six games at random in code written for each by hand: the
// yardstick of what a general engine could reach. Boards are sets of bits, moves
// shifts of them, and moves are drawn without a branch that depends on the draw.
// Every playout returns its plies and its winner, 1 or 2, or 0 for a draw. The
// rules are those of the library's descriptions; a test holds lengths and winners
// to the engine's.
package hand

import (
	"math/bits"

	"github.com/astragal/astragal/engine/rng"
)

// Games are the playouts by name of the benchmark game.
var Games = map[string]func(r *rng.SplitMix64) (plies, winner int){
	"Tic-Tac-Toe":      TicTacToe,
	"Connect Four":     ConnectFour,
	"Breakthrough":     Breakthrough,
	"Hex 11x11":        Hex,
	"Reversi":          Reversi,
	"English Draughts": Draughts,
}

// below is a number in [0, n) of the draw x, and what is left of the draw: a draw
// of fewer numbers. After several draws with the product p of their n, a number
// is likelier than another by p/2⁶⁴ at most; nobody draws so often that this
// is more than 2⁻³⁰.
func below(x, n uint64) (i, rest uint64) { return bits.Mul64(x, n) }

// inByte is the place of the i-th bit of a byte that is set.
var inByte = func() (t [256 * 8]uint8) {
	for b := range 256 {
		i := 0
		for s := range 8 {
			if b>>s&1 != 0 {
				t[b*8+i] = uint8(s)
				i++
			}
		}
	}
	return t
}()

// nth is the place of the i-th bit of w that is set: byte k of sums counts the
// bits of bytes 0 to k, which tells the byte.
func nth(w, i uint64) int {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	sums := w - w>>1&0x5555555555555555
	sums = sums&0x3333333333333333 + sums>>2&0x3333333333333333
	sums = (sums + sums>>4) & 0x0f0f0f0f0f0f0f0f * ones
	at := bits.OnesCount64(((i|0x80)*ones-sums)&tops) * 8
	i -= sums << 8 >> (at & 63) & 0xff
	return at + int(inByte[(w>>(at&63)&0xff*8+i)&(256*8-1)])
}

// less is all ones if a < b, else 0.
func less(a, b uint64) uint64 { return uint64(int64(a-b) >> 63) }

func count(w uint64) uint64 { return uint64(bits.OnesCount64(w)) }
