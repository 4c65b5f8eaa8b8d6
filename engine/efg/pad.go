package efg

import (
	"fmt"
	"math/big"
)

// Pad gives the game with chance moves without choice inserted where they are
// needed for every player's information set to lie at a single depth, as
// the translation to GDL-II demands. Contract takes them away again. The error
// tells which set no padding can put at one depth: one that a path meets twice, or
// that comes before another on one path and after it on another.
func (g *Game) Pad() (*Game, error) {
	depth, err := g.levels()
	if err != nil {
		return nil, err
	}
	b := newBuilder(g.Title, g.Comment, g.Players)
	b.game.Outcomes = g.Outcomes
	number := 1
	for i := range g.Sets {
		if g.Sets[i].Owner == Chance {
			number = max(number, g.Sets[i].Number+1)
		}
	}
	wait := Set{Owner: Chance, Number: number, Name: "wait", Actions: []Action{{"wait", big.NewRat(1, 1)}}}
	copied := make([]int, len(g.Nodes))
	for i := range g.Nodes {
		n := g.Nodes[i]
		parent, above := -1, -1
		if n.Parent >= 0 {
			parent, above = copied[n.Parent], depth[n.Parent]
		}
		if g.Known != nil && depth[i]-above > 1 {
			return nil, fmt.Errorf("padding cannot tell what players know at the moves it would insert above node %d", i)
		}
		for range depth[i] - above - 1 {
			set := b.set("wait", func() Set { return wait })
			parent = b.node(parent, Node{Owner: Chance, Set: set, Outcome: -1})
		}
		if n.Set >= 0 {
			s := g.Sets[n.Set]
			n.Set = b.set(fmt.Sprint(n.Set), func() Set {
				return Set{Owner: s.Owner, Number: s.Number, Name: s.Name,
					Actions: s.Actions}
			})
		}
		copied[i] = b.node(parent, n)
	}
	b.game.Known = g.Known
	return b.game, nil
}

// levels gives every node the least depth such that children lie below their
// parents and the nodes of each player's set side by side.
func (g *Game) levels() ([]int, error) {
	depth := make([]int, len(g.Nodes))
	level := make([]int, len(g.Sets)) // of players' sets
	for again := true; again; {
		again = false
		for i := range g.Nodes {
			n := &g.Nodes[i]
			d := 0
			if n.Parent >= 0 {
				d = depth[n.Parent] + 1
			}
			if n.Owner > 0 {
				if d > level[n.Set] {
					level[n.Set], again = d, true
				}
				d = level[n.Set]
				// Were there depths at all, no path would need more steps than
				// there are sets and nodes.
				if d > len(g.Nodes)+len(g.Sets) {
					return nil, fmt.Errorf("padding cannot put %s at one depth: it would have to lie below itself",
						setName(n.Owner, g.Sets[n.Set].Number))
				}
			}
			depth[i] = d
		}
	}
	return depth, nil
}
