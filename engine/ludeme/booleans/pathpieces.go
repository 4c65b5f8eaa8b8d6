package booleans

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// pathOfPieces is the test on vertices or cells, whose graph is that of the player's adjacent pieces.
var pathOfPieces = rule.Bool{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Bool {
	a := clause.IsPath(e)
	st, at, p := k.SiteTypeOr(a.SiteType()), k.SiteOrLast(a.From()), k.Player(a.Player(), a.RoleType())
	length, closed := k.Range(a.Length()), k.BoolOr(a.Closed(), false)
	return game.BoolFn(func(c *game.Context) bool {
		s := at.Get(c)
		if !c.G.OnBoard(st, s) {
			return false
		}
		r := pathLength{min: length.Min.Get(c), max: length.Max.Get(c)}
		return r.pieces(c, st, int32(s), p.Get(c), closed.Get(c))
	})
}, Lower: lowerPathOfPieces}

// pathLength is the length that a path or cycle must have; with equal ends it
// is exact.
type pathLength struct{ min, max int }

func (r pathLength) exact() bool { return r.min == r.max }

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

// chain is the number of pieces of a chain that begins at v and leads away from its neighbour; false when it branches,
// or leads around to where it began, as it may from a site that is not the player's.
func chain(v, from int32, own func(v int32) []int32) (int, bool) {
	first := v
	for n := 1; ; n++ {
		near := own(v)
		switch {
		case len(near) > 2, n > 1 && v == first:
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
