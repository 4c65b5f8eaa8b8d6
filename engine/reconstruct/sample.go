package reconstruct

import (
	"errors"
	"sort"

	"github.com/astragal/astragal/engine/rng"
)

// Sampler draws completions with probabilities proportional to their weights, independent of
// each other. It belongs to one goroutine.
type Sampler struct {
	// Rejected counts the draws that had no binding, by reason; they are drawn anew.
	Rejected Tally
	Drawn    int

	k    *chooser
	dead *nogoods // nil: nothing is passed over
	r    rng.SplitMix64
	sums []float64 // of the weights of the variants up to each: two for each, by hole and as donors have holes together
}

// Sample returns a sampler with a seed.
func (x *Space) Sample(seed uint64) *Sampler {
	s := &Sampler{Rejected: Tally{}, k: newChooser(x), r: rng.New(seed)}
	total := 0.0
	for _, v := range x.variants {
		alone, joint := v.masses()
		s.sums = append(s.sums, total+alone, total+alone+joint)
		total += alone + joint
	}
	return s
}

// ErrNone is that no completion was drawn in so many attempts.
var ErrNone = errors.New("no completion was drawn: the fillers fit together too seldom, or never")

// Next draws a completion, making at most so many attempts.
func (s *Sampler) Next(limit int) (*Completion, error) {
	if len(s.sums) == 0 || s.sums[len(s.sums)-1] <= 0 {
		return nil, ErrNone
	}
	for range limit {
		s.Drawn++
		n := s.draw(s.sums)
		v := s.k.x.variants[n/2]
		idx := make([]int, len(v.slots))
		joint := n%2 == 1 && v.together != nil
		if joint {
			copy(idx, v.together.tuples[s.draw(v.together.sums)].idx)
		}
		for i, slot := range v.slots {
			if !joint || !v.together.slots[i] {
				idx[i] = s.draw(slot.sums)
			}
		}
		ways, reason := s.k.all(v, idx)
		if reason != "" {
			s.Rejected[reason]++
			continue
		}
		which := make([]int, len(ways))
		for i := range ways {
			which[i] = s.r.Intn(len(ways[i]))
		}
		if reason := s.dead.one(v, idx, which); reason != "" {
			s.Rejected[reason]++
			continue
		}
		return s.k.build(v, idx, ways, which), nil
	}
	return nil, ErrNone
}

// draw returns an index with the probability of its weight, given the running sums.
func (s *Sampler) draw(sums []float64) int {
	at := s.r.Float64() * sums[len(sums)-1]
	i := sort.Search(len(sums), func(i int) bool { return sums[i] > at })
	return min(i, len(sums)-1)
}
