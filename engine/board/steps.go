package board

import (
	"math"
	"math/bits"
	"slices"
	"sync"
)

// dirSet is a set of directions, one bit each.
type dirSet uint64

func bit(ds ...Direction) (s dirSet) {
	for _, d := range ds {
		s |= 1 << d
	}
	return s
}

func (s dirSet) has(d Direction) bool { return s&(1<<d) != 0 }

// The categories of a fresh step.
var (
	plainStep    = bit(Orthogonal, Adjacent, All)
	diagonalStep = bit(Diagonal, Adjacent, All)
	offStep      = bit(OffDiagonal, Adjacent, All)
	acrossStep   = bit(Diagonal, All)
)

// stepping is one step of an element.
type stepping struct {
	to     int32
	toType SiteType
	under  dirSet // directions it is registered under: it is found by these
	dirs   dirSet // all its directions; more than under where steps coincided
	key    float64
}

// lazySteps is the step table of one type, made on first use.
type lazySteps struct {
	once sync.Once
	t    *stepTable
	err  error // why there is none
}

// stepTable holds the steps from all elements of one type to elements of all
// types, each list clockwise from north.
type stepTable struct {
	off        []int32
	steps      []stepping
	neighbours [NumRelations]Table
	supported  [NumRelations][]Direction
	headings   []Direction // the orthogonal ones before misnaming
	local      [NumRelations]directionTable
	to         [NumSiteTypes]directed
}

// directionTable is a list of directions for every element.
type directionTable struct {
	off []int32
	val []Direction
}

// directed holds, for one target type, the lists of targets by direction.
type directed struct {
	once    sync.Once
	present dirSet // directions with any target
	by      [NumDirections]Table
}

// stepsOf returns the steps from elements of a type.
func (t *Topology) stepsOf(st SiteType) *stepTable {
	l := &t.steps[st]
	l.once.Do(func() { l.err = Guard(func() { l.t = newStepMaker(t, st).table() }) })
	if l.t == nil {
		panic(l.err)
	}
	return l.t
}

// of returns the steps of one element.
func (s *stepTable) of(site int32) []stepping { return s.steps[s.off[site]:s.off[site+1]] }

// byDirection returns the targets of a type registered under a direction.
// Rotational steps exist only to grow radials.
func (s *stepTable) byDirection(site int32, to SiteType, d Direction) []int32 {
	if d == Rotational {
		return nil
	}
	return s.towards(to).by[d].Row(site)
}

// towards returns the target lists for one type, made on first use.
func (s *stepTable) towards(to SiteType) *directed {
	l := &s.to[to]
	l.once.Do(func() {
		var present dirSet
		for i := range s.steps {
			if s.steps[i].toType == to {
				present |= s.steps[i].under
			}
		}
		empty := Table{Off: make([]int32, len(s.off))}
		for d := range Direction(NumDirections) {
			l.by[d] = empty
			if present.has(d) {
				l.by[d] = s.filter(to, d)
			}
		}
		l.present = present
	})
	return l
}

// filter returns the targets of one type and direction of every element.
func (s *stepTable) filter(to SiteType, d Direction) Table {
	count := 0
	for i := range s.steps {
		if x := &s.steps[i]; x.toType == to && x.under.has(d) {
			count++
		}
	}
	n := len(s.off) - 1
	t := Table{Off: make([]int32, n+1), Val: make([]int32, 0, count)}
	for i := range n {
		for k := s.off[i]; k < s.off[i+1]; k++ {
			if x := &s.steps[k]; x.toType == to && x.under.has(d) {
				t.Val = append(t.Val, x.to)
			}
		}
		t.Off[i+1] = int32(len(t.Val))
	}
	return t
}

// stepMaker makes the steps of one type.
type stepMaker struct {
	t       *Topology
	g       *Graph
	st      SiteType
	mean    float64 // mean edge length
	list    []stepping
	used    marks
	isPivot []bool
	spent   effort
}

// marks is a small set of faces.
type marks struct{ list []int32 }

func (m *marks) clear()           { m.list = m.list[:0] }
func (m *marks) add(f int32)      { m.list = append(m.list, f) }
func (m *marks) has(f int32) bool { return slices.Contains(m.list, f) }

