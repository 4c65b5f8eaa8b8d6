package plan

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

// visit marks the sites of a move that the mover goes on after; otherwise all
// sites are unvisited again.
func (s *State) visit(mover int) {
	if mover != s.next {
		clear(s.visited)
		return
	}
	m, _ := s.last()
	s.mark(m, true)
}

// mark makes the sites of a move visited or not.
func (s *State) mark(m ply, visited bool) {
	for _, x := range [2]int16{m.from, m.to} {
		if uint(x) < uint(len(s.what)) {
			s.visited[x>>6] &^= 1 << (x & 63)
			if visited {
				s.visited[x>>6] |= 1 << (x & 63)
			}
		}
	}
}

// can plans (can Move …), during which the sites of the last move are visited;
// afterwards they are not, whatever they were before.
func (k *planner) can(e *lgdl.Expr) boolean {
	g := k.moves(e.Args[1])
	any := func(s *State) bool {
		from, to, between := s.from, s.to, s.between
		can := g.any(s)
		s.from, s.to, s.between = from, to, between
		return can
	}
	if !k.g.Has(game.Visited) {
		return boolean{f: any, reads: ^aspect(0), cost: 1000}
	}
	return boolean{f: func(s *State) bool {
		m, ok := s.last()
		if !ok {
			return any(s)
		}
		s.mark(m, true)
		can := any(s)
		s.mark(m, false)
		return can
	}, reads: ^aspect(0), cost: 1000}
}

// selectingTo plans (move Select (from …) (to (sites Around …) …)) of a piece:
// its neighbours are chosen, and what happens is in the consequents.
func (k *planner) selectingTo(args []*lgdl.Expr, outer consequents) *stepMove {
	// Slots: from, to, role, then.
	from, to := args[0], args[1]
	if args[2] != nil {
		k.other(args[2])
	}
	k.only(from, 0, 2)
	k.siteType(from.Args[0])
	k.only(to, 0, 1, 5)
	k.siteType(to.Args[0])
	around := to.Args[1]
	if around == nil || around.Form == nil || around.Form.Keyword != "sites" || around.Args[0].Text != "Around" {
		k.other(to)
	}
	k.only(around, 0, 1, 2)
	k.siteType(around.Args[1])
	at := around.Args[2]
	if at == nil || !game.IsIterator(at, "from") && !alike(at, from.Args[2]) {
		k.other(around)
	}
	m := &stepMove{aims: &aims[int32]{n: k.p.sites, row: make([][]int32, k.p.comps*k.p.sites)}}
	for site := range k.p.sites {
		near := game.NewSet(k.p.sites)
		for _, r := range k.g.Topo.Radials(k.g.DefaultType, int32(site), board.Adjacent) {
			if int(r.Path[1]) != site {
				near.Add(int(r.Path[1]))
			}
		}
		var row []int32
		near.Each(func(x int) bool { row = append(row, int32(x)); return true })
		m.aims.most = max(m.aims.most, len(row))
		for c := range k.p.comps {
			m.aims.row[c*k.p.sites+site] = row
		}
	}
	m.to.test = k.siteTest(to.Args[5], "to")
	m.act = &act{kind: actSelect, then: k.with(outer, args[3])}
	return m
}

// alike tells whether two arguments are the same whatever their labels.
func alike(x, y *lgdl.Expr) bool {
	if x == nil || y == nil {
		return false
	}
	a, b := *x, *y
	a.Label, b.Label = "", ""
	return a.Equal(&b)
}

