package plan

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
)

// Groups and their liberties are found by flooding from one of their sites: most
// groups show an empty site next to the first few.

// nearby plans the neighbours of a site, whatever stands there.
func (k *planner) nearby(e *lgdl.Expr) *aims[int32] {
	a := k.neighbours(e, "Adjacent")
	k.later = append(k.later, func() {
		for c := range k.p.comps {
			for site := range a.n {
				x, y := a.row[site], a.row[c*a.n+site]
				if len(x) != len(y) {
					k.no(e, "directions that depend on the piece")
				}
				for i := range x {
					if x[i] != y[i] {
						k.no(e, "directions that depend on the piece")
					}
				}
			}
		}
	})
	return a
}

// enclosed plans (enclose …): what the last move surrounds without liberties.
func (k *planner) enclosed(e *lgdl.Expr) effect {
	// Slots: type, from, direction, between, exceptions, then.
	k.only(e, 0, 1, 2, 3)
	k.siteType(e.Args[0])
	at := integer{f: func(s *State) int { m, _ := s.last(); return int(m.to) }, reads: ofRecord}
	if f := e.Args[1]; f != nil {
		k.only(f, 0, 2)
		k.siteType(f.Args[0])
		if f.Args[2] == nil {
			k.other(f)
		}
		at = k.integer(f.Args[2])
	}
	b := e.Args[3]
	if b == nil || b.Args[3] == nil {
		k.other(e)
	}
	k.only(b, 3, 5)
	near, prey, blow := k.nearby(e.Args[2]), k.siteTest(b.Args[3], "between"), k.blow(b.Args[5], "between")
	if prey.rest != nil {
		k.other(b)
	}
	k.later = append(k.later, func() {
		if prey.local {
			k.other(b)
		}
		for turn := range turns {
			if prey.mask[turn]&1 != 0 || prey.where[turn] != nil {
				k.no(b, "groups of other sites than those of some pieces")
			}
		}
	})
	f := at.fn()
	return finding(func(s *State) {
		if x := f(s); uint(x) < uint(len(s.what)) && s.what[x] != 0 {
			s.enclosed(x, near, prey.mask[s.turn], blow.do)
		}
	}, at.reads|ofBoard|ofTurn, blow.writes)
}

// enclosed finds the groups of some components next to a site that have no
// liberties, and a strike on each of their sites.
func (s *State) enclosed(site int, near *aims[int32], prey uint64, blow func(s *State)) {
	outer := s.between
	var held, free []uint64
	for _, x := range near.row[site] {
		if prey>>s.what[x]&1 == 0 {
			continue
		}
		if held == nil {
			held, free = s.borrow(), s.borrow()
		}
		if has(held, int(x)) || has(free, int(x)) {
			continue
		}
		group := append(s.group[:0], int16(x))
		held[x>>6] |= 1 << (x & 63)
		liberty := false
	flood:
		for i := 0; i < len(group); i++ {
			for _, y := range near.row[group[i]] {
				w := s.what[y]
				if w == 0 || has(free, int(y)) {
					liberty = true
					break flood
				}
				if prey>>w&1 != 0 && !has(held, int(y)) {
					held[y>>6] |= 1 << (y & 63)
					group = append(group, int16(y))
				}
			}
		}
		for _, y := range group {
			if liberty {
				free[y>>6] |= 1 << (y & 63)
			} else {
				s.between = int(y)
				s.find(blow)
			}
		}
		s.group = group
	}
	if held != nil {
		s.giveBack()
		s.giveBack()
	}
	s.between = outer
}

// liberties plans (count Liberties …), the empty sites next to the group of like
// pieces at a site.
func (k *planner) liberties(e *lgdl.Expr) (at integer, near *aims[int32]) {
	// Slots: Liberties, type, at, direction, if.
	k.only(e, 0, 1, 2, 3)
	k.siteType(e.Args[1])
	at = integer{f: func(s *State) int { m, _ := s.last(); return int(m.to) }, reads: ofRecord}
	if e.Args[2] != nil {
		at = k.integer(e.Args[2])
	}
	return at, k.nearby(e.Args[3])
}

