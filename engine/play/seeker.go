package play

import (
	"context"
	"errors"
	"fmt"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
)

// Seeker decides for all players of one play after the other, by search on any
// formalism. What it decides follows from the seed of the play and the budget of
// the agent, never from time. It belongs to one goroutine.
type Seeker struct {
	agent   Agent
	players int
	draws   bool    // the rules draw inside of moves
	sum     float64 // alpha-beta: of the payoffs of every play

	ctx     context.Context
	pick    rng.SplitMix64  // all choices of the agent
	origin  formal.Position // in which the current step began
	tree    *node           // uct: grown from origin, nil before
	chooser int             // alpha-beta: who had a choice in this step, 0 nobody
	work    int             // positions looked at

	payoff  []float64 // of the last playout, by player-1
	low     float64   // smallest and largest payoff of this step's search
	high    float64
	scored  bool // whether there was any
	path    []taken
	key     []byte
	shuffle []int
}

// maxRollout is the number of decisions after which a playout of a search is
// given up and counts as even.
const maxRollout = 2000

// Start prepares for a new play.
func (s *Seeker) Start(seed uint64) {
	s.pick = rng.Derive(seed, 1)
	s.origin, s.tree, s.chooser = nil, nil, 0
}

// Choose returns the decision that the agent takes in a position that is not
// terminal; what is left to chance it draws from r. It must be asked for every
// decision of the play in turn, those of chance included: of players who decide
// at the same time it does not look at what the others have chosen. The error
// is that of the context, of the play, or of a game that the agent cannot play.
func (s *Seeker) Choose(ctx context.Context, pos formal.Position, r *rng.SplitMix64) (int, error) {
	s.ctx = ctx
	n := pos.Moves()
	if n < 1 {
		return 0, noMove(pos)
	}
	if !s.agent.Random() && pending(pos) == 0 {
		s.origin, s.tree, s.chooser, s.scored = pos.Clone(), nil, 0, false
	}
	mover := pos.Mover()
	switch {
	case mover == formal.Chance:
		return formal.Draw(pos, r), nil
	case n == 1:
		return 0, nil
	}
	switch s.agent.kind {
	case "flat":
		return s.flat(pos, mover, n)
	case "uct":
		return s.uct(pos)
	case "alphabeta":
		return s.alphabeta(pos, mover, n)
	}
	return s.pick.Below(n), nil
}

// noMove is the error of a position that is not terminal without a decision.
func noMove(pos formal.Position) error {
	if f, ok := pos.(interface{ Err() error }); ok && f.Err() != nil {
		return f.Err()
	}
	return errors.New("no legal move in a position that is not terminal")
}

// pending is the number of decisions taken that those who decide now do not see.
func pending(pos formal.Position) int {
	if j, ok := pos.(formal.Joint); ok {
		return j.Pending()
	}
	return 0
}

// fork returns a copy of the position in which chance will fall otherwise.
func (s *Seeker) fork(pos formal.Position) formal.Position {
	p := pos.Clone()
	if d, ok := p.(formal.Drawer); ok {
		d.Redraw(rng.New(s.pick.Uint64()))
	}
	return p
}

// flat plays random playouts, dealt evenly to the decisions, and takes the
// decision with the best mean. Those who decide at the same time are thought to
// decide at random.
func (s *Seeker) flat(pos formal.Position, mover, n int) (int, error) {
	order := s.permutation(n)
	sums, counts := make([]float64, n), make([]int, n)
	at := pending(pos)
	for k := range s.agent.budget {
		p, i := s.fork(s.origin), order[k%n]
		for pending(p) < at {
			p.Apply(s.random(p))
		}
		p.Apply(i)
		if err := s.rollout(p); err != nil {
			return 0, err
		}
		sums[i] += s.payoff[mover-1]
		counts[i]++
	}
	best := -1
	for _, i := range order[:min(n, s.agent.budget)] { // ties fall as the order does
		if best < 0 || sums[i]*float64(counts[best]) > sums[best]*float64(counts[i]) {
			best = i
		}
	}
	return best, nil
}

// permutation returns 0…n-1 in random order, valid until the next call.
func (s *Seeker) permutation(n int) []int {
	s.shuffle = s.shuffle[:0]
	for i := range n {
		s.shuffle = append(s.shuffle, i)
		j := s.pick.Below(i + 1)
		s.shuffle[i], s.shuffle[j] = s.shuffle[j], s.shuffle[i]
	}
	return s.shuffle
}

// random draws a decision: chance by its probabilities, players uniformly.
func (s *Seeker) random(p formal.Position) int {
	if p.Mover() == formal.Chance {
		return formal.Draw(p, &s.pick)
	}
	return s.pick.Below(p.Moves())
}

// rollout plays at random from p to the end and sets payoff.
func (s *Seeker) rollout(p formal.Position) error {
	if f, ok := p.(formal.Finisher); ok && !p.Terminal() && f.Finish(&s.pick, maxRollout) {
		if err := s.ctx.Err(); err != nil {
			return err
		}
		return s.count(p)
	}
	for range maxRollout {
		if p.Terminal() {
			return s.finish(p)
		}
		if err := s.tick(); err != nil {
			return err
		}
		if p.Moves() < 1 {
			return noMove(p)
		}
		p.Apply(s.random(p))
	}
	return s.count(p)
}

// count sets payoff from the position in which a playout stopped.
func (s *Seeker) count(p formal.Position) error {
	if p.Terminal() {
		return s.finish(p)
	}
	even := 0.0
	if s.scored {
		even = (s.low + s.high) / 2
	}
	for i := range s.payoff {
		s.payoff[i] = even
	}
	return nil
}

// tick looks at the context now and then.
func (s *Seeker) tick() error {
	if s.work++; s.work%64 == 0 {
		return s.ctx.Err()
	}
	return nil
}

// finish sets payoff from a terminal position.
func (s *Seeker) finish(p formal.Position) error {
	if f, ok := p.(interface{ Err() error }); ok && f.Err() != nil {
		return fmt.Errorf("in search: %w", f.Err())
	}
	for i, x := range p.Payoffs() {
		v, _ := x.Float64()
		s.payoff[i] = v
		if !s.scored {
			s.low, s.high, s.scored = v, v, true
		}
		s.low, s.high = min(s.low, v), max(s.high, v)
	}
	return nil
}
