package metric

import (
	"math"
	"slices"
)

// aggregateFloats returns the aggregates of a list of real numbers, see aggregate.
func aggregateFloats(x []float64, sorted *[]float64) (a [numAggregates]float64) {
	m := len(x)
	if m == 0 {
		return a
	}
	var sum, ramp, rise, fall float64
	var signs, bends, way int64
	prev, most, least := x[0], x[0], x[0]
	for i, v := range x {
		sum += v
		ramp += float64(i) * v
		if v > most {
			most = v
		}
		if v < least {
			least = v
		}
		d := v - prev
		prev = v
		if d > rise {
			rise = d
		}
		if d < fall {
			fall = d
		}
		sign := signOf(d)
		signs += sign
		turn := sign ^ way
		bends += sign & 1 & int64(uint64(turn|-turn)>>63)
		way = sign
	}
	fm := float64(m)
	mean := sum / fm
	lower, upper := middle(x, least, most, sorted)
	a[0], a[2], a[3] = mean, max(0, most), min(0, least)
	a[11], a[12] = (upper+lower)/2, least
	if m < 2 {
		return a
	}
	spread := 0.0
	for _, v := range x {
		spread += (v - mean) * (v - mean) / fm
	}
	a[1], a[4] = upper, spread
	a[5] = (x[m-1] - x[0]) / (fm - 1)
	a[6] = float64(signs) / (fm - 1)
	a[7] = 6 * (2*ramp - (fm-1)*sum) / (fm * (fm*fm - 1))
	if m == 2 && x[0] != x[1] {
		a[8] = 1
	}
	a[9], a[10] = rise, fall
	a[13] = float64(bends) / (fm - 1)
	return a
}

// signOf is the sign of a number as -1, 0 or 1, without branches.
func signOf(v float64) int64 {
	b := int64(math.Float64bits(v))
	size := b << 1
	return (b>>63 | 1) & ((size | -size) >> 63)
}

// buckets is the number of parts of equal width that the range of a long list is cut into.
const buckets = 256

// middle returns the numbers in the places ⌊(m−1)/2⌋ and ⌊m/2⌋ of a list of m in ascending
// order, which lie between least and most.
func middle(x []float64, least, most float64, sorted *[]float64) (lower, upper float64) {
	k, part := len(x)/2, (*sorted)[:0]
	scale := (buckets - 1) / (most - least)
	if len(x) < buckets/4 || !(scale < math.MaxFloat64) {
		part = append(part, x...)
	} else {
		// Only the part with the middle is looked at closely.
		var count [buckets]int32
		for _, v := range x {
			count[uint8((v-least)*scale)]++
		}
		at := 0
		for int(count[at]) <= k {
			k -= int(count[at])
			at++
		}
		lower = least
		for _, v := range x {
			switch b := int(uint8((v - least) * scale)); {
			case b == at:
				part = append(part, v)
			case b < at && v > lower:
				lower = v
			}
		}
	}
	*sorted = part
	upper = smallest(part, k)
	switch {
	case len(x)%2 == 1:
		lower = upper
	case k > 0:
		lower = slices.Max(part[:k])
	}
	return lower, upper
}

// smallest returns the number in place k of a list in ascending order, and puts it there,
// with none greater before it and none less behind it (Hoare, Find, 1961).
func smallest(x []float64, k int) float64 {
	for low, high := 0, len(x)-1; low < high; {
		pivot := x[k]
		i, j := low, high
		for i <= j {
			for x[i] < pivot {
				i++
			}
			for pivot < x[j] {
				j--
			}
			if i <= j {
				x[i], x[j] = x[j], x[i]
				i, j = i+1, j-1
			}
		}
		if j < k {
			low = i
		}
		if k < i {
			high = j
		}
	}
	return x[k]
}
