package search

import (
	"math"

	"github.com/astragal/astragal/engine/formal"
)

// playOut plays on to the end, or to where heuristics judge.
func (t *Tree) playOut() error {
	limit := t.limit()
	if t.o.Value != nil && t.o.Cutoff == 0 {
		t.o.Value.Judge(t.board, t.w.Mover(), t.learned)
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
			t.policy.line = append(t.policy.line[:t.lag.heard], t.policy.line[tree:]...)
		}
	}
	return t.score()
}

// limit is the number of decisions of a playout.
func (t *Tree) limit() int {
	if t.o.Cutoff > 0 {
		return t.o.Cutoff
	}
	return maxRollout
}

// score finds what a playout has come to.
func (t *Tree) score() error {
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
	for i, v := range t.learned {
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
	t.widen()
	return nil
}

// widen notes between what the payoffs of plays lie.
func (t *Tree) widen() {
	for _, v := range t.payoff {
		if !t.seen {
			t.low, t.high, t.seen = v, v, true
		}
		if v < t.low {
			t.low = v
		}
		if v > t.high {
			t.high = v
		}
	}
}

// back adds the payoffs to the statistics on the way, and passes proofs on.
func (t *Tree) back(leaf int32) {
	t.nodes[leaf].visits++
	proof := t.o.Solver && !t.drawing && t.nodes[leaf].solved != 0
	nodes, edges := t.nodes, t.edges
	for k := len(t.path) - 1; k >= 0; k-- {
		p := t.path[k]
		x := &nodes[p.node]
		x.visits++
		if x.mover != formal.Chance {
			e := &edges[p.edge]
			v := t.payoff[x.mover-1]
			e.visits++
			e.sum += v
			x.tried++
			x.sum += v
			if t.plain && !e.known {
				if now, m := (arm{e.sum / float64(e.visits), rootOf(e.visits)}), &t.arms[p.edge]; m.fresh() {
					t.arm(x, p.edge, now)
				} else {
					*m = now
				}
			}
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

// scale is the width of the payoffs, 1 if they are all alike so far.
func (t *Tree) scale() float64 {
	if w := t.high - t.low; w > 0 && !math.IsInf(w, 0) {
		return w
	}
	return 1
}
