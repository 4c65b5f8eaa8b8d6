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

// peek notes the moves of a node just listed that end the play, and reports whether that solves it. They are asked for
// one by one, or are so many as Coded.Grow has found.
func (t *Tree) peek(at int32, grown int) bool {
	t.peeked++
	found := false
	for k, i := 0, -1; ; k++ {
		if i = t.ending(at, i+1, k, grown); i < 0 {
			break
		}
		found = true
		t.prove(t.hang(at, int32(i)))
		if x := &t.nodes[at]; t.f.Bounded && t.payoff[x.mover-1] >= t.f.High {
			break
		}
	}
	if !found {
		return false
	}
	t.ended++
	return t.conclude(at)
}

// byOne is the number for those that are asked for one by one.
const byOne = -1

// ending is the k-th move of a node after which the play is over, whose payoffs it finds, -1 if there is none; the
// first one from number i on.
func (t *Tree) ending(at int32, i, k, grown int) int {
	switch x := &t.nodes[at]; {
	case k < grown:
		return t.coded.End(k, t.payoff)
	case grown == byOne && x.mover != formal.Chance:
		for ; i < int(x.n); i++ {
			if e := &t.edges[x.first+int32(i)]; !e.dead && e.child == 0 && t.w.Peek(i, t.payoff) {
				return i
			}
		}
	}
	return -1
}

// look lists the moves of a node, and reports whether looking one move ahead tells its payoffs.
func (t *Tree) look(at int32) bool {
	t.expand(at)
	if !t.looks() || !t.peek(at, byOne) {
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