// aheadInLine plans (ahead …) in the direction from (from) to (to), or back.
func (k *planner) aheadInLine(e *lgdl.Expr) integer {
	k.siteType(e.Args[0])
	n, st, t := k.p.sites, k.g.DefaultType, k.g.Topo
	if n > maxCourse {
		k.no(e, "too large")
	}
	steps := constant(1)
	if e.Args[2] != nil {
		steps = k.integer(e.Args[2])
	}
	if !steps.konst || steps.v < 1 {
		k.other(e)
	}
	back := e.Args[3].Text == "OppositeDirection"
	const none = 255
	course := make([]uint8, n*n) // by two sites: the number of the direction
	known := map[board.Direction]uint8{}
	var table []int16 // by direction and site
	for a := range n {
		for b := range n {
			d, ok := t.LastBetween(st, int32(a), int32(b))
			if !ok {
				course[a*n+b] = none
				continue
			}
			number, seen := known[d]
			if !seen {
				number = uint8(len(known))
				known[d] = number
				for site := range n {
					to := site
					for _, r := range t.Radials(st, int32(site), d) {
						if steps.v < len(r.Path) {
							to = int(r.Path[steps.v])
							break
						}
					}
					table = append(table, int16(to))
				}
			}
			course[a*n+b] = number
		}
	}
	at := k.integer(e.Args[1])
	f := at.fn()
	return integer{f: func(s *State) int {
		x, a, b := f(s), s.from, s.to
		m, _ := s.last()
		if a < 0 {
			a = int(m.from)
		}
		if b < 0 {
			b = int(m.to)
		}
		if back {
			a, b = b, a
		}
		if uint(x) >= uint(n) || uint(a) >= uint(n) || uint(b) >= uint(n) || course[a*n+b] == none {
			return off
		}
		return int(table[int(course[a*n+b])*n+x])
	}, reads: at.reads | ofIterators | ofRecord}
}

// directional plans (directional …): the pieces on a line from a site, up to
// the first that does not qualify.
func (k *planner) directional(e *lgdl.Expr) effect {
	// Slots: from, direction, to, then.
	k.only(e, 0, 1, 2)
	to := e.Args[2]
	if e.Args[1] == nil || to == nil || to.Args[5] == nil || to.Args[6] == nil {
		k.other(e)
	}
	k.only(to, 5, 6)
	from := func(s *State) int { m, _ := s.last(); return int(m.to) }
	if e.Args[0] != nil {
		from = k.origin(e.Args[0])
	}
	aims, test, blow := k.courses(e.Args[1], ""), k.siteTest(to.Args[5], "to"), k.blow(to.Args[6], "to")
	n := k.p.sites
	found := finding(func(s *State) {
		x := from(s)
		if uint(x) >= uint(n) {
			return
		}
		outer := s.to
		for _, path := range aims.of(s, x) {
			for _, y := range path {
				if s.to = int(y); !test.ok(s, s.to) {
					break
				}
				s.find(blow.do)
			}
		}
		s.to = outer
	}, ^aspect(0), blow.writes)
	found.turns, found.late = blow.turns, blow.late
	return found
}

// fromTo plans (fromTo …) of one piece to one site.
func (k *planner) fromTo(e *lgdl.Expr) effect {
	// Slots: from, to, count, copy, stack, role, then.
	if e.Args[2] != nil {
		return k.someTo(e)
	}
	k.untold = e
	k.only(e, 0, 1)
	from, to := e.Args[0], e.Args[1]
	k.only(from, 0, 2)
	k.only(to, 0, 2)
	k.handType(from.Args[0])
	k.handType(to.Args[0])
	if from.Args[2] == nil || to.Args[2] == nil {
		k.other(e)
	}
	k.p.stays = false
	a, b := k.integer(from.Args[2]), k.integer(to.Args[2])
	f, g := a.fn(), b.fn()
	do := func(s *State) {
		x, y := f(s), g(s)
		switch {
		case x < 0 || y < 0 || s.at(x) == 0:
		case s.count != nil:
			if y < s.p.numbers {
				s.carry(x, y)
			}
		case uint(y) < uint(len(s.what)):
			s.shift(x, y)
		}
	}
	return effect{do: do, find: func(s *State) {
		if x := f(s); x >= 0 && s.at(x) != 0 {
			s.find(do)
		}
	}, reads: a.reads | b.reads | ofBoard, late: a.reads | b.reads, writes: ofBoard | ofLocal}
}
