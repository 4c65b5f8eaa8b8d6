package board

import (
	"cmp"
	"math"
	"slices"
)

// measurer finds which elements are in which ready-made sets.
type measurer struct {
	t          *Topology
	g          *Graph
	in         [NumSiteTypes][]uint64 // per element, a bit for each set it is in
	perimeters [][]int32              // counter-clockwise cycles of vertices
	spent      effort
}

// inside is the test of the package with its cost.
func (m *measurer) inside(corners []Point, p Point) bool {
	m.spent.spend(2*len(corners), "measure")
	return inside(corners, p)
}

func newMeasurer(t *Topology) *measurer {
	m := &measurer{t: t, g: t.graph}
	for st := range m.in {
		m.in[st] = make([]uint64, t.Num(SiteType(st)))
	}
	return m
}

func (m *measurer) put(st SiteType, i int32, sets uint64) {
	if i != none {
		m.in[st][i] |= sets
	}
}

func (m *measurer) is(st SiteType, i int32, k SetKind) bool { return m.in[st][i]&(1<<k) != 0 }

// measure fills all sets of the topology, and the phases.
func (m *measurer) measure() {
	m.findPerimeters()
	m.outer()
	for st := Vertex; st <= Cell; st++ {
		m.extremes(st)
	}
	m.major()
	m.corners()
	m.sides()
	for st := Vertex; st <= Cell; st++ {
		m.phases(st)
	}
	m.orientation()
	for st := Vertex; st <= Cell; st++ {
		m.centre(st)
		for i, bits := range m.in[st] {
			for k := range NumSets {
				if bits&(1<<k) != 0 {
					sets := &m.t.elem[st].sets
					sets[k] = append(sets[k], int32(i))
				}
			}
		}
	}
}

// findPerimeters walks around every connected part of the board that does not
// lie within another, and marks what it passes.
func (m *measurer) findPerimeters() {
	g := m.g
	covered := make([]bool, len(g.vs))
	m.spent.spend(len(g.vs), "measure")
	fromLeft := make([]int32, len(g.vs))
	for i := range fromLeft {
		fromLeft[i] = int32(i)
	}
	slices.SortStableFunc(fromLeft, func(a, b int32) int { return cmp.Compare(g.vs[a].pos.X, g.vs[b].pos.X) })
	var outlines [][]Point
	for _, start := range fromLeft {
		if covered[start] {
			continue
		}
		cycle := m.around(start)
		outline := make([]Point, len(cycle))
		for i, v := range cycle {
			covered[v] = true
			outline[i] = g.vs[v].pos
		}
		m.perimeters = append(m.perimeters, cycle)
		outlines = append(outlines, outline)
		if len(cycle) == 1 {
			continue // nothing lies within a single vertex
		}
		lo, hi := bounds(outline)
		m.spent.spend(len(g.vs), "measure")
		for i := range g.vs {
			p := g.vs[i].pos
			if !covered[i] && p.X >= lo.X && p.X <= hi.X && p.Y >= lo.Y && p.Y <= hi.Y && m.inside(outline, p) {
				covered[i] = true
			}
		}
	}
	var around []int // outlines that something may lie within
	for i := range outlines {
		if len(outlines[i]) > 1 {
			around = append(around, i)
		}
	}
	within := make([]bool, len(outlines))
	for i := len(outlines) - 1; i >= 0; i-- {
		for _, k := range around {
			if k != i && !within[k] && m.inside(outlines[k], outlines[i][0]) {
				within[i] = true
				break
			}
		}
	}
	outer := m.perimeters[:0]
	for i, cycle := range m.perimeters {
		if !within[i] {
			outer = append(outer, cycle)
		}
	}
	m.perimeters = outer
	const per = 1 << Perimeter
	for _, cycle := range m.perimeters {
		for i, v := range cycle {
			m.put(Vertex, v, per)
			w := cycle[(i+1)%len(cycle)]
			for _, e := range g.vs[v].edges {
				if g.other(e, v) == w {
					m.put(Edge, e, per)
					m.put(Cell, g.oneSide(e), per)
					break
				}
			}
		}
	}
}

// oneSide returns the left face of an edge, or else the right one.
func (g *Graph) oneSide(e int32) int32 {
	if f := g.es[e].left; f != none {
		return f
	}
	return g.es[e].right
}

