package reconstruct

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/astragal/astragal/engine/lgdl"
)

// Space is the set of completions of a skeleton with their weights. It is immutable and
// safe for use by several goroutines.
type Space struct {
	Skeleton *Skeleton
	Prior    Prior
	// Rejected counts the fillers of each hole, by its number, that the grammar or a filter
	// rejects, or that the prior gives no weight.
	Rejected []Tally

	variants []*variant
}

// Written is the number of completions by the literal choices of the holes alone, as they are
// written: 0 if a hole has none. It is an upper bound of those that fit the grammar.
func (s *Skeleton) Written() float64 { return written(s.expanded.Game, map[*lgdl.Hole]bool{}) }

// written multiplies the numbers of choices of the holes below a node, each hole once.
func written(n *lgdl.Node, seen map[*lgdl.Hole]bool) float64 {
	if n.Hole != nil {
		if seen[n.Hole] {
			return 1
		}
		seen[n.Hole] = true
		total := 0.0
		for _, c := range n.Hole.Choices {
			ways := 1.0
			for _, x := range c.Items {
				ways *= written(x, seen)
			}
			total += ways
		}
		if n.Hole.Unknown {
			total++
		}
		return total
	}
	ways := 1.0
	for _, x := range n.Items {
		ways *= written(x, seen)
	}
	return ways
}

// variant is a part of a space: the holes whose choices contain holes are decided, so that the
// rest can be filled independently of each other.
type variant struct {
	number int
	tree   *lgdl.Node
	fixed  []pick
	base   float64 // product of the weights of fixed
	slots  []*slot

	together *together // which candidates donors have together, nil if that does not count
}

// pick is a hole with the candidate chosen for it.
type pick struct {
	hole *Hole
	c    *Candidate
}

// slot is a hole of a variant with its candidates, heaviest first.
type slot struct {
	hole    *Hole
	cands   []*weighted
	total   float64   // sum of the weights
	sums    []float64 // of the weights up to and including each candidate
	defines bool      // what rules may speak of depends on the candidate
}

type weighted struct {
	*Candidate
	weight float64
	kind   int // candidates of a hole with equal numbers offer the same to rules
}

// variantsMost bounds the ways to choose between choices that contain holes.
const variantsMost = 1_000

// NewSpace finds the candidates of all holes and weighs them. The library may be nil: then
// holes have their literal choices only.
func NewSpace(s *Skeleton, l *Library, p Prior) (*Space, error) {
	x := &Space{Skeleton: s, Prior: p, Rejected: make([]Tally, len(s.Holes))}
	offers := map[*Donor]*offer{}
	cands := make([][]*weighted, len(s.Holes))
	for i, h := range s.Holes {
		list, tally := harvest(s, h, l, offers)
		for _, c := range list {
			w := p.Weight(s, h, c)
			if math.IsNaN(w) || math.IsInf(w, 0) || w < 0 {
				return nil, fmt.Errorf("the prior %s gives hole %d the weight %v", p.Name(), i+1, w)
			}
			if w == 0 {
				tally["prior"]++
				continue
			}
			cands[i] = append(cands[i], &weighted{Candidate: c, weight: w})
		}
		slices.SortStableFunc(cands[i], func(a, b *weighted) int {
			return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(len(a.Text), len(b.Text)), cmp.Compare(a.Text, b.Text))
		})
		x.Rejected[i] = tally
	}
	byHole := map[*lgdl.Hole]int{}
	for i, h := range s.Holes {
		byHole[h.Hole] = i
	}
	if err := x.split(s.expanded.Game, nil, 1, byHole, cands); err != nil {
		return nil, err
	}
	for _, v := range x.variants {
		x.join(v, l)
	}
	return x, nil
}

// split makes the variants: it decides the first hole that has choices with holes inside,
// and goes on with each.
func (x *Space) split(tree *lgdl.Node, fixed []pick, base float64, byHole map[*lgdl.Hole]int,
	cands [][]*weighted) error {
	top := topHoles(tree)
	for _, h := range top {
		i := byHole[h]
		var plain []*weighted
		nested := false
		for _, c := range cands[i] {
			if c.Choice != nil && len(lgdl.Holes(c.Items...)) > 0 {
				nested = true
			} else {
				plain = append(plain, c)
			}
		}
		if !nested {
			continue
		}
		for _, c := range cands[i] {
			if c.Choice == nil || len(lgdl.Holes(c.Items...)) == 0 {
				continue
			}
			next := fill(tree, map[*lgdl.Hole][]*lgdl.Node{h: c.Items})
			picks := append(fixed[:len(fixed):len(fixed)], pick{x.Skeleton.Holes[i], c.Candidate})
			if err := x.split(next, picks, base*c.weight, byHole, cands); err != nil {
				return err
			}
		}
		rest := slices.Clone(cands)
		rest[i] = plain
		return x.split(tree, fixed, base, byHole, rest)
	}
	if len(x.variants) >= variantsMost {
		return fmt.Errorf("%s: the choices with holes inside can be combined in more than %d ways",
			x.Skeleton.File, variantsMost)
	}
	v := &variant{number: len(x.variants), tree: tree, fixed: fixed, base: base}
	for _, h := range top {
		i := byHole[h]
		v.slots = append(v.slots, newSlot(x.Skeleton.Holes[i], cands[i]))
	}
	v.sort()
	x.prune(v)
	x.propagate(v)
	x.variants = append(x.variants, v)
	return nil
}

