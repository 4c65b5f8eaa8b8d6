package distance

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// Matrix is the distances between all pairs of games.
type Matrix struct {
	Names []string
	d     []float64 // row by row; symmetric, 0 on the diagonal
}

// NewMatrix computes the distance of every pair once, several at the same time:
// between must be safe for that. It is called with i < j.
func NewMatrix(names []string, between func(i, j int) float64) *Matrix {
	m, _ := newMatrix(context.Background(), names, between, nil) // fails only when the context ends
	return m
}

// newMatrix is NewMatrix until the context ends; progress, unless it is nil, is
// told from several goroutines how many pairs are done.
func newMatrix(ctx context.Context, names []string, between func(i, j int) float64, progress func(pairs int)) (*Matrix,
	error) {
	n := len(names)
	m := &Matrix{Names: names, d: make([]float64, n*n)}
	var next, done atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				for j := i + 1; j < n; j++ {
					if ctx.Err() != nil {
						return
					}
					x := between(i, j)
					m.d[i*n+j], m.d[j*n+i] = x, x
					if pairs := done.Add(1); progress != nil {
						progress(int(pairs))
					}
				}
			}
		})
	}
	wg.Wait()
	return m, ctx.Err()
}

// Distances compares all pairs of games of the dataset. The overlap of features
// takes no weights.
func (d *Dataset) Distances(m *Measure, w Weights) *Matrix {
	rows := make([]sparse, len(d.rows))
	for i := range rows {
		rows[i] = m.shares(d.rows[i], w)
	}
	buffers := sync.Pool{New: func() any { return new([]pair) }}
	return NewMatrix(d.Names, func(i, j int) float64 {
		buf := buffers.Get().(*[]pair)
		defer buffers.Put(buf)
		*buf = merge(rows[i], rows[j], (*buf)[:0])
		return m.between(*buf, len(d.Vocabulary))
	})
}

// Trees compares all pairs of trees by their edit distance, which takes long for
// many large ones: it ends with the context's error when that ends, and tells
// progress, unless it is nil, how many pairs are done, from several goroutines.
func Trees(ctx context.Context, names []string, trees []*Tree, progress func(pairs int)) (*Matrix, error) {
	prepared := make([]*ordered, len(trees))
	numbers := map[string]int32{}
	for i, t := range trees {
		prepared[i] = t.order(numbers)
	}
	return newMatrix(ctx, names, func(i, j int) float64 {
		return normalised(edits(prepared[i], prepared[j]), len(trees[i].Labels), len(trees[j].Labels))
	}, progress)
}

// At returns the distance between two games.
func (m *Matrix) At(i, j int) float64 { return m.d[i*len(m.Names)+j] }

// Neighbour is a game at a distance from another one.
type Neighbour struct {
	Game     int
	Distance float64
}

// Nearest returns the k games nearest to one, the nearest first; of equally
// near ones the earlier first.
func (m *Matrix) Nearest(game, k int) []Neighbour {
	var list []Neighbour
	for i := range m.Names {
		if i != game {
			list = append(list, Neighbour{i, m.At(game, i)})
		}
	}
	slices.SortStableFunc(list, func(a, b Neighbour) int { return cmp.Compare(a.Distance, b.Distance) })
	return list[:min(max(k, 0), len(list))]
}

// Combine is the mean of several distances between the same games, each in units of its
// own mean over all pairs, so that all weigh alike; one whose games are all at one place
// adds nothing.
func Combine(parts ...*Matrix) *Matrix {
	scale := make([]float64, len(parts))
	for i, m := range parts {
		if n := len(m.Names); n > 1 {
			scale[i] = sumOf(m.d) / float64(n*(n-1))
		}
	}
	return NewMatrix(parts[0].Names, func(i, j int) (d float64) {
		for k, m := range parts {
			if scale[k] > 0 {
				d += m.At(i, j) / scale[k] / float64(len(parts))
			}
		}
		return d
	})
}

func sumOf(list []float64) (sum float64) {
	for _, x := range list {
		sum += x
	}
	return sum
}
