package plan

import (
	"math/bits"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/rng"
)

// adding plans (move Add …): a piece on a site of a region, or on one site.
func (k *planner) adding(e *lgdl.Expr, args []*lgdl.Expr, outer consequents) *gen {
	// Slots: piece, to, count, stack, then.
	if args[2] != nil || args[3] != nil {
		k.other(e)
	}
	a := &act{kind: actAdd, then: k.with(outer, args[4])}
	if args[0] != nil {
		a.what = k.added(args[0])
	}
	if args[0] != nil && args[0].Args[4] != nil {
		a.state = k.integer(args[0].Args[4]).fn()
	}
	to := args[1]
	k.only(to, 0, 1, 2, 5, 6)
	k.siteType(to.Args[0])
	k.plainly(to)
	if f := k.applied(to.Args[6]); f != nil {
		a.before = append(a.before, f)
	}
	if to.Args[1] == nil {
		if to.Args[2] == nil || to.Args[5] != nil {
			k.other(to)
		}
		at := k.integer(to.Args[2]).fn()
		return seal(&gen{list: func(s *State) {
			if x := at(s); uint(x) < uint(len(s.what)) {
				s.options = append(s.options, option{act: a, from: int16(x), to: int16(x)})
			}
		}})
	}
	return k.choosing(a, k.region(to.Args[1]), to.Args[5], "to")
}

// choosing plans the moves to the sites of a region that pass a condition.
func (k *planner) choosing(a *act, r *region, cond *lgdl.Expr, iterator string) *gen {
	var test *siteTest
	if cond != nil {
		test = k.siteTest(cond, iterator)
	}
	// sites are those of the region that pass; give them back when borrowed.
	sites := func(s *State) (set []uint64, borrowed bool) {
		if r.set != nil && test == nil {
			return r.set(s), false
		}
		set = s.borrow()
		r.eval(s, set)
		if test != nil {
			for x := next(set, 0); x >= 0; x = next(set, x+1) {
				if s.to, s.from = x, x; !test.ok(s, x) {
					set[x>>6] &^= 1 << (x & 63)
				}
			}
		}
		return set, true
	}
	pick := func(s *State, draws *rng.SplitMix64) (option, bool) {
		set, borrowed := sites(s)
		x := draw(set, draws)
		if borrowed {
			s.giveBack()
		}
		return option{act: a, from: int16(x), to: int16(x)}, x >= 0
	}
	if r.set != nil && test == nil {
		pick = func(s *State, draws *rng.SplitMix64) (option, bool) {
			x := int16(draw(r.set(s), draws))
			return option{act: a, from: x, to: x}, x >= 0
		}
	}
	g := &gen{
		list: func(s *State) {
			set, borrowed := sites(s)
			for x := next(set, 0); x >= 0; x = next(set, x+1) {
				s.options = append(s.options, option{act: a, from: int16(x), to: int16(x)})
			}
			if borrowed {
				s.giveBack()
			}
		},
		any: func(s *State) bool {
			set, borrowed := sites(s)
			found := next(set, 0) >= 0
			if borrowed {
				s.giveBack()
			}
			return found
		},
		pick: pick,
		act:  a,
	}
	if test == nil {
		g.pool = r.set
	}
	if g.pool != nil {
		g.slots = func(s *State) int { return length(r.set(s)) }
		g.try = func(s *State, i int) (option, bool) {
			x := int16(member(r.set(s), i))
			return option{act: a, from: x, to: x}, true
		}
	}
	return g
}

// draw returns a member of a set, -1 if there is none.
func draw(set []uint64, r *rng.SplitMix64) int {
	if len(set) == 1 {
		n := length(set)
		if n == 0 {
			return off
		}
		return nth(set[0], r.Below(n))
	}
	n := length(set)
	if n == 0 {
		return off
	}
	// Large sets are mostly full: look at a few places first.
	if span := len(set) << 6; len(set) > 4 && n*4 > span {
		for range slotTries {
			if x := r.Below(span); has(set, x) {
				return x
			}
		}
	}
	return member(set, r.Below(n))
}

// member returns the i-th member of a set.
func member(set []uint64, i int) int {
	for at, w := range set {
		m := bits.OnesCount64(w)
		if i < m {
			return at<<6 + nth(w, i)
		}
		i -= m
	}
	return off
}

// removing plans (move Remove …).
func (k *planner) removing(e *lgdl.Expr, args []*lgdl.Expr, outer consequents) *gen {
	// Slots: type, site, region, level, at, count, then.
	if args[3] != nil || args[4] != nil || args[5] != nil {
		k.other(e)
	}
	k.siteType(args[0])
	k.p.stays = false
	a := &act{kind: actRemove, then: k.with(outer, args[6])}
	if args[2] == nil {
		at := k.integer(args[1]).fn()
		return seal(&gen{list: func(s *State) {
			if x := at(s); uint(x) < uint(len(s.what)) && s.what[x] != 0 {
				s.options = append(s.options, option{act: a, from: int16(x), to: int16(x)})
			}
		}})
	}
	r := k.region(args[2])
	return seal(&gen{list: func(s *State) {
		set := s.borrow()
		r.eval(s, set)
		for x := next(set, 0); x >= 0; x = next(set, x+1) {
			if s.what[x] != 0 {
				s.options = append(s.options, option{act: a, from: int16(x), to: int16(x)})
			}
		}
		s.giveBack()
	}})
}

// selecting plans (move Select (from …)) of one site.
func (k *planner) selecting(e *lgdl.Expr, args []*lgdl.Expr, outer consequents) *gen {
	// Slots: from, to, role, then.
	from := args[0]
	if args[1] != nil && from != nil && from.Args[1] == nil {
		return k.single(k.selectingTo(args, outer).stepper(k), k.origin(from))
	}
	if args[1] != nil || args[2] != nil || from == nil {
		k.other(e)
	}
	k.only(from, 0, 1, 2, 4)
	k.siteType(from.Args[0])
	var r *region
	switch {
	case from.Args[1] != nil:
		r = k.region(from.Args[1])
	case from.Args[2] != nil:
		r = k.site(k.integer(from.Args[2]))
	default:
		k.other(from)
	}
	return k.choosing(&act{kind: actSelect, then: k.with(outer, args[3])}, r, from.Args[4], "from")
}
