package distance

import (
	"fmt"
	"math"
)

// Linkage says how far apart two groups of games are.
type Linkage string

// The linkages.
const (
	Average  Linkage = "average"  // the mean distance of their members (UPGMA)
	Single   Linkage = "single"   // the distance of their nearest members
	Complete Linkage = "complete" // the distance of their farthest members
)

// Phylogeny is a tree whose leaves are games. A leaf has a game and no children.
type Phylogeny struct {
	Game     int // of a leaf, else -1
	Length   float64
	Children []*Phylogeny
	height   float64
}

// Cluster joins the two nearest groups of games until one is left. Of equally
// near pairs the one whose groups hold the earliest games is joined first. The
// lengths of branches are differences of heights; the height of a group is half
// the distance at which it was joined.
func (m *Matrix) Cluster(linkage Linkage) (*Phylogeny, error) {
	switch linkage {
	case Average, Single, Complete:
	default:
		return nil, fmt.Errorf("distance: there is no linkage %q; expected average, single or complete", linkage)
	}
	n := len(m.Names)
	if n == 0 {
		return nil, fmt.Errorf("distance: no games to cluster")
	}
	g := newGroups(m)
	for left := n; left > 1; left-- {
		a, b := g.nearest()
		g.join(a, b, linkage)
	}
	return g.tree[0], nil
}

// groups is the state of an agglomeration. A group has the number of its first
// game; near[i] is the nearest later group to group i, -1 when there is none.
type groups struct {
	n    int
	d    []float64
	tree []*Phylogeny // nil when absorbed
	size []float64
	near []int
}

func newGroups(m *Matrix) *groups {
	n := len(m.Names)
	g := &groups{n: n, d: append([]float64(nil), m.d...), size: make([]float64, n), near: make([]int, n)}
	for i := range n {
		g.tree = append(g.tree, &Phylogeny{Game: i})
		g.size[i] = 1
	}
	for i := range n {
		g.look(i)
	}
	return g
}

// look finds the nearest later group anew.
func (g *groups) look(i int) {
	g.near[i] = -1
	for j := i + 1; j < g.n; j++ {
		if g.tree[j] != nil && (g.near[i] < 0 || g.d[i*g.n+j] < g.d[i*g.n+g.near[i]]) {
			g.near[i] = j
		}
	}
}

func (g *groups) nearest() (a, b int) {
	a, best := -1, math.Inf(1)
	for i := range g.n {
		if g.tree[i] == nil || g.near[i] < 0 {
			continue
		}
		if x := g.d[i*g.n+g.near[i]]; a < 0 || x < best {
			a, best = i, x
		}
	}
	return a, g.near[a]
}

// join absorbs group b into the earlier group a.
func (g *groups) join(a, b int, linkage Linkage) {
	height := g.d[a*g.n+b] / 2
	left, right := g.tree[a], g.tree[b]
	left.Length, right.Length = height-left.height, height-right.height
	g.tree[a], g.tree[b] = &Phylogeny{Game: -1, Children: []*Phylogeny{left, right}, height: height}, nil
	for k := range g.n {
		if g.tree[k] == nil || k == a {
			continue
		}
		x, y := g.d[a*g.n+k], g.d[b*g.n+k]
		switch linkage {
		case Single:
			x = min(x, y)
		case Complete:
			x = max(x, y)
		default:
			x = (x*g.size[a] + y*g.size[b]) / (g.size[a] + g.size[b])
		}
		g.d[a*g.n+k], g.d[k*g.n+a] = x, x
	}
	g.size[a] += g.size[b]
	g.look(a)
	for k := range b {
		switch {
		case g.tree[k] == nil || k == a:
		case g.near[k] == a || g.near[k] == b:
			g.look(k)
		case k < a:
			old, x := g.d[k*g.n+g.near[k]], g.d[k*g.n+a]
			if x < old || x == old && a < g.near[k] {
				g.near[k] = a
			}
		}
	}
}
