package metric

import "math"

// key is a number as an integer: keys are ordered as the numbers are, −0 below 0.
func key(v float64) int64 {
	b := int64(math.Float64bits(v))
	return b ^ int64(uint64(b>>63)>>1)
}

// ofKey is the number of a key.
func ofKey(k int64) float64 {
	return math.Float64frombits(uint64(k ^ int64(uint64(k>>63)>>1)))
}

// pick puts the number that is in place k of x in ascending order there, with none greater before it
// and none less behind it (Hoare, Find, 1961). Which way a number goes cannot be foretold, so that is
// no branch (Lomuto's partition).
func pick(x []int64, k int) {
	for lo, hi := 0, len(x); hi-lo > 1; {
		mid := lo + (hi-lo)/2
		a, b, c := x[lo], x[mid], x[hi-1]
		pivot := max(min(a, b), min(max(a, b), c))
		part := x[lo:hi]
		j := 0
		for i, v := range part {
			part[i] = part[j]
			part[j] = v
			less := 0
			if v < pivot {
				less = 1
			}
			j += less
		}
		if lo+j > k {
			hi = lo + j
			continue
		}
		// The pivot and its equals come first of the rest.
		lo += j
		part = x[lo:hi]
		j = 0
		for i, v := range part {
			part[i] = part[j]
			part[j] = v
			equal := 0
			if v == pivot {
				equal = 1
			}
			j += equal
		}
		if lo += j; lo > k {
			return
		}
	}
}

// split puts the keys of numbers into a list of as many, those below their mean first, and returns how many
// these are, the first step of the search for the middle, and the mean square distance from the mean.
func split(x []float64, mean float64, keys []int64) (below int, spread float64) {
	at, pivot, m := len(x)-1, key(mean), float64(len(x))
	keys = keys[:len(x)]
	for i, v := range x {
		spread += (v - mean) * (v - mean) / m
		k := key(v)
		keys[below] = k
		keys[at-i+below] = k // the last key of either part is written over until all are there
		less := 0
		if k < pivot {
			less = 1
		}
		below += less
	}
	return below, spread
}

// around returns the numbers in the places k−1, k and k+1 of x in ascending order, where there are
// some; it puts x into another order. The first ones, so many, are below the others.
func around(x []int64, below, k int) (before, at, after int64) {
	if k < below {
		pick(x[:below], k)
	} else {
		pick(x[below:], k-below)
	}
	at = x[k]
	before, after = at, at
	if k > 0 {
		before = x[0]
		for _, v := range x[1:k] {
			before = max(before, v)
		}
	}
	if k+1 < len(x) {
		after = x[k+1]
		for _, v := range x[k+2:] {
			after = min(after, v)
		}
	}
	return before, at, after
}
