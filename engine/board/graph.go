package board

import (
	"fmt"
	"math"
	"slices"
)

// MaxElements bounds the number of vertices, edges and faces of a graph, each,
// so that no description can ask for a board that does not fit in memory.
const MaxElements = 1 << 15

// none marks a missing face, pivot or other index.
const none int32 = -1

// vertex is a point of a graph. Its edges are kept in counter-clockwise order
// of the other end, beginning just after west; angles[i] belongs to edges[i].
type vertex struct {
	pos    Point
	pivot  int32
	basis  basis
	edges  []int32
	angles []float64
	faces  []int32 // in the order they were attached
}

// edge joins vertex a to vertex b, with the faces on either side of that way.
type edge struct {
	a, b        int32
	left, right int32
	curved      bool
	basis       basis
	tanA, tanB  Point // tangents, of edges given with them
	mid         Point
}

// face is a polygon: edge k joins vertex k and vertex k+1.
type face struct {
	verts, edges []int32
	basis        basis
	pos          Point
}

// Graph is a board under construction. The zero value is an empty graph.
//
// Generators and operators may refuse (sizes out of bounds, bad arguments):
// they then return an error and no graph.
type Graph struct {
	vs    []vertex
	es    []edge
	fs    []face
	basis basis
	spent effort // on building it
}

// Num returns the number of elements of a type.
func (g *Graph) Num(st SiteType) int {
	switch st {
	case Vertex:
		return len(g.vs)
	case Edge:
		return len(g.es)
	}
	return len(g.fs)
}

// EdgeEnds returns the vertices A and B of an edge and whether it is curved.
func (g *Graph) EdgeEnds(e int32) (a, b int32, curved bool) {
	return g.es[e].a, g.es[e].b, g.es[e].curved
}

// CellVertices returns the vertices around a face, clockwise.
func (g *Graph) CellVertices(f int32) []int32 { return g.fs[f].verts }

// VertexPoint returns the position of a vertex.
func (g *Graph) VertexPoint(v int32) Point { return g.vs[v].pos }

// Tangents returns the tangents an edge was drawn with, if it was.
func (g *Graph) Tangents(e int32) (a, b Point, ok bool) {
	x := &g.es[e]
	return x.tanA, x.tanB, x.tanA != Point{} || x.tanB != Point{}
}

// Pivot returns the vertex that a vertex turns around, or -1.
func (g *Graph) Pivot(v int32) int32 { return g.vs[v].pivot }

// check returns an error when the graph has outgrown the bounds.
func (g *Graph) check() (*Graph, error) {
	for st := Vertex; st <= Cell; st++ {
		if n := g.Num(st); n > MaxElements {
			return nil, fmt.Errorf("board has more than %d elements of type %v", MaxElements, st)
		}
	}
	return g, nil
}

// dist1 is the L1 distance, by which vertices coincide.
func dist1(p, q Point) float64 {
	return math.Abs(p.X-q.X) + math.Abs(p.Y-q.Y) + math.Abs(p.Z-q.Z)
}

// dist2 is the Euclidean distance in the plane.
func dist2(p, q Point) float64 {
	dx, dy := q.X-p.X, q.Y-p.Y
	return math.Sqrt(float64(dx*dx) + float64(dy*dy))
}

// dist3 is the Euclidean distance in space.
func dist3(p, q Point) float64 {
	dx, dy, dz := q.X-p.X, q.Y-p.Y, q.Z-p.Z
	return math.Sqrt(float64(dx*dx) + float64(dy*dy) + float64(dz*dz))
}

func mid(p, q Point) Point {
	return Point{(p.X + q.X) * 0.5, (p.Y + q.Y) * 0.5, (p.Z + q.Z) * 0.5}
}

// round32 is the rounding that vertex-list generators apply to coordinates.
func round32(p Point) Point {
	return Point{float64(float32(p.X)), float64(float32(p.Y)), float64(float32(p.Z))}
}

// coincide is the L1 distance below which a position names an existing vertex.
const coincide = 0.001

// find returns the first vertex at p, or none.
func (g *Graph) find(p Point) int32 {
	g.spend(len(g.vs))
	for i := range g.vs {
		if q := &g.vs[i].pos; math.Abs(q.X-p.X) < coincide && dist1(*q, p) < coincide {
			return int32(i)
		}
	}
	return none
}

// addVertex appends a vertex.
func (g *Graph) addVertex(p Point) int32 {
	g.vs = append(g.vs, vertex{pos: p, pivot: none})
	return int32(len(g.vs) - 1)
}

// vertexAt finds or appends the vertex at p.
func (g *Graph) vertexAt(p Point) int32 {
	if v := g.find(p); v != none {
		return v
	}
	return g.addVertex(p)
}

// findEdge returns the first edge in number order between two vertices, or none.
func (g *Graph) findEdge(a, b int32) int32 {
	best := none
	g.spend(len(g.vs[a].edges))
	for _, e := range g.vs[a].edges {
		if g.other(e, a) == b && (best == none || e < best) {
			best = e
		}
	}
	return best
}

// findCurved returns the first curved edge between two vertices, or none.
func (g *Graph) findCurved(a, b int32) int32 {
	best := none
	for _, e := range g.vs[a].edges {
		if g.es[e].curved && g.other(e, a) == b && (best == none || e < best) {
			best = e
		}
	}
	return best
}

// other returns the end of edge e that is not v.
func (g *Graph) other(e, v int32) int32 {
	if x := &g.es[e]; x.a != v {
		return x.a
	}
	return g.es[e].b
}

// addEdge appends an edge without looking for duplicates.
func (g *Graph) addEdge(a, b int32) int32 {
	id := int32(len(g.es))
	g.es = append(g.es, edge{basis: g.basis, a: a, b: b, left: none, right: none, mid: mid(g.vs[a].pos, g.vs[b].pos)})
	g.attach(a, id)
	g.attach(b, id)
	return id
}

