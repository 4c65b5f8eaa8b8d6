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

// peek notes the moves of a node just listed that end the play, the first of which is given, with its payoffs, and
// reports whether that solves it. With grown they are those that Coded.Grow has found.
func (t *Tree) peek(at int32, i int, grown bool) bool {
	t.peeked++
	x := t.nodes[at]
	if i >= int(x.n) || x.mover == formal.Chance {
		return false
	}
	t.ended++
	for ; i < int(x.n); i = t.ending(at, i+1, grown) {
		t.prove(t.hang(at, int32(i)))
		if t.f.Bounded && t.payoff[x.mover-1] >= t.f.High {
			break
		}
	}
	return t.conclude(at)
}

// ending is the first move of a node from number i on after which the play is over, whose payoffs it finds; the number
// of moves if there is none.
func (t *Tree) ending(at int32, i int, grown bool) int {
	if grown {
		return t.coded.End(i, t.payoff)
	}
	x := &t.nodes[at]
	if x.mover == formal.Chance {
		return int(x.n)
	}
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
	if !t.looks() || !t.peek(at, t.ending(at, 0, false), false) {
		return false
	}
	return t.told(at)
}

// told reports whether the payoffs of a node that is solved can be taken for those of a playout, which they are then.
func (t *Tree) told(at int32) bool {
	if t.drawn(at) {
		return false
	}
	copy(t.payoff, t.proofs[t.nodes[at].solved-1:])
	return true
}
