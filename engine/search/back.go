package search

import (
	"math"

	"github.com/astragal/astragal/engine/formal"
)

// playOut plays on to the end, or to where heuristics judge.
func (t *Tree) playOut() error {
	limit := maxRollout
	if t.o.Cutoff > 0 {
		limit = t.o.Cutoff
	}
	if t.o.Value != nil && t.o.Cutoff == 0 {
		t.o.Value.Judge(t.board, t.w.Mover(), t.guess)
		defer t.temper()
	}
	switch {
	case t.o.Playout != "random":
		if err := t.policy.run(t, limit); err != nil {
			return err
		}
	case !t.keyed:
		t.w.Playout(&t.pick, limit)
	default:
		t.w.Playout(&t.pick, limit)
		tree := len(t.policy.line)
		if t.w.Line(t.policy.heard); len(t.policy.line) > tree {
			t.policy.line = append(t.policy.line[:0], t.policy.line[tree:]...)
		}
	}
	if t.w.Over() {
		return t.finish()
	}
	if t.o.Cutoff > 0 && t.o.Value != nil {
		t.o.Value.Judge(t.board, t.w.Mover(), t.payoff)
		t.stretch()
		return nil
	}
	if t.o.Cutoff > 0 && t.w.Values(t.payoff) {
		t.stretch()
		return nil
	}
	t.even()
	return nil
}

// temper mixes the payoffs of a playout with what a learned value said of the leaf.
func (t *Tree) temper() {
	for i, v := range t.guess {
		v = t.low + (t.high-t.low)*(v+1)/2
		t.payoff[i] = float64((1-valueShare)*t.payoff[i]) + float64(valueShare*v)
	}
}

// stretch takes values between −1 and 1 to those between the payoffs.
func (t *Tree) stretch() {
	if t.low == -1 && t.high == 1 {
		return
	}
	for i, v := range t.payoff {
		t.payoff[i] = t.low + (t.high-t.low)*(v+1)/2
	}
}

// even sets what a play counts that nobody has won.
func (t *Tree) even() {
	v := (t.low + t.high) / 2
	for i := range t.payoff {
		t.payoff[i] = v
	}
}

// finish reads the payoffs of a play that is over.
func (t *Tree) finish() error {
	if err := t.w.Payoffs(t.payoff); err != nil {
		return err
	}
	for _, v := range t.payoff {
		if !t.seen {
			t.low, t.high, t.seen = v, v, true
		}
		t.low, t.high = min(t.low, v), max(t.high, v)
	}
	return nil
}

// back adds the payoffs to the statistics on the way, and passes proofs on.
func (t *Tree) back(leaf int32) {
	t.nodes[leaf].visits++
	proof := t.o.Solver && !t.drawing && t.nodes[leaf].solved != 0
	for k := len(t.path) - 1; k >= 0; k-- {
		p := t.path[k]
		x := &t.nodes[p.node]
		x.visits++
		if x.mover != formal.Chance {
			e := &t.edges[p.edge]
			v := t.payoff[x.mover-1]
			e.visits++
			e.sum += v
			x.tried++
			x.sum += v
			if len(t.extra) > 0 {
				t.extra[p.edge].squares += float64(v * v)
			}
		}
		if proof {
			proof = t.conclude(p.node)
		}
	}
	if t.keyed {
		t.policy.learn(t)
	}
}

// prove notes that the play is over at a node, with the present payoffs.
func (t *Tree) prove(at int32) {
	if !t.o.Solver || t.drawing || t.nodes[at].solved != 0 {
		return
	}
	t.proofs = append(t.proofs, t.payoff...)
	t.nodes[at].solved = int32(len(t.proofs) - t.f.Players + 1)
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
	t.nodes[at].solved = t.nodes[t.edges[best].child].solved
	return true
}

// scale is the width of the payoffs, 1 if they are all alike so far.
func (t *Tree) scale() float64 {
	if w := t.high - t.low; w > 0 && !math.IsInf(w, 0) {
		return w
	}
	return 1
}
