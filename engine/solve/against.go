package solve

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/efg"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
)

// Response is how much best responses to an agent get.
type Response struct {
	Undecided string // why there are no values; "" if there are
	// Values are what each seat gets on average by its best response where the agent plays all
	// other seats, in player order.
	Values []*big.Rat
	// Own are what the seats get where the agent plays all of them; nil if not found.
	Own       []*big.Rat
	Positions int // nodes of the graph of positions, or of the tree
	Method    string
	Theorem   string
}

// Respond finds best responses to an agent. In every position, or for every information set,
// an agent that searches has dice of its own that follow from the seed, and decides once: so
// it is one strategy, which what is proved is about. Random play is taken as it is. The agent
// must not go by the clock. Bounds and errors are as those of Solve.
func Respond(ctx context.Context, g formal.Game, by agent.Spec, seed uint64, o Options) (*Response, error) {
	if by.Timed() {
		return nil, fmt.Errorf("the agent %s goes by the clock, so that it has no strategy that could be known", by)
	}
	work, cancel := o.begin(ctx)
	defer cancel()
	r := &Response{}
	err := r.respond(work, g, by, seed, o)
	var u undecided
	switch {
	case err == nil:
		return r, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.As(err, &u):
		r.Undecided = u.why
	case work.Err() != nil:
		r.Undecided = fmt.Sprintf("not within %v", o.Timeout.Round(time.Millisecond))
	default:
		return nil, err
	}
	r.Values, r.Own, r.Theorem = nil, nil, ""
	return r, nil
}

func (r *Response) respond(ctx context.Context, g formal.Game, by agent.Spec, seed uint64, o Options) error {
	r.Theorem = "what each seat gets on average by a best response, the others being played by " + by.String()
	if !by.Random() {
		r.Theorem += fmt.Sprintf(" with dice that follow from the seed %d and what it knows", seed)
	}
	if formal.Perfect(g) && keyless(g) == "" {
		r.Method = "backward induction over the graph of positions"
		theorem := r.Theorem
		err := r.perfect(ctx, g, by, seed, o)
		if !errors.Is(err, errJoint) {
			return err
		}
		*r = Response{Theorem: theorem}
	}
	r.Method = "best response over sequences, in exact rationals"
	return r.hidden(ctx, g, by, seed)
}

// perfect finds best responses in a game of perfect information.
func (r *Response) perfect(ctx context.Context, g formal.Game, by agent.Spec, seed uint64, o Options) error {
	g, most := unlimited(g)
	if most.free {
		r.Theorem += ", without the limits of moves and turns"
	}
	g = explicit(g)
	advise, err := adviser(ctx, g, by, seed)
	if err != nil {
		return err
	}
	gr, err := unfoldWith(ctx, g, o, nil, advise)
	r.Positions = len(gr.nodes)
	if err != nil {
		return err
	}
	of := make([]*big.Rat, len(gr.nodes))
	for seat := 0; seat <= gr.players; seat++ {
		x := gr.against(seat, by.Random())
		order, _, acyclic := x.order()
		switch {
		case seat == 0 && !acyclic: // nobody responds; where plays recur nothing is said
		case seat == 0:
			for p := range gr.players {
				r.Own = append(r.Own, new(big.Rat).Set(x.induce(order, p, of)))
			}
		case acyclic:
			r.Values = append(r.Values, new(big.Rat).Set(x.induce(order, seat-1, of)))
		case len(x.chances) > 0:
			return notDecided("positions recur and chance plays: backward induction has no beginning")
		default:
			value, err := x.guarantee(ctx, x.before(), seat)
			if err != nil {
				return err
			}
			r.Values = append(r.Values, value)
		}
	}
	return nil
}

// adviser gives what an agent does in a position.
func adviser(ctx context.Context, g formal.Game, by agent.Spec,
	seed uint64) (func(formal.Position, []byte) (int, error), error) {
	if by.Random() {
		return func(formal.Position, []byte) (int, error) { return -1, nil }, nil
	}
	table, err := agent.All(by).Sit(g)
	if err != nil {
		return nil, notDecided("%v", err)
	}
	return func(p formal.Position, key []byte) (int, error) {
		if pending(p) > 0 { // where the step began is not known any more
			return 0, errJoint
		}
		sum := sha256.Sum256(key)
		dice := rng.Derive(seed, binary.LittleEndian.Uint64(sum[:8]))
		table.Start(dice.Uint64())
		return table.Advise(ctx, p, &dice)
	}, nil
}

