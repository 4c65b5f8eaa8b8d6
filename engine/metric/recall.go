package metric

import (
	"math"
	"slices"
)

// Numbers of legal moves and of pieces, and what positions are worth, go the same way in many plays of a game: on a
// board that is filled stone by stone they follow from the length. What such a list comes to is kept, and how many
// plays had it; exact sums of many equal values are one product.

// recall is what was found of lists of one kind. It belongs to a tally.
type recall[T int32 | uint64] struct {
	known        []*recalled[T] // by hash
	met          []uint64       // by the same: the hash that came last and is not that of the list there
	some         []int32        // the lists that are to be added to a batch
	tried, found int
	off          bool // it is not worth while: lists are hardly ever the same
}

// recalled is what a list comes to.
type recalled[T int32 | uint64] struct {
	list []T
	told told
}

// told are values of metrics, and how often they are still to be added to a batch.
type told struct {
	values  []value
	spreads []value // by places in spreads
	times   int64
}

// value is that of a metric.
type value struct {
	metric int
	v      float64
}

// Bounds of what is kept: lists of up to longestKnown numbers, each in one place of a power of two. It is given up
// where of triedKnown lists fewer than one in seldomKnown had been there before.
const (
	recallBits   = 8
	longestKnown = 1 << 9
	triedKnown   = 1 << 7
	seldomKnown  = 10
)

// find returns what a list comes to for another play, which is counted, and whether it has to be found out; nil for
// what is not kept: a list is when it comes for the second time.
func (r *recall[T]) find(list []T, b *Batch) (x *told, isNew bool) {
	if r.off || len(list) > longestKnown {
		return nil, true
	}
	if r.known == nil {
		r.known, r.met = make([]*recalled[T], 1<<recallBits), make([]uint64, 1<<recallBits)
	}
	if r.tried++; r.tried == triedKnown {
		if r.off = r.found*seldomKnown < triedKnown; r.off {
			r.add(b)
			r.known, r.met = nil, nil
			return nil, true
		}
		r.tried, r.found = 0, 0
	}
	h := hashOf(list)
	i := h >> (64 - recallBits)
	k := r.known[i]
	switch {
	case k != nil && slices.Equal(k.list, list):
		r.found++
	case r.met[i] != h:
		r.met[i] = h
		return nil, true
	default:
		r.found++
		if k == nil {
			k = &recalled[T]{}
			r.known[i] = k
		}
		b.addTold(&k.told)
		isNew, k.list = true, append(k.list[:0], list...)
		k.told.values, k.told.spreads = k.told.values[:0], k.told.spreads[:0]
	}
	x = &k.told
	if x.times++; x.times == 1 {
		r.some = append(r.some, int32(i))
	}
	return x, isNew
}

// hashOf is the hash of a list, whose high bits are those of its place.
func hashOf[T int32 | uint64](list []T) uint64 {
	const factor = 0x9e3779b97f4a7c15
	h, g := uint64(len(list)), uint64(0)
	for ; len(list) >= 2; list = list[2:] {
		h, g = (h^uint64(list[0]))*factor, (g^uint64(list[1]))*factor
		h, g = h^h>>32, g^g>>32
	}
	if len(list) > 0 {
		h = (h ^ uint64(list[0])) * factor
	}
	h = (h + g*3) * factor
	return (h ^ h>>32) * factor
}

// add adds to a batch what has been counted.
func (r *recall[T]) add(b *Batch) {
	for _, i := range r.some {
		b.addTold(&r.known[i].told)
	}
	r.some = r.some[:0]
}

// addTold adds what lists of plays come to.
func (b *Batch) addTold(x *told) {
	if x.times == 0 {
		return
	}
	for _, v := range x.values {
		b.putTimes(v.metric, v.v, x.times)
	}
	for _, v := range x.spreads {
		b.spreadTimes(v.metric, v.v, x.times)
	}
	x.times = 0
}

// recalls are those of a tally.
type recalls struct {
	of                            *Batch        // to which is added what was counted
	legal, occupied, pieces, both recall[int32] // both: where pieces are as many as occupied sites
	worth                         recall[uint64]
	key                           []uint64
}

// to has what is counted from now on be added to a batch.
func (r *recalls) to(b *Batch) {
	if r.of == b {
		return
	}
	r.settle()
	if r.of = b; b != nil && !slices.Contains(b.recalls, r) {
		b.recalls = append(b.recalls, r)
	}
}

// noRecalls keep nothing.
var noRecalls = recalls{legal: recall[int32]{off: true}, occupied: recall[int32]{off: true},
	pieces: recall[int32]{off: true}, both: recall[int32]{off: true}}

// tells reports whether a list is to be told of, what it comes to going where find has said.
func (b *Batch) tells(x *told, isNew bool) bool {
	if isNew {
		b.telling = x
	}
	return isNew
}

// settle adds what was counted to the batch.
func (r *recalls) settle() {
	if b := r.of; b != nil {
		r.legal.add(b)
		r.occupied.add(b)
		r.pieces.add(b)
		r.both.add(b)
		r.worth.add(b)
		b.recalls = slices.DeleteFunc(b.recalls, func(x *recalls) bool { return x == r })
	}
	r.of = nil
}

// evaluated is what the values of a play come to with these utilities, see find.
func (r *recalls) evaluated(e *evaluation, utilities []float64, b *Batch) (x *told, isNew bool) {
	r.to(b)
	if r.worth.off || len(e.lead)+len(e.values)+len(e.rated)+len(e.widest) > longestKnown {
		return nil, true
	}
	key := append(r.key[:0], uint64(len(e.lead)), uint64(len(e.values)), uint64(len(e.rated)))
	for _, list := range [...][]float64{e.lead, e.values, e.rated, e.widest, utilities} {
		for _, v := range list {
			key = append(key, math.Float64bits(v))
		}
	}
	r.key = key
	return r.worth.find(key, b)
}
