package efg

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// maxSteps bounds the nodes looked at while a strategic form is made.
const maxSteps = 20_000_000

// Strategic gives the strategic form of the game: everybody chooses a plan of what to do
// before the play, and is paid what he may expect over the decisions of chance. Plans of
// players who have perfect recall are reduced: they say nothing where their own decisions
// do not lead. The label of a plan has one word for each of the player's sets in the order
// of the text: the number of an action, or * where the plan says nothing; for a player with
// one set it is the action's label. The error says which bound is exceeded.
func (g *Game) Strategic() (*Strategic, error) {
	plans := make([][]plan, len(g.Players))
	labels := make([][]string, len(g.Players))
	recall, cells := g.PerfectRecall(), 1
	for p := range plans {
		var err error
		if plans[p], err = g.plans(p+1, recall[p]); err != nil {
			return nil, err
		}
		if cells *= len(plans[p]); cells > maxCells {
			return nil, fmt.Errorf("more than %d choices of strategies", maxCells)
		}
		for _, x := range plans[p] {
			labels[p] = append(labels[p], g.planLabel(x))
		}
	}
	steps := 0
	e := expectation{g: g, plan: make([]plan, len(g.Players)), steps: &steps}
	s, err := NewStrategic(g.Title, g.Players, labels, func(picks []int) []*big.Rat {
		for p, k := range picks {
			e.plan[p] = plans[p][k]
		}
		e.sum = zeros(len(g.Players))
		if steps <= maxSteps {
			e.visit(0, big.NewRat(1, 1))
		}
		return e.sum
	})
	switch {
	case err != nil:
		return nil, err
	case steps > maxSteps:
		return nil, fmt.Errorf("its strategic form takes more than %d steps", maxSteps)
	}
	if g.Known == nil { // otherwise the comment explains the names of nodes
		s.Comment = g.Comment
	}
	return s, nil
}

// plan is what a player intends: an action by place in the list of his sets, -1 for none.
type plan struct {
	sets    []int
	actions []int
	at      map[int]int // place in sets by set
}

// plans lists the plans of a player, reduced or not.
func (g *Game) plans(player int, reduced bool) ([]plan, error) {
	var sets []int
	at := map[int]int{}
	before := map[int][2]int{} // the player's last decision before a set: place of the set and action
	last := make([][2]int, len(g.Nodes))
	for i := range g.Nodes {
		n := &g.Nodes[i]
		last[i] = [2]int{-1, 0}
		if n.Parent >= 0 {
			last[i] = last[n.Parent]
			if up := &g.Nodes[n.Parent]; up.Owner == player {
				last[i] = [2]int{at[up.Set], n.Branch}
			}
		}
		if _, met := at[n.Set]; n.Owner == player && !met {
			at[n.Set] = len(sets)
			sets = append(sets, n.Set)
			before[n.Set] = last[i]
		}
	}
	list := [][]int{{}}
	for _, set := range sets { // each comes after the sets that lead to it
		var longer [][]int
		for _, actions := range list {
			if b := before[set]; reduced && b[0] >= 0 && actions[b[0]] != b[1] {
				longer = append(longer, append(actions[:len(actions):len(actions)], -1))
				continue
			}
			for a := range g.Sets[set].Actions {
				longer = append(longer, append(actions[:len(actions):len(actions)], a))
			}
			if len(longer) > maxCells/max(1, len(sets)) {
				return nil, fmt.Errorf("player %d has more than %d plans", player, maxCells/len(sets))
			}
		}
		list = longer
	}
	plans := make([]plan, len(list))
	for i, actions := range list {
		plans[i] = plan{sets, actions, at}
	}
	return plans, nil
}

func (g *Game) planLabel(x plan) string {
	if len(x.sets) == 1 {
		return uniqueLabels(g.Sets[x.sets[0]].Actions)[x.actions[0]]
	}
	words := make([]string, len(x.actions))
	for i, a := range x.actions {
		if words[i] = "*"; a >= 0 {
			words[i] = strconv.Itoa(a + 1)
		}
	}
	return strings.Join(words, " ")
}

// expectation adds up what is paid on the plays that plans and chance leave.
type expectation struct {
	g     *Game
	plan  []plan
	sum   []*big.Rat
	steps *int
}

func (e *expectation) visit(at int, probability *big.Rat) {
	for *e.steps <= maxSteps {
		*e.steps++
		n := &e.g.Nodes[at]
		if n.Outcome >= 0 {
			for p, x := range e.g.Outcomes[n.Outcome].Payoffs {
				e.sum[p].Add(e.sum[p], new(big.Rat).Mul(probability, x))
			}
		}
		switch n.Owner {
		case Terminal:
			return
		case Chance:
			for i, child := range n.Children {
				if a := e.g.Sets[n.Set].Actions[i].Probability; a.Sign() > 0 {
					e.visit(child, new(big.Rat).Mul(probability, a))
				}
			}
			return
		}
		x := &e.plan[n.Owner-1]
		at = n.Children[x.actions[x.at[n.Set]]]
	}
}
