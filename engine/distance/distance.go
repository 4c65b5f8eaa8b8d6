// Package distance compares games by what is known of them: bags of features
// such as concepts, metrics or counts of ludemes, and trees of ludemes.
//
// The way through the package, in reading order:
//
//	bags of features ── NewDataset ─► Dataset   one sparse row for each game
//	               ── Distances ──► Matrix      every pair by one Measure
//	               ── Nearest     the games most like one
//	               ── Cluster     a rooted tree by agglomeration
//	               ── Join        an unrooted tree by neighbour joining
//	               ── Support     how sure its branches are, by a Resampling
//
// Trees of ludemes take the place of bags for the tree edit distance; an Alignment keeps the
// edits that its distances are made of, for resampling. Datasets,
// matrices and trees are written in the formats that R, Python and SplitsTree
// read. Everything is deterministic: sums run in the order of the vocabulary.
package distance

import (
	"fmt"
	"math"
	"slices"
)

// Bag is what is known of one game: a value for each feature. A feature that is
// absent has the value 0.
type Bag map[string]float64

// Dataset is the bags of several games over one vocabulary.
type Dataset struct {
	Names      []string // of the games
	Vocabulary []string // of all features, sorted
	rows       []sparse
}

// sparse is a row without its zeros.
type sparse struct {
	index []int32 // into the vocabulary, ascending
	value []float64
}

// NewDataset returns the bags as a dataset. Names and bags have the same
// length. An error names a value that is negative or no number: bags are
// compared as distributions.
func NewDataset(names []string, bags []Bag) (*Dataset, error) {
	if len(names) != len(bags) {
		return nil, fmt.Errorf("distance: %d names for %d bags", len(names), len(bags))
	}
	d := &Dataset{Names: names}
	seen := map[string]int32{}
	for i, b := range bags {
		for f, x := range b {
			if !(x >= 0) || math.IsInf(x, 0) {
				return nil, fmt.Errorf("distance: %s has %v for %s; expected a number that is not negative", names[i], x, f)
			}
			seen[f] = 0
		}
	}
	for f := range seen {
		d.Vocabulary = append(d.Vocabulary, f)
	}
	slices.Sort(d.Vocabulary)
	for i, f := range d.Vocabulary {
		seen[f] = int32(i)
	}
	for _, b := range bags {
		var r sparse
		for f, x := range b {
			if x != 0 {
				r.index = append(r.index, seen[f])
			}
		}
		slices.Sort(r.index)
		for _, i := range r.index {
			r.value = append(r.value, b[d.Vocabulary[i]])
		}
		d.rows = append(d.rows, r)
	}
	return d, nil
}

// Value returns the value of a feature, by its place in the vocabulary, for a game.
func (d *Dataset) Value(game, feature int) float64 {
	r := &d.rows[game]
	if i, ok := slices.BinarySearch(r.index, int32(feature)); ok {
		return r.value[i]
	}
	return 0
}

// Scale returns the dataset with every feature divided by its largest value, so
// that large numbers such as sizes of boards do not drown what is counted in ones.
func (d *Dataset) Scale() *Dataset {
	top := make([]float64, len(d.Vocabulary))
	for _, r := range d.rows {
		for i, f := range r.index {
			top[f] = max(top[f], r.value[i])
		}
	}
	s := &Dataset{Names: d.Names, Vocabulary: d.Vocabulary}
	for _, r := range d.rows {
		v := make([]float64, len(r.value))
		for i, f := range r.index {
			v[i] = r.value[i] / top[f]
		}
		s.rows = append(s.rows, sparse{r.index, v})
	}
	return s
}

// Weights are the weights of the features by vocabulary; nil weighs all alike.
type Weights []float64

// Rarity weighs each feature by the logarithm of how many times as many games
// there are as have it: what all games have does not tell them apart.
func (d *Dataset) Rarity() Weights {
	have := make([]int, len(d.Vocabulary))
	for _, r := range d.rows {
		for _, f := range r.index {
			have[f]++
		}
	}
	w := make(Weights, len(have))
	for f, n := range have {
		w[f] = math.Log(float64(len(d.rows)) / float64(max(n, 1)))
	}
	return w
}

// Weigh returns the weights that are given by name, and otherwise for features
// without one. Weights of features that no game has are passed over; one that
// is negative is an error.
func (d *Dataset) Weigh(given map[string]float64, otherwise float64) (Weights, error) {
	w := make(Weights, len(d.Vocabulary))
	for i, f := range d.Vocabulary {
		x, ok := given[f]
		if !ok {
			x = otherwise
		}
		if !(x >= 0) || math.IsInf(x, 0) {
			return nil, fmt.Errorf("distance: the weight of %s is %v; expected a number that is not negative", f, x)
		}
		w[i] = x
	}
	return w, nil
}