// isLiberties tells whether an int is (count Liberties …).
func isLiberties(e *lgdl.Expr) bool {
	return e.Kind == lgdl.Clause && e.Form != nil && e.Form.Text == "(count Liberties [siteType] [at:int] [direction] [if:bool])"
}

// countLiberties plans how many liberties there are.
func (k *planner) countLiberties(e *lgdl.Expr) integer {
	at, near := k.liberties(e)
	f := at.fn()
	return integer{f: func(s *State) int { return s.libertiesOf(f(s), near, len(s.what)) }, reads: at.reads | ofBoard}
}

// someLiberty plans (> (count Liberties …) 0).
func (k *planner) someLiberty(e *lgdl.Expr) boolean {
	at, near := k.liberties(e)
	f := at.fn()
	return boolean{f: func(s *State) bool {
		x := f(s)
		if uint(x) < uint(len(s.what)) && s.what[x] != 0 {
			for _, y := range near.row[x] {
				if s.what[y] == 0 {
					return true
				}
			}
		}
		return s.libertiesOf(x, near, 1) > 0
	}, reads: at.reads | ofBoard, cost: 50}
}

// libertiesOf counts the liberties of the group at a site, up to a number.
func (s *State) libertiesOf(site int, near *aims[int32], enough int) int {
	if uint(site) >= uint(len(s.what)) {
		return 0
	}
	what, seen, n := s.what[site], s.borrow(), 0
	seen[site>>6] |= 1 << (site & 63)
	group := append(s.group[:0], int16(site))
flood:
	for i := 0; i < len(group); i++ {
		for _, y := range near.row[group[i]] {
			w := s.what[y]
			if w != 0 && w != what || has(seen, int(y)) {
				continue
			}
			seen[y>>6] |= 1 << (y & 63)
			if w == what {
				group = append(group, int16(y))
			} else if n++; n >= enough {
				break flood
			}
		}
	}
	s.group = group
	s.giveBack()
	return n
}

// territory plans (size Territory …) of one player: the empty sites in areas
// that nobody else borders on.
func (k *planner) territory(e *lgdl.Expr) integer {
	// Slots: Territory, type, role, player, direction.
	k.only(e, 0, 1, 2, 3, 4)
	k.siteType(e.Args[1])
	if k.g.DefaultType == board.Edge {
		k.other(e)
	}
	who := k.player(e.Args[3], e.Args[2])
	d := board.Adjacent
	if e.Args[4] != nil {
		d, _ = board.ParseDirection(e.Args[4].Text)
	}
	near := make([][]int32, k.p.sites)
	for site := range near {
		near[site] = k.g.Topo.Steps(k.g.DefaultType, int32(site), d)
	}
	f := who.fn()
	return integer{f: func(s *State) int { return s.areas(near, f(s)) }, reads: who.reads | ofBoard}
}

// areas counts the empty sites of the areas that only pieces of one owner border on.
func (s *State) areas(near [][]int32, owner int) int {
	total, left := 0, s.borrow()
	copy(left, s.set(0))
	for x := next(left, 0); x >= 0; x = next(left, x+1) {
		left[x>>6] &^= 1 << (x & 63)
		group, mine := append(s.group[:0], int16(x)), true
		for i := 0; i < len(group); i++ {
			for _, y := range near[group[i]] {
				switch w := s.what[y]; {
				case w != 0:
					mine = mine && int(s.p.owner[w]) == owner
				case has(left, int(y)):
					left[y>>6] &^= 1 << (y & 63)
					group = append(group, int16(y))
				}
			}
		}
		if mine {
			total += len(group)
		}
		s.group = group
	}
	s.giveBack()
	return total
}
