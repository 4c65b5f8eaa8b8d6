package booleans

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

func isPath(k *game.Compiler, e *lgdl.Expr) game.Bool {
	a := clause.IsPath(e)
	st := k.SiteTypeOr(a.SiteType())
	k.Require(game.GraphFlag)
	at := k.SiteOrLast(a.From())
	p := k.Player(a.Player(), a.RoleType())
	length := k.Range(a.Length())
	closed := k.BoolOr(a.Closed(), false)
	return game.BoolFn(func(c *game.Context) bool {
		s := at.Get(c)
		if !c.G.OnBoard(st, s) {
			return false
		}
		r := pathLength{min: length.Min.Get(c), max: length.Max.Get(c)}
		w := p.Get(c)
		if st != board.Edge {
			return r.pieces(c, st, int32(s), w, closed.Get(c))
		}
		g := selected(c, func(x int) bool {
			return c.S.Who(board.Edge, x) == w && (w != 0 || c.S.What(board.Edge, x) == 0)
		})
		if closed.Get(c) {
			return r.cycle(g, int32(s))
		}
		return r.open(g, int32(s))
	})
}

// pathLength is the length that a path or cycle must have; with equal ends it
// is exact.
type pathLength struct{ min, max int }

func (r pathLength) exact() bool { return r.min == r.max }

// cycle reports whether the edge e lies on a cycle of a suitable length: the
// edges around it form just one cycle, or the search finds a detour that fits.
func (r pathLength) cycle(g *network, e int32) bool {
	v1, v2 := g.ends(e)
	block := blockOf(g.topo.Num(board.Vertex), v1, g.neighbours)
	size := 0
	if slices.Contains(block, v2) {
		size = len(block)
	}
	inside := 0
	if size > 0 {
		for x := range g.has {
			if a, b := g.ends(int32(x)); g.has[x] && slices.Contains(block, a) && slices.Contains(block, b) {
				inside++
			}
		}
	}
	if r.exact() {
		if size == inside && size == r.min {
			return true
		}
	} else if r.max > 2 && size <= r.max && size == inside && size > 2 {
		return true
	}
	if inside <= size {
		return false
	}
	d := 1 + g.detour(e)
	return r.exact() && d == r.min || r.max > 2 && d <= r.max
}

// detour is the length of the way between the ends of an edge that avoids it
// and that is found by expanding the lowest waiting vertex, each one once.
func (g *network) detour(e int32) int {
	from, to := g.ends(e)
	n := g.topo.Num(board.Vertex)
	dist := make([]int, n)
	for i := range dist {
		dist[i] = game.Infinity
	}
	waiting, done := make([]bool, n), make([]bool, n)
	dist[from], waiting[from] = 0, true
	for {
		v := slices.Index(waiting, true)
		if v < 0 {
			return dist[to]
		}
		waiting[v], done[v] = false, true
		g.each(int32(v), func(x, w int32) {
			if x != e && dist[v]+1 < dist[w] {
				dist[w] = dist[v] + 1
				waiting[w] = !done[w]
			}
		})
	}
}

// open reports whether the edges connected to e are one simple path of a suitable length.
func (r pathLength) open(g *network, e int32) bool {
	v1, v2 := g.ends(e)
	group := []int32{v1}
	if v2 != v1 {
		group = append(group, v2)
	}
	degrees := 0
	for i := 0; i < len(group); i++ {
		degree := 0
		g.each(group[i], func(x, w int32) {
			degree++
			if !slices.Contains(group, w) {
				group = append(group, w)
			}
		})
		if !g.has[e] && (group[i] == v1 || group[i] == v2) {
			degree++
		}
		if degree > 2 {
			return false
		}
		degrees += degree
	}
	edges := degrees / 2
	if edges != len(group)-1 {
		return false
	}
	if r.exact() {
		return edges == r.min
	}
	return r.min < r.max && edges <= r.max
}

