package board

import (
	"fmt"
	"math"
	"slices"
)

// The operators change the graph they are given, or build a new one of it, and
// return the result; the argument must not be used afterwards.

// Clip drops the vertices inside a polygon, which is inflated, and rebuilds.
func Clip(g *Graph, p *Poly) (*Graph, error) {
	p.inflate()
	if len(p.points) < 3 {
		return g, nil
	}
	return g.kept(func(q Point) bool { return !p.contains(q) }).check()
}

// Keep drops the vertices outside a polygon, which is inflated, and rebuilds.
func Keep(g *Graph, p *Poly) (*Graph, error) {
	p.inflate()
	if len(p.points) < 3 {
		return g, nil
	}
	basis := g.basis
	g = g.kept(p.contains)
	g.basis = basis
	return g.check()
}

// kept rebuilds the graph from the vertices that keep admits.
func (g *Graph) kept(keep func(Point) bool) *Graph {
	h := &Graph{}
	id := make([]int32, len(g.vs))
	for i := range g.vs {
		id[i] = none
		if keep(g.vs[i].pos) {
			id[i] = h.addVertex(g.vs[i].pos)
		}
	}
	for i := range g.es {
		if a, b := id[g.es[i].a], id[g.es[i].b]; a != none && b != none {
			h.addEdge(a, b)
		}
	}
	return h.rebuilt(false)
}

// Complete joins every vertex to every other; or, with eachCell, all vertices
// of each cell among themselves.
func Complete(g *Graph, eachCell bool) (*Graph, error) {
	if eachCell {
		for f := range g.fs {
			verts := g.fs[f].verts
			for i, a := range verts {
				for _, b := range verts[i+1:] {
					g.edgeBetween(a, b)
				}
			}
		}
	} else {
		n := len(g.vs)
		if n*(n-1)/2 > maxCompared {
			return nil, fmt.Errorf("complete: joining %d vertices would make more than %d edges", n, maxCompared)
		}
		g.clearFaces()
		g.es = g.es[:0]
		for i := range g.vs {
			g.vs[i].edges, g.vs[i].angles = nil, nil
		}
		for a := range n {
			for b := a + 1; b < n; b++ {
				g.addEdge(int32(a), int32(b))
			}
		}
		g.makeFaces(true)
	}
	g.basis = basisNone
	return g.check()
}

// maxCompared bounds the number of edges for operators that compare all pairs.
const maxCompared = 1 << 13

// DualOf makes a vertex of every face and an edge of every inner edge.
func DualOf(g *Graph) (*Graph, error) {
	if len(g.vs) == 0 || len(g.es) == 0 || len(g.fs) == 0 {
		return g, nil
	}
	h := &Graph{}
	for i := range g.fs {
		h.addVertex(g.fs[i].pos)
	}
	for i := range g.es {
		if e := &g.es[i]; e.left != none && e.right != none {
			h.addEdge(e.left, e.right)
		}
	}
	h.makeFaces(false)
	h.renumber()
	h.setBasis(basisDual, basisDual)
	return h.check()
}

// Hole removes the faces with their middle inside a polygon, which is inflated.
func Hole(g *Graph, p *Poly) (*Graph, error) {
	p.inflate()
	for f := int32(len(g.fs)) - 1; f >= 0; f-- {
		if p.contains(g.fs[f].pos) {
			g.removeFace(f, true)
		}
	}
	return g, nil
}

// fused is the L1 distance below which vertices of different graphs are one.
const fused = 0.01

// Intersect keeps the vertices and edges that all graphs have.
func Intersect(graphs []*Graph) (*Graph, error) {
	if len(graphs) == 0 {
		return &Graph{}, nil
	}
	g := graphs[0]
	shared := func(h *Graph, p Point) bool {
		g.spend(2 * len(h.vs))
		return slices.ContainsFunc(h.vs, func(v vertex) bool { return dist1(v.pos, p) < fused })
	}
	var drop []int32
	for i := range g.vs {
		for _, h := range graphs[1:] {
			if !shared(h, g.vs[i].pos) {
				drop = append(drop, int32(i))
				break
			}
		}
	}
	for i := int32(len(g.es)) - 1; i >= 0; i-- {
		a, b := g.vs[g.es[i].a].pos, g.vs[g.es[i].b].pos
		for _, h := range graphs[1:] {
			g.spend(4 * len(h.es))
			if !slices.ContainsFunc(h.es, func(e edge) bool {
				c, d := h.vs[e.a].pos, h.vs[e.b].pos
				return dist1(a, c) < fused && dist1(b, d) < fused || dist1(a, d) < fused && dist1(b, c) < fused
			}) {
				g.removeEdge(i)
				break
			}
		}
	}
	for _, v := range slices.Backward(drop) {
		g.removeVertex(v)
	}
	return g.rebuilt(true).check()
}

