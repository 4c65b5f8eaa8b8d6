package wear

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/astragal/astragal/engine/contrast"
	"github.com/astragal/astragal/engine/rng"
)

// chance tests every candidate, and the best of all, against wear made by chance: the
// measured values shuffled, and, where lines touch, values that are as smooth over the
// board as the measured ones.
func (rep *Report) chance(o *Observed, t *target, opt Options) {
	predictors := rep.predictors(t)
	n := float64(opt.Shuffles + 1)
	results := len(rep.Results)
	one, most := make([]int, results), make([]int, results) // the larger counts of both tests
	count := func(draw func(w []float64)) (global float64) {
		reached, reachedMax, best := rep.reach(t, predictors, opt.Shuffles, draw)
		for i := range results {
			one[i], most[i] = max(one[i], reached[i]), max(most[i], reachedMax[i])
		}
		return float64(best+1) / n
	}
	r := stream(opt.Seed, "shuffles", "", "")
	order := make([]int, len(t.w))
	for i := range order {
		order[i] = i
	}
	rep.GlobalP = count(func(w []float64) {
		for i := len(order) - 1; i > 0; i-- {
			k := r.Below(i + 1)
			order[i], order[k] = order[k], order[i]
		}
		for i, k := range order {
			w[i] = t.w[k]
		}
	})
	rep.SpatialP = Float(math.NaN())
	if s := newSpectrum(o, t); s != nil {
		r := stream(opt.Seed, "spatial", "", "")
		rep.SpatialP = Float(count(func(w []float64) { s.draw(w, &r) }))
	}
	var p []float64
	var of []int
	for i := range rep.Results {
		x := &rep.Results[i]
		x.P, x.PMax, x.Q = float64(one[i]+1)/n, float64(most[i]+1)/n, 1
		if !x.Null {
			p, of = append(p, x.P), append(of, i)
		}
	}
	for k, q := range contrast.Discoveries(p) {
		rep.Results[of[k]].Q = q
		if q <= Claim {
			rep.Discovered++
		}
	}
}

// predictors are the traffic of every candidate by view, centred, of unit length.
func (rep *Report) predictors(t *target) (all [][][]float64) {
	for i := range rep.Results {
		var list [][]float64
		for _, p := range rep.Results[i].views {
			x := centred(t.pick(p), t.weight)
			if norm := floats.Norm(x, 2); norm > 1e-12 {
				floats.Scale(1/norm, x)
			}
			list = append(list, x)
		}
		all = append(all, list)
	}
	return all
}

// reach counts the draws of wear that each candidate explains as well as the measured
// one, those that some ruleset does as well as this candidate the measured one, and
// those that some ruleset does as well as the best ruleset the measured one.
func (rep *Report) reach(t *target, predictors [][][]float64, draws int, draw func(w []float64)) (one, most []int,
	global int) {
	const slack = 1e-9 // of evidence: equal wear counts as reached
	one, most = make([]int, len(rep.Results)), make([]int, len(rep.Results))
	best := math.Inf(-1)
	for i := range rep.Results {
		if !rep.Results[i].Null {
			best = max(best, rep.Results[i].Evidence)
		}
	}
	w := make([]float64, len(t.w))
	for range draws {
		draw(w)
		v := centred(w, t.weight)
		if norm := floats.Norm(v, 2); norm > 1e-12 {
			floats.Scale(1/norm, v)
		}
		highest := math.Inf(-1)
		for i, list := range predictors {
			logs := make([]float64, len(list))
			for k, x := range list {
				logs[k] = t.evidence(max(-1, min(1, floats.Dot(v, x))))
			}
			e := mixture(logs)
			if e >= rep.Results[i].Evidence-slack {
				one[i]++
			}
			if !rep.Results[i].Null {
				highest = max(highest, e)
			}
		}
		if highest >= best-slack {
			global++
		}
		for i := range rep.Results {
			if highest >= rep.Results[i].Evidence-slack {
				most[i]++
			}
		}
	}
	return one, most, global
}

// spectrum is measured wear by spatial frequency: its coefficients in the eigenvectors
// of the graph of lines, centred (Moran's eigenvectors). A draw keeps how much of the
// wear belongs to each eigenvalue, and so Moran's index of the wear, and nothing
// else: the Moran spectral randomisation of Wagner and Dray (2015, Methods in Ecology and
// Evolution 6, 1169), with equal eigenvalues turned as one.
type spectrum struct {
	mean    float64
	vectors *mat.Dense // a column each, by eigenvalue
	groups  [][2]int   // columns from, to (exclusive) with one eigenvalue
	power   []float64  // by group, the length of the wear's part in it
}

// newSpectrum returns that of the measured lines; nil when none of them touch.
func newSpectrum(o *Observed, t *target) *spectrum {
	n := len(t.lines)
	number := map[int]int{}
	for k, i := range t.lines {
		number[i] = k
	}
	near := mat.NewSymDense(n, nil)
	touch := false
	for _, p := range o.Near {
		a, ok := number[p[0]]
		b, too := number[p[1]]
		if ok && too && a != b {
			near.SetSym(a, b, 1)
			touch = true
		}
	}
	if !touch {
		return nil
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(centre(near), true) {
		return nil
	}
	s := &spectrum{mean: floats.Sum(t.w) / float64(n), vectors: mat.NewDense(n, n, nil)}
	eigen.VectorsTo(s.vectors)
	values := eigen.Values(nil)
	w := slices.Clone(t.w)
	floats.AddConst(-s.mean, w)
	const same = 1e-9 // eigenvalues closer than this are one
	for from := 0; from < n; {
		to, power := from, 0.0
		for ; to < n && values[to]-values[from] < same; to++ {
			c := mat.Dot(s.vectors.ColView(to), mat.NewVecDense(n, w))
			power += c * c
		}
		s.groups, s.power = append(s.groups, [2]int{from, to}), append(s.power, math.Sqrt(power))
		from = to
	}
	return s
}

// centre returns a matrix less the means of its rows and columns, with an eigenvalue
// of its own, far from all others, for the vector of equal entries.
func centre(a *mat.SymDense) *mat.SymDense {
	n := a.SymmetricDim()
	rows, all := make([]float64, n), 0.0
	for i := range n {
		for k := range n {
			rows[i] += a.At(i, k) / float64(n)
		}
		all += rows[i] / float64(n)
	}
	out := mat.NewSymDense(n, nil)
	for i := range n {
		for k := i; k < n; k++ {
			out.SetSym(i, k, a.At(i, k)-rows[i]-rows[k]+all-2)
		}
	}
	return out
}

// draw writes chance wear of the same spectrum: of every group of eigenvectors a
// direction, all alike, of the same length.
func (s *spectrum) draw(w []float64, r *rng.SplitMix64) {
	for i := range w {
		w[i] = s.mean
	}
	for g, span := range s.groups {
		direction := make([]float64, span[1]-span[0])
		for norm := 0.0; norm < 1e-9; norm = floats.Norm(direction, 2) {
			for i := range direction {
				direction[i] = normal(r)
			}
		}
		floats.Scale(s.power[g]/floats.Norm(direction, 2), direction)
		for i, c := range direction {
			for k := range w {
				w[k] += c * s.vectors.At(k, span[0]+i)
			}
		}
	}
}

// normal draws from the standard normal distribution (Box and Muller).
func normal(r *rng.SplitMix64) float64 {
	return math.Sqrt(-2*math.Log(1-r.Float64())) * math.Cos(2*math.Pi*r.Float64())
}
