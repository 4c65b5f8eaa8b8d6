package efg

import (
	"fmt"
	"math/big"
)

// Stats counts what a game consists of. Per-player slices are in player order.
type Stats struct {
	Nodes, Terminals, ChanceNodes int
	PersonalNodes                 []int
	// InfoSets counts the players' information sets, ChanceSets those of chance.
	InfoSets   []int
	ChanceSets int
	Outcomes   int
	// Depth is the length of the longest path in edges.
	Depth int
	// InnerOutcomes reports whether a node that is not terminal has an outcome.
	InnerOutcomes bool
	// ZeroActions counts chance actions of probability 0.
	ZeroActions int
}

// Stats counts nodes, sets and outcomes.
func (g *Game) Stats() Stats {
	s := Stats{
		Nodes:         len(g.Nodes),
		PersonalNodes: make([]int, len(g.Players)),
		InfoSets:      make([]int, len(g.Players)),
		Outcomes:      len(g.Outcomes),
	}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		s.Depth = max(s.Depth, n.Depth)
		switch n.Owner {
		case Terminal:
			s.Terminals++
			continue
		case Chance:
			s.ChanceNodes++
		default:
			s.PersonalNodes[n.Owner-1]++
		}
		s.InnerOutcomes = s.InnerOutcomes || n.Outcome >= 0
	}
	for i := range g.Sets {
		if g.Sets[i].Owner != Chance {
			s.InfoSets[g.Sets[i].Owner-1]++
			continue
		}
		s.ChanceSets++
		for _, a := range g.Sets[i].Actions {
			if a.Probability.Sign() == 0 {
				s.ZeroActions++
			}
		}
	}
	return s
}

// histories gives, for a player and every node, the number of the sequence of
// the player's own (set, action) pairs on the path to the node, the node's own
// decision excluded. Equal numbers mean equal sequences; 0 is the empty one.
func (g *Game) histories(player int) []int {
	type step struct{ before, set, action int }
	number := map[step]int{}
	h := make([]int, len(g.Nodes))
	for i := 1; i < len(g.Nodes); i++ {
		n := &g.Nodes[i]
		parent := &g.Nodes[n.Parent]
		h[i] = h[n.Parent]
		if parent.Owner != player {
			continue
		}
		key := step{h[n.Parent], parent.Set, n.Branch}
		if number[key] == 0 {
			number[key] = len(number) + 1
		}
		h[i] = number[key]
	}
	return h
}

// PerfectRecall tells for each player whether all nodes of each of his sets have
// the same sequence of his own sets and actions before them.
func (g *Game) PerfectRecall() []bool {
	recall := make([]bool, len(g.Players))
	for p := range recall {
		recall[p] = g.recallFault(p+1) < 0
	}
	return recall
}

// recallFault gives a set at which the player forgets something, or -1.
func (g *Game) recallFault(player int) int {
	h := g.histories(player)
	for i := range g.Sets {
		if g.Sets[i].Owner != player {
			continue
		}
		for _, n := range g.Sets[i].Nodes {
			if h[n] != h[g.Sets[i].Nodes[0]] {
				return i
			}
		}
	}
	return -1
}

// AbsentMinded tells for each player whether some path meets one of his sets twice.
func (g *Game) AbsentMinded() []bool {
	absent := make([]bool, len(g.Players))
	met := make([]int, len(g.Sets)) // how often on the path to the node at hand
	var path []int                  // the sets on that path
	for i := range g.Nodes {
		n := &g.Nodes[i]
		for ; len(path) > n.Depth; path = path[:len(path)-1] {
			met[path[len(path)-1]]--
		}
		if n.Set < 0 {
			continue
		}
		if met[n.Set] > 0 && n.Owner != Chance {
			absent[n.Owner-1] = true
		}
		met[n.Set]++
		path = append(path, n.Set)
	}
	return absent
}