// Layers piles up graphs of the same shape, the first at the bottom, and joins
// the vertices that lie above each other.
func Layers(layers []*Graph) (*Graph, error) {
	g := &Graph{}
	if len(layers) > 0 {
		g.basis = layers[0].basis
	}
	for k, l := range layers {
		first := int32(len(g.vs))
		if (k+1)*len(l.vs) > MaxElements {
			return g.check()
		}
		g.append(l, float64(k), true)
		if k > 0 {
			n := int32(len(l.vs))
			for v := first; v < first+n; v++ {
				if v-n >= 0 {
					g.join(v-n, v)
				}
			}
		}
	}
	g.renumber()
	return g.check()
}

// join adds an edge that carries the basis of the vertices it joins.
func (g *Graph) join(a, b int32) {
	e := g.addEdge(a, b)
	g.es[e].basis = g.vs[a].basis
}

// append adds a copy of h, lifted by z, with everything recorded on it.
func (g *Graph) append(h *Graph, z float64, faces bool) {
	v0, e0 := int32(len(g.vs)), int32(len(g.es))
	g.spend(int(h.spent))
	for i := range h.vs {
		v := &h.vs[i]
		id := g.addVertex(Point{v.pos.X, v.pos.Y, v.pos.Z + z})
		g.vs[id].basis = v.basis
		if v.pivot != none {
			g.vs[id].pivot = v.pivot + v0
		}
	}
	for i := range h.es {
		e := &h.es[i]
		id := g.addEdge(e.a+v0, e.b+v0)
		g.es[id].curved, g.es[id].tanA, g.es[id].tanB, g.es[id].basis = e.curved, e.tanA, e.tanB, e.basis
	}
	if !faces {
		return
	}
	for i := range h.fs {
		f := &h.fs[i]
		verts, edges := slices.Clone(f.verts), slices.Clone(f.edges)
		for k := range verts {
			verts[k] += v0
			edges[k] += e0
		}
		g.attachFace(verts, edges)
		at := f.pos
		at.Z += z
		g.fs[len(g.fs)-1].pos = at
		g.fs[len(g.fs)-1].basis = f.basis
	}
}

// MakeFaces finds the faces of a graph anew, none of them under a crossing.
func MakeFaces(g *Graph) (*Graph, error) {
	g.makeFaces(true)
	return g.check()
}

// Merge lays graphs over each other and fuses the vertices that coincide. With
// connect, vertices of about one mean edge length apart are joined.
func Merge(graphs []*Graph, connect bool) (*Graph, error) {
	all := &Graph{}
	for _, h := range graphs {
		all.append(h, 0, false)
		if _, err := all.check(); err != nil {
			return nil, err
		}
	}
	g := &Graph{spent: all.spent}
	id := make([]int32, len(all.vs))
	places := newNear(1)
	var buf []int32
	for i := range all.vs {
		p := all.vs[i].pos
		id[i] = none
		buf = places.around(buf[:0], p)
		g.spend(8 * len(buf))
		for _, k := range buf {
			if dist1(g.vs[k].pos, p) < fused {
				id[i] = k
				break
			}
		}
		if id[i] == none {
			id[i] = g.addVertex(p)
			g.vs[id[i]].pivot = all.vs[i].pivot
			places.add(id[i], p)
		}
	}
	for i := range g.vs {
		if p := g.vs[i].pivot; p != none {
			g.vs[i].pivot = id[p]
		}
	}
	for i := range all.es {
		e := &all.es[i]
		if a, b := id[e.a], id[e.b]; g.findEdge(a, b) == none {
			k := g.addEdge(a, b)
			g.es[k].curved, g.es[k].tanA, g.es[k].tanB = e.curved, e.tanA, e.tanB
		}
	}
	g = g.rebuilt(true)
	if connect {
		if err := g.connect(); err != nil {
			return nil, err
		}
	}
	g.setBasis(basisNone, basisNone)
	return g.check()
}

// meanEdge is the mean length of all edges, in space.
func (g *Graph) meanEdge() float64 {
	sum := 0.0
	for i := range g.es {
		sum += dist3(g.vs[g.es[i].a].pos, g.vs[g.es[i].b].pos)
	}
	if len(g.es) == 0 {
		return 0
	}
	return sum / float64(len(g.es))
}

// connect joins all vertices closer than 1.1 mean edge lengths in the plane and
// finds the faces.
func (g *Graph) connect() error {
	limit := 1.1 * g.meanEdge()
	for a := range g.vs {
		g.spend(2 * len(g.vs))
		for b := range g.vs {
			if a != b && dist2(g.vs[a].pos, g.vs[b].pos) < limit {
				g.edgeBetween(int32(a), int32(b))
				if len(g.es) > MaxElements {
					return fmt.Errorf("connect: more than %d edges", MaxElements)
				}
			}
		}
	}
	g.makeFaces(true)
	return nil
}

