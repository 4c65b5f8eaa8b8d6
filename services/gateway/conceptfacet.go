package gateway

import (
	"cmp"
	"context"
	"math"
	"net/url"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/pkg/catalogue"
)

// offeredConcepts is the number of concepts by which the library is narrowed with one click;
// any other is asked for by its name.
const offeredConcepts = 24

// offerable reports whether a concept is one of the first three levels of the taxonomy that a ruleset has or
// has not: what lies deeper is narrower, or about the words of the description.
func offerable(k *concept.Concept) bool {
	return k.Trait() && strings.Count(k.Taxonomy, ".") <= 2 && k.Type != "Math"
}

// offered are concepts about how games are played that divide the rulesets best: those nearest
// to a half of them first, without any that nearly another one offered has the same
// rulesets as (φ of 0.6 or more either way), or that one offered is a kind of.
func (x *conceptIndex) offered(most int) (names []string) {
	total := len(x.rulesets)
	var list, chosen []int
	for b, n := range x.holders {
		if x.offerable[b] && n > 0 && n < total {
			list = append(list, b)
		}
	}
	uneven := func(b int) int { return max(2*x.holders[b]-total, total-2*x.holders[b]) }
	slices.SortStableFunc(list, func(a, b int) int { return uneven(a) - uneven(b) })
	for _, b := range list {
		if len(chosen) == most {
			break
		}
		if !slices.ContainsFunc(chosen, func(c int) bool {
			return x.above(b, c) || x.above(c, b) ||
				math.Abs(x.phi(b, c)) >= 0.6
		}) {
			chosen = append(chosen, b)
			names = append(names, x.names[b])
		}
	}
	return names
}

// above reports whether a concept lies above another one in the taxonomy.
func (x *conceptIndex) above(a, b int) bool {
	for b = x.parent[b]; b >= 0; b = x.parent[b] {
		if a == b {
			return true
		}
	}
	return false
}

// phi is the correlation of two concepts over the rulesets.
func (x *conceptIndex) phi(a, b int) float64 {
	both := 0.0
	for i := range x.rulesets {
		word := x.rulesets[i].bits
		both += float64(word[a/64] >> (a % 64) & (word[b/64] >> (b % 64)) & 1)
	}
	n, m, k := float64(len(x.rulesets)), float64(x.holders[a]), float64(x.holders[b])
	return (n*both - m*k) / math.Sqrt(m*(n-m)*k*(n-k))
}

// conceptFacet counts the concepts offered, and those that a filter asks for, among the
// rulesets that pass it.
func (s *service) conceptFacet(ctx context.Context, f catalogue.Filter) (list []catalogue.FacetCount, err error) {
	index, err := s.kin.current(ctx, "")
	if err != nil {
		return nil, err
	}
	names := slices.Clone(index.narrowing)
	for _, c := range f.Concepts {
		if c.Op == "" && !slices.Contains(names, c.Name) {
			names = append(names, c.Name)
		}
	}
	if len(names) == 0 {
		return nil, nil
	}
	counts, err := s.catalogue.ConceptCounts(ctx, f, names)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		chosen := slices.ContainsFunc(f.Concepts, func(c catalogue.Condition) bool { return c.Op == "" && c.Name == name })
		list = append(list, catalogue.FacetCount{Value: name, Count: counts[name], Chosen: chosen})
	}
	slices.SortStableFunc(list, func(a, b catalogue.FacetCount) int { return cmp.Compare(b.Count, a.Count) })
	return list, nil
}

// conceptGroup makes links of the counts of concepts: all that are chosen must hold.
func conceptGroup(q url.Values, counts []catalogue.FacetCount) (g facetGroup, ok bool) {
	g.Name = "concepts"
	for _, c := range counts {
		if c.Count == 0 && !c.Chosen {
			continue
		}
		values := slices.Clone(q["concept"])
		if i := slices.Index(values, c.Value); i >= 0 {
			values = slices.Delete(values, i, i+1)
		} else {
			values = append(values, c.Value)
		}
		l := facetLink{Label: words(c.Value), Count: c.Count, Chosen: c.Chosen, Link: with(q, "/", "concept", values...)}
		if g.Open = g.Open || c.Chosen; len(g.Values) < facetsShown || c.Chosen {
			g.Values = append(g.Values, l)
		} else {
			g.More = append(g.More, l)
		}
	}
	return g, len(g.Values) > 0
}
