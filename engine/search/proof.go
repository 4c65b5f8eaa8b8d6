package search

import "github.com/astragal/astragal/engine/formal"

// prove notes that the play is over at a node, with the present payoffs.
func (t *Tree) prove(at int32) {
	if !t.o.Solver || t.drawing || t.nodes[at].solved != 0 {
		return
	}
	t.proofs = append(t.proofs, t.payoff...)
	t.solve(at, int32(len(t.proofs)-t.f.Players+1))
}

// solve notes the payoffs that are proven of a node, and that the move that leads there need
// not be tried any more, unless nobody gets the most there is, see drawn.
func (t *Tree) solve(at, proof int32) {
	x := &t.nodes[at]
	if x.solved = proof; x.up >= 0 && !t.drawn(at) {
		t.edges[x.up].known = true
		if above := &t.nodes[x.above]; t.plain && above.mover != formal.Chance { // which draws
			t.arm(above, x.up, t.sureArm(t.proven(at, above.mover)))
		}
	}
}

// proven is the payoff of a player at a node that is solved.
func (t *Tree) proven(at int32, player int16) float64 {
	return t.proofs[int(t.nodes[at].solved)-1+int(player)-1]
}

// conclude notes what follows for a node from what is proven of its moves: the best
// that there can be, or all of them (Winands, Björnsson and Saito 2008).
func (t *Tree) conclude(at int32) bool {
	x := &t.nodes[at]
	if x.solved != 0 {
		return true
	}
	if x.mover == formal.Chance {
		return false
	}
	best, open := int32(-1), false
	for i := x.first; i < x.first+x.n; i++ {
		e := &t.edges[i]
		if e.dead {
			continue
		}
		if e.child == 0 || t.nodes[e.child].solved == 0 {
			open = true
			continue
		}
		if best < 0 || t.proven(e.child, x.mover) > t.proven(t.edges[best].child, x.mover) {
			best = i
		}
	}
	if best < 0 || open && !(t.f.Bounded && t.proven(t.edges[best].child, x.mover) >= t.f.High) {
		return false
	}
	t.solve(at, t.nodes[t.edges[best].child].solved)
	return true
}

// drawn reports whether a node is solved and nobody gets the most there is. Such a proof
// ends nothing: others who do not know it may still go wrong, and which moves lead them
// there is found out by playing on. Proofs of wins and losses alone steer the search
// (Winands, Björnsson and Saito 2008); those of draws bound what a decision is worth
// (score bounds, Cazenave and Saffidine 2010), which Best goes by.
func (t *Tree) drawn(at int32) bool {
	x := &t.nodes[at]
	if x.solved == 0 || !t.f.Bounded {
		return false
	}
	for _, v := range t.proofs[x.solved-1:][:t.f.Players] {
		if v >= t.f.High {
			return false
		}
	}
	return true
}

// done reports whether the search need not go on: the root is solved, and if it is drawn
// one move alone keeps the draw.
func (t *Tree) done() bool {
	x := &t.nodes[0]
	if x.solved == 0 || !t.drawn(0) {
		return x.solved != 0
	}
	level := 0
	for i := range x.n {
		if e := &t.edges[x.first+i]; !e.dead && !t.worse(x, e) {
			level++
		}
	}
	return level < 2
}

// worse reports whether a move of the root is proven to bring the mover less than the
// root, or nothing but the least that there is.
func (t *Tree) worse(x *node, e *edge) bool {
	if !t.o.Solver || !t.f.Bounded || e.child == 0 || t.nodes[e.child].solved == 0 {
		return false
	}
	v := t.proven(e.child, x.mover)
	return v <= t.f.Low || t.nodes[0].solved != 0 && v < t.proven(0, x.mover)
}
