// Package hand plays five games at random in code written for each by hand: the
// yardstick of what a general engine could reach. Every playout returns its
// plies and its winner, 1 or 2, or 0 for a draw. The rules are those of the
// library's descriptions; a test holds lengths and winners to the engine's.
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
	"English Draughts": Draughts,
}

// nth is the position of the i-th bit of w that is set.
func nth(w uint64, i int) int {
	for ; i > 0; i-- {
		w &= w - 1
	}
	return bits.TrailingZeros64(w)
}

// ticTacToeLines are the lines through each cell.
var ticTacToeLines = func() (t [9][]uint64) {
	for _, line := range [...]uint64{0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124} {
		for s := range 9 {
			if line>>s&1 != 0 {
				t[s] = append(t[s], line)
			}
		}
	}
	return t
}()

// TicTacToe plays three in a row on 3×3.
func TicTacToe(r *rng.SplitMix64) (plies, winner int) {
	var own [2]uint64
	empty := uint64(1<<9 - 1)
	for p := 0; empty != 0; p ^= 1 {
		s := nth(empty, r.Below(bits.OnesCount64(empty)))
		empty &^= 1 << s
		own[p] |= 1 << s
		plies++
		for _, line := range ticTacToeLines[s] {
			if own[p]&line == line {
				return plies, p + 1
			}
		}
	}
	return plies + 2, 0 // both pass on the full board
}

// ConnectFour plays four in a row on seven columns of six.
func ConnectFour(r *rng.SplitMix64) (plies, winner int) {
	const height = 7 // a row stays free between the columns
	var own [2]uint64
	var fill [7]int
	var open [7]int
	for i := range open {
		open[i] = i
	}
	columns := open[:]
	for p := 0; len(columns) > 0; p ^= 1 {
		i := r.Below(len(columns))
		col := columns[i]
		own[p] |= 1 << (col*height + fill[col])
		if fill[col]++; fill[col] == 6 {
			columns[i] = columns[len(columns)-1]
			columns = columns[:len(columns)-1]
		}
		plies++
		b := own[p]
		for _, step := range [...]int{1, height - 1, height, height + 1} {
			pairs := b & (b >> step)
			if pairs&(pairs>>(2*step)) != 0 {
				return plies, p + 1
			}
		}
	}
	return plies + 2, 0
}

// Breakthrough plays pawns on 8×8: straight to an empty cell, diagonally also
// onto an enemy; the first on the far row wins.
func Breakthrough(r *rng.SplitMix64) (plies, winner int) {
	const a, h = 0x0101010101010101, 0x8080808080808080
	own, other := uint64(0xffff), uint64(0xffff)<<48
	for p := 0; ; p ^= 1 {
		// The board is turned around for the second player: own pawns go up.
		left, ahead, right := own&^a<<7&^own, own<<8&^(own|other), own&^h<<9&^own
		nl, na := bits.OnesCount64(left), bits.OnesCount64(ahead)
		n := nl + na + bits.OnesCount64(right)
		if n == 0 {
			return plies, 0
		}
		var from, to int
		switch i := r.Below(n); {
		case i < nl:
			to = nth(left, i)
			from = to - 7
		case i < nl+na:
			to = nth(ahead, i-nl)
			from = to - 8
		default:
			to = nth(right, i-nl-na)
			from = to - 9
		}
		own = own&^(1<<from) | 1<<to
		other &^= 1 << to
		plies++
		if to >= 56 {
			return plies, p + 1
		}
		own, other = bits.ReverseBytes64(other), bits.ReverseBytes64(own)
	}
}
