package solve

import (
	"math/big"

	"github.com/astragal/astragal/engine/efg"
)

// sequences are those of one player: 0 is the empty one, then one for every action of
// every one of his sets, sets in an order in which each comes after the sequence that
// leads to it. The player must have perfect recall.
type sequences struct {
	player int
	sets   []int       // of the tree, in this order
	parent []int       // by position in sets: the sequence that leads there
	first  []int       // by position in sets: the sequence of its first action
	size   int         // number of sequences
	at     map[int]int // position in sets by set

	of []int // the sequence on the way to every node of the tree
}

func newSequences(g *efg.Game, player int) *sequences {
	s := &sequences{player: player, size: 1, at: map[int]int{}, of: make([]int, len(g.Nodes))}
	for i := range g.Nodes { // parents come first
		x := &g.Nodes[i]
		if x.Parent >= 0 {
			s.of[i] = s.of[x.Parent]
			if up := &g.Nodes[x.Parent]; up.Owner == player {
				s.of[i] = s.first[s.at[up.Set]] + x.Branch
			}
		}
		if _, ok := s.at[x.Set]; x.Owner == player && !ok {
			s.at[x.Set] = len(s.sets)
			s.sets = append(s.sets, x.Set)
			s.parent = append(s.parent, s.of[i])
			s.first = append(s.first, s.size)
			s.size += len(g.Sets[x.Set].Actions)
		}
	}
	return s
}

// actions is the number of actions of the set at position i.
func (s *sequences) actions(i int) int {
	if i+1 < len(s.first) {
		return s.first[i+1] - s.first[i]
	}
	return s.size - s.first[i]
}

// behaviour makes probabilities of actions of weights of sequences: those of the
// actions of a set in proportion, equal ones where there are none.
func (s *sequences) behaviour(weights []*big.Rat, out efg.Behaviour) {
	for i, set := range s.sets {
		of := weights[s.first[i] : s.first[i]+s.actions(i)]
		sum := new(big.Rat)
		for _, w := range of {
			sum.Add(sum, w)
		}
		row := make([]*big.Rat, len(of))
		for a := range row {
			row[a] = big.NewRat(1, int64(len(of)))
			if sum.Sign() > 0 {
				row[a].Quo(of[a], sum)
			}
		}
		out[set] = row
	}
}

// plan makes a realisation plan of probabilities of actions.
func (s *sequences) plan(b efg.Behaviour) []*big.Rat {
	plan := make([]*big.Rat, s.size)
	plan[0] = big.NewRat(1, 1)
	for i, set := range s.sets {
		for a := range s.actions(i) {
			plan[s.first[i]+a] = new(big.Rat).Mul(plan[s.parent[i]], b[set][a])
		}
	}
	return plan
}

// bestResponse gives the most that the player of s gets against the strategy that the
// other one follows, where gain is what his sequences earn by ends of plays, weighed by
// the probabilities of chance and of the other's decisions.
func (s *sequences) bestResponse(gain []*big.Rat) *big.Rat {
	total := make([]*big.Rat, s.size)
	for i := range total {
		total[i] = new(big.Rat).Set(gain[i])
	}
	for i := len(s.sets) - 1; i >= 0; i-- { // what follows comes first
		best := total[s.first[i]]
		for a := 1; a < s.actions(i); a++ {
			if x := total[s.first[i]+a]; x.Cmp(best) > 0 {
				best = x
			}
		}
		total[s.parent[i]].Add(total[s.parent[i]], best)
	}
	return total[0]
}
