package prior

import (
	"math"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/reconstruct"
)

// compiledConcepts are the boolean concepts of the donors that compiling tells.
type compiledConcepts struct {
	sets   []*concept.Set // by donor; nil for one that does not compile
	ids    []concept.ID
	rarity []float64 // by ids, squared
}

// ofConcepts compiles the donors, once.
func (b *base) ofConcepts() *compiledConcepts {
	b.concepts.Do(func() {
		sets := make([]*concept.Set, len(b.donors))
		each(len(sets), 0, func(i int) {
			if s, ok := b.donors[i].Concepts(); ok {
				sets[i] = &s
			}
		})
		b.compiled.sets = sets
		for _, c := range concept.Catalogue() {
			if c.Data != "Boolean" || c.Computed != "Compilation" || c.Type == "Visual" || c.Type == "Implementation" {
				continue
			}
			n := 0
			for _, s := range sets {
				if s != nil && s.Has(c.ID) {
					n++
				}
			}
			if n > 0 {
				w := math.Log(float64(1+len(sets)) / float64(n))
				b.compiled.ids, b.compiled.rarity = append(b.compiled.ids, c.ID), append(b.compiled.rarity, w*w)
			}
		}
	})
	return &b.compiled
}

// unlike is, for each donor, 1 less the cosine of its concepts and those of what is known of a skeleton, each with the
// square of its rarity; NaN where either does not compile.
func (b *base) unlike(s *reconstruct.Skeleton) []float64 {
	k := b.ofConcepts()
	list := make([]float64, len(k.sets))
	known, ok := s.Concepts()
	for i, set := range k.sets {
		list[i] = math.NaN()
		if !ok || set == nil {
			continue
		}
		var both, left, right float64
		for n, id := range k.ids {
			a, b := known.Has(id), set.Has(id)
			if a {
				left += k.rarity[n]
			}
			if b {
				right += k.rarity[n]
			}
			if a && b {
				both += k.rarity[n]
			}
		}
		list[i] = 1
		if both > 0 {
			list[i] = 1 - both/math.Sqrt(left*right)
		}
	}
	return list
}
