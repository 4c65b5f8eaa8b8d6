package board

import (
	"math"
	"slices"
)

// renumber renumbers all vertices, edges and faces row by row.
func (g *Graph) renumber() {
	g.reorder(Vertex)
	g.reorder(Edge)
	g.reorder(Cell)
}

// ranking returns a permutation (new number → old number) that sorts points by
// 100·y + x, and its inverse.
func ranking(n int, at func(i int32) Point) (order, rank []int32) {
	order, rank = make([]int32, n), make([]int32, n)
	score := make([]float64, n)
	for i := range order {
		order[i] = int32(i)
		p := at(int32(i))
		score[i] = float64(100*p.Y) + p.X
	}
	slices.SortStableFunc(order, func(a, b int32) int { return compare(score[a], score[b]) })
	for i, old := range order {
		rank[old] = int32(i)
	}
	return order, rank
}

// permuted returns the items in the given order.
func permuted[T any](items []T, order []int32) []T {
	out := make([]T, len(items))
	for i, old := range order {
		out[i] = items[old]
	}
	return out
}

// rename replaces every number of a list by its new one.
func rename(list, rank []int32) {
	for i, x := range list {
		if x != none {
			list[i] = rank[x]
		}
	}
}

// reorder renumbers the elements of one type row by row from the bottom, left
// to right. Orientation, start vertices and internal orders stay.
func (g *Graph) reorder(st SiteType) {
	switch st {
	case Vertex:
		order, rank := ranking(len(g.vs), func(i int32) Point { return g.vs[i].pos })
		g.vs = permuted(g.vs, order)
		for i := range g.vs {
			if p := g.vs[i].pivot; p != none {
				g.vs[i].pivot = rank[p]
			}
		}
		for i := range g.es {
			g.es[i].a, g.es[i].b = rank[g.es[i].a], rank[g.es[i].b]
		}
		for i := range g.fs {
			rename(g.fs[i].verts, rank)
		}
	case Edge:
		order, rank := ranking(len(g.es), func(i int32) Point { return g.es[i].mid })
		g.es = permuted(g.es, order)
		for i := range g.vs {
			rename(g.vs[i].edges, rank)
		}
		for i := range g.fs {
			rename(g.fs[i].edges, rank)
		}
	case Cell:
		order, rank := ranking(len(g.fs), func(i int32) Point { return g.fs[i].pos })
		g.fs = permuted(g.fs, order)
		for i := range g.vs {
			rename(g.vs[i].faces, rank)
		}
		for i := range g.es {
			if e := &g.es[i]; e.left != none {
				e.left = rank[e.left]
			}
			if e := &g.es[i]; e.right != none {
				e.right = rank[e.right]
			}
		}
	}
}

// removeVertex removes a vertex with its faces and edges.
func (g *Graph) removeVertex(v int32) {
	g.spend(len(g.vs) + 2*len(g.es) + 8*len(g.fs))
	for f := int32(len(g.fs)) - 1; f >= 0; f-- {
		if slices.Contains(g.fs[f].verts, v) {
			g.removeFace(f, false)
		}
	}
	for e := int32(len(g.es)) - 1; e >= 0; e-- {
		if g.es[e].a == v || g.es[e].b == v {
			g.removeEdge(e)
		}
	}
	g.vs = slices.Delete(g.vs, int(v), int(v)+1)
	for i := range g.vs {
		if p := g.vs[i].pivot; p == v {
			g.vs[i].pivot = none
		} else if p > v {
			g.vs[i].pivot--
		}
	}
	for i := range g.es {
		if g.es[i].a > v {
			g.es[i].a--
		}
		if g.es[i].b > v {
			g.es[i].b--
		}
	}
	for i := range g.fs {
		shiftDown(g.fs[i].verts, v)
	}
}

// removeEdge removes an edge with its faces.
func (g *Graph) removeEdge(e int32) {
	g.spend(4*len(g.vs) + len(g.es) + 8*len(g.fs))
	for f := int32(len(g.fs)) - 1; f >= 0; f-- {
		if slices.Contains(g.fs[f].edges, e) {
			g.removeFace(f, false)
		}
	}
	g.detach(g.es[e].a, e)
	g.detach(g.es[e].b, e)
	g.es = slices.Delete(g.es, int(e), int(e)+1)
	for i := range g.vs {
		shiftDown(g.vs[i].edges, e)
	}
	for i := range g.fs {
		shiftDown(g.fs[i].edges, e)
	}
}

// detach takes an edge off the list of one of its ends.
func (g *Graph) detach(v, e int32) {
	x := &g.vs[v]
	if i := slices.Index(x.edges, e); i >= 0 {
		x.edges = slices.Delete(x.edges, i, i+1)
		x.angles = slices.Delete(x.angles, i, i+1)
	}
}

