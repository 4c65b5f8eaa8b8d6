package plan

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/rng"
)

// lineup is what custodial and intervene have in common: lines from an origin
// and what happens to the pieces found there.
type lineup struct {
	from   func(s *State) int
	aims   *aims[[]int32]
	lo, hi int
	blow   effect
}

// lineup plans the origin, where the last move went by default, the directions
// and the range of the run of pieces.
func (k *planner) lineup(e *lgdl.Expr, lo, hi int) lineup {
	// Slots: from, direction, between, to, then.
	k.only(e, 0, 1, 2, 3)
	l := lineup{lo: lo, hi: hi, from: func(s *State) int { m, _ := s.last(); return int(m.to) }}
	if e.Args[0] != nil {
		l.from = k.origin(e.Args[0])
	}
	l.aims = k.lines(e.Args[1], "Adjacent")
	if b := e.Args[2]; b != nil && b.Args[1] != nil {
		l.lo, l.hi = k.limits(b.Args[1])
	}
	aims := l.aims
	k.later = append(k.later, func() {
		seen := make([]int, k.p.sites)
		for i, paths := range aims.row {
			for _, path := range paths {
				for _, x := range path {
					if seen[x] == i+1 {
						k.no(e, "lines that meet again")
					}
					seen[x] = i + 1
				}
			}
		}
	})
	return l
}

// custody is a planned (custodial …): runs of pieces between the origin and a
// site behind them, each of which passes its condition.
type custody struct {
	lineup
	over, end *siteTest
	outside   func(s *State) bool // the condition at the end, asked about no site
}

func (k *planner) custody(e *lgdl.Expr) *custody {
	b, to := e.Args[2], e.Args[3]
	if b == nil || b.Args[3] == nil || to == nil || to.Args[5] == nil {
		k.other(e)
	}
	k.only(b, 1, 3, 5)
	k.only(to, 5)
	return &custody{
		lineup: k.lineup(e, 0, 1000),
		over:   k.siteTest(b.Args[3], "between"), end: k.siteTest(to.Args[5], "to"),
		outside: k.boolean(to.Args[5]).fn(),
	}
}

func (k *planner) custodial(e *lgdl.Expr) effect {
	c := k.custody(e)
	c.blow = k.blow(e.Args[2].Args[5], "between")
	f := finding(c.find, ^aspect(0), c.blow.writes)
	f.turns, f.late = c.blow.turns, c.blow.late
	return f
}

// run is the number of pieces captured on a line; (to) is left at its end.
func (c *custody) run(s *State, path []int32) int {
	if at, mask := c.over.table(s); at != nil && (len(path) == 0 || mask>>(at[path[0]]&63)&1 == 0) {
		return 0 // as a rule
	}
	n := 0
	for n < len(path) && n < c.hi {
		if c.over.rest != nil {
			s.between = int(path[n])
		}
		if !c.over.ok(s, int(path[n])) {
			break
		}
		n++
	}
	switch {
	case n == 0 || n < c.lo && c.hi > 1:
		return 0
	case n < len(path):
		if s.to = int(path[n]); !c.end.ok(s, s.to) {
			return 0
		}
	case c.hi == 1:
		return 0
	default:
		if s.to = off; !c.outside(s) {
			return 0
		}
	}
	return n
}

func (c *custody) find(s *State) {
	from := c.from(s)
	if uint(from) >= uint(len(s.what)) || c.lo > c.hi {
		return
	}
	to, between := s.to, s.between
	for _, path := range c.aims.of(s, from) {
		for _, x := range path[:c.run(s, path)] {
			s.strikes = append(s.strikes, strike{do: c.blow.do, between: int16(x), to: int16(s.to), site: int16(s.site)})
		}
	}
	s.to, s.between = to, between
}

