package metric

import (
	"math/bits"
	"slices"
)

// series holds what the aggregates of one list x₀…x_{m−1} of a playout need, as integers.
type series struct {
	m               int
	first, last     int64
	sum, square     int64
	ramp            int64 // Σ i·x
	most, least     int64
	signs           int64 // steps that rise less those that fall
	bends           int64 // steps that rise or fall and do not go on in the direction of the step before
	rise, fall      int64 // largest step up, largest step down (not positive)
	middle, middle2 int64 // elements ⌊m/2⌋ and ⌊(m−1)/2⌋ in order of size
	scratch         []int32
	sorted          []int32
}

// widest is the largest range of values that is counted instead of sorted.
const widest = 1 << 12

// measure reads a list. It keeps no reference to it.
func (s *series) measure(x []int32) {
	*s = series{m: len(x), scratch: s.scratch, sorted: s.sorted}
	if len(x) == 0 {
		return
	}
	prev, way := int64(x[0]), int64(0)
	first, most, least := prev, prev, prev
	var signs, bends, rise, fall int64
	same := 1 // numbers at the beginning, which are often all there are
	for same < len(x) && x[same] == x[0] {
		same++
	}
	sum, square, ramp := int64(same)*first, int64(same)*first*first, int64(same)*int64(same-1)/2*first
	// Whether a step rises or falls cannot be foretold, so there are no branches.
	for i := same; i < len(x); i++ {
		v := int64(x[i])
		sum += v
		square += v * v
		ramp += int64(i) * v
		most, least = max(most, v), min(least, v)
		d := v - prev
		prev = v
		rise, fall = max(rise, d), min(fall, d)
		sign := d>>63 | int64(uint64(-d)>>63)
		signs += sign
		turn := sign ^ way
		bends += sign & 1 & int64(uint64(turn|-turn)>>63)
		way = sign
	}
	s.first, s.last, s.sum, s.square, s.ramp = first, prev, sum, square, ramp
	s.most, s.least, s.signs, s.bends, s.rise, s.fall = most, least, signs, bends, rise, fall
	s.median(x)
}

func (s *series) median(x []int32) {
	if s.most == s.least {
		s.middle, s.middle2 = s.most, s.most
		return
	}
	hi, lo := len(x)/2, (len(x)-1)/2
	if s.most-s.least >= widest || s.most-s.least > int64(8*len(x)+64) {
		s.sorted = append(s.sorted[:0], x...)
		slices.Sort(s.sorted)
		s.middle, s.middle2 = int64(s.sorted[hi]), int64(s.sorted[lo])
		return
	}
	width := int(s.most-s.least) + 1
	if cap(s.scratch) < width {
		s.scratch = make([]int32, width, 2*width)
	}
	count := s.scratch[:width]
	clear(count)
	least := int32(s.least)
	for _, v := range x {
		count[v-least]++
	}
	seen, found := 0, false
	for i, n := range count {
		seen += int(n)
		if !found && seen > lo {
			s.middle2, found = s.least+int64(i), true
		}
		if seen > hi {
			s.middle = s.least + int64(i)
			return
		}
	}
}

// The aggregates of a list, in the order in which aggregate returns them: the
// eleven of part 9, §7.3, as the reference computes them, and where its value is
// not what the name says the value that is.
var aggregates = [...]string{"Average", "Median", "Maximum", "Minimum", "Variance", "ChangeAverage", "ChangeSign",
	"ChangeLineBestFit", "ChangeNumTimes", "MaxIncrease", "MaxDecrease",
	"MedianCorrected", "MinimumCorrected", "ChangeNumTimesCorrected"}

const numAggregates = len(aggregates)

// aggregate returns the aggregates of the list divided by scale.
func (s *series) aggregate(scale float64) (a [numAggregates]float64) {
	if s.m == 0 {
		return a
	}
	m := int64(s.m)
	fm := float64(m)
	one := scale == 1
	div := func(v float64) float64 {
		if one {
			return v
		}
		return v / scale
	}
	a[0] = div(float64(s.sum)) / fm
	a[2] = div(float64(max(0, s.most)))
	a[3] = div(float64(min(0, s.least)))
	a[11] = div(float64(s.middle+s.middle2) / 2)
	a[12] = div(float64(s.least))
	if m < 2 {
		return a
	}
	steps := fm - 1
	a[1] = div(float64(s.middle))
	a[4] = div(div(lessSquare(m, s.square, s.sum))) / (fm * fm)
	a[5] = div(float64(s.last-s.first)) / steps
	a[6] = float64(s.signs) / steps
	// Σ(i−ī)(x−x̄) = Σi·x − ī·Σx and Σ(i−ī)² = m(m²−1)/12.
	a[7] = div(6*float64(2*s.ramp-(m-1)*s.sum)) / (fm * (fm*fm - 1))
	if m == 2 && s.first != s.last {
		a[8] = 1
	}
	a[9] = div(float64(s.rise))
	a[10] = div(float64(s.fall))
	a[13] = float64(s.bends) / steps
	return a
}

// lessSquare returns m·q − s², which must not be negative, rounded once.
func lessSquare(m, q, s int64) float64 {
	if s < 0 {
		s = -s
	}
	h1, l1 := bits.Mul64(uint64(m), uint64(q))
	h2, l2 := bits.Mul64(uint64(s), uint64(s))
	lo, borrow := bits.Sub64(l1, l2, 0)
	hi, _ := bits.Sub64(h1, h2, borrow)
	if hi == 0 {
		return float64(lo)
	}
	return float64(hi)*(1<<64) + float64(lo)
}
