package distance

import (
	"context"
	"math/rand/v2"
	"slices"
)

// Leaves are the games of a tree in its order.
func (p *Phylogeny) Leaves() (games []int) {
	if p.Game >= 0 {
		return []int{p.Game}
	}
	for _, c := range p.Children {
		games = append(games, c.Leaves()...)
	}
	return games
}

// Height is half the distance at which the games of a cluster were joined, 0 for a leaf.
func (p *Phylogeny) Height() float64 { return p.height }

// splits calls f with every inner branch of a tree of n games, as the node below it and
// a text that is the same for the same split of the games into two.
func (p *Phylogeny) splits(n int, f func(node *Phylogeny, split string)) {
	var walk func(node *Phylogeny) []byte
	walk = func(node *Phylogeny) []byte {
		set := make([]byte, n)
		if node.Game >= 0 {
			set[node.Game] = 1
			return set
		}
		for _, c := range node.Children {
			for i, b := range walk(c) {
				set[i] |= b
			}
		}
		if size := sum(set); node != p && size > 1 && size < n-1 {
			side := slices.Clone(set)
			if side[0] == 1 { // the side without the first game stands for both
				for i := range side {
					side[i] ^= 1
				}
			}
			f(node, string(side))
		}
		return set
	}
	walk(p)
}

func sum(set []byte) (n int) {
	for _, b := range set {
		n += int(b)
	}
	return n
}

// Support says how sure the inner branches of a tree that joins so many games are: the share of
// trees joined in the same way from distances made anew that have the branch, too (the
// bootstrap of Felsenstein 1985), by the node below it. What is drawn depends on each other, so that it
// is more than it would be of independent features. The seed decides everything. It ends with
// the error of ctx.
func (p *Phylogeny) Support(ctx context.Context, games int, again Resampling, runs int, seed uint64) (
	map[*Phylogeny]float64, error) {
	counts := map[string]int{}
	r := rand.New(rand.NewPCG(seed, 0))
	for range runs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		t, err := again(r).Join()
		if err != nil {
			return nil, err
		}
		t.splits(games, func(_ *Phylogeny, split string) { counts[split]++ })
	}
	support := map[*Phylogeny]float64{}
	p.splits(games, func(node *Phylogeny, split string) { support[node] = float64(counts[split]) / float64(runs) })
	return support, nil
}

// resample draws as many features as there are, with replacement.
func (d *Dataset) resample(r *rand.Rand) *Dataset {
	n := len(d.Vocabulary)
	drawn := make([][]int32, n) // where each feature comes again
	for j := range int32(n) {
		f := r.IntN(n)
		drawn[f] = append(drawn[f], j)
	}
	again := &Dataset{Names: d.Names, Vocabulary: d.Vocabulary, rows: make([]sparse, len(d.rows))}
	value := make([]float64, n)
	for i, row := range d.rows {
		s := &again.rows[i]
		for k, f := range row.index {
			for _, j := range drawn[f] {
				s.index = append(s.index, j)
				value[j] = row.value[k]
			}
		}
		slices.Sort(s.index)
		for _, j := range s.index {
			s.value = append(s.value, value[j])
		}
	}
	return again
}
