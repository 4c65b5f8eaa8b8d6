package booleans

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// network is the graph whose vertices are those of the board and whose edges
// are some of the board's.
type network struct {
	topo *board.Topology
	has  []bool // by edge
	size int    // number of edges in it
}

// selected returns the network of the edges for which ok holds.
func selected(c *game.Context, ok func(edge int) bool) *network {
	topo := c.G.Topo
	c.Tick(4 * topo.Num(board.Edge))
	g := &network{topo: topo, has: make([]bool, topo.Num(board.Edge))}
	for x := range g.has {
		if ok(x) {
			g.has[x] = true
			g.size++
		}
	}
	return g
}

func (g *network) ends(edge int32) (a, b int32) {
	v := g.topo.Incident(board.Edge, edge, board.Vertex)
	return v[0], v[1]
}

// each calls f with the selected edges at a vertex and the vertex at their other end.
func (g *network) each(v int32, f func(edge, w int32)) {
	for _, x := range g.topo.Incident(board.Vertex, v, board.Edge) {
		if !g.has[x] {
			continue
		}
		if a, b := g.ends(x); a == v {
			f(x, b)
		} else {
			f(x, a)
		}
	}
}

// neighbours returns the different vertices next to a vertex in ascending order.
func (g *network) neighbours(v int32) []int32 {
	var out []int32
	g.each(v, func(_, w int32) { out = append(out, w) })
	slices.Sort(out)
	return slices.Compact(out)
}

// forest reports whether the network has no cycle.
func (g *network) forest() bool {
	root := make([]int32, g.topo.Num(board.Vertex))
	for i := range root {
		root[i] = int32(i)
	}
	find := func(v int32) int32 {
		for root[v] != v {
			root[v] = root[root[v]]
			v = root[v]
		}
		return v
	}
	for x := range g.has {
		if !g.has[x] {
			continue
		}
		a, b := g.ends(int32(x))
		if a, b = find(a), find(b); a == b {
			return false
		}
		root[a] = b
	}
	return true
}

// longest is the number of edges of the longest walk from a vertex that does
// not go back over the edge it came by; the network must be a forest.
func (g *network) longest(v, by int32) int {
	n := 0
	g.each(v, func(x, w int32) {
		if x != by {
			n = max(n, 1+g.longest(w, x))
		}
	})
	return n
}

// byComponent is the selection of Tree and RegularGraph: the edges with the
// component that has the player's number; for nobody, the component on the edge of
// the last move, or component 1. There is none without a last move.
func byComponent(c *game.Context, player int) *network {
	last := c.LastTo()
	if last < 0 {
		return nil
	}
	if player == 0 {
		if player = c.S.What(board.Edge, last); player == 0 {
			player = 1
		}
	}
	return selected(c, func(x int) bool { return c.S.What(board.Edge, x) == player })
}

func isTree(k *game.Compiler, e *lgdl.Expr) game.Bool {
	a := clause.IsTree(e)
	k.Require(game.GraphFlag)
	p := k.Player(a.Player(), a.RoleType())
	kind := a.IsTreeType().Text
	if kind == "TreeCentre" {
		return game.BoolFn(func(c *game.Context) bool { return treeCentre(c, p.Get(c)) })
	}
	return game.BoolFn(func(c *game.Context) bool {
		g := byComponent(c, p.Get(c))
		if g == nil || !g.forest() {
			return false
		}
		switch kind {
		case "Tree":
			return true
		case "SpanningTree":
			return g.size == g.topo.Num(board.Vertex)-1
		}
		return g.size == g.topo.Num(board.Vertex)-1 && g.caterpillar(e)
	})
}

// caterpillar reports whether the edges of a tree that do not lead to a leaf form one path.
func (g *network) caterpillar(e *lgdl.Expr) bool {
	spine := &network{topo: g.topo, has: make([]bool, len(g.has))}
	first := int32(-1)
	for x := range g.has {
		if !g.has[x] {
			continue
		}
		if a, b := g.ends(int32(x)); len(g.neighbours(a)) >= 2 && len(g.neighbours(b)) >= 2 {
			spine.has[x] = true
			spine.size++
			if first < 0 {
				first = int32(x)
			}
		}
	}
	if first < 0 {
		game.Fault(e, "the tree has no edge between two inner vertices")
	}
	a, b := spine.ends(first)
	return 1+spine.longest(a, first)+spine.longest(b, first) == spine.size
}

// treeCentre reports whether the vertex of the last move is the centre of its
// tree, in the sense of the specification.
func treeCentre(c *game.Context, player int) bool {
	last := c.LastTo()
	if last < 0 {
		return false
	}
	g := selected(c, func(x int) bool {
		if player == c.G.Shared() {
			return c.S.What(board.Edge, x) != 0
		}
		return c.S.What(board.Edge, x) != 0 && c.S.Who(board.Edge, x) == player
	})
	if !g.forest() {
		return false
	}
	s := int32(last)
	if int(s) >= g.topo.Num(board.Vertex) {
		return false
	}
	centre := int32(0)
	if len(g.neighbours(s)) > 0 {
		centre = g.centroid(s)
	}
	if s == centre {
		return true
	}
	near := g.neighbours(s)
	if len(near) == 1 && len(g.neighbours(centre)) == 1 {
		return true
	}
	return slices.Contains(near, centre) && g.greedy(s) == g.greedy(centre)
}

// centroid returns the centroid of the tree of s that a search from its lowest vertex finds.
func (g *network) centroid(s int32) int32 {
	tree := []int32{s}
	for i := 0; i < len(tree); i++ {
		for _, w := range g.neighbours(tree[i]) {
			if !slices.Contains(tree, w) {
				tree = append(tree, w)
			}
		}
	}
	v, parent := slices.Min(tree), int32(-1)
	for {
		next := int32(-1)
		for _, w := range g.neighbours(v) {
			if w != parent && g.weight(w, v) > len(tree)/2 {
				next = w
				break
			}
		}
		if next < 0 {
			return v
		}
		v, parent = next, v
	}
}

// weight is the number of vertices of the subtree of v away from its parent.
func (g *network) weight(v, parent int32) int {
	n := 1
	for _, w := range g.neighbours(v) {
		if w != parent {
			n += g.weight(w, v)
		}
	}
	return n
}

// greedy is the number of vertices of the walk from v that always goes to the
// lowest vertex not visited yet.
func (g *network) greedy(v int32) int {
	seen := []int32{v}
	for {
		i := slices.IndexFunc(g.neighbours(v), func(w int32) bool { return !slices.Contains(seen, w) })
		if i < 0 {
			return len(seen)
		}
		v = g.neighbours(v)[i]
		seen = append(seen, v)
	}
}

func isRegular(k *game.Compiler, e *lgdl.Expr) game.Bool {
	a := clause.IsRegularGraph(e)
	k.Require(game.GraphFlag)
	p := k.Player(a.Player(), a.RoleType())
	degree := k.IntOr(a.K(), 0)
	odd := k.BoolOr(a.Odd(), false)
	even := k.BoolOr(a.Even(), false)
	return game.BoolFn(func(c *game.Context) bool {
		g := byComponent(c, p.Get(c))
		if g == nil {
			return false
		}
		n := g.topo.Num(board.Vertex)
		d := degree.Get(c)
		for v := 0; v < n && d == 0; v++ {
			d = len(g.neighbours(int32(v)))
		}
		for v := range n {
			if len(g.neighbours(int32(v))) != d {
				return false
			}
		}
		switch {
		case odd.Get(c):
			return d%2 == 1
		case even.Get(c):
			return d%2 == 0
		}
		return true
	})
}
