package plan

import "github.com/astragal/astragal/engine/lgdl"

// reaches tells whether one of the moves goes to a site.
func (g *gen) reaches(s *State, site int) bool {
	if g.reach != nil {
		return g.reach(s, site)
	}
	first := len(s.options)
	g.list(s)
	return s.forget(first, site)
}

// reaches tells whether one of the moves of a piece goes to a site.
func (x *stepper) reaches(s *State, from, site int) bool {
	if x.reach != nil {
		return x.reach(s, from, site)
	}
	first := len(s.options)
	x.list(s, from)
	return s.forget(first, site)
}

// forget drops the options from the first on and tells whether one of them goes to a site.
func (s *State) forget(first, site int) bool {
	found := false
	for i := first; i < len(s.options); i++ {
		if int(s.options[i].to) == site {
			found = true
			break
		}
	}
	s.options = s.options[:first]
	return found
}

// sources tabulates for a component, by site, from where it could reach the site
// on some board; nil where that is not known.
func (k *planner) sources(x *stepper, component int) [][]uint64 {
	if x.covers == nil {
		return nil
	}
	table, all := make([][]uint64, k.p.sites), make([]uint64, k.p.sites*k.p.words)
	for site := range table {
		table[site] = all[site*k.p.words : (site+1)*k.p.words]
	}
	for from := range k.p.sites {
		if !x.covers(component, from, func(to int) { table[to][from>>6] |= 1 << (from & 63) }) {
			return nil
		}
	}
	return table
}

// cover adds the sites that a piece sees from a site; false where that follows the play.
func (a *aims[T]) cover(component, from int, add func(to int)) bool {
	if a.course != nil {
		return false
	}
	for _, x := range a.row[component*a.n+from] {
		switch x := any(x).(type) {
		case int32:
			add(int(x))
		case []int32:
			for _, to := range x {
				add(int(to))
			}
		}
	}
	return true
}

// coversAll joins what several steppers cover.
func coversAll(all ...*stepper) func(component, from int, add func(to int)) bool {
	return func(component, from int, add func(to int)) bool {
		for _, x := range all {
			if x != nil && (x.covers == nil || !x.covers(component, from, add)) {
				return false
			}
		}
		return true
	}
}

// threat is a planned (is Threatened …).
type threat struct {
	what func(s *State) int // nil: what stands there
	at   func(s *State) int // nil: not one site
	in   *region            // nil: not a region
	by   *gen               // nil: the moves of the other player's phase
}

func (k *planner) threatened(e *lgdl.Expr) boolean {
	// Slots: Threatened, component, type, at, in, moves.
	k.siteType(e.Args[2])
	t := &threat{}
	if e.Args[1] != nil {
		t.what = k.integer(e.Args[1]).fn()
	}
	if e.Args[3] != nil {
		t.at = k.integer(e.Args[3]).fn()
	}
	if e.Args[4] != nil {
		t.in = k.region(e.Args[4])
	}
	if e.Args[5] != nil {
		t.by = k.moves(e.Args[5])
	}
	return boolean{f: t.holds, reads: ^aspect(0), cost: 200}
}

func (t *threat) holds(s *State) bool {
	switch {
	case s.inThreat:
		return false
	case t.what == nil:
		return t.anything(s)
	}
	what := t.what(s)
	if what < 1 || what >= s.p.comps {
		return false
	}
	switch {
	case t.at != nil:
		site := t.at(s)
		return uint(site) < uint(len(s.what)) && t.on(s, site, what, off)
	case t.in != nil:
		set, found := s.borrow(), false
		t.in.eval(s, set)
		for x := next(set, 0); x >= 0 && !found; x = next(set, x+1) {
			found = t.on(s, x, what, off)
		}
		s.giveBack()
		return found
	}
	site := next(s.set(what), 0)
	return site >= 0 && t.on(s, site, what, off)
}

// anything tests the pieces that stand on the sites, by default all pieces.
func (t *threat) anything(s *State) bool {
	set, found := s.borrow(), false
	switch {
	case t.at != nil:
		if x := t.at(s); uint(x) < uint(len(s.what)) {
			set[x>>6] |= 1 << (x & 63)
		}
	case t.in != nil:
		t.in.eval(s, set)
	default:
		for owner := range s.p.g.Players + 1 {
			for i, w := range s.owned(owner) {
				set[i] |= w
			}
		}
	}
	for x := next(set, 0); x >= 0 && !found; x = next(set, x+1) {
		if what := int(s.what[x]); what != 0 {
			found = t.on(s, x, what, int(s.p.owner[what]))
		}
	}
	s.giveBack()
	return found
}

// on tells whether another player than the owner has a move to a site when the
// component stands there; next is who moves next meanwhile, off for no change.
func (t *threat) on(s *State, site, what, next int) bool {
	owner := int(s.p.owner[what])
	if owner < 1 || owner > s.p.players {
		return false
	}
	mover, follows, prev := s.mover, s.next, s.prev
	from, to, between, at := s.from, s.to, s.between, s.site
	stood, free := s.what[site], s.set(0)[site>>6]
	s.what[site] = uint8(what)
	s.set(0)[site>>6] &^= 1 << (site & 63)
	s.inThreat = true
	s.prev = owner
	if next < 0 {
		next = follows
	}
	threatened := false
	for enemy := 1; enemy <= s.p.players && !threatened; enemy++ {
		if enemy == owner {
			continue
		}
		s.setTurn(enemy, next)
		by := t.by
		if by == nil {
			by = s.p.phases[s.phase[enemy]].play
		}
		threatened = by.reaches(s, site)
	}
	s.inThreat = false
	s.what[site], s.set(0)[site>>6] = stood, free
	s.setTurn(mover, follows)
	s.prev = prev
	s.from, s.to, s.between, s.site = from, to, between, at
	return threatened
}
