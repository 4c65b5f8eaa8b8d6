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
	slices.Sort(*sorted)
	a[0], a[2], a[3] = mean, max(0, most), min(0, least)
	a[11], a[12] = ((*sorted)[m/2]+(*sorted)[(m-1)/2])/2, least
	if m < 2 {
		return a
	}
	for _, v := range x {
		a[4] += (v - mean) * (v - mean) / fm
	}
	a[1] = (*sorted)[m/2]
	a[5] = (x[m-1] - x[0]) / (fm - 1)
	a[6] = float64(ups-downs) / (fm - 1)
	a[7] = 6 * (2*ramp - (fm-1)*sum) / (fm * (fm*fm - 1))
	if m == 2 && x[0] != x[1] {
		a[8] = 1
	}
	a[13] = float64(bends) / (fm - 1)
	return a
}
