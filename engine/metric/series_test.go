package metric

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// aggregatesByDefinition computes the aggregates word by word as part 9, §7.3 has them.
func aggregatesByDefinition(x []float64) map[string]float64 {
	m := len(x)
	a := map[string]float64{}
	if m == 0 {
		return a
	}
	sorted := slices.Clone(x)
	slices.Sort(sorted)
	n := float64(m)
	mean := 0.0
	for _, v := range x {
		mean += v / n
		a["Maximum"], a["Minimum"] = max(a["Maximum"], v), min(a["Minimum"], v)
	}
	a["Average"], a["MinimumCorrected"] = mean, sorted[0]
	a["MedianCorrected"] = (sorted[m/2] + sorted[(m-1)/2]) / 2
	if m < 2 {
		return a
	}
	a["Median"] = sorted[m/2]
	a["ChangeAverage"] = (x[m-1] - x[0]) / (n - 1)
	var up, down, above, square float64
	direction, turns := 0.0, 0.0
	for i, v := range x {
		a["Variance"] += (v - mean) * (v - mean) / n
		d := float64(i) - (n-1)/2
		above += d * (v - mean)
		square += d * d
		if i == 0 {
			continue
		}
		step := v - x[i-1]
		a["MaxIncrease"], a["MaxDecrease"] = max(a["MaxIncrease"], step), min(a["MaxDecrease"], step)
		sign := 0.0
		if step > 0 {
			sign = 1
			up++
		} else if step < 0 {
			sign = -1
			down++
		}
		if sign != 0 && sign != direction {
			turns++
		}
		direction = sign
	}
	a["ChangeSign"], a["ChangeLineBestFit"] = (up-down)/(n-1), above/square
	a["ChangeNumTimesCorrected"] = turns / (n - 1)
	if m == 2 && x[0] != x[1] {
		a["ChangeNumTimes"] = 1
	}
	return a
}

func TestAggregates(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var s series
	var keys []int64
	for n := range 400 {
		x := make([]int32, r.IntN(60))
		width := int32(1) << r.IntN(24)
		scale := float64(1 + r.IntN(3))
		for i := range x {
			x[i] = r.Int32N(width) - width/3
		}
		if n < 3 {
			x = x[:min(n, len(x))]
		}
		real := make([]float64, len(x))
		for i, v := range x {
			real[i] = float64(v) / scale
		}
		want := aggregatesByDefinition(real)
		s.measure(x)
		ints := s.aggregate(scale)
		var floats [numAggregates]float64
		aggregateFloats(real, &keys, &floats)
		for i, name := range aggregates {
			bound := 1e-9 * math.Max(1, math.Abs(want[name]))
			if math.Abs(ints[i]-want[name]) > bound || math.Abs(floats[i]-want[name]) > bound {
				t.Fatalf("%v/%v: %s = %v from integers, %v from reals, want %v", x, scale, name, ints[i], floats[i], want[name])
			}
		}
	}
}

// TestAround compares the search for places of an ordered list with sorting it.
func TestAround(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		x := make([]int64, 1+r.IntN(40))
		for i := range x {
			x[i] = int64(r.IntN(12) - 6)
		}
		sorted, k := slices.Sorted(slices.Values(x)), r.IntN(len(x))
		below := 0
		slices.SortFunc(x, func(a, b int64) int { return cmp.Compare(min(a, 0), min(b, 0)) })
		for below < len(x) && x[below] < 0 {
			below++
		}
		before, at, after := around(x, below, k)
		if at != sorted[k] || before != sorted[max(k-1, 0)] || after != sorted[min(k+1, len(x)-1)] {
			t.Fatalf("places %d±1 of %v: %d, %d and %d", k, sorted, before, at, after)
		}
	}
}

// TestMiddle compares the middle of lists with that of the sorted list.
func TestMiddle(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var keys []int64
	for n := 1; n < 400; n++ {
		x := make([]float64, n)
		for i := range x {
			switch n % 4 {
			case 0:
				x[i] = math.Tanh(float64(r.IntN(9)) - 4 + 0.001*float64(r.IntN(5)))
			case 1:
				x[i] = 1 / float64(1+r.IntN(1000)*r.IntN(1000))
			case 2:
				x[i] = float64(r.IntN(2))
			case 3:
				x[i] = math.Exp(float64(r.IntN(600))) * float64(1-2*r.IntN(2))
			}
		}
		all := slices.Sorted(slices.Values(x))
		mean := 0.0
		for _, v := range x {
			if mean += v / float64(n); ofKey(key(v)) != v {
				t.Fatalf("%g has the key of %g", v, ofKey(key(v)))
			}
		}
		lower, upper, _ := middle(x, mean, &keys)
		if lower != all[(n-1)/2] || upper != all[n/2] {
			t.Fatalf("the middle of %v is %g and %g, expected %g and %g", x, lower, upper, all[(n-1)/2], all[n/2])
		}
	}
}
