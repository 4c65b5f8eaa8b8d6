package plan

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

// siteTest is a condition on a site, answered by tables as far as it depends on
// nothing but the site, the component there, and whose turn it is.
type siteTest struct {
	mask  [turns]uint64   // by turn: the components that pass
	where [turns][]uint64 // by turn: for each component the sites that pass; nil where the site does not matter
	words int
	local bool                // the local state is asked about instead of the component
	rest  func(s *State) bool // with the iterator set; nil when nothing is left
}

// ok tells whether a site passes; the iterator must be set if there is a rest.
func (t *siteTest) ok(s *State, site int) bool {
	w := int(s.what[site])
	if t.local {
		w = int(s.local[site]) & 63
	}
	if at := t.where[s.turn]; at != nil {
		if at[w*t.words+site>>6]>>(site&63)&1 == 0 {
			return false
		}
	} else if t.mask[s.turn]>>w&1 == 0 {
		return false
	}
	return t.rest == nil || t.rest(s)
}

// table returns what a test is about by site, and the set of what passes, as
// far as the site itself does not matter; nil where it does.
func (t *siteTest) table(s *State) (at []uint8, mask uint64) {
	switch {
	case t.where[s.turn] != nil:
		return nil, 0
	case t.local:
		return s.local, t.mask[s.turn]
	}
	return s.what, t.mask[s.turn]
}

// siteTest plans a condition on the site of an iterator; e may be nil: yes.
func (k *planner) siteTest(e *lgdl.Expr, iterator string) *siteTest {
	t := &siteTest{words: k.p.words}
	if e == nil {
		for i := range t.mask {
			t.mask[i] = ^uint64(0)
		}
		return t
	}
	parts := []*lgdl.Expr{e}
	if e.Kind == lgdl.Clause && e.Form.Keyword == "and" {
		parts = e.Args
		if len(parts) == 1 && parts[0].Kind == lgdl.List {
			parts = parts[0].Items
		}
	}
	var tests []*game.SiteTest
	for _, x := range parts {
		st := k.parts.SiteTest(x, k.parts.Bool(x), iterator)
		if st != nil && (len(tests) == 0 || st.Local() == tests[0].Local()) {
			tests = append(tests, st)
			continue
		}
		b := k.boolean(x).fn()
		if before := t.rest; before != nil {
			t.rest = func(s *State) bool { return before(s) && b(s) }
		} else {
			t.rest = b
		}
	}
	k.later = append(k.later, func() { k.fill(t, tests, e) })
	return t
}

// fill lays out the answers of all tests together.
func (k *planner) fill(t *siteTest, tests []*game.SiteTest, e *lgdl.Expr) {
	bySite := false
	for _, x := range tests {
		if !x.Complete() {
			k.no(e, "a condition without a table")
		}
		bySite = bySite || x.BySite()
		t.local = x.Local()
	}
	n := k.p.comps
	if t.local {
		n = 64
	}
	if len(tests) == 0 {
		for i := range t.mask {
			t.mask[i] = ^uint64(0)
		}
		return
	}
	k.eachTurn(func(c *game.Context, turn int) {
		if bySite {
			t.where[turn] = make([]uint64, n*t.words)
		}
		for w := range n {
			if !bySite {
				all := true
				for _, x := range tests {
					all = all && x.Holds(c.S.Mover, c.S.Next, w, 0)
				}
				if all {
					t.mask[turn] |= 1 << w
				}
				continue
			}
		sites:
			for site := range k.p.sites {
				for _, x := range tests {
					if !x.Holds(c.S.Mover, c.S.Next, w, site) {
						continue sites
					}
				}
				t.where[turn][w*t.words+site>>6] |= 1 << (site & 63)
			}
		}
	})
}