func newStepMaker(t *Topology, st SiteType) *stepMaker {
	m := &stepMaker{t: t, g: t.graph, st: st, mean: t.graph.meanEdge(), isPivot: make([]bool, len(t.graph.vs))}
	for i := range t.graph.vs {
		if p := t.graph.vs[i].pivot; p != none {
			m.isPivot[p] = true
		}
	}
	return m
}

// table makes the steps of all elements, their neighbour lists and supported
// directions.
func (m *stepMaker) table() *stepTable {
	n := m.t.Num(m.st)
	s := &stepTable{off: make([]int32, 1, n+1)}
	for i := range int32(n) {
		m.list = m.list[:0]
		m.used.clear()
		switch m.st {
		case Vertex:
			m.fromVertex(i)
		case Edge:
			m.fromEdge(i)
		case Cell:
			m.fromCell(i)
		}
		m.aim(i)
		m.turnAbout(i)
		slices.SortStableFunc(m.list, func(a, b stepping) int { return compare(a.key, b.key) })
		s.steps = append(s.steps, m.list...)
		s.off = append(s.off, int32(len(s.steps)))
	}
	for rel := range relationDirections {
		d := relationDirections[rel]
		switch {
		case m.st != Edge:
		case d == Diagonal || d == OffDiagonal:
			s.neighbours[rel] = Table{Off: make([]int32, n+1)}
			continue
		default:
			d = All
		}
		s.neighbours[rel] = s.towards(m.st).by[d]
	}
	s.support(m.st)
	return s
}

// add adds a step, or the directions to an existing step to the same target.
func (m *stepMaker) add(to SiteType, id int32, dirs dirSet) {
	m.spent.spend(len(m.list)+2*kept, "find its steps")
	for i := range m.list {
		if x := &m.list[i]; x.to == id && x.toType == to {
			x.dirs |= dirs
			return
		}
	}
	m.list = append(m.list, stepping{to: id, toType: to, under: dirs, dirs: dirs})
}

// toLine is the distance in the plane of p from the line through a and b. The
// way it is computed decides between candidates that are equally far.
func toLine(p, a, b Point) float64 {
	dx, dy := b.X-a.X, b.Y-a.Y
	square := float64(dx*dx) + float64(dy*dy)
	if square == 0 {
		return dist2(p, a)
	}
	x := float64((p.X-a.X)*dy) - float64((p.Y-a.Y)*dx)
	return math.Sqrt(float64(x*x) / square)
}

func (m *stepMaker) fromVertex(v int32) {
	x := &m.g.vs[v]
	for _, e := range x.edges {
		m.add(Vertex, m.g.other(e, v), plainStep)
	}
	for _, f := range x.faces {
		verts := m.g.fs[f].verts
		if len(verts) < 4 {
			continue
		}
		best, least := none, math.Inf(1)
		for _, w := range verts {
			if w == v {
				continue
			}
			if d := toLine(m.g.fs[f].pos, x.pos, m.g.vs[w].pos); d < least {
				best, least = w, d
			}
		}
		if best != none {
			m.add(Vertex, best, acrossStep)
		}
	}
	for _, e := range x.edges {
		m.add(Edge, e, plainStep)
	}
	for _, f := range x.faces {
		m.add(Cell, f, plainStep)
	}
}

func (m *stepMaker) fromEdge(e int32) {
	x := &m.g.es[e]
	ends := [2]int32{x.a, x.b}
	for _, v := range ends {
		for _, o := range m.g.vs[v].edges {
			if o != e {
				m.add(Edge, o, plainStep)
			}
		}
	}
	for _, v := range ends {
		m.add(Vertex, v, plainStep)
	}
	for _, f := range [2]int32{x.left, x.right} {
		if f != none {
			m.add(Cell, f, plainStep)
			m.used.add(f)
		}
	}
	for _, v := range ends {
		for _, f := range m.g.vs[v].faces {
			if !m.used.has(f) {
				m.add(Cell, f, plainStep)
				m.used.add(f)
			}
		}
	}
}

