package plan

import "github.com/astragal/astragal/engine/lgdl"

// jumpMove is a planned hop over a run of pieces, with free sites before and
// after it.
type jumpMove struct {
	hopMove
	before, after int // free sites at most
	lo, hi        int // pieces in a row
	longest       int
}

// jump plans what goes beyond a hop over one neighbour; nil where the hop does not.
func (k *planner) jump(m *hopMove, between *lgdl.Expr) *jumpMove {
	if between == nil || between.Args[0] == nil && between.Args[1] == nil && between.Args[2] == nil {
		return nil
	}
	j := &jumpMove{hopMove: *m, lo: 1, hi: 1}
	number := func(e *lgdl.Expr) int {
		if e == nil {
			return 0
		}
		n := k.integer(e)
		if !n.konst {
			k.other(e)
		}
		return n.v
	}
	j.before, j.after = number(between.Args[0]), number(between.Args[2])
	if r := between.Args[1]; r != nil {
		j.lo, j.hi = k.limits(r)
	}
	if j.lo < 1 || j.after < 0 || j.hi > 1 && between.Args[5] != nil {
		k.other(between) // steps, or what happens to several pieces
	}
	k.later = append(k.later, func() {
		for _, row := range j.aims.row {
			for _, path := range row {
				j.longest = max(j.longest, len(path))
			}
		}
	})
	return j
}

func (m *jumpMove) hurdle(s *State, site int32) bool {
	if m.over.rest != nil {
		s.between = int(site)
	}
	return m.over.ok(s, int(site))
}

func (m *jumpMove) free(s *State, site int32) bool {
	if m.to.test.rest != nil {
		s.to = int(site)
	}
	return m.to.test.ok(s, int(site))
}

// along calls f for each place on a path where the jump may end, with the first
// piece that is jumped, until f returns false.
func (m *jumpMove) along(s *State, from int, path []int32, f func(n int, over int32) bool) {
	s.from = from
	i := 0
	for ; i < len(path) && !m.hurdle(s, path[i]); i++ {
		if i >= m.before || !m.free(s, path[i]) {
			return
		}
	}
	if i == len(path) {
		return
	}
	run := 1
	for run < m.hi && i+run < len(path) && m.hurdle(s, path[i+run]) {
		run++
	}
	for n := m.lo; n <= run; n++ {
		for l := i + n; l <= i+n+m.after && l < len(path) && m.free(s, path[l]); l++ {
			if !f(l, path[i]) {
				return
			}
		}
	}
}

func (m *jumpMove) option(from int, to, over int32) option {
	return option{act: m.act, from: int16(from), to: int16(to), x: over}
}

func (m *jumpMove) stepper() *stepper {
	some := func(s *State, from int, want func(to int32) bool) bool {
		found := false
		for _, path := range m.aims.of(s, from) {
			m.along(s, from, path, func(n int, _ int32) bool { found = want(path[n]); return !found })
			if found {
				break
			}
		}
		return found
	}
	return &stepper{
		covers: m.aims.cover,
		reach: func(s *State, from, site int) bool {
			return some(s, from, func(to int32) bool { return int(to) == site })
		},
		list: func(s *State, from int) {
			for _, path := range m.aims.of(s, from) {
				m.along(s, from, path, func(n int, over int32) bool {
					s.options = append(s.options, m.option(from, path[n], over))
					return true
				})
			}
		},
		any: func(s *State, from int) bool { return some(s, from, func(int32) bool { return true }) },
		per: func() int {
			if m.hi > 1 {
				return 0 // several jumps may end on one site
			}
			return max(m.aims.most*m.longest, 1)
		},
		try: func(s *State, from, slot int) (o option, ok bool) {
			line := uint(slot) / uint(m.longest)
			rays := m.aims.of(s, from)
			if int(line) >= len(rays) {
				return option{}, false
			}
			want, path := slot-int(line)*m.longest, rays[line]
			if want >= len(path) {
				return option{}, false
			}
			m.along(s, from, path[:want+1], func(n int, over int32) bool {
				if ok = n == want; ok {
					o = m.option(from, path[n], over)
				}
				return !ok
			})
			return o, ok
		},
	}
}
