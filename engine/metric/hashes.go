package metric

// hashes counts the different ones of a play's hashes.
type hashes struct {
	n     int
	slot  []uint64 // a power of two of them, at most half full; 0 for none
	spare []uint64 // to grow into
}

// reset begins a play, with room for one as long as the last.
func (h *hashes) reset() {
	size := 256
	for size < 3*h.n {
		size *= 2
	}
	h.slot, h.n = emptied(h.slot, size), 0
}

// emptied is a list of so many zeros, in the place of another one if there is room.
func emptied(list []uint64, size int) []uint64 {
	if size > cap(list) {
		return make([]uint64, size)
	}
	list = list[:size]
	clear(list)
	return list
}

func (h *hashes) add(x uint64) {
	x = max(x, 1)
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
