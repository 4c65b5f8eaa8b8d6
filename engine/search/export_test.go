package search

import "math"

// Strayed is the number of moves of the tree of which arms tell something else than edges, nodes and proofs.
func (t *Tree) Strayed() (n int) {
	for at := range t.nodes {
		x := &t.nodes[at]
		if x.first < 0 {
			continue
		}
		for i := x.first; i < x.first+x.n; i++ {
			e := &t.edges[i]
			want := untriedArm
			switch {
			case e.child != 0 && t.nodes[e.child].solved != 0 && !t.drawn(e.child):
				want = t.sureArm(t.proven(e.child, x.mover))
			case e.dead:
				want = deadArm
			case e.visits > 0:
				want = arm{e.sum / float64(e.visits), 1 / math.Sqrt(float64(e.visits))}
			}
			if t.arms[i] != want {
				n++
			}
		}
	}
	return n
}
