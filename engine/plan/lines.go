package plan

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/rng"
)

// slideMove is a planned slide along lines.
type slideMove struct {
	aims    *aims[[]int32]
	cross   *siteTest           // sites it may cross and end on
	stop    *siteTest           // sites it may end on and must stop at; nil when there is no such condition
	allow   func(s *State) bool // whether it may end on a site all the same; nil: yes
	lo, hi  int
	act     *act
	longest int
	// Where components alone decide: those that may be crossed, and stopped at, by turn.
	plain               bool
	crossMask, stopMask [turns]uint64
}

func (k *planner) slide(e *lgdl.Expr, args []*lgdl.Expr, outer consequents) *slideMove {
	// Slots: from, track, direction, between, to, stack, then.
	if args[1] != nil || args[5] != nil {
		k.other(e)
	}
	k.whole(args[0])
	k.p.stays = false
	m := &slideMove{aims: k.lines(args[2], "Adjacent"), lo: 0, hi: 1000, act: &act{kind: actMove, then: k.with(outer, args[6])}}
	if b := args[3]; b != nil {
		k.only(b, 1, 3)
		if r := b.Args[1]; r != nil {
			m.lo, m.hi = k.limits(r)
		}
		if b.Args[3] != nil {
			m.cross = k.siteTest(b.Args[3], "between")
		}
	}
	if m.cross == nil {
		m.cross = k.empty()
	}
	if args[4] != nil {
		t := k.target(args[4])
		m.allow = k.allows(args[4].Args[6])
		if args[4].Args[5] != nil {
			m.stop = t.test
		}
		m.act.captures(t, args[4])
	}
	k.later = append(k.later, func() {
		for _, row := range m.aims.row {
			for _, path := range row {
				m.longest = max(m.longest, len(path))
			}
		}
		m.plain = m.allow == nil && m.cross.components(&m.crossMask) && (m.stop == nil || m.stop.components(&m.stopMask))
	})
	return m
}

// allows plans the condition of an (apply …), nil without one.
func (k *planner) allows(e *lgdl.Expr) func(s *State) bool {
	if e != nil && e.Form.Slots[0].Label == "if" {
		return k.boolean(e.Args[0]).fn()
	}
	return nil
}

// components tells whether components alone decide, and which pass by turn.
func (t *siteTest) components(mask *[turns]uint64) bool {
	if t.rest != nil || t.local {
		return false
	}
	for _, where := range t.where {
		if where != nil {
			return false
		}
	}
	*mask = t.mask
	return true
}

// reach returns how far a piece can go on a path: to the first so many sites,
// from lo on.
func (m *slideMove) reach(s *State, path []int32) int {
	cross, stop := m.crossMask[s.turn], m.stopMask[s.turn]
	for i, t := range path {
		w := s.what[t]
		if stop>>w&1 != 0 && i+1 >= m.lo {
			return min(i+1, m.hi)
		}
		if cross>>w&1 == 0 {
			return min(i, m.hi)
		}
	}
	return min(len(path), m.hi)
}

// empty is the test that a site is empty.
func (k *planner) empty() *siteTest {
	t := &siteTest{words: k.p.words}
	for i := range t.mask {
		t.mask[i] = 1
	}
	return t
}

// limits plans a range of constants.
func (k *planner) limits(e *lgdl.Expr) (lo, hi int) {
	number := func(x *lgdl.Expr) int {
		i := k.integer(x)
		if !i.konst {
			k.other(x)
		}
		return i.v
	}
	switch e.Form.Keyword {
	case "exact":
		n := number(e.Args[0])
		return n, n
	case "range":
		if lo = number(e.Args[0]); e.Args[1] == nil {
			return lo, lo
		}
		return lo, number(e.Args[1])
	case "max":
		return -1, number(e.Args[0])
	case "min":
		return number(e.Args[0]), game.Infinity
	}
	k.other(e)
	return 0, 0
}

