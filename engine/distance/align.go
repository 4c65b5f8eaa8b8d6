package distance

import (
	"context"
	"math/rand/v2"
	"slices"
)

// Alignment is trees with the edits between every two of them, counted by the label that is
// edited: what their edit distances are made of.
type Alignment struct {
	Names  []string
	labels int     // number of different labels
	sizes  []tally // by tree: its nodes by label
	edits  []tally // by pair, row by row above the diagonal: half edits by label
}

// tally is how often labels occur, by their number, ascending.
type tally struct {
	label, count []int32
}

func (t *tally) weigh(w []int32) (sum int) {
	for i, l := range t.label {
		sum += int(t.count[i]) * int(w[l])
	}
	return sum
}

// newTally counts a list, which it sorts.
func newTally(list []int32) (t tally) {
	slices.Sort(list)
	for i, l := range list {
		if i == 0 || l != list[i-1] {
			t.label, t.count = append(t.label, l), append(t.count, 0)
		}
		t.count[len(t.count)-1]++
	}
	return t
}

// Align compares all pairs of trees as Trees does, in about twice the time, and keeps the
// edits of a shortest way from each to each: of equally short ones that which keeps or renames
// the later nodes, deletes before it inserts. It ends with the error of ctx.
func Align(ctx context.Context, names []string, trees []*Tree, progress func(pairs int)) (*Alignment, error) {
	numbers := map[string]int32{}
	prepared := make([]*ordered, len(trees))
	a := &Alignment{Names: names, sizes: make([]tally, len(trees)), edits: make([]tally, len(trees)*len(trees))}
	for i, t := range trees {
		prepared[i] = t.order(numbers)
		a.sizes[i] = newTally(slices.Clone(prepared[i].label))
	}
	a.labels = len(numbers)
	_, err := newMatrix(ctx, names, func(i, j int) float64 {
		a.edits[i*len(trees)+j] = newTally(script(prepared[i], prepared[j]))
		return 0
	}, progress)
	return a, err
}

// script is the labels of the nodes that a shortest way from one tree to the other edits:
// twice that of a node deleted or inserted, once the old and once the new one of a node renamed.
func script(a, b *ordered) (edited []int32) {
	n, m := int32(len(a.label)), int32(len(b.label))
	if n == 0 || m == 0 {
		for _, l := range append(slices.Clone(a.label), b.label...) {
			edited = append(edited, l, l)
		}
		return edited
	}
	trees := make([]int32, n*m)
	forests := make([]int32, (n+1)*(m+1))
	for _, i := range a.key {
		for _, j := range b.key {
			subtrees(a, b, i, j, trees, forests)
		}
	}
	// Subtrees that a shortest way turns into each other, whose own way is still to be found.
	open := [][2]int32{{n - 1, m - 1}}
	for len(open) > 0 {
		i, j := open[len(open)-1][0], open[len(open)-1][1]
		open = open[:len(open)-1]
		subtrees(a, b, i, j, trees, forests)
		li, lj := a.left[i], b.left[j]
		w := j - lj + 2
		x, y := i-li+1, j-lj+1
		for x > 0 || y > 0 {
			u, v := li+x-1, lj+y-1
			at := forests[x*w+y]
			if x > 0 && y > 0 {
				if a.left[u] == li && b.left[v] == lj {
					rename := int32(boolInt(a.label[u] != b.label[v]))
					if at == forests[(x-1)*w+y-1]+rename {
						if rename == 1 {
							edited = append(edited, a.label[u], b.label[v])
						}
						x, y = x-1, y-1
						continue
					}
				} else if at == forests[(a.left[u]-li)*w+b.left[v]-lj]+trees[u*m+v] {
					open = append(open, [2]int32{u, v})
					x, y = a.left[u]-li, b.left[v]-lj
					continue
				}
			}
			if x > 0 && at == forests[(x-1)*w+y]+1 {
				edited = append(edited, a.label[u], a.label[u])
				x--
			} else {
				edited = append(edited, b.label[v], b.label[v])
				y--
			}
		}
	}
	return edited
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Distances are those of Trees.
func (a *Alignment) Distances() *Matrix {
	w := make([]int32, a.labels)
	for l := range w {
		w[l] = 1
	}
	return a.weigh(w)
}

// weigh is the distances where every node counts as its label weighs.
func (a *Alignment) weigh(w []int32) *Matrix {
	size := make([]int, len(a.sizes))
	for i := range size {
		size[i] = a.sizes[i].weigh(w)
	}
	return NewMatrix(a.Names, func(i, j int) float64 {
		most := max(size[i], size[j])
		if most == 0 {
			return 0
		}
		return float64(a.edits[i*len(size)+j].weigh(w)) / float64(2*most)
	})
}

// Resampling makes distances anew from what they are made of, drawn at random.
type Resampling func(r *rand.Rand) *Matrix

// Resampled draws labels with replacement, as many as there are: a node counts as often as its
// label is drawn, while the edits stay those that are shortest where all count once, as
// the alignment of sequences does where their columns are drawn.
func (a *Alignment) Resampled() Resampling {
	return func(r *rand.Rand) *Matrix {
		w := make([]int32, a.labels)
		for range w {
			w[r.IntN(len(w))]++
		}
		return a.weigh(w)
	}
}

// Resampled draws features with replacement, as many as there are.
func (d *Dataset) Resampled(m *Measure) Resampling {
	return func(r *rand.Rand) *Matrix { return d.resample(r).Distances(m, nil) }
}

// Combined makes the combination of several distances anew, each part by itself.
func Combined(parts ...Resampling) Resampling {
	return func(r *rand.Rand) *Matrix {
		list := make([]*Matrix, len(parts))
		for i, part := range parts {
			list[i] = part(r)
		}
		return Combine(list...)
	}
}
