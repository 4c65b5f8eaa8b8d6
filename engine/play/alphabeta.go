package play

import (
	"context"
	"math"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
)

// probes is the number of random plays tried to learn the sum of all payoffs.
const probes = 4

// probe looks whether alpha-beta can play g, and learns the sum of the payoffs.
// A game whose plays do not all have that sum is noticed when one of them is met.
func (s *Seeker) probe(g formal.Game) error {
	switch {
	case s.players != 2:
		return s.refuse("%s has %d players, expected 2", g.Name(), s.players)
	case s.draws:
		return s.refuse("the rules of %s leave something to chance; uct and flat play such games", g.Name())
	}
	s.ctx = context.Background()
	s.Start(0)
	for range probes {
		p, r := g.NewPosition(), rng.New(0)
		p.Restart(&r)
		for range maxRollout {
			if p.Terminal() {
				if err := s.finish(p); err != nil {
					return err
				}
				s.sum = s.payoff[0] + s.payoff[1]
				return nil
			}
			if err := s.admit(p); err != nil {
				return err
			}
			p.Apply(s.random(p))
		}
	}
	return s.refuse("no random play of %s ends within %d decisions, so that nobody knows whether its payoffs have a fixed sum", g.Name(), maxRollout)
}

// admit checks the decision of a position and notes who has a choice in the step.
func (s *Seeker) admit(p formal.Position) error {
	if pending(p) == 0 {
		s.chooser = 0
	}
	mover, n := p.Mover(), p.Moves()
	switch {
	case n < 1:
		return noMove(p)
	case n == 1:
		return nil
	case mover == formal.Chance:
		return s.refuse("something is left to chance; uct and flat play such games")
	case s.chooser != 0 && s.chooser != mover:
		return s.refuse("players decide at the same time; uct and flat play such games")
	}
	s.chooser = mover
	return nil
}

// alphabeta returns a decision of the largest value, of equal ones each with the
// same probability.
func (s *Seeker) alphabeta(pos formal.Position, mover, n int) (int, error) {
	alpha, beta := math.Inf(-1), math.Inf(1)
	best := -1
	if err := s.admit(pos); err != nil {
		return 0, err
	}
	defer func() { s.chooser = mover }() // for those who decide in the same step
	for _, i := range s.permutation(n) {
		s.chooser = mover
		p := pos.Clone()
		p.Apply(i)
		v, err := s.value(p, s.agent.budget-1, alpha, beta)
		if err != nil {
			return 0, err
		}
		// Within the window values are exact, so that equal ones do not replace.
		if mover == 1 && (best < 0 || v > alpha) {
			best, alpha = i, v
		}
		if mover == 2 && (best < 0 || v < beta) {
			best, beta = i, v
		}
	}
	return best, nil
}

// value is what the first player gets more than the second when both play well
// for so many further plies; exact between alpha and beta. It uses p up.
func (s *Seeker) value(p formal.Position, depth int, alpha, beta float64) (float64, error) {
	if err := s.tick(); err != nil {
		return 0, err
	}
	if p.Terminal() {
		return s.margin(p)
	}
	if pending(p) == 0 {
		if depth == 0 {
			return s.judge(p)
		}
		depth-- // a ply is a step, whoever has a choice in it
	}
	if err := s.admit(p); err != nil {
		return 0, err
	}
	chooser, first, n := s.chooser, p.Mover() == 1, p.Moves()
	best := math.Inf(1)
	if first {
		best = math.Inf(-1)
	}
	for i := range n {
		next := p
		if i < n-1 {
			next = p.Clone()
		}
		next.Apply(i)
		s.chooser = chooser
		v, err := s.value(next, depth, alpha, beta)
		if err != nil {
			return 0, err
		}
		if first {
			best = max(best, v)
			alpha = max(alpha, v)
		} else {
			best = min(best, v)
			beta = min(beta, v)
		}
		if alpha >= beta {
			break
		}
	}
	return best, nil
}

// margin is the value of a terminal position.
func (s *Seeker) margin(p formal.Position) (float64, error) {
	if err := s.finish(p); err != nil {
		return 0, err
	}
	a, b := s.payoff[0], s.payoff[1]
	if math.Abs(a+b-s.sum) > 1e-9*(math.Abs(a)+math.Abs(b)+math.Abs(s.sum)) {
		return 0, s.refuse("the payoffs %g and %g of one play add up to %g, those of another to %g: the players are not opposed", a, b, a+b, s.sum)
	}
	return a - b, nil
}

// judge is the value of a position that is searched no further.
func (s *Seeker) judge(p formal.Position) (float64, error) {
	total := 0.0
	for range s.agent.leaves {
		if err := s.rollout(p.Clone()); err != nil {
			return 0, err
		}
		total += s.payoff[0] - s.payoff[1]
	}
	return total / float64(max(s.agent.leaves, 1)), nil
}
