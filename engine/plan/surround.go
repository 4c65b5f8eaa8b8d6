package plan

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
)

// intervene plans (intervene …): runs of pieces on both sides of a site.
func (k *planner) intervene(e *lgdl.Expr) effect {
	to := e.Args[3]
	if to == nil || to.Args[5] == nil {
		k.other(e)
	}
	k.only(to, 5, 6)
	if b := e.Args[2]; b != nil {
		k.only(b, 1)
	}
	l := k.lineup(e, 1, 1)
	l.blow = k.blow(to.Args[6], "to")
	test := k.siteTest(to.Args[5], "to")
	dir := board.Adjacent
	if x := e.Args[1]; x != nil {
		var ok bool
		if dir, ok = board.ParseDirection(x.Text); !ok {
			k.other(e)
		}
	}
	type both struct{ ahead, back []int32 }
	pairs := make([][]both, k.p.sites)
	for site := range pairs {
		rs := k.g.Topo.DistinctRadials(k.g.DefaultType, int32(site), dir)
		for i := range rs {
			if back := rs[i].Opposite; back != nil {
				pairs[site] = append(pairs[site], both{rs[i].Path[1:], back[1:]})
			}
		}
	}
	run := func(s *State, path []int32) int {
		n := 0
		for n < len(path) && n < l.hi {
			if s.to = int(path[n]); !test.ok(s, s.to) {
				break
			}
			n++
		}
		return n
	}
	found := finding(func(s *State) {
		from := l.from(s)
		if uint(from) >= uint(len(pairs)) {
			return
		}
		to := s.to
		for i := range pairs[from] {
			x := &pairs[from][i]
			n, m := run(s, x.ahead), run(s, x.back)
			if n < l.lo || m < l.lo {
				continue
			}
			for _, y := range x.back[:m] {
				s.strikes = append(s.strikes, strike{do: l.blow.do, to: int16(y), between: int16(s.between), site: int16(s.site)})
			}
			for _, y := range x.ahead[:n] {
				s.strikes = append(s.strikes, strike{do: l.blow.do, to: int16(y), between: int16(s.between), site: int16(s.site)})
			}
		}
		s.to = to
	}, ^aspect(0), l.blow.writes)
	found.turns, found.late = l.blow.turns, l.blow.late
	return found
}

// surround plans (surround …): neighbours of a site whose neighbours are all
// held, but for some exceptions.
func (k *planner) surround(e *lgdl.Expr) effect {
	// Slots: from, relation, between, to, except, with, then.
	b, to := e.Args[2], e.Args[3]
	if e.Args[6] != nil || b == nil || b.Args[3] == nil || to == nil || to.Args[5] == nil {
		k.other(e)
	}
	k.only(b, 3, 5)
	k.only(to, 5)
	from := k.origin(e.Args[0])
	dir := board.Adjacent
	if x := e.Args[1]; x != nil {
		rel, ok := board.ParseRelation(x.Text)
		if !ok {
			k.other(e)
		}
		dir = rel.Direction()
	}
	prey, holds, blow := k.siteTest(b.Args[3], "between"), k.siteTest(to.Args[5], "to"), k.blow(b.Args[5], "between")
	except := constant(0)
	if e.Args[4] != nil {
		if except = k.integer(e.Args[4]); !except.konst {
			k.other(e)
		}
	}
	with := func(*State) int { return off }
	if e.Args[5] != nil {
		with = k.added(e.Args[5])
	}
	near := make([][]int32, k.p.sites)
	for x := range near {
		for _, r := range k.g.Topo.Radials(k.g.DefaultType, int32(x), dir) {
			near[x] = append(near[x], r.Path[1])
		}
	}
	held := func(s *State, origin, u int32) bool {
		left, partner := except.v, with(s)
		met := partner == off
		for _, v := range near[u] {
			if int(s.what[v]) == partner {
				met = true
			}
			if v == origin {
				continue
			}
			if s.to = int(v); !holds.ok(s, s.to) {
				if left--; left < 0 {
					return false
				}
			}
		}
		return met
	}
	found := finding(func(s *State) {
		origin := from(s)
		if uint(origin) >= uint(len(near)) {
			return
		}
		to, between := s.to, s.between
		for _, u := range near[origin] {
			s.between = int(u)
			if prey.ok(s, s.between) && held(s, int32(origin), u) {
				s.find(blow.do)
			}
		}
		s.to, s.between = to, between
	}, ^aspect(0), blow.writes)
	found.turns, found.late = blow.turns, blow.late
	return found
}