// PureStrategies gives for each player the number of his pure strategies: the
// product of the numbers of actions over his sets.
func (g *Game) PureStrategies() []*big.Int {
	count := make([]*big.Int, len(g.Players))
	for p := range count {
		count[p] = big.NewInt(1)
	}
	for i := range g.Sets {
		if s := &g.Sets[i]; s.Owner != Chance {
			count[s.Owner-1].Mul(count[s.Owner-1], big.NewInt(int64(len(s.Actions))))
		}
	}
	return count
}

// Developments gives the number of maximal developments of the game's translation to
// GDL-II, where a decision of chance is one of equally likely moves: the sum over
// terminal nodes of the product of the weights on the way there.
func (g *Game) Developments() *big.Int {
	weights := make([][]*big.Int, len(g.Sets))
	ways := make([]*big.Int, len(g.Nodes))
	total := new(big.Int)
	for i := range g.Nodes {
		n := &g.Nodes[i]
		ways[i] = big.NewInt(1)
		if n.Parent >= 0 {
			ways[i].Set(ways[n.Parent])
			if w := weights[g.Nodes[n.Parent].Set]; w != nil {
				ways[i].Mul(ways[i], w[n.Branch])
			}
		}
		switch n.Owner {
		case Terminal:
			total.Add(total, ways[i])
		case Chance:
			if weights[n.Set] == nil {
				weights[n.Set] = integerWeights(g.Sets[n.Set].Actions)
			}
		}
	}
	return total
}

// OneDepth reports whether each player's set has all its nodes at one depth.
func (g *Game) OneDepth() bool { return g.depthFault() < 0 }

// depthFault gives a player's set that spans several depths, or -1.
func (g *Game) depthFault() int {
	for i := range g.Sets {
		if g.Sets[i].Owner == Chance {
			continue
		}
		for _, n := range g.Sets[i].Nodes {
			if g.Nodes[n].Depth != g.Nodes[g.Sets[i].Nodes[0]].Depth {
				return i
			}
		}
	}
	return -1
}

// CheckTimed returns nil if every information set lies at one depth and every
// player has perfect recall, the condition of the translation to GDL-II;
// otherwise an error that names the set at fault.
func (g *Game) CheckTimed() error {
	if i := g.depthFault(); i >= 0 {
		s := &g.Sets[i]
		first := g.Nodes[s.Nodes[0]].Depth
		for _, n := range s.Nodes {
			if d := g.Nodes[n].Depth; d != first {
				return fmt.Errorf("player %d's information set %d has nodes at depths %d and %d", s.Owner, s.Number, first, d)
			}
		}
	}
	for p := 1; p <= len(g.Players); p++ {
		if i := g.recallFault(p); i >= 0 {
			return fmt.Errorf("player %d has imperfect recall at set %d", p, g.Sets[i].Number)
		}
	}
	return nil
}

// SubgameRoots lists the inner nodes whose subtree is closed under the players'
// information sets: no set has members both inside and outside.
func (g *Game) SubgameRoots() []int {
	n := len(g.Nodes)
	end := make([]int, n)    // first node after the subtree
	lowest := make([]int, n) // extreme members of the sets met in the subtree
	highest := make([]int, n)
	var roots []int
	for i := n - 1; i >= 0; i-- {
		end[i], lowest[i], highest[i] = i+1, i, i
		if s := g.Nodes[i].Set; s >= 0 && g.Sets[s].Owner != Chance {
			members := g.Sets[s].Nodes
			lowest[i], highest[i] = members[0], members[len(members)-1]
		}
		for _, c := range g.Nodes[i].Children {
			end[i] = end[c]
			lowest[i] = min(lowest[i], lowest[c])
			highest[i] = max(highest[i], highest[c])
		}
		if g.Nodes[i].Owner != Terminal && lowest[i] >= i && highest[i] < end[i] {
			roots = append(roots, i)
		}
	}
	for a, b := 0, len(roots)-1; a < b; a, b = a+1, b-1 {
		roots[a], roots[b] = roots[b], roots[a]
	}
	return roots
}
