package search

import (
	"math"
	"slices"
)

// Strayed is the number of nodes of the tree of whose moves arms tell something else than edges, nodes and proofs.
func (t *Tree) Strayed() (n int) {
	for at := range t.nodes {
		x := &t.nodes[at]
		if x.first < 0 {
			continue
		}
		var want []arm
		for i := range x.n {
			switch e := &t.edges[x.first+i]; {
			case e.child != 0 && t.nodes[e.child].solved != 0 && !t.drawn(e.child):
				want = append(want, t.sureArm(t.proven(e.child, x.mover), i))
			case e.dead:
				want = append(want, deadArm(i))
			case e.visits > 0:
				want = append(want, arm{e.sum / float64(e.visits), 1 / math.Sqrt(float64(e.visits)), i})
			}
		}
		if !slices.Equal(t.armsOf(x), want) {
			n++
		}
	}
	return n
}
