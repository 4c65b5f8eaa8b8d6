// Package symmetry finds the symmetries of a board: all permutations of its sites
// that keep what is next to what, the automorphisms of its graph.
//
// The search is exact. Sites are coloured by colour refinement (sites of one colour
// have equally many neighbours of every colour); a base is chosen, sites that one
// after the other are given a colour of their own until refinement tells all sites
// apart; and for each base site, from the last one up, every site of its colour is
// either reached by symmetries found before, shown by a backtracking search to be
// the image of it under another one that fixes the base sites before, or shown not
// to be. So the group comes as a base with a strong generating set (Sims), its order
// as the product of the orbits, of whatever size, and its elements as products of
// coset representatives.
//
// Symmetries that are isometries of the plane, turns and reflections of the board as
// it is drawn, are marked as geometric. Others exist: the rings of a morris board
// can be turned inside out.
package symmetry

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/traffic"
)

// Graph is an undirected graph whose edges are of several kinds. Loops and repeated
// edges are not allowed.
type Graph struct {
	N    int
	near [][]neighbour // in ascending order
}

// neighbour is the other end of an edge.
type neighbour struct{ to, kind int32 }

// NewGraph returns a graph of n vertices with the given edges: two ends and a kind.
func NewGraph(n int, edges [][3]int32) (*Graph, error) {
	g := &Graph{N: n, near: make([][]neighbour, n)}
	for _, e := range edges {
		if e[0] == e[1] || min(e[0], e[1]) < 0 || int(max(e[0], e[1])) >= n {
			return nil, fmt.Errorf("symmetry: edge from %d to %d in a graph of %d vertices", e[0], e[1], n)
		}
		g.near[e[0]] = append(g.near[e[0]], neighbour{e[1], e[2]})
		g.near[e[1]] = append(g.near[e[1]], neighbour{e[0], e[2]})
	}
	for v := range g.near {
		slices.SortFunc(g.near[v], func(a, b neighbour) int { return cmp.Compare(a.to, b.to) })
		for i := 1; i < len(g.near[v]); i++ {
			if g.near[v][i].to == g.near[v][i-1].to {
				return nil, fmt.Errorf("symmetry: two edges from %d to %d", v, g.near[v][i].to)
			}
		}
	}
	return g, nil
}

// Of returns the graph of a board: its sites and pairs of neighbours, of one kind
// where they are neighbours orthogonally (on vertices: always) and of another where
// cells share no more than a corner.
func Of(b *traffic.Board) *Graph {
	edges := make([][3]int32, len(b.Pairs))
	for i, p := range b.Pairs {
		edges[i] = [3]int32{p[0], p[1], 1}
		for _, ends := range [][2]int32{{p[0], p[1]}, {p[1], p[0]}} {
			if slices.Contains(b.Topology().Neighbours(b.Type, board.RelOrthogonal, ends[0]), ends[1]) {
				edges[i][2] = 0
			}
		}
	}
	g, err := NewGraph(b.Sites, edges)
	if err != nil {
		panic(err) // the pairs of a board are in order
	}
	return g
}

// kind returns the kind of the edge between two vertices, or -1.
func (g *Graph) kind(a, b int32) int32 {
	i, ok := slices.BinarySearchFunc(g.near[a], b, func(n neighbour, to int32) int { return cmp.Compare(n.to, to) })
	if !ok {
		return -1
	}
	return g.near[a][i].kind
}

// keeps reports whether a permutation keeps all edges with their kinds.
func (g *Graph) keeps(p []int32) bool {
	for v := range g.near {
		if len(g.near[v]) != len(g.near[p[v]]) {
			return false
		}
		for _, n := range g.near[v] {
			if g.kind(p[v], p[n.to]) != n.kind {
				return false
			}
		}
	}
	return true
}

// Group is a group of permutations: p[v] is where v goes.
type Group struct {
	N int
	// Base are vertices of which only the identity fixes all.
	Base []int32
	// Generators are permutations of which all others are products.
	Generators [][]int32
	// transversals[k][v] takes Base[k] to v and fixes the base vertices before it;
	// nil when none does.
	transversals [][][]int32
}

// maxNodes bounds the search: far more than any board has needed.
const maxNodes = 200_000

// maxWork bounds the steps of refinement: a few seconds.
const maxWork = 60_000_000

// ErrHard tells that the symmetries of a graph are too hard to find.
var ErrHard = errors.New("symmetry: the symmetries of this board take too long to find")

// Automorphisms returns the group of all automorphisms of a graph.
func Automorphisms(g *Graph) (*Group, error) {
	s := &search{g: g}
	return s.run()
}

// Order is the number of elements.
func (g *Group) Order() *big.Int {
	order := big.NewInt(1)
	for _, t := range g.transversals {
		n := 0
		for _, p := range t {
			if p != nil {
				n++
			}
		}
		order.Mul(order, big.NewInt(int64(n)))
	}
	return order
}

// Elements returns all elements, the identity first, in an order that depends on
// the graph alone; false when there are more than limit.
func (g *Group) Elements(limit int) ([][]int32, bool) {
	if g.Order().Cmp(big.NewInt(int64(limit))) > 0 {
		return nil, false
	}
	list := [][]int32{identity(g.N)}
	// An element is a product of representatives: first that of the last base vertex.
	for k := len(g.transversals) - 1; k >= 0; k-- {
		next := make([][]int32, 0, len(list))
		add := func(r []int32) {
			for _, p := range list {
				next = append(next, compose(r, p))
			}
		}
		add(identity(g.N))
		for v, r := range g.transversals[k] {
			if r != nil && int32(v) != g.Base[k] {
				add(r)
			}
		}
		list = next
	}
	return list, true
}

func identity(n int) []int32 {
	p := make([]int32, n)
	for i := range p {
		p[i] = int32(i)
	}
	return p
}

// compose returns the permutation that does q first and then p.
func compose(p, q []int32) []int32 {
	out := make([]int32, len(q))
	for i, x := range q {
		out[i] = p[x]
	}
	return out
}

// orbits are sets of vertices that permutations join; the least one stands for each.
type orbits struct{ up []int32 }

func newOrbits(n int) *orbits { return &orbits{identity(n)} }

func (o *orbits) find(v int32) int32 {
	for o.up[v] != v {
		o.up[v] = o.up[o.up[v]]
		v = o.up[v]
	}
	return v
}

func (o *orbits) join(p []int32) {
	for v, x := range p {
		a, b := o.find(int32(v)), o.find(x)
		o.up[max(a, b)] = min(a, b)
	}
}

// PairImages returns where a permutation of the sites takes every pair of neighbours.
func PairImages(b *traffic.Board, p []int32) []int32 {
	out := make([]int32, len(b.Pairs))
	for i, ends := range b.Pairs {
		out[i] = b.Pair(p[ends[0]], p[ends[1]])
	}
	return out
}
