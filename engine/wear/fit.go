package wear

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// target is the measured wear, prepared for many comparisons.
type target struct {
	lines   []int // measured
	w       []float64
	weight  []float64
	student distuv.StudentsT
}

func newTarget(o *Observed) *target {
	t := &target{lines: o.measured()}
	for _, i := range t.lines {
		t.w = append(t.w, o.Value[i])
		t.weight = append(t.weight, o.Weight[i])
	}
	t.student = distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(len(t.w) - 1)}
	return t
}

// pick returns the values of the measured lines. One that the board does not have is
// worn by nobody: 0.
func (t *target) pick(x []float64) []float64 {
	out := make([]float64, len(t.lines))
	for k, i := range t.lines {
		if !math.IsNaN(x[i]) {
			out[k] = x[i]
		}
	}
	return out
}

// centred are values less their weighted mean, times the roots of their weights.
func centred(x, weight []float64) []float64 {
	mean := stat.Mean(x, weight)
	out := make([]float64, len(x))
	for i := range x {
		out[i] = (x[i] - mean) * math.Sqrt(weight[i])
	}
	return out
}

// cosine of two vectors, 0 when one of them has no length.
func cosine(x, y []float64) float64 {
	a, b := floats.Norm(x, 2), floats.Norm(y, 2)
	if a < 1e-12 || b < 1e-12 {
		return 0
	}
	return max(-1, min(1, floats.Dot(x, y)/(a*b)))
}

// evidence is the logarithm of the marginal likelihood relative to no relation, of
// a weighted correlation r between wear and traffic.
func (t *target) evidence(r float64) float64 {
	n := float64(len(t.w))
	g := n // unit information
	logBF := (n-2)/2*math.Log1p(g) - (n-1)/2*math.Log1p(g*(1-r*r))
	// Only b > 0: twice the posterior probability of that.
	c := g / (1 + g)
	z := math.Sqrt(c) * r * math.Sqrt(n-1) / math.Sqrt(max(1e-15, 1-c*r*r))
	return logBF + math.Log(max(2*t.student.CDF(z), 1e-300))
}

// mixture is the logarithm of the mean of exp(x).
func mixture(x []float64) float64 {
	return floats.LogSumExp(x) - math.Log(float64(len(x)))
}

// evidenceOf is the evidence of predictions by view, turned in any of them.
func (t *target) evidenceOf(predicted [][]float64) float64 {
	w := centred(t.w, t.weight)
	list := make([]float64, len(predicted))
	for i, p := range predicted {
		x := t.pick(p)
		list[i] = t.evidence(cosine(w, centred(x, t.weight)))
	}
	return mixture(list)
}

// Fit is how well traffic explains wear: of the view that does it best.
type Fit struct {
	Evidence    float64 `json:"evidence"`    // logarithm of the likelihood relative to no relation, over all views
	View        int     `json:"view"`        // number of the best view
	Correlation float64 `json:"correlation"` // weighted, -1 to 1
	Cosine      float64 `json:"cosine"`      // of the vectors themselves, -1 to 1
	Rank        float64 `json:"rank"`        // Spearman's rank correlation, -1 to 1
	EMD         Float   `json:"emd"`         // earth mover's distance in steps between lines; NaN when there is none
}

// fit compares predictions by view with the wear.
func (t *target) fit(predicted [][]float64, mover *mover) Fit {
	f := Fit{Evidence: t.evidenceOf(predicted), EMD: Float(math.NaN()), View: -1}
	w := centred(t.w, t.weight)
	var best []float64
	for i, p := range predicted {
		x := t.pick(p)
		if r := cosine(w, centred(x, t.weight)); f.View < 0 || r > f.Correlation {
			f.View, f.Correlation, best = i, r, x
		}
	}
	f.Cosine = cosine(t.w, best)
	f.Rank = stat.Correlation(ranks(t.w), ranks(best), nil)
	if math.IsNaN(f.Rank) {
		f.Rank = 0
	}
	if mover != nil {
		f.EMD = Float(mover.distance(t.w, best))
	}
	return f
}

// ranks are the ranks of values, ties sharing their mean.
func ranks(x []float64) []float64 {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case x[i] < x[j]:
			return -1
		case x[i] > x[j]:
			return 1
		}
		return 0
	})
	out := make([]float64, len(x))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && x[order[j]] == x[order[i]] {
			j++
		}
		for k := i; k < j; k++ {
			out[order[k]] = float64(i+j-1)/2 + 1
		}
		i = j
	}
	return out
}
