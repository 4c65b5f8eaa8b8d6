package board

import "math"

// maxFaceVertices is the size of the largest polygon that becomes a face.
const maxFaceVertices = 32

// makeFaces deletes all faces and finds them anew: from every vertex, along
// every edge, it walks round turning as sharply as possible to the right, and
// keeps the closed clockwise polygons. With crossings, walks along an edge that
// crosses a lower-numbered one are given up.
func (g *Graph) makeFaces(crossings bool) {
	g.clearFaces()
	w := faceWalk{g: g, seen: make([]int32, len(g.vs))}
	for i := range w.seen {
		w.seen[i] = none
	}
	if crossings {
		w.crosses, w.index = make([]int8, len(g.es)), newCrossings(g)
	}
	for s := range g.vs {
		for k := range g.vs[s].edges {
			if verts, edges, ok := w.walk(int32(s), k); ok && g.clockwise(verts) && g.faceOf(verts) == none {
				g.attachFace(append([]int32(nil), verts...), append([]int32(nil), edges...))
			}
		}
	}
}

// faceWalk holds the working memory of makeFaces.
type faceWalk struct {
	g       *Graph
	seen    []int32 // per vertex, the number of the walk that last visited it
	count   int32
	crosses []int8 // per edge: 0 unknown, 1 no, 2 yes; nil when not asked for
	index   *crossings
	verts   [maxFaceVertices]int32
	edges   [maxFaceVertices]int32
}

// walk goes round from vertex s, arriving by its k-th edge. It returns the
// vertices from s on and the edges between them.
func (w *faceWalk) walk(s int32, k int) (verts, edges []int32, ok bool) {
	g := w.g
	w.count++
	z := g.vs[s].pos.Z
	at, arrived, n := s, k, 0
	for {
		if n == maxFaceVertices || w.seen[at] == w.count {
			return nil, nil, false
		}
		w.seen[at] = w.count
		list := g.vs[at].edges
		next := none
		var e int32
		for i := 1; i < len(list); i++ {
			e = list[(arrived+i)%len(list)]
			if o := g.other(e, at); math.Abs(g.vs[o].pos.Z-z) < 0.0001 {
				next = o
				break
			}
		}
		if next == none {
			return nil, nil, false
		}
		w.verts[n], w.edges[n] = at, e
		n++
		g.spend(len(list))
		if next == s {
			return w.verts[:n], w.edges[:n], n >= 3
		}
		if w.crosses != nil && w.crossing(e) {
			return nil, nil, false
		}
		at = next
		for i, x := range g.vs[at].edges {
			if x == e {
				arrived = i
				break
			}
		}
	}
}

// clockwise reports whether a polygon has negative signed area.
func (g *Graph) clockwise(verts []int32) bool {
	area := 0.0
	for i, v := range verts {
		p, q := g.vs[v].pos, g.vs[verts[(i+1)%len(verts)]].pos
		area += float64(p.X*q.Y) - float64(q.X*p.Y)
	}
	return area < 0
}

// crossing reports whether edge e crosses an edge with a lower number than any
// that joins the same vertices.
func (w *faceWalk) crossing(e int32) bool {
	if w.crosses[e] == 0 {
		w.crosses[e] = 1
		first := w.g.findEdge(w.g.es[e].a, w.g.es[e].b)
		if w.index.any(e, first, func(f int32) bool { return w.g.edgesCross(e, f) }) {
			w.crosses[e] = 2
		}
	}
	return w.crosses[e] == 2
}

// edgesCross reports whether two edges cross in the plane without sharing an
// end.
func (g *Graph) edgesCross(e, f int32) bool {
	x, y := &g.es[e], &g.es[f]
	a, b, c, d := g.vs[x.a].pos, g.vs[x.b].pos, g.vs[y.a].pos, g.vs[y.b].pos
	if dist2(a, c) < coincide || dist2(a, d) < coincide || dist2(b, c) < coincide || dist2(b, d) < coincide {
		return false
	}
	s, t, ok := intersection(a, b, c, d)
	return ok && s >= -tiny && s <= 1+tiny && t >= -tiny && t <= 1+tiny
}

// tiny is the tolerance of geometric tests.
const tiny = 1e-7

// intersection returns the parameters at which the lines a–b and c–d meet;
// not ok when they are parallel.
func intersection(a, b, c, d Point) (s, t float64, ok bool) {
	ux, uy, vx, vy := b.X-a.X, b.Y-a.Y, d.X-c.X, d.Y-c.Y
	det := float64(ux*vy) - float64(uy*vx)
	if math.Abs(det) < tiny {
		return 0, 0, false
	}
	wx, wy := c.X-a.X, c.Y-a.Y
	s = (float64(wx*vy) - float64(wy*vx)) / det
	t = (float64(wx*uy) - float64(wy*ux)) / det
	return s, t, true
}