// addCurved appends a curved edge without looking for duplicates.
func (g *Graph) addCurved(a, b int32) int32 {
	e := g.addEdge(a, b)
	g.es[e].curved = true
	return e
}

// edgeBetween finds or appends the edge a–b.
func (g *Graph) edgeBetween(a, b int32) int32 {
	if e := g.findEdge(a, b); e != none {
		return e
	}
	return g.addEdge(a, b)
}

// curveBetween finds or appends the edge a–b; a new one is curved.
func (g *Graph) curveBetween(a, b int32) int32 {
	if e := g.findEdge(a, b); e != none {
		return e
	}
	return g.addCurved(a, b)
}

// attach puts an edge in the angular order of one of its ends. The list is
// re-sorted as a whole because an operator may have moved the vertices since.
func (g *Graph) attach(v, e int32) {
	x := &g.vs[v]
	g.spend(kept + 2*len(x.edges))
	x.edges = append(x.edges, e)
	x.angles = append(x.angles, g.angle(v, e))
	for i := 1; i < len(x.edges); i++ {
		for j := i; j > 0 && x.angles[j] < x.angles[j-1]; j-- {
			x.angles[j], x.angles[j-1] = x.angles[j-1], x.angles[j]
			x.edges[j], x.edges[j-1] = x.edges[j-1], x.edges[j]
		}
	}
}

// angle is the direction in which edge e leaves vertex v.
func (g *Graph) angle(v, e int32) float64 {
	p, q := g.vs[v].pos, g.vs[g.other(e, v)].pos
	return atan2(q.Y-p.Y, q.X-p.X)
}

// moved brings derived points and angles up to date after vertices have moved.
// The angular order of edges stays as it was.
func (g *Graph) moved() {
	for i := range g.es {
		e := &g.es[i]
		e.mid = mid(g.vs[e.a].pos, g.vs[e.b].pos)
	}
	for i := range g.fs {
		g.fs[i].pos = g.mean(g.fs[i].verts)
	}
	for v := range g.vs {
		for i, e := range g.vs[v].edges {
			g.vs[v].angles[i] = g.angle(int32(v), e)
		}
	}
}

// mean is the reference point of a polygon.
func (g *Graph) mean(verts []int32) (p Point) {
	for _, v := range verts {
		q := g.vs[v].pos
		p.X += q.X
		p.Y += q.Y
		p.Z += q.Z
	}
	n := float64(len(verts))
	return Point{p.X / n, p.Y / n, p.Z / n}
}

// addFace appends the face with these vertices, unless an edge is missing or
// the face exists already.
func (g *Graph) addFace(verts []int32) {
	if len(verts) < 3 || g.faceOf(verts) != none {
		return
	}
	edges := make([]int32, len(verts))
	for i, v := range verts {
		if edges[i] = g.findEdge(v, verts[(i+1)%len(verts)]); edges[i] == none {
			return
		}
	}
	g.attachFace(verts, edges)
}

// attachFace appends a face whose vertices and edges are known.
func (g *Graph) attachFace(verts, edges []int32) {
	id := int32(len(g.fs))
	g.spend(kept * len(verts))
	g.fs = append(g.fs, face{basis: g.basis, verts: verts, edges: edges, pos: g.mean(verts)})
	for i, v := range verts {
		g.vs[v].faces = append(g.vs[v].faces, id)
		if e := &g.es[edges[i]]; e.a == v {
			e.right = id
		} else {
			e.left = id
		}
	}
}

// faceOf returns the first face with the same cyclic vertex sequence in either
// orientation, or none.
func (g *Graph) faceOf(verts []int32) int32 {
	best := none
	g.spend(len(verts) + len(g.vs[verts[0]].faces))
	for _, f := range g.vs[verts[0]].faces {
		if (best == none || f < best) && sameCycle(g.fs[f].verts, verts) {
			best = f
		}
	}
	return best
}

// sameCycle reports whether two vertex lists go round the same polygon.
func sameCycle(a, b []int32) bool {
	n := len(a)
	if n != len(b) {
		return false
	}
	for start := range n {
		if a[start] != b[0] {
			continue
		}
		forward, backward := true, true
		for k := range n {
			forward = forward && a[(start+k)%n] == b[k]
			backward = backward && a[(start-k+n)%n] == b[k]
		}
		if forward || backward {
			return true
		}
	}
	return false
}

// clearFaces removes all faces.
func (g *Graph) clearFaces() {
	g.fs = g.fs[:0]
	for i := range g.vs {
		g.vs[i].faces = nil
	}
	for i := range g.es {
		g.es[i].left, g.es[i].right = none, none
	}
}

// sortFaces orders the faces of every vertex by angle, as a rebuild does.
func (g *Graph) sortFaces() {
	for i := range g.vs {
		v := &g.vs[i]
		slices.SortStableFunc(v.faces, func(a, b int32) int {
			p, q := g.fs[a].pos, g.fs[b].pos
			return compare(atan2(p.Y-v.pos.Y, p.X-v.pos.X), atan2(q.Y-v.pos.Y, q.X-v.pos.X))
		})
	}
}

// compare orders two finite numbers.
func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// EdgeCells returns the faces to the left and right of an edge, or -1.
func (g *Graph) EdgeCells(e int32) (left, right int32) { return g.es[e].left, g.es[e].right }

// across returns the face on the other side of one of face f's edges, or none;
// none also where another face has taken the place of f at the edge.
func (g *Graph) across(e, f int32) int32 {
	switch x := &g.es[e]; f {
	case x.left:
		return x.right
	case x.right:
		return x.left
	}
	return none
}