// eachSite plans (forEach Site …).
func (k *planner) eachSite(e *lgdl.Expr, outer consequents) *gen {
	k.only(e, 0, 1, 2, 4)
	outer = k.with(outer, e.Args[4])
	r := k.region(e.Args[1])
	if x := e.Args[2]; x.Kind == lgdl.Clause && x.Form.Keyword == "append" {
		return k.enclosing(r, x, outer)
	}
	inner := k.decisions(e.Args[2], outer)
	return seal(&gen{list: func(s *State) {
		to, site := s.to, s.site
		set := s.borrow()
		r.eval(s, set)
		for x := next(set, 0); x >= 0; x = next(set, x+1) {
			s.to, s.site = x, x
			inner.list(s)
		}
		s.giveBack()
		s.to, s.site = to, site
	}})
}

// enclosing plans the moves that add a piece to a site of a region and turn
// over all it encloses, as in (append (custodial (from (site)) … (apply
// (allCombinations (add … (to (site))) (flip (between)))))).
func (k *planner) enclosing(r *region, e *lgdl.Expr, outer consequents) *gen {
	outer = k.with(outer, e.Args[1])
	x := e.Args[0]
	if x.Kind != lgdl.Clause || x.Form.Keyword != "custodial" || x.Args[0] == nil {
		k.other(e)
	}
	c := k.custody(x)
	apply := x.Args[2].Args[5]
	if apply == nil || len(apply.Args) != 1 || apply.Args[0].Kind != lgdl.Clause || apply.Args[0].Form.Keyword != "allCombinations" {
		k.other(e)
	}
	k.simple(apply.Args[0])
	pair := apply.Args[0]
	add, flip := pair.Args[0], pair.Args[1]
	if add.Kind != lgdl.Clause || add.Form.Keyword != "add" || flip.Kind != lgdl.Clause || flip.Form.Keyword != "flip" ||
		flip.Args[1] == nil || !game.IsIterator(flip.Args[1], "between") || !game.IsIterator(x.Args[0].Args[2], "site") {
		k.other(e)
	}
	k.only(pair, 0, 1)
	// The piece that is added: its destination is that of the whole move.
	k.only(add, 0, 1)
	to := add.Args[1]
	k.only(to, 2)
	if !game.IsIterator(to.Args[2], "site") {
		k.other(to)
	}
	a := &act{kind: actAdd, what: k.added(add.Args[0]), then: outer}
	if add.Args[0] != nil && add.Args[0].Args[4] != nil {
		a.state = k.integer(add.Args[0].Args[4]).fn()
	}
	turn := k.flip(flip).do
	flips := make([]bool, k.p.comps)
	for i := range flips {
		flips[i] = len(k.g.Components[i].Flips) > 0
	}
	c.blow.do = turn
	// What has no other side makes no move.
	captures := func(s *State, site int) bool {
		for _, path := range c.aims.of(s, site) {
			for _, x := range path[:c.run(s, path)] {
				if flips[s.what[x]] {
					return true
				}
			}
		}
		return false
	}
	may := func(s *State, site int) bool {
		to, between, outer := s.to, s.between, s.site
		s.site = site
		ok := captures(s, site)
		s.to, s.between, s.site = to, between, outer
		return ok
	}
	a.before = append(a.before, func(s *State) {
		outer := s.site
		s.site = s.to
		n := len(s.strikes)
		c.find(s)
		s.strike(n)
		s.site = outer
	})
	return choice(r, func(s *State, site int) (option, bool) {
		return option{act: a, from: int16(site), to: int16(site)}, s.what[site] == 0 && may(s, site)
	})
}

// choice makes the generator of one move at most for each site of a region.
func choice(r *region, at func(s *State, site int) (option, bool)) *gen {
	sites := func(s *State) (set []uint64, borrowed bool) {
		if r.set != nil {
			return r.set(s), false
		}
		set = s.borrow()
		r.eval(s, set)
		return set, true
	}
	g := &gen{
		list: func(s *State) {
			set, borrowed := sites(s)
			for x := next(set, 0); x >= 0; x = next(set, x+1) {
				if o, ok := at(s, x); ok {
					s.options = append(s.options, o)
				}
			}
			if borrowed {
				s.giveBack()
			}
		},
	}
	g.pick = func(s *State, draws *rng.SplitMix64) (option, bool) {
		set, borrowed := sites(s)
		var o option
		found := false
		for i := 0; i < slotTries && !found; i++ {
			x := draw(set, draws)
			if x < 0 {
				break
			}
			o, found = at(s, x)
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
