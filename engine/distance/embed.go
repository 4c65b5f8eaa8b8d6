package distance

import (
	"errors"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/mds"
)

// Embedding is games as points whose distances are near those of a matrix.
type Embedding struct {
	Points [][]float64 // by game, in order of the axes
	// Explained is the share of the positive eigenvalues that each axis has.
	Explained []float64
}

// Embed places games in a space of so many dimensions by classical scaling (Torgerson
// 1952): the first axis has most of the variance. Fewer dimensions come back where the
// distances have no more.
func (m *Matrix) Embed(dimensions int) (*Embedding, error) {
	n := len(m.Names)
	if n < 2 {
		return nil, errors.New("distance: placing games takes two")
	}
	if slices.Max(m.d) == 0 {
		return nil, errors.New("distance: all games are at the same place")
	}
	var points mat.Dense
	k, eigen := mds.TorgersonScaling(&points, make([]float64, n), mat.NewSymDense(n, slices.Clone(m.d)))
	dimensions = min(dimensions, k)
	sum := 0.0
	for _, v := range eigen {
		sum += max(v, 0)
	}
	e := &Embedding{Points: make([][]float64, n)}
	for a := range dimensions {
		e.Explained = append(e.Explained, eigen[a]/sum)
		for i := range n {
			e.Points[i] = append(e.Points[i], points.At(i, a))
		}
	}
	return e, nil
}

// Stretch gives values that can be negative and have no common scale one: each feature
// from 0 for its least value among the games that have it to 1 for its largest. Features
// that never vary are left out.
func Stretch(bags []Bag) []Bag {
	low, high := Bag{}, Bag{}
	for _, b := range bags {
		for name, x := range b {
			if old, ok := low[name]; !ok || x < old {
				low[name] = x
			}
			if old, ok := high[name]; !ok || x > old {
				high[name] = x
			}
		}
	}
	out := make([]Bag, len(bags))
	for i, b := range bags {
		out[i] = Bag{}
		for name, x := range b {
			if high[name] > low[name] {
				out[i][name] = (x - low[name]) / (high[name] - low[name])
			}
		}
	}
	return out
}