// removeFace removes a face and, if so wanted, its edges that bound no other.
func (g *Graph) removeFace(f int32, orphans bool) {
	g.spend(4*len(g.vs) + 2*len(g.es) + len(g.fs))
	edges := g.fs[f].edges
	for _, v := range g.fs[f].verts {
		if i := slices.Index(g.vs[v].faces, f); i >= 0 {
			g.vs[v].faces = slices.Delete(g.vs[v].faces, i, i+1)
		}
	}
	g.fs = slices.Delete(g.fs, int(f), int(f)+1)
	for i := range g.vs {
		shiftDown(g.vs[i].faces, f)
	}
	for i := range g.es {
		g.es[i].left = without(g.es[i].left, f)
		g.es[i].right = without(g.es[i].right, f)
	}
	if !orphans {
		return
	}
	lonely := slices.Clone(edges)
	slices.Sort(lonely)
	for _, e := range slices.Backward(lonely) {
		if g.es[e].left == none && g.es[e].right == none {
			g.removeEdge(e)
		}
	}
}

// without returns a number after element x has been removed.
func without(n, x int32) int32 {
	switch {
	case n == x:
		return none
	case n > x:
		return n - 1
	}
	return n
}

// shiftDown renumbers a list after element x, which is not in it, has been
// removed.
func shiftDown(list []int32, x int32) {
	for i := range list {
		if list[i] > x {
			list[i]--
		}
	}
}

// near hashes points into squares, to find those close to a position.
type near struct {
	size    float64
	buckets map[[2]int32][]int32
}

func newNear(size float64) *near { return &near{size, map[[2]int32][]int32{}} }

func (n *near) key(p Point) [2]int32 {
	return [2]int32{int32(math.Floor(p.X / n.size)), int32(math.Floor(p.Y / n.size))}
}

// add records point number i.
func (n *near) add(i int32, p Point) {
	k := n.key(p)
	n.buckets[k] = append(n.buckets[k], i)
}

// around appends, in ascending order, the numbers of all points closer to p in
// x and y than the size of the squares, and some farther ones.
func (n *near) around(dst []int32, p Point) []int32 {
	k := n.key(p)
	for dx := int32(-1); dx <= 1; dx++ {
		for dy := int32(-1); dy <= 1; dy++ {
			dst = append(dst, n.buckets[[2]int32{k[0] + dx, k[1] + dy}]...)
		}
	}
	slices.Sort(dst)
	return dst
}

// pointList collects the points of a vertex-list generator, dropping any that
// comes too close to an earlier one.
type pointList struct {
	points []Point
	near   *near
	buf    []int32
}

func newPointList() *pointList { return &pointList{near: newNear(1.02)} }

// add appends a point unless there is one within 0.1 already.
func (l *pointList) add(p Point) {
	l.buf = l.near.around(l.buf[:0], p)
	for _, i := range l.buf {
		if dist2(l.points[i], p) < 0.1 {
			return
		}
	}
	l.near.add(int32(len(l.points)), p)
	l.points = append(l.points, p)
}

// edges makes a graph without faces of the points: an edge wherever two are
// about one unit apart.
func (l *pointList) edges() *Graph {
	g := &Graph{}
	for _, p := range l.points {
		g.addVertex(round32(p))
	}
	for a, p := range l.points {
		l.buf = l.near.around(l.buf[:0], p)
		for _, b := range l.buf {
			if int(b) > a && math.Abs(dist2(p, l.points[b])-1) < 0.01 {
				g.addEdge(int32(a), b)
			}
		}
	}
	return g
}

// graph makes a graph with faces of the points.
func (l *pointList) graph() *Graph {
	g := l.edges()
	g.makeFaces(false)
	g.sortFaces()
	return g
}

// rebuilt makes a new graph of the vertices and edges of g, dropping duplicate
// edges, and finds its faces. With drawn, pivots and curves are kept.
func (g *Graph) rebuilt(drawn bool) *Graph {
	h := &Graph{basis: basisNone, spent: g.spent}
	for i := range g.vs {
		h.addVertex(g.vs[i].pos)
	}
	if drawn {
		for i := range g.vs {
			if p := g.vs[i].pivot; p != none {
				h.vs[i].pivot = h.find(Point{X: g.vs[p].pos.X, Y: g.vs[p].pos.Y})
			}
		}
	}
	for i := range g.es {
		e := &g.es[i]
		if h.findEdge(e.a, e.b) != none {
			continue
		}
		id := h.addEdge(e.a, e.b)
		if drawn {
			h.es[id].curved, h.es[id].tanA, h.es[id].tanB = e.curved, e.tanA, e.tanB
		}
	}
	h.makeFaces(false)
	h.sortFaces()
	h.setBasis(basisNone, basisNone)
	return h
}
