package hand

import (
	"math/bits"

	"github.com/astragal/astragal/engine/rng"
)

// Breakthrough plays pawns on 8×8: straight to an empty cell, diagonally also
// onto an enemy; the first on the far row wins.
func Breakthrough(r *rng.SplitMix64) (plies, winner int) {
	const a, h = 0x0101010101010101, 0x8080808080808080
	own, other := uint64(0xffff), uint64(0xffff)<<48
	for {
		// The board is turned around for the second player: own pawns go up.
		left, ahead, right := own&^a<<7&^own, own<<8&^(own|other), own&^h<<9&^own
		nl, na := count(left), count(ahead)
		n := nl + na + count(right)
		if n == 0 {
			return plies, 0
		}
		i, _ := below(r.Uint64(), n)
		isLeft, notRight := less(i, nl), less(i, nl+na)
		w := left&isLeft | ahead&(isLeft^notRight) | right&^notRight
		to := nth(w, i-nl&^isLeft-na&^notRight)
		from := uint64(to) - (9 + isLeft + notRight)
		own = own&^(1<<(from&63)) | 1<<(to&63)
		other &^= 1 << (to & 63)
		plies++
		if own>>56 != 0 {
			return plies, 2 - plies&1
		}
		own, other = bits.ReverseBytes64(other), bits.ReverseBytes64(own)
	}
}