// topHoles returns the holes of a tree that stand in no choice.
func topHoles(n *lgdl.Node) []*lgdl.Hole {
	var list []*lgdl.Hole
	if n.Hole != nil {
		return []*lgdl.Hole{n.Hole}
	}
	for _, x := range n.Items {
		for _, h := range topHoles(x) {
			if !slices.Contains(list, h) {
				list = append(list, h)
			}
		}
	}
	return list
}

// newSlot weighs the candidates of a hole.
func newSlot(h *Hole, cands []*weighted) *slot {
	s := &slot{hole: h}
	for _, c := range cands {
		w := *c
		s.add(&w)
	}
	return s
}

func (s *slot) add(w *weighted) {
	s.cands = append(s.cands, w)
	s.total += w.weight
	s.sums = append(s.sums, s.total)
}

// sort sorts the candidates of all slots by what they offer to rules. Where only one hole offers anything
// the names are all the same to the others, which then have the same bindings.
func (v *variant) sort() {
	none := offerOf(fill(v.tree, nil)).settle()
	offers := map[*weighted]*offer{}
	defining := 0
	for _, s := range v.slots {
		for _, c := range s.cands {
			o := offerOf(fill(v.tree, map[*lgdl.Hole][]*lgdl.Node{s.hole.Hole: c.Items})).settle()
			offers[c] = o
			s.defines = s.defines || o.names() != none.names()
		}
		if s.defines {
			defining++
		}
	}
	for _, s := range v.slots {
		if !s.defines {
			continue
		}
		kinds := map[string]int{}
		for _, c := range s.cands {
			key := offers[c].text
			if defining > 1 {
				key = offers[c].names()
			}
			kind, known := kinds[key]
			if !known {
				kind = len(kinds)
				kinds[key] = kind
			}
			c.kind = kind
		}
	}
}

// prune removes candidates that have no binding to whatever the others offer, and counts them.
func (x *Space) prune(v *variant) {
	const most = 2_000 // combinations
	all := make([]kinds, len(v.slots))
	combos := 1.0
	for i, s := range v.slots {
		all[i] = kindsOf(s)
		combos *= float64(len(all[i].first))
	}
	if combos > most || combos == 0 {
		return
	}
	k := newChooser(x)
	fits := map[*weighted]bool{}
	reasons := map[*weighted]string{}
	eachCombination(all, func(which, idx []int) {
		o := k.offer(v, idx)
		for i := range v.slots {
			for _, c := range all[i].members[which[i]] {
				if fits[c] {
					continue
				}
				b := k.bindings(c, o)
				fits[c], reasons[c] = len(b.list) > 0, b.reason
			}
		}
	})
	for _, s := range v.slots {
		kept := newSlot(s.hole, nil)
		kept.defines = s.defines
		for _, c := range s.cands {
			if fits[c] {
				kept.add(c)
			} else {
				x.Rejected[s.hole.Number][reasons[c]]++
			}
		}
		*s = *kept
	}
}

// fill returns the tree with items in the place of holes; holes without are left out. What
// has no holes is shared with the tree.
func fill(n *lgdl.Node, with map[*lgdl.Hole][]*lgdl.Node) *lgdl.Node {
	var c *lgdl.Node
	for i, x := range n.Items {
		if x.Kind == lgdl.HoleKind {
			if c == nil {
				c = copyUpTo(n, i)
			}
			for k, y := range with[x.Hole] {
				if k == 0 && x.Label != "" {
					labelled := *y
					labelled.Label = x.Label
					y = &labelled
				}
				c.Items = append(c.Items, fill(y, with))
			}
			continue
		}
		y := fill(x, with)
		if y != x && c == nil {
			c = copyUpTo(n, i)
		}
		if c != nil {
			c.Items = append(c.Items, y)
		}
	}
	if c == nil {
		return n
	}
	return c
}

func copyUpTo(n *lgdl.Node, i int) *lgdl.Node {
	c := *n
	c.Items = append(make([]*lgdl.Node, 0, len(n.Items)+2), n.Items[:i]...)
	return &c
}
