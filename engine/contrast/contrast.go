// Package contrast says by how much estimates of two samples differ, how surely, and
// which of many such differences chance does not explain.
//
// Everything follows from the intervals that the estimates have (docs/statistics.md), so
// that it holds for means, shares, and figures that are neither. The samples must be
// independent: two rulesets, or two agents, that were played each for itself.
package contrast

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/astragal/astragal/engine/metric"
)

// Difference is how much the second of two estimates is above the first.
type Difference struct {
	// Value is the difference, Low and High bound its 95 % interval.
	Value, Low, High float64
	// P is the probability of a difference as large, or larger, where there is none. It
	// is below 0.05 just when the interval leaves 0 out.
	P float64
	// Effect is the difference in standard deviations of single plays (Cohen's d, the
	// mean of both variances); NaN where neither sample varies.
	Effect float64
}

// Of compares two estimates, both with N > 0. The interval recovers the variances of both
// from their intervals (MOVER: Zou and Donner 2008, equation 4), each from the side that
// matters; P is by Student's t, with the degrees of freedom of Welch and Satterthwaite.
func Of(a, b metric.Estimate) Difference {
	d := Difference{Value: b.Mean - a.Mean}
	below := math.Hypot(b.Mean-b.Low, a.High-a.Mean)
	above := math.Hypot(b.High-b.Mean, a.Mean-a.Low)
	d.Low, d.High = d.Value-below, d.Value+above
	d.Effect = d.Value / math.Sqrt((a.StdDev*a.StdDev+b.StdDev*b.StdDev)/2)
	if math.IsInf(d.Effect, 0) {
		d.Effect = math.NaN()
	}
	toZero := below
	first, second := a.High-a.Mean, b.Mean-b.Low
	if d.Value < 0 {
		toZero, first, second = above, a.Mean-a.Low, b.High-b.Mean
	}
	switch {
	case d.Value == 0:
		d.P = 1
	case toZero == 0: // both are fixed by the rules
		d.P = 0
	default:
		t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom(first, second, a.N, b.N)}
		d.P = 2 * t.Survival(t.Quantile(0.975)*math.Abs(d.Value)/toZero)
	}
	return d
}

// freedom are the degrees of freedom of a difference of two means by half the widths of
// their intervals (Welch 1947), at least 1.
func freedom(first, second float64, n, m int64) float64 {
	v, w := first*first, second*second
	den := v*v/math.Max(float64(n-1), 1) + w*w/math.Max(float64(m-1), 1)
	if den == 0 {
		return 1
	}
	return math.Max(1, (v+w)*(v+w)/den)
}

// Discoveries returns the q-values of p-values (Benjamini and Hochberg 1995): when all
// with a p as small are claimed, the expected share of false claims is at most q.
func Discoveries(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool { return p[order[i]] < p[order[j]] })
	q, least := make([]float64, len(p)), 1.0
	for k := len(order) - 1; k >= 0; k-- {
		least = min(least, p[order[k]]*float64(len(p))/float64(k+1))
		q[order[k]] = least
	}
	return q
}