// around walks from a leftmost vertex along the outline of its part of the
// board until it is back.
func (m *measurer) around(start int32) []int32 {
	g := m.g
	cycle := []int32{start}
	if len(g.vs[start].edges) == 0 {
		return cycle
	}
	first, least := none, math.Inf(1)
	for _, e := range g.vs[start].edges {
		p, q := g.vs[start].pos, g.vs[g.other(e, start)].pos
		if a := atan2(q.X-p.X, -(q.Y - p.Y)); a < least {
			first, least = e, a
		}
	}
	prev, at, by := start, g.other(first, start), first
	for at != start && len(cycle) <= 2*len(g.es) {
		cycle = append(cycle, at)
		list := g.vs[at].edges
		m.spent.spend(len(list), "measure")
		i := slices.Index(list, by)
		next := by
		for k := 1; k <= len(list); k++ {
			next = list[(i+k)%len(list)]
			if g.other(next, at) != prev {
				break
			}
		}
		prev, at, by = at, g.other(next, at), next
	}
	return cycle
}

// outer divides all elements into outer and inner ones.
func (m *measurer) outer() {
	const per = 1 << Perimeter
	for f := range m.g.fs {
		for _, v := range m.g.fs[f].verts {
			if m.is(Vertex, v, Perimeter) {
				m.put(Cell, int32(f), per)
			}
		}
	}
	for i := range m.g.es {
		e := &m.g.es[i]
		if m.is(Vertex, e.a, Perimeter) && m.is(Vertex, e.b, Perimeter) && (e.left == none || e.right == none) {
			m.put(Edge, int32(i), per)
		}
	}
	for st := range m.in {
		for i, bits := range m.in[st] {
			if bits&per != 0 {
				m.in[st][i] |= 1 << Outer
			} else {
				m.in[st][i] |= 1 << Inner
			}
		}
	}
}

// extremes marks the elements farthest to the left, right, top and bottom.
func (m *measurer) extremes(st SiteType) {
	pos := m.t.elem[st].pos
	lo, hi := bounds(pos)
	for i, p := range pos {
		for _, x := range [4]struct {
			gap float64
			set SetKind
		}{{p.X - lo.X, Left}, {p.Y - lo.Y, Bottom}, {hi.X - p.X, Right}, {hi.Y - p.Y, Top}} {
			if x.gap < 0.01 {
				m.put(st, int32(i), 1<<x.set)
			}
		}
	}
}

// major marks the faces with the most vertices, and the others.
func (m *measurer) major() {
	most := 0
	for i := range m.g.fs {
		most = max(most, len(m.g.fs[i].verts))
	}
	for i := range m.g.fs {
		if len(m.g.fs[i].verts) == most {
			m.put(Cell, int32(i), 1<<Major)
		} else {
			m.put(Cell, int32(i), 1<<Minor)
		}
	}
}

// corners marks the vertices where the outline turns, and the edges and faces
// there.
func (m *measurer) corners() {
	for _, cycle := range m.perimeters {
		m.cornersOf(cycle)
	}
	const any = 1<<ConvexCorners | 1<<ConcaveCorners
	isCorner := func(v int32) bool { return m.in[Vertex][v]&any != 0 }
	for v := range int32(len(m.g.vs)) {
		if !isCorner(v) {
			continue
		}
		concave := m.is(Vertex, v, ConcaveCorners)
		own := uint64(1 << ConvexCorners)
		if concave {
			own = 1 << ConcaveCorners
		}
		paired := false
		for _, e := range m.g.vs[v].edges {
			if isCorner(m.g.other(e, v)) {
				paired = true
				m.put(Edge, e, own)
				m.put(Cell, m.g.oneSide(e), own)
			}
		}
		if paired {
			continue
		}
		for _, e := range m.g.vs[v].edges {
			if !m.is(Edge, e, Perimeter) {
				continue
			}
			m.put(Edge, e, own)
			if !concave {
				m.put(Cell, m.g.oneSide(e), own)
			}
		}
		if !concave {
			continue
		}
		for _, f := range m.g.vs[v].faces {
			n := 0
			for _, w := range m.g.fs[f].verts {
				if m.is(Vertex, w, Perimeter) {
					n++
				}
			}
			if n == 1 {
				m.put(Cell, f, own)
			}
		}
	}
	for st := range m.in {
		for i, bits := range m.in[st] {
			if bits&any != 0 {
				m.in[st][i] |= 1 << Corners
			}
		}
	}
}

