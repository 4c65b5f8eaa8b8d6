package play

import (
	"encoding/binary"
	"math"

	"github.com/astragal/astragal/engine/formal"
)

// The tree of UCT has a node for every step: one decision, or all decisions that
// are taken at the same time. Each player of a step has statistics of his own
// decisions alone, so that nobody adapts to what he could not see (decoupled
// UCT). What chance does, as a decision of its own or inside of a move, leads to
// different nodes. Every player maximises his own payoff, so that any number of
// players may play.

// node is a position in which a step begins.
type node struct {
	arms []arms           // by decisions pending
	next map[string]*node // by what was decided, and drawn
}

// arms are the statistics of one decision.
type arms struct {
	mover  int
	visits []int
	sums   []float64 // of payoffs of the mover
	total  int
}

// taken is a decision on the way down the tree.
type taken struct {
	n         *node
	at, index int
}

// uct returns the decision for a position of the step that origin begins. The
// tree is grown once a step. Where several have a choice, decisions are drawn by
// their visits, which is how decoupled UCT mixes; otherwise the most visited one
// is taken, of equals the better one.
func (s *Seeker) uct(pos formal.Position) (int, error) {
	if s.tree == nil {
		s.tree = &node{}
		for range s.agent.budget {
			if err := s.grow(); err != nil {
				return 0, err
			}
		}
	}
	choosers := 0
	for _, a := range s.tree.arms {
		if len(a.visits) > 1 {
			choosers++
		}
	}
	a := &s.tree.arms[pending(pos)]
	if choosers > 1 {
		k := s.pick.Below(a.total)
		i := 0
		for k -= a.visits[0]; k >= 0; k -= a.visits[i] {
			i++
		}
		return i, nil
	}
	best := 0
	for i, n := range a.visits {
		if n > a.visits[best] || n == a.visits[best] && a.sums[i] > a.sums[best] {
			best = i
		}
	}
	return best, nil
}

// grow adds one node to the tree and plays from there.
func (s *Seeker) grow() error {
	p, n := s.fork(s.origin), s.tree
	s.path = s.path[:0]
	for !p.Terminal() {
		if err := s.descend(p, n); err != nil {
			return err
		}
		next := n.next[string(s.key)]
		if next == nil {
			if n.next == nil {
				n.next = map[string]*node{}
			}
			n.next[string(s.key)] = &node{}
			break
		}
		n = next
	}
	if err := s.rollout(p); err != nil {
		return err
	}
	for _, t := range s.path {
		a := &t.n.arms[t.at]
		a.visits[t.index]++
		a.total++
		a.sums[t.index] += s.payoff[a.mover-1]
	}
	return nil
}

// descend takes all decisions of the step that begins in p, and sets key to what
// tells the positions after n apart.
func (s *Seeker) descend(p formal.Position, n *node) error {
	s.key = s.key[:0]
	for at := 0; ; at++ {
		if err := s.tick(); err != nil {
			return err
		}
		k := p.Moves()
		if k < 1 {
			return noMove(p)
		}
		if at == len(n.arms) {
			n.arms = append(n.arms, arms{})
		}
		var i int
		if mover := p.Mover(); mover == formal.Chance {
			i = formal.Draw(p, &s.pick)
		} else {
			a := &n.arms[at]
			if a.visits == nil {
				*a = arms{mover: mover, visits: make([]int, k), sums: make([]float64, k)}
			}
			if len(a.visits) != k || a.mover != mover {
				return s.refuse("what may be decided depends on what others decide at the same time")
			}
			i = s.promising(a)
			s.path = append(s.path, taken{n, at, i})
		}
		p.Apply(i)
		s.key = binary.AppendUvarint(s.key, uint64(i))
		if p.Terminal() || pending(p) == 0 {
			break
		}
	}
	if s.draws && !p.Terminal() {
		s.key = binary.AppendUvarint(s.key, uint64(p.Mover()))
		s.key = binary.AppendUvarint(s.key, uint64(p.Moves()))
		s.key = append(s.key, p.Observation(1)...)
	}
	return nil
}

// promising returns the decision with the largest upper confidence bound, one
// that was never tried before all others.
func (s *Seeker) promising(a *arms) int {
	fresh, untried := -1, 0
	for i, n := range a.visits {
		if n == 0 {
			if untried++; s.pick.Below(untried) == 0 {
				fresh = i
			}
		}
	}
	if fresh >= 0 {
		return fresh
	}
	width := s.high - s.low
	if width == 0 {
		width = 1
	}
	log := math.Log(float64(a.total))
	best, bound := 0, math.Inf(-1)
	for i, n := range a.visits {
		// The conversion keeps processors from fusing the product into the sum,
		// which would round differently.
		b := a.sums[i]/float64(n) + float64(width*math.Sqrt(log/float64(n)))
		if b > bound {
			best, bound = i, b
		}
	}
	return best
}
