package efg

import (
	"fmt"
	"math/big"
)

// Behaviour gives, for the sets of Game.Sets, the probability of each action.
// A nil row, and every row beyond the slice, means all actions equally likely
// at a player's set and the game's own probabilities at a chance set. Rows at
// chance sets must be nil. The nil Behaviour is uniform play.
type Behaviour [][]*big.Rat

// complete checks a behaviour and fills in the rows that it leaves open.
func (g *Game) complete(b Behaviour) ([][]*big.Rat, error) {
	if len(b) > len(g.Sets) {
		return nil, fmt.Errorf("behaviour for %d sets, the game has %d", len(b), len(g.Sets))
	}
	full := make([][]*big.Rat, len(g.Sets))
	for i := range g.Sets {
		s := &g.Sets[i]
		if i < len(b) && b[i] != nil {
			if err := s.checkRow(b[i]); err != nil {
				return nil, fmt.Errorf("behaviour at %s: %w", setName(s.Owner, s.Number), err)
			}
			full[i] = b[i]
			continue
		}
		full[i] = make([]*big.Rat, len(s.Actions))
		for a := range full[i] {
			full[i][a] = s.Actions[a].Probability
			if s.Owner != Chance {
				full[i][a] = big.NewRat(1, int64(len(s.Actions)))
			}
		}
	}
	return full, nil
}

func (s *Set) checkRow(row []*big.Rat) error {
	if s.Owner == Chance {
		return fmt.Errorf("chance follows its own probabilities")
	}
	if len(row) != len(s.Actions) {
		return fmt.Errorf("%d probabilities for %d actions", len(row), len(s.Actions))
	}
	for _, p := range row {
		if p == nil || p.Sign() < 0 {
			return fmt.Errorf("a probability is missing or negative")
		}
	}
	if total := sum(row); total.Cmp(big.NewRat(1, 1)) != 0 {
		return fmt.Errorf("probabilities sum to %s", total.RatString())
	}
	return nil
}

// Reach gives for every node the probability that play comes there under the
// behaviour.
func (g *Game) Reach(b Behaviour) ([]*big.Rat, error) {
	rows, err := g.complete(b)
	if err != nil {
		return nil, err
	}
	reach := make([]*big.Rat, len(g.Nodes))
	reach[0] = big.NewRat(1, 1)
	for i := 1; i < len(g.Nodes); i++ {
		n := &g.Nodes[i]
		reach[i] = new(big.Rat).Mul(reach[n.Parent], rows[g.Nodes[n.Parent].Set][n.Branch])
	}
	return reach, nil
}

// Expected gives the players' exact expected payoffs under the behaviour; nil
// stands for uniformly random play.
func (g *Game) Expected(b Behaviour) ([]*big.Rat, error) {
	reach, err := g.Reach(b)
	if err != nil {
		return nil, err
	}
	// A node's outcome is received exactly when play comes there.
	weight := make([]*big.Rat, len(g.Outcomes))
	for i := range weight {
		weight[i] = new(big.Rat)
	}
	for i := range g.Nodes {
		if o := g.Nodes[i].Outcome; o >= 0 {
			weight[o].Add(weight[o], reach[i])
		}
	}
	expected := zeros(len(g.Players))
	term := new(big.Rat)
	for i := range g.Outcomes {
		for p, x := range g.Outcomes[i].Payoffs {
			expected[p].Add(expected[p], term.Mul(weight[i], x))
		}
	}
	return expected, nil
}

// Payoffs gives the players' payoffs collected on the path from the root to the
// node, the node's own outcome included.
func (g *Game) Payoffs(node int) []*big.Rat {
	total := zeros(len(g.Players))
	for ; node >= 0; node = g.Nodes[node].Parent {
		if o := g.Nodes[node].Outcome; o >= 0 {
			for p, x := range g.Outcomes[o].Payoffs {
				total[p].Add(total[p], x)
			}
		}
	}
	return total
}

// ConstantSum gives the sum of the players' payoffs if it is the same at every
// terminal node, otherwise nil.
func (g *Game) ConstantSum() *big.Rat {
	var constant *big.Rat
	for i := range g.Nodes {
		if g.Nodes[i].Owner != Terminal {
			continue
		}
		s := sum(g.Payoffs(i))
		if constant == nil {
			constant = s
		}
		if constant.Cmp(s) != 0 {
			return nil
		}
	}
	return constant
}

func zeros(n int) []*big.Rat {
	z := make([]*big.Rat, n)
	for i := range z {
		z[i] = new(big.Rat)
	}
	return z
}
