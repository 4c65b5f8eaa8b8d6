package plan

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

// target is a planned (to …): its condition and what happens on arrival.
type target struct {
	test   *siteTest
	effect func(s *State) // nil when there is none
}

// target plans the (to …) of a piece's move; nil is any site.
func (k *planner) target(e *lgdl.Expr) target {
	if e == nil {
		return target{test: k.siteTest(nil, "to")}
	}
	// Slots: type, region, site, level, rotations, if, apply.
	k.only(e, 0, 2, 5, 6)
	k.siteType(e.Args[0])
	if x := e.Args[2]; x != nil && !(x.Kind == lgdl.Clause && x.Form.Keyword == "to") {
		k.other(x)
	}
	return target{test: k.siteTest(e.Args[5], "to"), effect: k.applied(e.Args[6])}
}

// applied plans an (apply …) that only has an effect, or an effect with a condition.
func (k *planner) applied(e *lgdl.Expr) func(s *State) {
	if e == nil {
		return nil
	}
	var cond func(s *State) bool
	var do func(s *State)
	for i := range e.Form.Slots {
		if e.Args[i] == nil {
			continue
		}
		if e.Form.Slots[i].Label == "if" {
			cond = k.boolean(e.Args[i]).fn()
		} else {
			do = k.effect(e.Args[i]).do
		}
	}
	if do == nil {
		k.other(e)
	}
	if cond != nil {
		return func(s *State) {
			if cond(s) {
				do(s)
			}
		}
	}
	return do
}

// plainly ends the planning at an (apply …) with a condition.
func (k *planner) plainly(to *lgdl.Expr) {
	if to != nil && to.Args[6] != nil && to.Args[6].Form.Text != "(apply nonDecision)" {
		k.other(to.Args[6])
	}
}

// aims are the sites or lines that a piece sees, by component and site.
type aims[T any] struct {
	course *course // nil unless they follow the last move; the rows are by its direction then
	row    [][]T   // by component*sites + site
	n      int
	most   int
}

func (a *aims[T]) of(s *State, from int) []T {
	if a.course != nil {
		return a.followed(s, from)
	}
	return a.row[int(s.what[from])*a.n+from]
}

// neighbours plans the sites one step away.
func (k *planner) neighbours(e *lgdl.Expr, def string) *aims[int32] {
	t := k.parts.Neighbours(k.g.DefaultType, k.parts.Directions(e, def))
	return tabulate(k, e, t, func(c, site int) []int32 { return t.Near(c, site) })
}

// lines plans the lines from a site, without the site itself.
func (k *planner) lines(e *lgdl.Expr, def string) *aims[[]int32] {
	t := k.parts.Lines(k.g.DefaultType, k.parts.Directions(e, def))
	return tabulate(k, e, t, func(c, site int) [][]int32 {
		var out [][]int32
		for _, p := range t.Paths(c, site) {
			out = append(out, p[1:])
		}
		return out
	})
}

func tabulate[T any](k *planner, e *lgdl.Expr, t *game.Aims, row func(component, site int) []T) *aims[T] {
	a := &aims[T]{n: k.p.sites}
	if t == nil {
		k.no(e, "directions that follow the play")
	}
	k.later = append(k.later, func() {
		if !t.Complete() {
			k.no(e, "directions without a table")
		}
		a.row = make([][]T, k.p.comps*a.n)
		for c := range k.p.comps {
			for site := range a.n {
				r := row(c, site)
				a.row[c*a.n+site] = r
				a.most = max(a.most, len(r))
			}
		}
	})
	return a
}

// stepMove is a planned step.
type stepMove struct {
	aims *aims[int32]
	to   target
	act  *act
}

func (k *planner) step(e *lgdl.Expr, args []*lgdl.Expr, outer consequents) *stepMove {
	// Slots: from, direction, to, stack, then.
	if args[3] != nil {
		k.other(e)
	}
	k.whole(args[0])
	k.p.stays = false
	m := &stepMove{aims: k.neighbours(args[1], "Adjacent"), to: k.target(args[2])}
	m.act = &act{kind: actMove, then: k.with(outer, args[4])}
	m.act.captures(m.to, args[2])
	return m
}

