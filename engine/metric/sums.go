package metric

import (
	"math"
	"math/bits"
)

// sums are Moments of not too many values of moderate size, which fit into few words. A batch
// counts the values of a standard metric in them; Settle takes them to its Moments.
type sums struct {
	n, sum         int64
	square, excess uint64 // sum of squares, low and high word
	low, high      int64
}

// Bounds of what sums hold: mostSums values below moderate have sums that do not overflow.
const (
	mostSums = 1 << 16
	moderate = 1 << 14
)

// evens and its bits: numbers of this size have units in the last place of 1, so that a sum with less
// than half of it is rounded to an even integer, which its last bits are.
const (
	evens    = 3 << 51
	evenBits = 0x4338 << 48
)

// add counts a value below moderate in size, as Moments.Add does.
func (s *sums) add(v float64) {
	x := int64(math.Float64bits(v*unit+evens)) - evenBits
	if s.n == 0 {
		s.low, s.high = x, x
	}
	s.n++
	s.low, s.high = min(s.low, x), max(s.high, x)
	s.sum += x
	size := uint64(max(x, -x))
	hi, lo := bits.Mul64(size, size)
	var carry uint64
	s.square, carry = bits.Add64(s.square, lo, 0)
	s.excess += hi + carry
}

// take adds what s has counted to m, and empties s.
func (m *Moments) take(s *sums) {
	if s.n == 0 {
		return
	}
	m.reach(float64(s.low) / unit)
	m.n += s.n
	m.reach(float64(s.high) / unit)
	m.sum.addSmall(s.sum)
	square := number{s.square, s.excess}
	m.square.add(&square)
	*s = sums{}
}
