package distance

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat"
)

// Association is how two matrices of distances between the same games go together.
type Association struct {
	R float64 // Pearson's correlation of the distances, partial when something is controlled for
	// P is the share of random orders of the games, this one included, in which the
	// correlation is as large or larger.
	P            float64
	Permutations int
}

// Mantel tests whether games that are near by x are near by y, too (Mantel 1967), among
// games that are as far apart by control when that is not nil (the partial test of
// Smouse, Long and Sokal 1986). The games of x change places; the seed decides how. R
// is NaN where distances do not vary.
func Mantel(x, y, control *Matrix, permutations int, seed uint64) Association {
	n := len(x.Names)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	list := func(m *Matrix) []float64 {
		var v []float64
		for i := range n {
			for j := i + 1; j < n; j++ {
				v = append(v, m.At(order[i], order[j]))
			}
		}
		return v
	}
	ys := list(y)
	var zs []float64
	yz := 0.0
	if control != nil {
		zs = list(control)
		yz = stat.Correlation(ys, zs, nil)
	}
	correlate := func() float64 {
		xs := list(x)
		r := stat.Correlation(xs, ys, nil)
		if control == nil {
			return r
		}
		xz := stat.Correlation(xs, zs, nil)
		return (r - xz*yz) / math.Sqrt((1-xz*xz)*(1-yz*yz))
	}
	a := Association{R: correlate(), P: math.NaN(), Permutations: permutations}
	if math.IsNaN(a.R) || math.IsInf(a.R, 0) {
		a.R = math.NaN()
		return a
	}
	r := rand.New(rand.NewPCG(seed, 1))
	as := 1
	for range permutations {
		r.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
		if correlate() >= a.R-1e-12 {
			as++
		}
	}
	a.P = float64(as) / float64(permutations+1)
	return a
}