// along calls f for each distance that the slide may go on a path until f
// returns false.
func (m *slideMove) along(s *State, from int, path []int32, f func(n int) bool) {
	bare := m.allow == nil && m.cross.rest == nil && (m.stop == nil || m.stop.rest == nil)
	for i, t := range path {
		n := i + 1
		if n > m.hi {
			return
		}
		if !bare {
			s.from, s.to = from, int(t)
		}
		if m.stop != nil && n >= m.lo && m.stop.ok(s, int(t)) {
			if m.allow == nil || m.allow(s) {
				f(n)
			}
			return
		}
		if !bare {
			s.between = int(t)
		}
		if !m.cross.ok(s, int(t)) || n >= m.lo && (m.allow == nil || m.allow(s)) && !f(n) {
			return
		}
	}
}

func (m *slideMove) stepper() *stepper {
	return &stepper{
		covers: m.aims.cover,
		reach: func(s *State, from, site int) bool {
			for _, path := range m.aims.of(s, from) {
				n := slices.Index(path, int32(site)) + 1
				if n < max(m.lo, 1) || n > m.hi {
					continue
				}
				if m.plain {
					if m.reach(s, path[:n]) == n {
						return true
					}
					continue
				}
				found := false
				m.along(s, from, path[:n], func(i int) bool { found = i == n; return true })
				if found {
					return true
				}
			}
			return false
		},
		list: func(s *State, from int) {
			for _, path := range m.aims.of(s, from) {
				if m.plain {
					for n, end := max(m.lo, 1), m.reach(s, path); n <= end; n++ {
						s.options = append(s.options, option{act: m.act, from: int16(from), to: int16(path[n-1])})
					}
					continue
				}
				m.along(s, from, path, func(n int) bool {
					s.options = append(s.options, option{act: m.act, from: int16(from), to: int16(path[n-1])})
					return true
				})
			}
		},
		any: func(s *State, from int) bool {
			found := false
			for _, path := range m.aims.of(s, from) {
				if m.plain {
					if m.reach(s, path) >= max(m.lo, 1) {
						return true
					}
					continue
				}
				m.along(s, from, path, func(int) bool { found = true; return false })
				if found {
					break
				}
			}
			return found
		},
		per: func() int { return max(m.aims.most*m.longest, 1) },
		try: func(s *State, from, slot int) (option, bool) {
			line := uint(slot) / uint(max(m.longest, 1)) // 0 on a board without lines
			rays := m.aims.of(s, from)
			if int(line) >= len(rays) {
				return option{}, false
			}
			want := slot - int(line)*m.longest + 1
			path := rays[line]
			if want > len(path) || want < m.lo || want > m.hi {
				return option{}, false
			}
			if m.plain {
				return option{act: m.act, from: int16(from), to: int16(path[want-1])}, m.reach(s, path[:want]) == want
			}
			found := false
			m.along(s, from, path[:want], func(n int) bool { found = n == want; return true })
			return option{act: m.act, from: int16(from), to: int16(path[want-1])}, found
		},
	}
}

// hopMove is a planned hop over one neighbour to the site behind it.
type hopMove struct {
	aims *aims[[]int32]
	over *siteTest
	to   target
	act  *act
}

func (k *planner) hop(e *lgdl.Expr, args []*lgdl.Expr, outer consequents) *stepper {
	// Slots: from, direction, between, to, stack, then.
	if args[4] != nil || args[3] == nil {
		k.other(e)
	}
	k.whole(args[0])
	k.plainly(args[3])
	k.p.stays = false
	m := &hopMove{aims: k.courses(args[1], "Adjacent"), act: &act{kind: actMove}}
	if b := args[2]; b != nil {
		k.only(b, 0, 1, 2, 3, 5)
		if b.Args[3] == nil {
			k.other(b)
		}
		m.over = k.siteTest(b.Args[3], "between")
		if f := k.applied(b.Args[5]); f != nil {
			m.act.before = append(m.act.before, f)
		}
	} else {
		m.over = k.siteTest(nil, "between")
	}
	m.to = k.target(args[3])
	if m.to.effect != nil {
		m.act.before = append(m.act.before, m.to.effect)
	}
	m.act.then = k.with(outer, args[5])
	if j := k.jump(m, args[2]); j != nil {
		return j.stepper()
	}
	return m.stepper(k)
}

func (m *hopMove) may(s *State, from int, path []int32) bool {
	if len(path) < 2 {
		return false
	}
	if m.over.rest != nil || m.to.test.rest != nil {
		s.from, s.between, s.to = from, int(path[0]), int(path[1])
	}
	return m.over.ok(s, int(path[0])) && m.to.test.ok(s, int(path[1]))
}