// blockOf returns the vertices that no bridge separates from v; neighbours
// lists the vertices next to one of n vertices.
func blockOf(n int, v int32, neighbours func(v int32) []int32) []int32 {
	b := &blocks{neighbours: neighbours, number: make([]int, n), low: make([]int, n)}
	b.visit(v, -1)
	return b.take(v)
}

// blocks is a depth-first search for bridges.
type blocks struct {
	neighbours  func(v int32) []int32
	number, low []int      // from 1, 0 not visited
	children    [][2]int32 // edges of the search tree that are no bridges: parent, child
	count       int
}

func (b *blocks) visit(v, parent int32) {
	b.count++
	b.number[v], b.low[v] = b.count, b.count
	for _, w := range b.neighbours(v) {
		switch {
		case w == parent:
		case b.number[w] != 0:
			b.low[v] = min(b.low[v], b.number[w])
		default:
			b.visit(w, v)
			b.low[v] = min(b.low[v], b.low[w])
			if b.low[w] <= b.number[v] {
				b.children = append(b.children, [2]int32{v, w})
			}
		}
	}
}

// take returns v and all below it that the search reached without a bridge.
func (b *blocks) take(v int32) []int32 {
	out := []int32{v}
	for i := 0; i < len(out); i++ {
		for _, edge := range b.children {
			if edge[0] == out[i] {
				out = append(out, edge[1])
			}
		}
	}
	return out
}

// pieces is the test on vertices or cells, whose graph is that of the player's
// adjacent pieces.
func (r pathLength) pieces(c *game.Context, st board.SiteType, v1 int32, w int, closed bool) bool {
	topo := c.G.Topo
	own := func(v int32) []int32 {
		return slices.DeleteFunc(slices.Clone(topo.Neighbours(st, board.RelAdjacent, v)), func(x int32) bool {
			return c.S.Who(st, int(x)) != w
		})
	}
	near := own(v1)
	if len(near) == 0 {
		if st == board.Vertex {
			return !closed && (r.min == 1 || r.max == 1)
		}
		return !closed && r.min == 1 && r.max == 1
	}
	block := blockOf(topo.Num(st), v1, own)
	size := 0
	if slices.Contains(block, near[0]) {
		size = len(block)
	}
	if closed {
		return r.cycleOfPieces(st, v1, near, size, own)
	}
	switch {
	case size != 0:
		return false
	case st == board.Cell && r.max > 0 || st == board.Vertex && r.max > r.min:
		return true
	case len(near) > 2:
		return false
	}
	total := 1
	for _, x := range near {
		n, ok := chain(x, v1, own)
		if !ok {
			return false
		}
		total += n
	}
	return total == r.min
}

func (r pathLength) cycleOfPieces(st board.SiteType, v1 int32, near []int32, size int, own func(v int32) []int32) bool {
	bound := r.max
	if r.exact() {
		if size == r.min {
			return true
		}
		bound = r.min
	} else if (st == board.Cell && r.max != 0 || st == board.Vertex && r.max > r.min) && size > 2 && size <= r.max {
		return true
	}
	if size <= bound {
		return false
	}
	depth := map[int32]int{v1: 0}
	var search func(v int32, d int)
	search = func(v int32, d int) {
		if _, seen := depth[v]; seen {
			return
		}
		depth[v] = d
		for _, x := range own(v) {
			search(x, d+1)
		}
	}
	for _, x := range near {
		search(x, 1)
		if n := 1 + depth[x]; n > 2 && (r.exact() && n == r.min || !r.exact() && n <= r.max) {
			return true
		}
	}
	return false
}

// chain is the number of pieces of a chain that begins at v and leads away from
// its neighbour; false when it branches.
func chain(v, from int32, own func(v int32) []int32) (int, bool) {
	for n := 1; ; n++ {
		near := own(v)
		switch {
		case len(near) > 2:
			return 0, false
		case len(near) < 2:
			return n, true
		}
		next := near[0]
		if next == from {
			next = near[1]
		}
		v, from = next, v
	}
}
