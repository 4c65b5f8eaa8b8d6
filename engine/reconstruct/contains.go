package reconstruct

import (
	"slices"

	"github.com/astragal/astragal/engine/lgdl"
)

// Membership reports whether a game is in a space.
type Membership struct {
	In bool
	// Aligned reports whether the game agrees with the skeleton outside the holes; if it does not, no
	// fillers make it.
	Aligned bool
	// Missing are, for the way to lay the game over the skeleton that goes furthest, the holes whose
	// filler is no candidate, with the filler.
	Missing []Missing
	// Found are the others, with their candidates, for the same way.
	Found []Found
}

// Found is a hole of which a game has a candidate.
type Found struct {
	Hole      *Hole
	Candidate *Candidate
	// Probability is the candidate's by the prior of the space before names are bound, Rank its place from 1 among
	// the Of candidates; equals share the best one.
	Probability float64
	Rank, Of    int
}

// Missing is a filler that a hole does not have.
type Missing struct {
	Hole  *Hole
	Items []*lgdl.Node
}

// alignments bounds the ways to lay a game over a skeleton that are looked at.
const alignments = 10_000

// Contains looks for a game among the completions, by the canonical text of what it has in
// the places of the holes. Things may have other names in the game, as long as equal names are equal
// in both.
func (x *Space) Contains(game *lgdl.Node) (m Membership) {
	offered := offerOf(game)
	for _, v := range x.variants {
		a := &aligner{got: map[*lgdl.Hole][]*lgdl.Node{}, left: alignments, from: offerOf(fill(v.tree, nil)), to: offered}
		a.node(v.tree, game, func() bool {
			m.Aligned = true
			var missing []Missing
			var found []Found
			for _, s := range v.slots {
				items := a.got[s.hole.Hole]
				if c := s.has(items, offered); c != nil {
					found = append(found, Found{Hole: s.hole, Candidate: c})
				} else {
					missing = append(missing, Missing{s.hole, items})
				}
			}
			if len(missing) == 0 {
				m.In, m.Missing, m.Found = true, nil, found
				return true
			}
			if m.Missing == nil || len(missing) < len(m.Missing) {
				m.Missing, m.Found = missing, found
			}
			return false
		})
		if m.In {
			return m
		}
	}
	return m
}

// Rank is Contains with the probabilities and ranks of what is found.
func (x *Space) Rank(game *lgdl.Node) Membership {
	m := x.Contains(game)
	for i := range m.Found {
		f := &m.Found[i]
		list, masses := x.Candidates(f.Hole.Number)
		total, own := 0.0, 0.0
		for k, c := range list {
			total += masses[k]
			if c == f.Candidate {
				own = masses[k]
			}
		}
		f.Rank, f.Of = 1, len(list)
		for _, mass := range masses {
			if mass > own {
				f.Rank++
			}
		}
		f.Probability = own / total
	}
	return m
}

// has returns the candidate that the items are, with some binding, nil for none.
func (s *slot) has(items []*lgdl.Node, offered *offer) *Candidate {
	text := lgdl.Text(items)
	equipment := slices.ContainsFunc(s.hole.Places, func(p lgdl.Place) bool { return inEquipment(&p) })
	pattern := abstract(items, offered, equipment).text
	for _, c := range s.cands {
		if c.Text == pattern || c.Text == text {
			return c.Candidate
		}
	}
	return nil
}

// aligner lays a tree without holes over one with.
type aligner struct {
	got      map[*lgdl.Hole][]*lgdl.Node
	left     int
	from, to *offer      // of the skeleton and the game
	renamed  [][2]string // names of the skeleton that the game has others for
}

// names reports whether a string of the game may be the skeleton's, and notes what that says of
// names.
func (a *aligner) names(skeleton, s string) bool {
	c, old, player, known := a.from.find(skeleton)
	d, name, owner, also := a.to.find(s)
	if !known || !also {
		return skeleton == s
	}
	if c != d || player != owner {
		return false
	}
	for _, r := range a.renamed {
		if r[0] == old || r[1] == name {
			return r == [2]string{old, name}
		}
	}
	a.renamed = append(a.renamed, [2]string{old, name})
	return true
}

// node calls found for every way in which the node is the skeleton's, until that returns true.
func (a *aligner) node(skeleton, n *lgdl.Node, found func() bool) bool {
	if skeleton.Kind != n.Kind || skeleton.Label != n.Label {
		return false
	}
	switch n.Kind {
	case lgdl.Clause, lgdl.List:
		return skeleton.Text == n.Text && a.items(skeleton.Items, n.Items, found)
	}
	if n.Kind == lgdl.String {
		renamed := a.renamed
		if a.names(skeleton.Text, n.Text) && found() {
			return true
		}
		a.renamed = renamed
		return false
	}
	return lgdl.Text([]*lgdl.Node{skeleton}) == lgdl.Text([]*lgdl.Node{n}) && found()
}

// items does so for the items of a clause or list; a hole takes any number of them.
func (a *aligner) items(skeleton, items []*lgdl.Node, found func() bool) bool {
	if a.left--; a.left < 0 {
		return false
	}
	if len(skeleton) == 0 {
		return len(items) == 0 && found()
	}
	first := skeleton[0]
	if first.Kind != lgdl.HoleKind {
		return len(items) > 0 && a.node(first, items[0], func() bool { return a.items(skeleton[1:], items[1:], found) })
	}
	for n := 0; n <= len(items); n++ {
		taken := items[:n]
		if first.Label != "" {
			if n < 1 || items[0].Label != first.Label {
				continue
			}
			bare := *items[0]
			bare.Label = ""
			taken = append([]*lgdl.Node{&bare}, items[1:n]...)
		}
		old, repeated := a.got[first.Hole]
		if repeated && lgdl.Text(old) != lgdl.Text(taken) {
			continue
		}
		a.got[first.Hole] = taken
		if a.items(skeleton[1:], items[n:], found) {
			return true
		}
		if delete(a.got, first.Hole); repeated {
			a.got[first.Hole] = old
		}
	}
	return false
}
