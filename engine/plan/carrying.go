package plan

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/rng"
)

// carrying plans (move (from …) (to …)): pieces of some sites go to some sites.
func (k *planner) carrying(e *lgdl.Expr, args []*lgdl.Expr, outer consequents) *gen {
	// Slots: from, to, count, copy, stack, role, then.
	for _, x := range args[2:6] {
		if x != nil {
			k.other(e)
		}
	}
	k.p.stays = false
	from := args[0]
	a := &act{kind: actMove, then: k.with(outer, args[6])}
	reach := k.reach(args[1], a)
	if from.Args[1] == nil {
		k.only(from, 0, 2, 4)
		k.handType(from.Args[0])
		at := func(s *State) int { return s.from }
		if from.Args[2] != nil {
			at = k.integer(from.Args[2]).fn()
		}
		cond := func(*State) bool { return true }
		if from.Args[4] != nil {
			cond = k.boolean(from.Args[4]).fn()
		}
		return reach.one(func(s *State) (int, bool) {
			x := at(s)
			if s.at(x) == 0 {
				return x, false
			}
			outer := s.from
			s.from = x
			ok := cond(s)
			s.from = outer
			return x, ok
		})
	}
	k.only(from, 0, 1, 4)
	k.siteType(from.Args[0])
	return reach.several(k.region(from.Args[1]), k.siteTest(from.Args[4], "from"))
}

// handType accepts an explicit site type for sites that may be those of hands.
func (k *planner) handType(e *lgdl.Expr) {
	if e != nil && k.parts.SiteTypeOr(e) != board.Cell {
		k.siteType(e)
	}
}

// carriage is where the pieces of a (move (from …) (to …)) may go.
type carriage struct {
	act  *act
	to   *region // nil: one site
	at   func(s *State) int
	test *siteTest // nil when there is no condition
}

func (k *planner) reach(to *lgdl.Expr, a *act) *carriage {
	k.only(to, 0, 1, 2, 5, 6)
	c := &carriage{act: a}
	switch {
	case to.Args[1] != nil:
		k.siteType(to.Args[0])
		c.to = k.region(to.Args[1])
	case to.Args[2] != nil:
		k.siteType(to.Args[0])
		c.at = k.integer(to.Args[2]).fn()
		c.to = &region{
			eval: func(s *State, out []uint64) {
				if x := c.at(s); uint(x) < uint(len(s.what)) {
					out[x>>6] |= 1 << (x & 63)
				}
			},
			has: func(s *State, site int) bool { return c.at(s) == site },
		}
		if len(k.p.hands) > 0 && k.handClause(to.Args[2]) {
			k.other(to)
		}
	default:
		k.other(to)
	}
	if to.Args[5] != nil {
		c.test = k.siteTest(to.Args[5], "to")
	}
	k.plainly(to)
	if f := k.applied(to.Args[6]); f != nil {
		a.before = append(a.before, f)
	}
	return c
}

// handClause tells whether an int may be a site of a hand.
func (k *planner) handClause(e *lgdl.Expr) bool {
	if e == nil {
		return false
	}
	if e.Kind == lgdl.Clause && (e.Form.Keyword == "handSite" || e.Form.Keyword == "last" || e.Form.Keyword == "from" || e.Form.Keyword == "mapEntry") {
		return true
	}
	for _, x := range e.Args {
		if k.handClause(x) {
			return true
		}
	}
	return false
}

// may tells whether a piece may go from a site to one of the region.
func (c *carriage) may(s *State, from, to int) bool {
	if c.test == nil {
		return true
	}
	s.from, s.to = from, to
	return c.test.ok(s, to)
}

// sites returns the region; give it back when borrowed.
func (c *carriage) sites(s *State, from int) (set []uint64, borrowed bool) {
	s.from = from
	return c.to.sites(s)
}

// sites returns the region as a set, which is to be given back when borrowed.
func (r *region) sites(s *State) (set []uint64, borrowed bool) {
	if r.set != nil {
		return r.set(s), false
	}
	set = s.borrow()
	r.eval(s, set)
	return set, true
}