// against is the graph in which an agent decides at all seats but one; uniform says that it
// decides at random.
func (gr *graph) against(seat int, uniform bool) *graph {
	x := &graph{players: gr.players, endless: gr.endless, payoffs: gr.payoffs, chances: map[int32][]*big.Rat{}}
	x.nodes = append(x.nodes, gr.nodes...)
	for at := range x.nodes {
		n := &x.nodes[at]
		children := gr.children(int32(at))
		n.first = int32(len(x.next))
		switch {
		case n.mover == formal.Chance:
			x.chances[int32(at)] = gr.chances[int32(at)]
		case n.mover == over || int(n.mover) == seat:
		case uniform:
			n.mover = formal.Chance
			for range children {
				x.chances[int32(at)] = append(x.chances[int32(at)], big.NewRat(1, int64(len(children))))
			}
		default:
			k := gr.agent[at]
			children = children[k : k+1]
			n.n = 1
		}
		x.next = append(x.next, children...)
	}
	return x
}

// hidden finds best responses in a two-player game with hidden information or simultaneous
// decisions. The agent plays its extensive form.
func (r *Response) hidden(ctx context.Context, g formal.Game, by agent.Spec, seed uint64) error {
	if n := len(g.Players()); n > 2 {
		return notDecided("hidden information or simultaneous decisions among %d players, and at most two are possible", n)
	}
	tree, err := treeOf(g)
	if err != nil {
		return notDecided("no tree of at most %d nodes: %v", maxTree, err)
	}
	r.Positions = len(tree.Nodes)
	for p, ok := range tree.PerfectRecall() {
		if !ok {
			return notDecided("player %d forgets what he knew", p+1)
		}
	}
	b, err := strategyOf(ctx, tree, by, seed)
	if err != nil {
		return err
	}
	m := newMatrix(tree)
	values := []*big.Rat{m.respond(1, m.two.plan(b))}
	if len(g.Players()) == 2 {
		values = append(values, m.respond(2, m.one.plan(b)))
	}
	own, err := tree.Expected(b)
	if err != nil {
		return err
	}
	for _, p := range formal.Exchange(g) {
		r.Values, r.Own = append(r.Values, values[p-1]), append(r.Own, own[p-1])
	}
	return nil
}

// strategyOf is the strategy of an agent: for each set the decision at its first node, which
// the agent cannot tell from the others.
func strategyOf(ctx context.Context, tree *efg.Game, by agent.Spec, seed uint64) (efg.Behaviour, error) {
	b := make(efg.Behaviour, len(tree.Sets))
	game := efg.Adapt(tree)
	table, err := agent.All(by).Sit(game)
	if err != nil {
		return nil, notDecided("%v", err)
	}
	for i := range tree.Sets {
		s := &tree.Sets[i]
		if s.Owner == efg.Chance {
			continue
		}
		b[i] = zeros(len(s.Actions))
		if by.Random() {
			for a := range b[i] {
				b[i][a].SetFrac64(1, int64(len(s.Actions)))
			}
			continue
		}
		var way []int
		for at := s.Nodes[0]; tree.Nodes[at].Parent >= 0; at = tree.Nodes[at].Parent {
			way = append(way, tree.Nodes[at].Branch)
		}
		dice := rng.Derive(seed, uint64(i))
		table.Start(dice.Uint64())
		p := game.NewPosition()
		p.Restart(&dice)
		for k := len(way) - 1; k >= 0; k-- {
			if err := table.Saw(p, way[k]); err != nil {
				return nil, err
			}
			p.Apply(way[k])
		}
		k, err := table.Advise(ctx, p, &dice)
		if err != nil {
			return nil, err
		}
		b[i][k].SetInt64(1)
	}
	return b, nil
}
