package metric

// visits counts the different positions of a play and the different situations, which are positions
// with what follows from the turn: only of a position that came before has the situation to be looked up.
type visits struct {
	positions int
	slot      []visit // a power of two of them, at most half full
	spare     []visit // to grow into
	more      hashes  // of situations in which positions came back
}

// visit is a position by its hash, 0 for none, with the situation when it was met first.
type visit struct{ position, situation uint64 }

// reset begins a play, with room for one as long as the last.
func (v *visits) reset() {
	v.slot, v.positions = emptied(v.slot, room(v.positions)), 0
	v.more.reset()
}

// add counts a position.
func (v *visits) add(position, situation uint64) {
	position, situation = max(position, 1), max(situation, 1)
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
func (v *visits) situations() int { return v.positions + v.more.n }

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