// cornersOf marks the corner vertices of one perimeter.
func (m *measurer) cornersOf(cycle []int32) {
	n := len(cycle)
	if n < 6 {
		for _, v := range cycle {
			m.put(Vertex, v, 1<<ConvexCorners)
		}
		return
	}
	at := func(i int) Point { return m.g.vs[cycle[(i+2*n)%n]].pos }
	score := make([]float64, n)
	for i := range score {
		for k := 1; k <= 3; k++ {
			p, a, b := at(i), at(i-k), at(i+k)
			d := dist2(p, a)
			if dist1(a, b) >= tiny {
				d = toLine(p, a, b)
			}
			if cross(a, p, b) < tiny {
				d = -d
			}
			score[i] += d / float64(k)
		}
	}
	s := make([]float64, n)
	for i := range s {
		s[i] = (4*score[i] + score[(i+1)%n] + score[(i+n-1)%n]) / 6
	}
	convex := make([]bool, n)
	for i := range s {
		before, after := s[(i+n-1)%n], s[(i+1)%n]
		convex[i] = s[i] >= 0.320 && s[i] >= before-0.001 && s[i] >= after-0.001
		if s[i] <= -0.25 && s[i] <= before+0.001 && s[i] <= after+0.001 {
			m.put(Vertex, cycle[i], 1<<ConcaveCorners)
		}
	}
	for i := range s {
		if convex[i] {
			for _, o := range [2]int{(i + n - 1) % n, (i + 1) % n} {
				convex[o] = convex[o] || s[o] >= 0.95*s[i]
			}
		}
	}
	for i, yes := range convex {
		if yes {
			m.put(Vertex, cycle[i], 1<<ConvexCorners)
		}
	}
}

// sides marks the runs of the outline between corners by the direction in
// which they lie from the middle of the board, and what touches them.
func (m *measurer) sides() {
	var middle Point
	for i := range m.g.vs {
		middle = plus(middle, m.g.vs[i].pos)
	}
	count := float64(len(m.g.vs))
	middle = Point{X: middle.X / count, Y: middle.Y / count}
	byEighth := [8]SetKind{SideE, SideNE, SideN, SideNW, SideW, SideSW, SideS, SideSE}
	for _, cycle := range m.perimeters {
		n := len(cycle)
		for a, v := range cycle {
			if !m.is(Vertex, v, Corners) {
				continue
			}
			b := a + 1
			for !m.is(Vertex, cycle[b%n], Corners) {
				b++
			}
			var mean Point
			for i := a; i <= b; i++ {
				mean = plus(mean, m.g.vs[cycle[i%n]].pos)
			}
			length := float64(b - a + 1)
			i := sector(mean.X/length-middle.X, mean.Y/length-middle.Y, 16)
			side := byEighth[i/4*2]
			if i%4 != 0 {
				side = byEighth[i/4*2+1]
			}
			for i := a; i <= b; i++ {
				m.put(Vertex, cycle[i%n], 1<<side)
			}
		}
	}
	const all uint64 = 0xff << SideN
	for i := range m.g.es {
		e := &m.g.es[i]
		m.put(Edge, int32(i), (m.in[Vertex][e.a]|m.in[Vertex][e.b])&all)
	}
	for i := range m.g.fs {
		for _, v := range m.g.fs[i].verts {
			m.put(Cell, int32(i), m.in[Vertex][v]&all)
		}
	}
}

// orientation marks edges by the direction from end to end.
func (m *measurer) orientation() {
	for i := range m.g.es {
		p, q := m.g.vs[m.g.es[i].a].pos, m.g.vs[m.g.es[i].b].pos
		sets := uint64(1<<AngledEdges | 1<<SloshEdges)
		switch s := sector(q.X-p.X, q.Y-p.Y, 16); {
		case s%8 == 0:
			sets = 1<<AxialEdges | 1<<HorizontalEdges
		case s%8 == 4:
			sets = 1<<AxialEdges | 1<<VerticalEdges
		case s%8 < 4:
			sets = 1<<AngledEdges | 1<<SlashEdges
		}
		m.put(Edge, int32(i), sets)
	}
}

// smallType is the number of elements from which on only corners, not the
// whole perimeter, decide where the centre is.
const smallType = 100

// centre marks the elements nearest to all of the perimeter and the corners.
func (m *measurer) centre(st SiteType) {
	pos := m.t.elem[st].pos
	var marks []Point
	if len(pos) < smallType {
		for i, p := range pos {
			if m.is(st, int32(i), Perimeter) {
				marks = append(marks, p)
			}
		}
	}
	for i, p := range pos {
		if m.is(st, int32(i), Corners) {
			marks = append(marks, p)
		}
	}
	sum := make([]float64, len(pos))
	least := math.Inf(1)
	for i, p := range pos {
		for _, q := range marks {
			dx, dy := q.X-p.X, q.Y-p.Y
			sum[i] += float64(dx*dx) + float64(dy*dy)
		}
		least = math.Min(least, sum[i])
	}
	for i := range pos {
		if math.Abs(sum[i]-least) < 0.0001 {
			m.put(st, int32(i), 1<<Centre)
		}
	}
}
