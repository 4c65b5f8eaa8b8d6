package metric

import (
	"maps"
	"math/bits"
	"slices"
)

// Histogram counts non-negative integers in bins: exact below 128, then 64
// equal bins per power of two, so that a bin is never wider than 1/64 of its
// values. Keys are the lowest values of the bins. Merging adds counts; quantiles
// are exact up to the bin.
type Histogram map[int]int64

// Bin is a range of values, both ends included, and how often they occurred.
type Bin struct {
	Low   int   `json:"low"`
	High  int   `json:"high"`
	Count int64 `json:"count"`
}

const binsPerOctave = 64

// binWidth is the width of the bin that v lies in.
func binWidth(v int) int {
	if v < 2*binsPerOctave {
		return 1
	}
	return 1 << (bits.Len(uint(v)) - bits.Len(uint(binsPerOctave)))
}

// Add counts v, which must not be negative.
func (h Histogram) Add(v int) { h[v&^(binWidth(v)-1)]++ }

func (h Histogram) merge(o Histogram) {
	for low, n := range o {
		h[low] += n
	}
}

// Bins returns the bins that are not empty, in order.
func (h Histogram) Bins() []Bin {
	bins := make([]Bin, 0, len(h))
	for _, low := range slices.Sorted(maps.Keys(h)) {
		bins = append(bins, Bin{low, low + binWidth(low) - 1, h[low]})
	}
	return bins
}

// Quantile returns the lowest value of the bin in which the value of rank
// ⌊q·n⌋ (from 0, in order of size) lies, 0 for an empty histogram.
func (h Histogram) Quantile(q float64) int {
	var n int64
	for _, c := range h {
		n += c
	}
	rank := min(int64(q*float64(n)), n-1)
	for _, b := range h.Bins() {
		if rank -= b.Count; rank < 0 {
			return b.Low
		}
	}
	return 0
}

// trimmed returns the mean without the share cut of the values at either end, by
// the middles of the bins; where less than one value is left, the median.
func (h Histogram) trimmed(cut float64) float64 {
	var n int64
	for _, c := range h {
		n += c
	}
	from, to := cut*float64(n), (1-cut)*float64(n)
	if to-from < 1 { // all is cut but the middle: the median
		from, to = float64(n)/2-0.5, float64(n)/2+0.5
	}
	at, sum := 0.0, 0.0
	for _, b := range h.Bins() {
		next := at + float64(b.Count)
		sum += max(min(next, to)-max(at, from), 0) * float64(b.Low+b.High) / 2
		at = next
	}
	return sum / (to - from)
}
