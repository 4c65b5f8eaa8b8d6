package reconstruct

import (
	"slices"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ruleset"
)

// marks returns what every clause and list of the donor's tree contributes to its concepts, with all that is
// below it; nil if the donor does not compile.
func (d *Donor) marks() map[*lgdl.Expr]concept.Set {
	d.marked.Do(func() {
		rs, err := bare().Compile(ruleset.Source{File: d.File, Text: []byte(d.Canonical())})
		if err != nil || rs.Plan().IsMatch() {
			return
		}
		var all []*lgdl.Expr
		var visit func(e *lgdl.Expr)
		visit = func(e *lgdl.Expr) {
			if e == nil || e.Kind != lgdl.Clause && e.Kind != lgdl.List {
				return
			}
			all = append(all, e)
			for _, a := range e.Args {
				visit(a)
			}
			for _, x := range e.Items {
				visit(x)
			}
		}
		visit(d.tree)
		d.sets = map[*lgdl.Expr]concept.Set{}
		for i, s := range rs.Contributions(d.tree, all) {
			s.Close()
			d.sets[all[i]] = s
		}
	})
	return d.sets
}

// contributes reports whether a candidate makes a concept of ludemes hold, as it does in the first donor that
// has it; Open where that is not known.
func (c *Candidate) contributes(id concept.ID) Truth {
	if c.Choice != nil && slices.ContainsFunc(c.Items, func(n *lgdl.Node) bool {
		return n.Kind == lgdl.Clause || n.Kind == lgdl.List
	}) {
		return Open
	}
	if len(c.Sources) == 0 {
		return False // nothing, or a mere number or name
	}
	s := c.Sources[0]
	marks := s.Donor.marks()
	if marks == nil {
		return Open
	}
	for _, e := range s.items {
		if set, known := marks[e]; known && set.Has(id) {
			return True
		}
	}
	return False
}

// propagate removes candidates that break a hard condition on ludemes in any completion: those that bring what
// must not be, and, where one hole alone can bring what must be, those that do not.
func (x *Space) propagate(v *variant) {
	var given concept.Set
	asked, ok := false, false
	for _, c := range x.Skeleton.Constraints {
		k := concept.ByName(c.Concept)
		if c.Op != Within || c.Weight != 0 || k == nil || !ofLudemes(k) || c.Min <= 0 && c.Max >= 1 {
			continue
		}
		if !asked {
			given, ok = known(x.Skeleton, v)
			asked = true
		}
		if !ok || given.Has(k.ID) {
			continue
		}
		var able []*slot
		for _, s := range v.slots {
			for _, w := range s.cands {
				if w.contributes(k.ID) != False {
					able = append(able, s)
					break
				}
			}
		}
		switch {
		case c.Min > 0 && len(able) == 1:
			x.keep(able[0], func(w *weighted) bool { return w.contributes(k.ID) != False })
		case c.Max < 1:
			for _, s := range able {
				x.keep(s, func(w *weighted) bool { return w.contributes(k.ID) != True })
			}
		}
	}
}

// keep removes the other candidates of a slot.
func (x *Space) keep(s *slot, good func(*weighted) bool) {
	kept := newSlot(s.hole, nil)
	kept.defines = s.defines
	for _, w := range s.cands {
		if good(w) {
			kept.add(w)
		} else {
			x.Rejected[s.hole.Number]["constraint"]++
		}
	}
	*s = *kept
}

// known returns the concepts of what is known of a game with holes, where that is a game by itself if sections
// of which nothing is known say nothing, or if mere numbers and what the equipment lacks are filled in as first
// offered.
func known(s *Skeleton, v *variant) (set concept.Set, ok bool) {
	with := map[*lgdl.Hole][]*lgdl.Node{}
	for range 2 {
		n := mute(fill(v.tree, with))
		rs, err := bare().Compile(ruleset.Source{File: s.File, Text: []byte(lgdl.Text([]*lgdl.Node{n}))})
		if err == nil {
			return rs.Concepts().Holds, true
		}
		for _, x := range v.slots {
			if len(x.cands) > 0 && x.hole.ofEquipment() {
				with[x.hole.Hole] = x.cands[0].Items
			}
		}
	}
	return set, false
}

// ofEquipment reports whether all places of a hole are in the equipment.
func (h *Hole) ofEquipment() bool {
	return !slices.ContainsFunc(h.Places, func(p lgdl.Place) bool {
		return !slices.ContainsFunc(p.Path, func(s lgdl.Step) bool { return s.Form.Keyword == "equipment" })
	})
}

// mute replaces sections without a rule by silent ones; start rules are left out.
func mute(n *lgdl.Node) *lgdl.Node {
	c := *n
	c.Items = nil
	for _, x := range n.Items {
		if x.Kind == lgdl.Clause && len(x.Items) == 0 {
			switch x.Text {
			case "start":
				continue
			case "play", "end":
				x = silent()[x.Text]
			case "rules":
				x = &lgdl.Node{Kind: lgdl.Clause, Text: "rules", Items: []*lgdl.Node{silent()["play"], silent()["end"]}}
			}
		}
		c.Items = append(c.Items, mute(x))
	}
	return &c
}
