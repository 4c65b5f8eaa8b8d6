package metric

import "slices"

// aggregateFloats returns the aggregates of a list of real numbers, see aggregate.
func aggregateFloats(x []float64, sorted *[]float64) (a [numAggregates]float64) {
	m := len(x)
	if m == 0 {
		return a
	}
	var sum, ramp float64
	ups, downs, bends, way := 0, 0, 0, 0
	most, least := x[0], x[0]
	for i, v := range x {
		sum += v
		ramp += float64(i) * v
		most, least = max(most, v), min(least, v)
		if i == 0 {
			continue
		}
		d := v - x[i-1]
		a[9], a[10] = max(a[9], d), min(a[10], d)
		switch {
		case d > 0:
			ups++
			if way <= 0 {
				bends++
			}
			way = 1
		case d < 0:
			downs++
			if way >= 0 {
				bends++
			}
			way = -1
		default:
			way = 0
		}
	}
	fm := float64(m)
	mean := sum / fm
	*sorted = append((*sorted)[:0], x...)
	upper := smallest(*sorted, m/2)
	lower := upper
	if m%2 == 0 {
		lower = slices.Max((*sorted)[:m/2])
	}
	a[0], a[2], a[3] = mean, max(0, most), min(0, least)
	a[11], a[12] = (upper+lower)/2, least
	if m < 2 {
		return a
	}
	for _, v := range x {
		a[4] += (v - mean) * (v - mean) / fm
	}
	a[1] = upper
	a[5] = (x[m-1] - x[0]) / (fm - 1)
	a[6] = float64(ups-downs) / (fm - 1)
	a[7] = 6 * (2*ramp - (fm-1)*sum) / (fm * (fm*fm - 1))
	if m == 2 && x[0] != x[1] {
		a[8] = 1
	}
	a[13] = float64(bends) / (fm - 1)
	return a
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