func (m *stepMaker) fromCell(f int32) {
	x := &m.g.fs[f]
	m.used.add(f)
	for _, e := range x.edges {
		if o := m.g.across(e, f); o != none {
			m.add(Cell, o, plainStep)
			m.used.add(o)
		}
	}
	for _, w := range x.verts {
		best, least := none, math.Inf(1)
		for _, o := range m.g.vs[w].faces {
			if m.used.has(o) {
				continue
			}
			if d := toLine(m.g.vs[w].pos, x.pos, m.g.fs[o].pos); d < least {
				best, least = o, d
			}
		}
		if best != none {
			m.add(Cell, best, diagonalStep)
			m.used.add(best)
		}
	}
	for _, w := range x.verts {
		for _, o := range m.g.vs[w].faces {
			if !m.used.has(o) {
				m.add(Cell, o, offStep)
				m.used.add(o)
			}
		}
	}
	for _, w := range x.verts {
		m.across(f, w)
	}
	for _, w := range x.verts {
		m.add(Vertex, w, plainStep)
	}
	for _, e := range x.edges {
		m.add(Edge, e, plainStep)
	}
}

// across adds the diagonals of hexagonal cells: over the edge that leads away
// from corner w of cell f.
func (m *stepMaker) across(f, w int32) {
	x := &m.g.fs[f]
	if len(m.g.vs[w].edges) != 3 {
		return
	}
	away := none
	for _, e := range m.g.vs[w].edges {
		if !slices.Contains(x.edges, e) {
			away = e
			break
		}
	}
	if away == none {
		return
	}
	o := m.g.other(away, w)
	for _, h := range m.g.vs[o].faces {
		if m.used.has(h) {
			continue
		}
		p, q := x.pos, m.g.fs[h].pos
		if (toLine(m.g.vs[w].pos, p, q)+toLine(m.g.vs[o].pos, p, q))/dist2(p, q) <= 0.1 {
			m.add(Cell, h, acrossStep)
			m.used.add(h)
		}
	}
}

// support fills the supported directions of every element and of the board.
func (s *stepTable) support(st SiteType) {
	n := len(s.off) - 1
	for rel, category := range relationDirections {
		local := &s.local[rel]
		local.off = make([]int32, 1, n+1)
		var board dirSet
		for i := range n {
			var own dirSet
			for _, x := range s.of(int32(i)) {
				if x.toType != st || !x.under.has(category) {
					continue
				}
				for rest := x.dirs >> N << N; rest != 0; rest &= rest - 1 {
					d := Direction(bits.TrailingZeros64(uint64(rest)))
					if !own.has(d) {
						own |= 1 << d
						local.val = append(local.val, d)
					}
					if !board.has(d) {
						board |= 1 << d
						s.supported[rel] = append(s.supported[rel], d)
					}
				}
			}
			local.off = append(local.off, int32(len(local.val)))
		}
		misname(local.val)
		slices.SortStableFunc(s.supported[rel], func(a, b Direction) int { return facings[a].index - facings[b].index })
		if Relation(rel) == RelOrthogonal {
			s.headings = slices.Clone(s.supported[rel])
		}
		misname(s.supported[rel])
	}
}

// misname writes DSW for DNW, as the language does: the facing of DNW bears the
// wrong name.
func misname(list []Direction) {
	for i, d := range list {
		if d == DNW {
			list[i] = DSW
		}
	}
}

// supportedAt returns the supported directions of one element.
func (t *Topology) supportedAt(st SiteType, rel Relation, site int32) []Direction {
	l := &t.stepsOf(st).local[rel]
	return l.val[l.off[site]:l.off[site+1]:l.off[site+1]]
}

// Step is a step to an element, with all its directions in enumeration order.
type Step struct {
	To   int32
	Dirs []Direction
}

// AllSteps returns the steps from an element to elements of type to, clockwise
// from north. It allocates: play uses Steps.
func (t *Topology) AllSteps(from SiteType, site int32, to SiteType) []Step {
	var out []Step
	for _, x := range t.stepsOf(from).of(site) {
		if x.toType != to {
			continue
		}
		s := Step{To: x.to}
		for d := range Direction(NumDirections) {
			if x.dirs.has(d) {
				s.Dirs = append(s.Dirs, d)
			}
		}
		out = append(out, s)
	}
	return out
}
