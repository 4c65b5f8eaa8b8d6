package board

import (
	"fmt"
	"slices"
)

// Additions lists what Add adds to a graph: elements by coordinates, and edges
// and cells by the numbers of vertices.
type Additions struct {
	Curved   []CurvedEdge
	Vertices []Point
	EdgesAt  [][2]Point
	CellsAt  [][]Point
	Edges    [][2]int
	Cells    [][]int
	Connect  bool // join each new vertex to all within 1.1 mean edge lengths
}

// CurvedEdge is an edge between two positions with a tangent at each end.
type CurvedEdge struct{ A, B, TangentA, TangentB Point }

// Add adds elements to a graph. Faces are never found anew: an edge drawn
// through a cell does not divide it.
func Add(g *Graph, add Additions) (*Graph, error) {
	for _, c := range add.Curved {
		e := g.addCurved(g.vertexAt(c.A), g.vertexAt(c.B))
		g.es[e].tanA, g.es[e].tanB = c.TangentA, c.TangentB
	}
	var fresh []int32
	for _, p := range add.Vertices {
		if g.find(p) == none {
			fresh = append(fresh, g.addVertex(p))
		}
	}
	for _, e := range add.EdgesAt {
		a := g.vertexAt(e[0])
		b := g.vertexAt(e[1])
		if a == b {
			return nil, fmt.Errorf("add: the edge from (%g, %g) to (%g, %g) has no length", e[0].X, e[0].Y, e[1].X, e[1].Y)
		}
		g.edgeBetween(a, b)
	}
	for _, corners := range add.CellsAt {
		verts := make([]int32, len(corners))
		for i, p := range corners {
			verts[i] = g.vertexAt(p)
		}
		for i, v := range verts {
			if w := verts[(i+1)%len(verts)]; v != w {
				g.edgeBetween(v, w)
			}
		}
		g.addFace(verts)
	}
	for _, e := range add.Edges {
		if g.hasVertex(e[0]) && g.hasVertex(e[1]) && e[0] != e[1] {
			g.edgeBetween(int32(e[0]), int32(e[1]))
		}
	}
	for _, c := range add.Cells {
		verts := make([]int32, 0, len(c))
		for _, v := range c {
			if g.hasVertex(v) {
				verts = append(verts, int32(v))
			}
		}
		if len(verts) == len(c) {
			g.addFace(verts)
		}
	}
	if add.Connect {
		limit := 1.1 * g.meanEdge()
		for _, v := range fresh {
			g.spend(2 * len(g.vs))
			for w := range g.vs {
				if int32(w) != v && dist2(g.vs[v].pos, g.vs[w].pos) < limit {
					g.edgeBetween(v, int32(w))
				}
			}
		}
	}
	g.basis = basisNone
	return g.check()
}

func (g *Graph) hasVertex(v int) bool { return v >= 0 && v < len(g.vs) }

// Removals lists what Remove removes, in this order of the fields' groups:
// vertices inside the polygon, cells, edges, vertices.
type Removals struct {
	Inside     *Poly // not inflated; may be nil
	CellsAt    [][]Point
	Cells      []int
	EdgesAt    [][2]Point
	Edges      [][2]int
	VerticesAt []Point
	Vertices   []int
	KeepEdges  bool // leave the edges of removed cells that bound no other cell
}

// Remove removes elements; those that remain are numbered without gaps in
// their old order.
func Remove(g *Graph, r Removals) (*Graph, error) {
	if r.Inside != nil {
		for v := int32(len(g.vs)) - 1; v >= 0; v-- {
			if r.Inside.contains(g.vs[v].pos) {
				g.removeVertex(v)
			}
		}
	}
	for _, corners := range r.CellsAt {
		if f := g.faceAt(corners); f != none {
			g.removeFace(f, !r.KeepEdges)
		}
	}
	for _, f := range descending(r.Cells) {
		if f >= 0 && f < len(g.fs) {
			g.removeFace(int32(f), !r.KeepEdges)
		}
	}
	for _, e := range r.EdgesAt {
		if a, b := g.find(e[0]), g.find(e[1]); a != none && b != none {
			g.removeBetween(a, b)
		}
	}
	for _, e := range r.Edges {
		if g.hasVertex(e[0]) && g.hasVertex(e[1]) {
			g.removeBetween(int32(e[0]), int32(e[1]))
		}
	}
	for _, p := range r.VerticesAt {
		if v := g.find(p); v != none {
			g.removeVertex(v)
		}
	}
	for _, v := range descending(r.Vertices) {
		if g.hasVertex(v) {
			g.removeVertex(int32(v))
		}
	}
	return g, nil
}