func (c *carriage) list(s *State, from int) {
	set, borrowed := c.sites(s, from)
	for x := next(set, 0); x >= 0; x = next(set, x+1) {
		if c.may(s, from, x) {
			s.options = append(s.options, option{act: c.act, from: int16(from), to: int16(x)})
		}
	}
	if borrowed {
		s.giveBack()
	}
}

func (c *carriage) any(s *State, from int) bool {
	set, borrowed := c.sites(s, from)
	found := false
	for x := next(set, 0); x >= 0 && !found; x = next(set, x+1) {
		found = c.may(s, from, x)
	}
	if borrowed {
		s.giveBack()
	}
	return found
}

// draw tries to draw one of the moves from a site: each of the region's sites
// is as likely, and may fail.
func (c *carriage) draw(s *State, from int, draws *rng.SplitMix64) (option, bool) {
	set, borrowed := c.sites(s, from)
	x := draw(set, draws)
	if borrowed {
		s.giveBack()
	}
	return option{act: c.act, from: int16(from), to: int16(x)}, x >= 0 && c.may(s, from, x)
}

// one makes the generator of the moves from one site.
func (c *carriage) one(origin func(s *State) (int, bool)) *gen {
	kept := func(s *State, f func(from int)) {
		if x, ok := origin(s); ok {
			from, to := s.from, s.to
			f(x)
			s.from, s.to = from, to
		}
	}
	g := &gen{
		list: func(s *State) { kept(s, func(x int) { c.list(s, x) }) },
		any: func(s *State) (found bool) {
			kept(s, func(x int) { found = c.any(s, x) })
			return found
		},
	}
	g.pick = func(s *State, draws *rng.SplitMix64) (option, bool) {
		x, ok := origin(s)
		if !ok {
			return option{}, false
		}
		for range slotTries {
			if o, ok := c.draw(s, x, draws); ok {
				return o, true
			}
		}
		return g.fromList(s, draws)
	}
	return g
}

// several makes the generator of the moves from the sites of a region.
func (c *carriage) several(r *region, test *siteTest) *gen {
	from := func(s *State, x int) bool {
		s.from = x
		return s.what[x] != 0 && test.ok(s, x)
	}
	g := &gen{list: func(s *State) {
		outer, to := s.from, s.to
		set, borrowed := r.sites(s)
		for x := next(set, 0); x >= 0; x = next(set, x+1) {
			if from(s, x) {
				c.list(s, x)
			}
		}
		if borrowed {
			s.giveBack()
		}
		s.from, s.to = outer, to
	}}
	if c.to.reads&ofIterators != 0 || c.at != nil {
		return seal(g) // the destinations follow from the origin: not all pairs are as likely
	}
	g.pick = func(s *State, draws *rng.SplitMix64) (option, bool) {
		set, borrowed := r.sites(s)
		var o option
		found := false
		for i := 0; i < slotTries && !found; i++ {
			x := draw(set, draws)
			if x < 0 {
				break
			}
			if from(s, x) {
				o, found = c.draw(s, x, draws)
			}
		}
		if borrowed {
			s.giveBack()
		}
		if found {
			return o, true
		}
		return g.fromList(s, draws)
	}
	return seal(g)
}

// carried is (move (from) (to …)) as what one piece at a time does.
func (k *planner) carried(e *lgdl.Expr, args []*lgdl.Expr, outer consequents) *stepper {
	for _, x := range args[2:6] {
		if x != nil {
			k.other(e)
		}
	}
	k.whole(args[0])
	k.p.stays = false
	c := k.reach(args[1], &act{kind: actMove, then: k.with(outer, args[6])})
	n := k.p.sites
	return &stepper{
		list: c.list,
		any:  c.any,
		per:  func() int { return n },
		try: func(s *State, from, slot int) (option, bool) {
			s.from = from
			return option{act: c.act, from: int16(from), to: int16(slot)}, c.to.has(s, slot) && c.may(s, from, slot)
		},
	}
}
