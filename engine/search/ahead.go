package search

import "github.com/astragal/astragal/engine/formal"

// A tree looks for ends one move ahead in the first peeks nodes, and goes on as long
// as it finds them in one of peekShare or more.
const (
	peeks     = 64
	peekShare = 50
)

// looks reports whether it pays to look for ends one move ahead.
func (t *Tree) looks() bool {
	return t.o.Decisive && t.o.Solver && !t.drawing && (t.peeked <= peeks || t.ended*peekShare >= t.peeked)
}

// peek looks for moves of a node just listed that end the play, and reports whether that solves it. If there are none
// it may play out from there, see Coded.End.
func (t *Tree) peek(at int32, limit int) (solved, played bool) {
	if !t.looks() {
		return false, false
	}
	t.peeked++
	x := t.nodes[at]
	if x.mover == formal.Chance {
		return false, false
	}
	found, n := false, int(x.n)
	for i := t.ending(at, 0, limit); i < n; i = t.ending(at, i+1, 0) {
		found = true
		t.prove(t.hang(at, int32(i), 0))
		if t.f.Bounded && t.payoff[x.mover-1] >= t.f.High {
			break
		}
	}
	if found {
		t.ended++
		return t.conclude(at), false
	}
	return false, t.quick && limit > 0
}

// ending is the first move of a node from number i on after which the play is over, whose payoffs it finds; the number
// of moves if there is none.
func (t *Tree) ending(at int32, i, limit int) int {
	if t.quick {
		return t.coded.End(i, &t.pick, limit, t.payoff)
	}
	x := &t.nodes[at]
	for n := int(x.n); i < n; i++ {
		if e := &t.edges[x.first+int32(i)]; !e.dead && e.child == 0 && t.w.Peek(i, t.payoff) {
			break
		}
	}
	return i
}

// look lists the moves of a node, and reports whether looking one move ahead tells its payoffs.
func (t *Tree) look(at int32) bool {
	t.expand(at)
	if solved, _ := t.peek(at, 0); !solved || t.drawn(at) {
		return false
	}
	copy(t.payoff, t.proofs[t.nodes[at].solved-1:])
	return true
}