// descending returns the numbers from the highest to the lowest.
func descending(list []int) []int {
	out := slices.Clone(list)
	slices.Sort(out)
	slices.Reverse(out)
	return out
}

// faceAt returns the face with these corners, or none.
func (g *Graph) faceAt(corners []Point) int32 {
	verts := make([]int32, len(corners))
	for i, p := range corners {
		if verts[i] = g.find(p); verts[i] == none {
			return none
		}
	}
	if len(verts) == 0 {
		return none
	}
	return g.faceOf(verts)
}

// removeBetween removes the edge between two vertices, if there is one.
func (g *Graph) removeBetween(a, b int32) {
	if e := g.findEdge(a, b); e != none {
		g.removeEdge(e)
	}
}

// SplitCrossings puts a vertex wherever two edges cross, divides edges that run
// through a vertex, and finds the faces.
func SplitCrossings(g *Graph) (*Graph, error) {
	budget := 1 << 28
	for {
		split, err := g.splitCrossing(&budget)
		if err != nil {
			return nil, err
		}
		if !split {
			break
		}
	}
	for {
		split, err := g.splitTouching(&budget)
		if err != nil {
			return nil, err
		}
		if !split {
			break
		}
	}
	g.makeFaces(true)
	g.basis = basisNone
	return g.check()
}

// splitCrossing divides the first pair of crossing edges.
func (g *Graph) splitCrossing(budget *int) (bool, error) {
	for a := range g.es {
		if *budget -= len(g.es) - a; *budget < 0 || len(g.es) > MaxElements {
			return false, fmt.Errorf("splitCrossings: the graph has too many crossings")
		}
		ea := g.es[a]
		p, q := g.vs[ea.a].pos, g.vs[ea.b].pos
		for b := a + 1; b < len(g.es); b++ {
			eb := g.es[b]
			s, t, ok := intersection(p, q, g.vs[eb.a].pos, g.vs[eb.b].pos)
			if !ok || s <= 0.01 || s >= 0.99 || t <= 0.01 || t >= 0.99 {
				continue
			}
			x := g.addVertex(Point{X: p.X + float64(s*(q.X-p.X)), Y: p.Y + float64(s*(q.Y-p.Y))})
			for _, end := range [4]int32{ea.a, ea.b, eb.a, eb.b} {
				if (end == eb.a || end == eb.b) && (g.vs[ea.a].pivot != none || g.vs[ea.b].pivot != none) {
					continue
				}
				if pivot := g.vs[end].pivot; pivot != none {
					g.vs[x].pivot = pivot
				}
			}
			g.removeEdge(int32(b))
			g.removeEdge(int32(a))
			g.edgeBetween(ea.a, x)
			g.edgeBetween(x, ea.b)
			g.edgeBetween(eb.a, x)
			g.edgeBetween(x, eb.b)
			return true, nil
		}
	}
	return false, nil
}

// splitTouching divides the first edge that runs through a vertex. The search
// for vertices goes on with the ends of the edge as it was.
func (g *Graph) splitTouching(budget *int) (bool, error) {
	for e := range g.es {
		if *budget -= len(g.vs); *budget < 0 {
			return false, fmt.Errorf("splitCrossings: the graph is too large")
		}
		a, b := g.es[e].a, g.es[e].b
		p, q := g.vs[a].pos, g.vs[b].pos
		split := false
		for v := range int32(len(g.vs)) {
			o := g.vs[v].pos
			if v == a || v == b || dist3(o, p) < coincide || dist3(o, q) < coincide || toSegment(o, p, q) >= coincide {
				continue
			}
			split = true
			g.removeEdge(int32(e))
			g.edgeBetween(a, v)
			g.edgeBetween(v, b)
		}
		if split {
			return true, nil
		}
	}
	return false, nil
}

// toSegment is the distance in space from o to the segment from p to q.
func toSegment(o, p, q Point) float64 {
	dx, dy, dz := q.X-p.X, q.Y-p.Y, q.Z-p.Z
	length := float64(dx*dx) + float64(dy*dy) + float64(dz*dz)
	if length == 0 {
		return dist3(o, p)
	}
	t := (float64((o.X-p.X)*dx) + float64((o.Y-p.Y)*dy) + float64((o.Z-p.Z)*dz)) / length
	t = min(max(t, 0), 1)
	return dist3(o, Point{p.X + float64(t*dx), p.Y + float64(t*dy), p.Z + float64(t*dz)})
}
