package hand

import "github.com/astragal/astragal/engine/rng"

const (
	hexSize  = 11
	hexCells = hexSize * hexSize
	lowSide  = 1
	highSide = 2
)

// hexNear are the neighbours of each cell.
var hexNear = func() (near [hexCells][]int16) {
	for s := range near {
		x, y := s%hexSize, s/hexSize
		for _, d := range [...][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}} {
			if u, v := x+d[0], y+d[1]; u >= 0 && u < hexSize && v >= 0 && v < hexSize {
				near[s] = append(near[s], int16(v*hexSize+u))
			}
		}
	}
	return near
}()

// hexSides tells which of his sides a cell is on, by player.
var hexSides = func() (side [2][hexCells]uint8) {
	for s := range hexCells {
		for p, at := range [2]int{s / hexSize, s % hexSize} {
			if at == 0 {
				side[p][s] |= lowSide
			}
			if at == hexSize-1 {
				side[p][s] |= highSide
			}
		}
	}
	return side
}()

// Hex plays 11×11 Hex with the swap rule: the second player may, instead of his
// first move, change sides.
func Hex(r *rng.SplitMix64) (plies, winner int) {
	var (
		owner  [hexCells]int8 // 0 empty, 1, 2
		parent [hexCells]int16
		sides  [hexCells]uint8
		free   [hexCells]int16
	)
	for i := range free {
		free[i] = int16(i)
		parent[i] = int16(i)
	}
	find := func(s int16) int16 {
		for parent[s] != s {
			parent[s] = parent[parent[s]]
			s = parent[s]
		}
		return s
	}
	swapped := 0
	left := hexCells
	for p := 0; ; p ^= 1 {
		n := left
		if plies == 1 {
			n++
		}
		i := r.Below(n)
		if i == left { // the players change sides, and the same one moves on
			swapped = 1
			plies++
			p ^= 1
			continue
		}
		s := free[i]
		left--
		free[i] = free[left]
		owner[s] = int8(p + 1)
		sides[s] = hexSides[p][s]
		plies++
		root := s
		for _, t := range hexNear[s] {
			if owner[t] != int8(p+1) {
				continue
			}
			if u := find(t); u != root {
				parent[u] = root
				sides[root] |= sides[u]
			}
		}
		if sides[root] == lowSide|highSide {
			return plies, (p ^ swapped) + 1
		}
	}
}
