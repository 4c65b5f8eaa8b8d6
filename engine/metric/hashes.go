package metric

// visits counts the different positions of a play and the different situations, which are positions
// with what follows from the turn: only of a position that came before has the situation to be looked up.
type visits struct {
	positions int
	slot      []visit // a power of two of them, at most half full
	spare     []visit // to grow into
	more      hashes  // of situations in which positions came back

	// As long as the number of occupied sites only rises or only falls, or stays as it is for a few positions, which
	// are compared with each other, there is no need to look any up.
	apart    []visit // all so far, different ones, until one is not; then they are in slot
	together bool    // they are
	same     int     // the last ones, as many as this, have the same number
	occupied int32   // of sites in the last one
	way      int32   // whether it rises or falls, 0 as long as it did neither
}

// mostSame is the number of positions in a row that are compared with each other.
const mostSame = 16

// visit is a position by its hash, 0 for none, with the situation when it was met first.
type visit struct{ position, situation uint64 }

// reset begins a play, with room for one as long as the last.
func (v *visits) reset() {
	v.positions = v.count()
	v.apart, v.together, v.same, v.way = v.apart[:0], false, 0, 0
}

// follow counts positions, with the number of occupied sites in each.
func (v *visits) follow(position, situation []uint64, occupied []int32) {
	for i, h := range position {
		x := visit{max(h, 1), max(situation[i], 1)}
		if v.together || !v.isApart(x, occupied[i]) {
			v.add(x.position, x.situation)
		}
	}
}

// isApart reports whether a position is known to be none of those before, among which it is counted then; if it is
// not, they are put where they can be looked up.
func (v *visits) isApart(x visit, occupied int32) bool {
	n := len(v.apart)
	if step := occupied - v.occupied; n == 0 || step != 0 && (v.way == 0 || step > 0 == (v.way > 0)) {
		if n > 0 {
			v.way = step
		}
		v.same, v.occupied, v.apart = 1, occupied, append(v.apart, x)
		return true
	} else if step == 0 && v.same < mostSame {
		v.same++
		for _, y := range v.apart[n+1-v.same:] {
			if y.position == x.position {
				v.gather()
				return false
			}
		}
		v.apart = append(v.apart, x)
		return true
	}
	v.gather()
	return false
}

// gather puts all positions where they can be looked up.
func (v *visits) gather() {
	v.together = true
	v.more.reset()
	v.slot, v.positions = emptied(v.slot, room(max(v.positions, len(v.apart)))), 0
	for _, x := range v.apart {
		v.add(x.position, x.situation)
	}
}

// count is the number of different positions.
func (v *visits) count() int {
	if v.together {
		return v.positions
	}
	return len(v.apart)
}

// add counts a position; its hashes are not 0.
func (v *visits) add(position, situation uint64) {
	x := v.find(position)
	switch {
	case x.position == 0:
		*x = visit{position, situation}
		if v.positions++; 2*v.positions > len(v.slot) {
			old := v.slot
			v.slot, v.spare = emptied(v.spare, 2*len(old)), old
			for _, y := range old {
				if y.position != 0 {
					*v.find(y.position) = y
				}
			}
		}
	case x.situation != situation:
		v.more.add(situation)
	}
}

// find is the slot of a position, or the one where it would be.
func (v *visits) find(position uint64) *visit {
	mask := uint64(len(v.slot) - 1)
	i := position & mask
	for v.slot[i].position != 0 && v.slot[i].position != position {
		i = (i + 1) & mask
	}
	return &v.slot[i]
}

// situations is the number of different ones.
func (v *visits) situations() int {
	if v.together {
		return v.positions + v.more.n
	}
	return len(v.apart)
}

// hashes counts the different ones of a play's hashes.
type hashes struct {
	n     int
	slot  []uint64 // a power of two of them, at most half full; 0 for none
	spare []uint64 // to grow into
}

// reset begins a play, with room for one as long as the last.
func (h *hashes) reset() { h.slot, h.n = emptied(h.slot, room(h.n)), 0 }

// room is the number of slots to begin with when so many were taken last.
func room(n int) int {
	size := 16
	for size < 3*n {
		size *= 2
	}
	return size
}

// emptied is an empty list of so many, in the place of another one if there is room.
func emptied[T any](list []T, size int) []T {
	if size > cap(list) {
		return make([]T, size)
	}
	list = list[:size]
	clear(list)
	return list
}

func (h *hashes) add(x uint64) {
	mask := uint64(len(h.slot) - 1)
	i := x & mask
	for h.slot[i] != 0 {
		if h.slot[i] == x {
			return
		}
		i = (i + 1) & mask
	}
	h.slot[i] = x
	if h.n++; 2*h.n > len(h.slot) {
		old := h.slot
		h.slot, h.spare, h.n = emptied(h.spare, 2*len(old)), old, 0
		for _, y := range old {
			if y != 0 {
				h.add(y)
			}
		}
	}
}
