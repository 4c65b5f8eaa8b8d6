package efg

import (
	"fmt"
	"math/big"
)

// builder makes games node by node in preorder.
type builder struct {
	game     *Game
	sets     map[string]int
	outcomes map[string]int
	numbers  map[int]int // sets so far by owner
}

func newBuilder(title, comment string, players []string) *builder {
	return &builder{
		game:     &Game{Title: title, Comment: comment, Players: players},
		sets:     map[string]int{},
		outcomes: map[string]int{},
		numbers:  map[int]int{},
	}
}

// node appends a node below the parent (-1 for the root) and gives its number.
func (b *builder) node(parent int, n Node) int {
	at := len(b.game.Nodes)
	n.Parent, n.Children = parent, nil
	if parent >= 0 {
		p := &b.game.Nodes[parent]
		n.Branch, n.Depth = len(p.Children), p.Depth+1
		p.Children = append(p.Children, at)
	}
	if n.Set >= 0 {
		b.game.Sets[n.Set].Nodes = append(b.game.Sets[n.Set].Nodes, at)
	}
	b.game.Nodes = append(b.game.Nodes, n)
	return at
}

// set gives the index of the set that the key names, making it on first use.
func (b *builder) set(key string, make func() Set) int {
	i, known := b.sets[key]
	if !known {
		i = len(b.game.Sets)
		b.sets[key] = i
		b.game.Sets = append(b.game.Sets, make())
	}
	return i
}

// outcome gives the index of an outcome with the payoffs, -1 if all are zero.
func (b *builder) outcome(payoffs []*big.Rat) int {
	key, zero := "", true
	for _, x := range payoffs {
		key += x.RatString() + " "
		zero = zero && x.Sign() == 0
	}
	if zero {
		return -1
	}
	i, known := b.outcomes[key]
	if !known {
		i = len(b.game.Outcomes)
		b.outcomes[key] = i
		b.game.Outcomes = append(b.game.Outcomes, Outcome{Number: i + 1, Payoffs: payoffs})
	}
	return i
}

// Prune gives the game without chance actions of probability 0 and what lies
// behind them. It is the game itself if there are none.
func (g *Game) Prune() *Game {
	if g.Stats().ZeroActions == 0 {
		return g
	}
	return g.rebuild(false)
}

// Contract gives the game without chance actions of probability 0 and without
// forced moves: inner nodes with a single branch give way to their child.
// Outcomes are added up at the terminal nodes.
func (g *Game) Contract() *Game { return g.rebuild(true) }

// rebuild copies the tree without impossible and, if asked, forced moves.
func (g *Game) rebuild(contract bool) *Game {
	b := newBuilder(g.Title, g.Comment, g.Players)
	copied := make([]int, len(g.Nodes)) // old node → new node, or the new node above it
	dead := make([]bool, len(g.Nodes))
	for i := range g.Nodes {
		n := g.Nodes[i]
		parent := -1
		if n.Parent >= 0 {
			parent = copied[n.Parent]
			p := g.Sets[g.Nodes[n.Parent].Set].Actions[n.Branch].Probability
			dead[i] = dead[n.Parent] || p != nil && p.Sign() == 0
		}
		if dead[i] {
			continue
		}
		if n.Set < 0 {
			n.Outcome = b.outcome(g.Payoffs(i))
			copied[i] = b.node(parent, n)
			continue
		}
		s := g.Sets[n.Set].live()
		if contract && len(s.Actions) == 1 {
			copied[i] = parent
			continue
		}
		n.Set = b.set(fmt.Sprint(n.Set), func() Set { return s })
		n.Outcome = -1
		copied[i] = b.node(parent, n)
	}
	b.game.keepKnown(g, copied, func(i int) bool { return !dead[i] && (i == 0 || copied[i] != copied[g.Nodes[i].Parent]) })
	return b.game
}

// keepKnown takes over what players know at the nodes that were copied.
func (g *Game) keepKnown(from *Game, copied []int, isCopied func(i int) bool) {
	for _, known := range from.Known {
		kept := make([]int, len(g.Nodes))
		for i := range from.Nodes {
			if isCopied(i) && copied[i] >= 0 {
				kept[copied[i]] = known[i]
			}
		}
		g.Known = append(g.Known, kept)
	}
}

// live is the set without members and without actions of probability 0.
func (s *Set) live() Set {
	l := Set{Owner: s.Owner, Number: s.Number, Name: s.Name}
	for _, a := range s.Actions {
		if a.Probability == nil || a.Probability.Sign() > 0 {
			l.Actions = append(l.Actions, a)
		}
	}
	return l
}
