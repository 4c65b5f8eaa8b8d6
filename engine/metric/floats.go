package metric

import (
	"math"
	"slices"
)

// running holds what the aggregates of a list of real numbers need that one number can be added to.
type running struct {
	m                int
	sum, ramp        float64 // ramp: Σ i·x
	first, last      float64
	most, least      float64
	rise, fall       float64
	signs, bends, up int64 // up: the sign of the last step
}

// runningOf reads a list that is not empty. As integers the bits of numbers above zero are in the order of the numbers,
// and without signs those of numbers below zero the other way round: the greatest and least are found by no branches.
func runningOf(x []float64) running {
	var sum, ramp, at float64
	var rise, signs, bends, up int64
	var fall uint64
	last := x[0]
	most := key(last)
	least := most
	for _, v := range x {
		sum += v
		ramp += at * v
		at++
		k := key(v)
		most, least = max(most, k), min(least, k)
		step := math.Float64bits(v - last + 0) // not −0
		last = v
		rise, fall = max(rise, int64(step)), max(fall, step)
		sign := int64(step)>>63 | int64(-step>>63)
		signs += sign
		turn := sign ^ up
		bends += sign & 1 & int64(uint64(turn|-turn)>>63)
		up = sign
	}
	r := running{m: len(x), sum: sum, ramp: ramp, first: x[0], last: last, most: ofKey(most), least: ofKey(least),
		rise: math.Float64frombits(uint64(rise)), signs: signs, bends: bends, up: up}
	if fall>>63 != 0 {
		r.fall = math.Float64frombits(fall)
	}
	return r
}

// add adds a number.
func (r *running) add(v float64) {
	r.sum += v
	r.ramp += float64(r.m) * v
	r.m++
	if v > r.most {
		r.most = v
	}
	if v < r.least {
		r.least = v
	}
	d := v - r.last
	r.last = v
	if d > r.rise {
		r.rise = d
	}
	if d < r.fall {
		r.fall = d
	}
	sign := signOf(d)
	r.signs += sign
	turn := sign ^ r.up
	r.bends += sign & 1 & int64(uint64(turn|-turn)>>63)
	r.up = sign
}

// twice is what r would be if all numbers were twice as large; it is exact.
func (r running) twice() running {
	for _, v := range [...]*float64{&r.sum, &r.ramp, &r.first, &r.last, &r.most, &r.least, &r.rise, &r.fall} {
		*v *= 2
	}
	return r
}

// aggregate writes the aggregates of the list, see series.aggregate: spread is the mean square
// distance from the mean; lower and upper are in the places ⌊(m−1)/2⌋ and ⌊m/2⌋ in ascending order.
func (r *running) aggregate(spread, lower, upper float64, a *[numAggregates]float64) {
	fm := float64(r.m)
	*a = [numAggregates]float64{}
	a[0], a[2], a[3] = r.sum/fm, max(0, r.most), min(0, r.least)
	a[11], a[12] = (upper+lower)/2, r.least
	if r.m < 2 {
		return
	}
	a[1], a[4] = upper, spread
	a[5] = (r.last - r.first) / (fm - 1)
	a[6] = float64(r.signs) / (fm - 1)
	a[7] = 6 * (2*r.ramp - (fm-1)*r.sum) / (fm * (fm*fm - 1))
	if r.m == 2 && r.first != r.last {
		a[8] = 1
	}
	a[9], a[10] = r.rise, r.fall
	a[13] = float64(r.bends) / (fm - 1)
}

// aggregateFloats writes the aggregates of a list of real numbers.
func aggregateFloats(x []float64, keys *[]int64, a *[numAggregates]float64) {
	if *a = [numAggregates]float64{}; len(x) == 0 {
		return
	}
	r := runningOf(x)
	lower, upper, spread := middle(x, r.sum/float64(len(x)), keys)
	r.aggregate(spread, lower, upper, a)
}

// middle returns the numbers in the places ⌊(m−1)/2⌋ and ⌊m/2⌋ of a list of m in ascending order, of
// which the mean is given, and the mean square distance from it.
func middle(x []float64, mean float64, keys *[]int64) (lower, upper, spread float64) {
	*keys = slices.Grow((*keys)[:0], len(x))[:len(x)]
	below, spread := split(x, mean, *keys)
	before, at, _ := around(*keys, below, len(x)/2)
	if upper = ofKey(at); len(x)%2 == 1 {
		return upper, upper, spread
	}
	return ofKey(before), upper, spread
}

// signOf is the sign of a number as -1, 0 or 1, without branches.
func signOf(v float64) int64 {
	b := int64(math.Float64bits(v))
	size := b << 1
	return (b>>63 | 1) & ((size | -size) >> 63)
}
