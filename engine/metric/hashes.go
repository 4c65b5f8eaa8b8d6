package metric

// visits counts the different positions of a play and the different situations, which are positions
// with what follows from the turn: only of a position that came before has the situation to be looked up.
type visits struct {
	positions int
	slot      []visit // a power of two of them, at most half full
	spare     []visit // to grow into
	more      hashes  // of situations in which positions came back

	// In most plays positions hardly ever come back. They are listed, with a bit for each by which nearly all of those
	// to come are known to be others, until too many have been looked for in the list; then they are in slot.
	list     []visit
	bits     [visitBits / 64]uint64
	looked   int
	together bool
}

// Bounds of the list: visitBits bits, as many positions as leave most of these free, and looking for mostLooked.
const (
	visitBits  = 1 << 13
	mostListed = visitBits / 8
	mostLooked = 1 << 5
)

// visit is a position by its hash, 0 for none, with the situation when it was met first.
type visit struct{ position, situation uint64 }

// reset begins a play, where positions are looked up as they were in the last one, with room for as many.
func (v *visits) reset() {
	if v.more.n > 0 || v.more.slot == nil {
		v.more.reset()
	}
	if v.together {
		v.slot, v.positions = emptied(v.slot, room(v.positions)), 0
		return
	}
	for i := range v.list {
		v.bits[v.list[i].position/64%uint64(len(v.bits))] = 0
	}
	v.list, v.looked = v.list[:0], 0
}

// follow counts positions.
func (v *visits) follow(position, situation []uint64) {
	for i, h := range position {
		x := visit{max(h, 1), max(situation[i], 1)}
		if v.together {
			v.add(x)
			continue
		}
		at, bit := x.position/64%uint64(len(v.bits)), uint64(1)<<(x.position%64)
		if v.bits[at]&bit == 0 {
			v.bits[at] |= bit
			v.list = append(v.list, x)
		} else {
			v.look(x)
		}
	}
}

// look counts a position that may be in the list.
func (v *visits) look(x visit) {
	if v.looked++; v.looked > mostLooked || len(v.list) > mostListed {
		v.gather()
		v.add(x)
		return
	}
	for i := range v.list {
		if y := &v.list[i]; y.position == x.position {
			if y.situation != x.situation {
				v.more.add(x.situation)
			}
			return
		}
	}
	v.list = append(v.list, x)
}

// gather puts all positions where they can be looked up.
func (v *visits) gather() {
	v.together = true
	v.slot, v.positions = emptied(v.slot, room(len(v.list))), 0
	for _, x := range v.list {
		v.add(x)
	}
}

// count is the number of different positions.
func (v *visits) count() int {
	if v.together {
		return v.positions
	}
	return len(v.list)
}

// add counts a position; its hashes are not 0.
func (v *visits) add(x visit) {
	at := v.find(x.position)
	switch {
	case at.position == 0:
		*at = x
		if v.positions++; 2*v.positions > len(v.slot) {
			old := v.slot
			v.slot, v.spare = emptied(v.spare, 2*len(old)), old
			for _, y := range old {
				if y.position != 0 {
					*v.find(y.position) = y
				}
			}
		}
	case at.situation != x.situation:
		v.more.add(x.situation)
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
func (v *visits) situations() int { return v.count() + v.more.n }

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