// Union puts graphs side by side without fusing anything.
func Union(graphs []*Graph, connect bool) (*Graph, error) {
	g := &Graph{}
	if len(graphs) > 0 {
		g.basis = graphs[0].basis
	}
	for _, h := range graphs {
		g.append(h, 0, true)
		if _, err := g.check(); err != nil {
			return nil, err
		}
	}
	if connect {
		if err := g.connect(); err != nil {
			return nil, err
		}
	}
	g.basis = basisNone
	return g.check()
}

// Renumber numbers the elements of these types row by row, or of all types
// when none is given.
func Renumber(g *Graph, types []SiteType) (*Graph, error) {
	if len(types) == 0 {
		g.renumber()
	}
	for st := Vertex; st <= Cell; st++ {
		if slices.Contains(types, st) {
			g.reorder(st)
		}
	}
	return g, nil
}

// RotateGraph turns a graph counter-clockwise by so many degrees about the middle of
// the box around its vertices.
func RotateGraph(g *Graph, degrees float64) (*Graph, error) {
	points := make([]Point, len(g.vs))
	for i := range g.vs {
		points[i] = g.vs[i].pos
	}
	lo, hi := bounds(points)
	cx, cy := lo.X+(hi.X-lo.X)/2, lo.Y+(hi.Y-lo.Y)/2
	theta := degrees * math.Pi / 180
	s, c := sin(theta), cos(theta)
	for i := range g.vs {
		// Added up from left to right, which decides the last bits and so the order
		// of neighbours in the same direction: recorded boards depend on it.
		p := &g.vs[i].pos
		dx, dy := p.X-cx, p.Y-cy
		p.X, p.Y = cx+float64(dx*c)-float64(dy*s), cy+float64(dy*c)+float64(dx*s)
	}
	for i := range g.es {
		e := &g.es[i]
		e.tanA, e.tanB = turned(e.tanA, theta), turned(e.tanB, theta)
	}
	g.moved()
	return g, nil
}

// transform moves every vertex.
func (g *Graph) transform(f func(Point) Point) (*Graph, error) {
	for i := range g.vs {
		p := f(g.vs[i].pos)
		if bad := func(x float64) bool { return math.IsNaN(x) || math.Abs(x) > 1e9 }; bad(p.X) || bad(p.Y) || bad(p.Z) {
			return nil, fmt.Errorf("vertex %d moves out of bounds, to (%g, %g, %g)", i, p.X, p.Y, p.Z)
		}
		g.vs[i].pos = p
	}
	g.moved()
	return g, nil
}

// Scale multiplies all coordinates.
func Scale(g *Graph, sx, sy, sz float64) (*Graph, error) {
	return g.transform(func(p Point) Point { return Point{p.X * sx, p.Y * sy, p.Z * sz} })
}

// Shift moves a graph.
func Shift(g *Graph, dx, dy, dz float64) (*Graph, error) {
	return g.transform(func(p Point) Point { return Point{p.X + dx, p.Y + dy, p.Z + dz} })
}

// Skew shifts every vertex to the right by its height above the lowest one
// times amount.
func Skew(g *Graph, amount float64) (*Graph, error) {
	low := math.Inf(1)
	for i := range g.vs {
		low = math.Min(low, g.vs[i].pos.Y)
	}
	return g.transform(func(p Point) Point { return Point{p.X + float64((p.Y-low)*amount), p.Y, p.Z} })
}

// Subdivide divides every face of at least that many vertices into triangles
// about its middle. Unless sites are cells no faces remain.
func Subdivide(st SiteType, g *Graph, least int) (*Graph, error) {
	if st == Vertex {
		g.makeFaces(true)
	}
	for f := int32(len(g.fs)) - 1; f >= 0; f-- {
		verts := g.fs[f].verts
		if len(verts) < least {
			continue
		}
		x := g.addVertex(g.fs[f].pos)
		for _, v := range verts {
			g.edgeBetween(x, v)
		}
	}
	g.clearFaces()
	if st == Cell {
		g.makeFaces(true)
	}
	g.basis = basisNone
	return g.check()
}

// Trim removes dangling edges, and vertices without edges that nothing turns
// around.
func Trim(g *Graph) (*Graph, error) {
	for e := int32(len(g.es)) - 1; e >= 0; e-- {
		if len(g.vs[g.es[e].a].edges) == 1 || len(g.vs[g.es[e].b].edges) == 1 {
			g.removeEdge(e)
		}
	}
	for v := int32(len(g.vs)) - 1; v >= 0; v-- {
		g.spend(len(g.vs))
		pivot := slices.ContainsFunc(g.vs, func(x vertex) bool { return x.pivot == v })
		if len(g.vs[v].edges) == 0 && !pivot {
			g.removeVertex(v)
		}
	}
	return g, nil
}
