package metric

import "math/bits"

// Cover tells of sets of slots for how many elements of the board they stand: of the default type, of all
// types, of the used types.
type Cover struct {
	masks [3][][]uint64 // the sets of slots that stand for at least one, two, … elements
}

// NewCover is the cover of a game for sets whose element i is a slot of a number, none if that is negative.
func (p *Plan) NewCover(slots []int32) *Cover {
	x := &Cover{}
	for i, slot := range slots {
		if slot < 0 {
			continue
		}
		w := p.weights[slot]
		for k, n := range [...]uint8{w.def, w.all, w.used} {
			for least := range int(n) {
				if least == len(x.masks[k]) {
					x.masks[k] = append(x.masks[k], make([]uint64, (len(slots)+63)/64))
				}
				x.masks[k][least][i>>6] |= 1 << (i & 63)
			}
		}
	}
	return x
}

// of are the numbers of elements of a set.
func (x *Cover) of(set []uint64) (n [3]int32) {
	for k, masks := range x.masks {
		for _, mask := range masks {
			for i, w := range mask {
				n[k] += int32(bits.OnesCount64(w & set[i]))
			}
		}
	}
	return n
}

// Covered tells which slots have held a component in this play.
func (o *Tally) Covered(x *Cover, set []uint64) { o.covered = x.of(set) }

func ratio(n int32, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}