func (m *hopMove) option(from int, path []int32) option {
	return option{act: m.act, from: int16(from), to: int16(path[1]), x: path[0]}
}

func (m *hopMove) stepper(k *planner) *stepper {
	x := &stepper{
		covers: m.aims.cover,
		list: func(s *State, from int) {
			for _, path := range m.aims.of(s, from) {
				if m.may(s, from, path) {
					s.options = append(s.options, m.option(from, path))
				}
			}
		},
		any: func(s *State, from int) bool {
			for _, path := range m.aims.of(s, from) {
				if m.may(s, from, path) {
					return true
				}
			}
			return false
		},
		per: func() int { return max(m.aims.most, 1) },
		try: func(s *State, from, slot int) (option, bool) {
			rays := m.aims.of(s, from)
			if slot >= len(rays) || !m.may(s, from, rays[slot]) {
				return option{}, false
			}
			return m.option(from, rays[slot]), true
		},
	}
	if m.aims.course == nil {
		x.flatten, x.wide = m.flatten, func(component int) []fan { return m.wide(k, component) }
	}
	return x
}

// shooting plans (move Shoot …): a piece is added somewhere on a free line from
// an origin, by default where the last move went.
func (k *planner) shooting(e *lgdl.Expr, args []*lgdl.Expr, outer consequents) *gen {
	// Slots: piece, from, direction, between, to, then.
	if args[1] != nil || args[3] != nil || k.g.DefaultType != board.Cell {
		k.other(e)
	}
	aims := k.lines(args[2], "Adjacent")
	free := k.empty()
	if args[4] != nil {
		t := k.target(args[4])
		if t.effect != nil {
			k.other(args[4])
		}
		free = t.test
	}
	a := &act{kind: actAdd, what: k.added(args[0]), then: k.with(outer, args[5])}
	origin := func(s *State) int { m, _ := s.last(); return int(m.to) }
	// reach is the number of free sites from the beginning of a path.
	reach := func(s *State, path []int32) int {
		for n, t := range path {
			if free.rest != nil {
				s.to = int(t)
			}
			if !free.ok(s, int(t)) {
				return n
			}
		}
		return len(path)
	}
	return &gen{
		list: func(s *State) {
			from := origin(s)
			if from < 0 {
				return
			}
			for _, path := range aims.of(s, from) {
				for _, t := range path[:reach(s, path)] {
					s.options = append(s.options, option{act: a, from: int16(t), to: int16(t)})
				}
			}
		},
		any: func(s *State) bool {
			from := origin(s)
			if from < 0 {
				return false
			}
			for _, path := range aims.of(s, from) {
				if reach(s, path[:min(1, len(path))]) > 0 {
					return true
				}
			}
			return false
		},
		pick: func(s *State, r *rng.SplitMix64) (option, bool) {
			from, n := origin(s), 0
			if from < 0 {
				return option{}, false
			}
			paths := aims.of(s, from)
			free := s.group[:0]
			for _, path := range paths {
				far := reach(s, path)
				free = append(free, int16(far))
				n += far
			}
			s.group = free
			if n == 0 {
				return option{}, false
			}
			i := r.Below(n)
			for line, far := range free {
				if i < int(far) {
					to := int16(paths[line][i])
					return option{act: a, from: to, to: to}, true
				}
				i -= int(far)
			}
			return option{}, false
		},
	}
}

// added plans the component of a (piece …); without one it has the mover's number.
func (k *planner) added(e *lgdl.Expr) func(s *State) int {
	if e == nil {
		return func(s *State) int { return s.mover }
	}
	k.only(e, 0, 1, 4)
	switch {
	case e.Args[1] != nil:
		return k.integer(e.Args[1]).fn()
	case e.Args[0] != nil:
		for i := range k.g.Containers {
			if k.g.Containers[i].Name == e.Args[0].Text {
				k.other(e)
			}
		}
		if n := k.g.ComponentNamed(e.Args[0].Text); n > 0 {
			return constant(n).fn()
		}
	}
	k.other(e)
	return nil
}