// captures makes the effect of arriving part of the move. Taking the piece on
// the site is part of every move already.
func (a *act) captures(t target, to *lgdl.Expr) {
	if t.effect != nil && !removesHere(to.Args[6]) {
		a.before = append(a.before, t.effect)
	}
}

// removesHere tells whether an (apply …) is (apply (remove (to))).
func removesHere(e *lgdl.Expr) bool {
	if e.Form.Text != "(apply nonDecision)" {
		return false
	}
	r := e.Args[0]
	if r.Kind != lgdl.Clause || r.Form.Keyword != "remove" {
		return false
	}
	for i, x := range r.Args {
		if x != nil && i != 1 {
			return false
		}
	}
	at := r.Args[1]
	return at != nil && at.Kind == lgdl.Clause && at.Form.Keyword == "to"
}

func (m *stepMove) may(s *State, from int, to int32) bool {
	t := m.to.test
	if t.rest != nil {
		s.from, s.to = from, int(to)
	}
	return t.ok(s, int(to))
}

func (m *stepMove) stepper(k *planner) *stepper {
	return &stepper{
		flatten: m.flatten,
		wide:    func(component int) []fan { return m.wide(k, component) },
		covers:  m.aims.cover,
		reach: func(s *State, from, site int) bool {
			for _, to := range m.aims.of(s, from) {
				if int(to) == site {
					return m.may(s, from, to)
				}
			}
			return false
		},
		list: func(s *State, from int) {
			for _, to := range m.aims.of(s, from) {
				if m.may(s, from, to) {
					s.options = append(s.options, option{act: m.act, from: int16(from), to: int16(to), x: off})
				}
			}
		},
		any: func(s *State, from int) bool {
			for _, to := range m.aims.of(s, from) {
				if m.may(s, from, to) {
					return true
				}
			}
			return false
		},
		per: func() int { return max(m.aims.most, 1) },
		try: func(s *State, from, slot int) (option, bool) {
			near := m.aims.of(s, from)
			if slot >= len(near) || !m.may(s, from, near[slot]) {
				return option{}, false
			}
			return option{act: m.act, from: int16(from), to: int16(near[slot]), x: off}, true
		},
	}
}

// leap plans a leap: the ends of walks.
func (k *planner) leap(e *lgdl.Expr, args []*lgdl.Expr, outer consequents) *stepMove {
	// Slots: from, walks, forward, rotations, to, then.
	if args[3] != nil {
		k.other(e)
	}
	forward := false
	if args[2] != nil {
		b := k.boolean(args[2])
		if !b.konst {
			k.other(args[2])
		}
		forward = b.v
	}
	k.whole(args[0])
	k.p.stays = false
	m := &stepMove{aims: &aims[int32]{n: k.p.sites}, to: k.target(args[4])}
	var walks [][]board.Turn
	for _, w := range args[1].Items {
		var walk []board.Turn
		for _, x := range w.Items {
			letter, ok := board.ParseTurn(x.Text)
			if !ok {
				k.other(x)
			}
			walk = append(walk, letter)
		}
		walks = append(walks, walk)
	}
	a, st := m.aims, k.g.DefaultType
	a.row = make([][]int32, k.p.comps*a.n)
	for site := range a.n {
		found := game.NewSet(a.n)
		var path, ends []int32
		for _, d := range k.g.Topo.Headings(st) {
			for _, w := range walks {
				var ok bool
				if path, ok = k.g.Topo.Walk(append(path[:0], int32(site)), st, int32(site), d, w); ok {
					found.Add(int(path[len(path)-1]))
				}
			}
		}
		found.Each(func(x int) bool { ends = append(ends, int32(x)); return true })
		a.most = max(a.most, len(ends))
		for c := range k.p.comps {
			if a.row[c*a.n+site] = ends; forward {
				a.row[c*a.n+site] = k.forward(c, int32(site), ends)
			}
		}
	}
	m.act = &act{kind: actMove, then: k.with(outer, args[5])}
	m.act.captures(m.to, args[4])
	return m
}
