package efg

import (
	"fmt"
	"math/big"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
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
	return b.game
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

// FromFormal unfolds any game of the common interface into extensive form.
// Nodes are histories; a player's nodes with equal observations form one
// information set. The game must end within depth moves and have at most
// limits.Nodes nodes; its chance must be explicit.
func FromFormal(f formal.Game, limits Limits) (*Game, error) {
	limits = limits.orDefault()
	b := newBuilder(f.Name(), "", f.Players())
	type todo struct {
		pos    formal.Position
		parent int
	}
	start := f.NewPosition()
	seed := rng.New(1)
	start.Restart(&seed)
	for stack := []todo{{start, -1}}; len(stack) > 0; {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch {
		case len(b.game.Nodes) == limits.Nodes:
			return nil, fmt.Errorf("the tree of %s has more than %d nodes", f.Name(), limits.Nodes)
		case t.parent >= 0 && b.game.Nodes[t.parent].Depth >= limits.Depth:
			return nil, fmt.Errorf("%s: no end within %d steps", f.Name(), limits.Depth)
		case t.pos.Terminal():
			b.node(t.parent, Node{Owner: Terminal, Set: -1, Outcome: b.outcome(t.pos.Payoffs())})
			continue
		}
		if d, ok := t.pos.(interface{ Drawn() bool }); ok && d.Drawn() {
			return nil, fmt.Errorf("%s: chance decides among more alternatives than can be listed", f.Name())
		}
		set, err := b.setOf(t.pos)
		if err != nil {
			return nil, err
		}
		at := b.node(t.parent, Node{Owner: t.pos.Mover(), Set: set, Outcome: -1})
		for i := t.pos.Moves() - 1; i > 0; i-- {
			next := t.pos.Clone()
			next.Apply(i)
			stack = append(stack, todo{next, at})
		}
		t.pos.Apply(0)
		stack = append(stack, todo{t.pos, at})
	}
	return b.game, nil
}

// setOf gives the information set of a position in which somebody decides.
func (b *builder) setOf(pos formal.Position) (int, error) {
	owner, moves := pos.Mover(), pos.Moves()
	if moves == 0 {
		return 0, fmt.Errorf("node %d: player %d has no legal move though the play is not over", len(b.game.Nodes), owner)
	}
	actions := make([]Action, moves)
	for i := range actions {
		actions[i].Label = pos.MoveText(i)
	}
	key := ""
	if owner == Chance {
		total := new(big.Rat)
		for i := range actions {
			actions[i].Probability = pos.Probability(i)
			total.Add(total, actions[i].Probability)
		}
		if total.Cmp(big.NewRat(1, 1)) != 0 {
			return 0, fmt.Errorf("node %d: probabilities sum to %s", len(b.game.Nodes), total.RatString())
		}
		key = fmt.Sprint("chance ", len(b.game.Nodes))
	} else {
		key = fmt.Sprint(owner, " ", pos.Observation(owner))
	}
	set := b.set(key, func() Set {
		b.numbers[owner]++
		return Set{Owner: owner, Number: b.numbers[owner], Actions: actions}
	})
	known := b.game.Sets[set].Actions
	for i := range known {
		if len(known) != moves || known[i].Label != actions[i].Label {
			return 0, fmt.Errorf("node %d: player %d has other legal moves than at node %d, which he cannot tell apart from it",
				len(b.game.Nodes), owner, b.game.Sets[set].Nodes[0])
		}
	}
	return set, nil
}
