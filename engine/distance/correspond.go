package distance

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Correspondence is games and the features that they have as points of one picture.
type Correspondence struct {
	// Games are principal coordinates by game: near ones have about the same features.
	Games [][]float64
	// Features are all that some of the games have and some do not, by what they contribute
	// to the axes, the largest first.
	Features []CorrespondingFeature
	// Explained is the share of the inertia, χ² over the sum of the table, of each axis.
	Explained []float64
	Inertia   float64
}

// CorrespondingFeature is a feature in a correspondence analysis.
type CorrespondingFeature struct {
	Name string
	// Point is its principal coordinates: in the direction of the games that have it more
	// than others.
	Point []float64
	// Contribution is its share of the inertia of the axes together, from 0 to 1.
	Contribution float64
	Games        int // that have it
}

// Correspond makes a correspondence analysis (Benzécri 1973; Greenacre, Correspondence
// Analysis in Practice, 3rd edition, 2017, chapters 4 to 11) of the table of which game has
// which feature. Features of all games or of a single one, and games without any other, tell
// nothing of nearness: the former are left out, the latter lie in the middle. The
// sign of each axis is that at which the feature that contributes most is positive. An error
// says that there are fewer than 3 games, or fewer than 2 features that tell them apart.
func (d *Dataset) Correspond(axes int) (*Correspondence, error) {
	n := len(d.rows)
	if n < 3 {
		return nil, errors.New("distance: correspondence analysis takes three games")
	}
	have := make([]int, len(d.Vocabulary))
	for _, r := range d.rows {
		for _, f := range r.index {
			have[f]++
		}
	}
	column := make([]int, len(d.Vocabulary))
	var kept []int
	for f, games := range have {
		column[f] = -1
		if games > 1 && games < n {
			column[f] = len(kept)
			kept = append(kept, f)
		}
	}
	if len(kept) < 2 {
		return nil, errors.New("distance: fewer than two features tell the games apart")
	}
	rowMass, total := make([]float64, n), 0.0
	for i, r := range d.rows {
		for _, f := range r.index {
			if column[f] >= 0 {
				rowMass[i]++
				total++
			}
		}
	}
	columnMass := make([]float64, len(kept))
	for j, f := range kept {
		columnMass[j] = float64(have[f]) / total
	}
	var used []int // games with any of the features
	for i := range rowMass {
		if rowMass[i] /= total; rowMass[i] > 0 {
			used = append(used, i)
		}
	}
	residuals := mat.NewDense(len(used), len(kept), nil)
	for x, i := range used {
		for j := range kept {
			residuals.Set(x, j, -math.Sqrt(rowMass[i]*columnMass[j]))
		}
		for _, f := range d.rows[i].index {
			if j := column[f]; j >= 0 {
				expected := math.Sqrt(rowMass[i] * columnMass[j])
				residuals.Set(x, j, residuals.At(x, j)+1/total/expected)
			}
		}
	}
	var svd mat.SVD
	if !svd.Factorize(residuals, mat.SVDThin) {
		return nil, errors.New("distance: the correspondence analysis does not converge")
	}
	values := svd.Values(nil)
	var u, v mat.Dense
	svd.UTo(&u)
	svd.VTo(&v)
	c := &Correspondence{Games: make([][]float64, n)}
	for _, s := range values {
		c.Inertia += s * s
	}
	axes = min(axes, len(values))
	for axes > 0 && values[axes-1] <= 1e-9*values[0] {
		axes--
	}
	shown := 0.0
	sign := make([]float64, axes)
	for a := range axes {
		c.Explained = append(c.Explained, values[a]*values[a]/c.Inertia)
		shown += values[a] * values[a]
		most := 0.0
		for j := range kept {
			if x := v.At(j, a); math.Abs(x) > math.Abs(most)+1e-9 {
				most = x
			}
		}
		sign[a] = math.Copysign(1, most)
	}
	for i := range c.Games {
		c.Games[i] = make([]float64, axes)
	}
	for x, i := range used {
		for a := range axes {
			c.Games[i][a] = sign[a] * values[a] * u.At(x, a) / math.Sqrt(rowMass[i])
		}
	}
	for j, f := range kept {
		p := CorrespondingFeature{Name: d.Vocabulary[f], Games: have[f]}
		for a := range axes {
			p.Point = append(p.Point, sign[a]*values[a]*v.At(j, a)/math.Sqrt(columnMass[j]))
			p.Contribution += values[a] * values[a] * v.At(j, a) * v.At(j, a) / shown
		}
		c.Features = append(c.Features, p)
	}
	slices.SortStableFunc(c.Features, func(a, b CorrespondingFeature) int {
		return cmp.Compare(b.Contribution, a.Contribution)
	})
	return c, nil
}
