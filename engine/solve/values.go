package solve

import (
	"context"
	"math/big"
	"slices"

	"github.com/astragal/astragal/engine/formal"
)

// perfect solves a game of perfect information.
func (a *Answer) perfect(ctx context.Context, g formal.Game, o Options) error {
	g, most := unlimited(g)
	gr, err := unfoldWith(ctx, explicit(g), o, a.symmetries(g, o), nil)
	a.Positions, a.Boards = len(gr.nodes), gr.boards
	for i := range gr.nodes {
		if gr.nodes[i].mover == over {
			a.Terminals++
		}
	}
	if err != nil {
		return err
	}
	order, longest, acyclic := gr.order()
	a.Cyclic = !acyclic
	a.Sum = gr.sum()
	a.ZeroSum = a.Sum != nil
	switch {
	case acyclic:
		a.Longest = longest
		a.Values = gr.induction(order)
	case len(gr.chances) > 0:
		return notDecided("positions recur and chance plays: backward induction has no beginning")
	default:
		if err := a.retrograde(ctx, gr); err != nil {
			return err
		}
	}
	if a.ZeroSum && len(gr.chances) == 0 && gr.players == 2 {
		if c := a.Values[0].Cmp(a.Values[1]); c != 0 {
			a.Winner = 1
			if c < 0 {
				a.Winner = 2
			}
			_, a.Plies = gr.force(gr.before(), a.Winner, a.Values[a.Winner-1])
		}
	}
	a.Theorem = a.theorem(most, gr)
	return nil
}

// symmetries finds the symmetries of a game if they are asked for.
func (a *Answer) symmetries(g formal.Game, o Options) [][]int32 {
	if !o.Symmetry {
		return nil
	}
	s, ok := g.(formal.Symmetries)
	if !ok {
		a.NoSymmetry = "symmetries are found of L-GDL, GDL and RBG only"
		return nil
	}
	list, err := s.Symmetries()
	if err != nil {
		a.NoSymmetry = err.Error()
		return nil
	}
	a.Symmetries = len(list)
	return list
}

// theorem says what the values are.
func (a *Answer) theorem(most limits, gr *graph) string {
	what := "what each player can guarantee himself, on average over chance, against all others together"
	switch {
	case gr.players == 1:
		what = "the most that the player can reach"
	case gr.players == 2 && a.ZeroSum:
		what = "the value of the game for both players"
	}
	// Who forces the end in time does so with limits, too; who can keep the play from being
	// lost for ever can do so until the limit, where it is a draw as well.
	safeDraw := a.Winner == 0 && a.Cyclic && a.ZeroSum && gr.players == 2 && gr.endless
	within := a.Winner > 0 && a.Plies <= most.safe && !a.Searched || safeDraw || !a.Cyclic && a.Longest <= most.safe
	switch {
	case !most.some && a.Searched:
		return what + " under the rules"
	case !most.some && !a.Cyclic:
		return what + " under the rules, by which every play ends"
	case !most.some:
		return what + " under the rules, whatever a play that never ends is worth"
	case !most.free:
		return what + " under the rules with their limits of moves and turns"
	case within:
		return what + " under the rules with the limits of moves and turns, and without them"
	case a.Cyclic && gr.endless:
		return what + " under the rules without the limits of moves and turns, a play that never ends being a draw"
	case a.Cyclic:
		return what + " under the rules without the limits of moves and turns, whatever a play that never ends is worth"
	}
	return what + " under the rules without the limits of moves and turns"
}

// sum is that of the payoffs of two players if it is the same at every end, else nil.
func (gr *graph) sum() *big.Rat {
	if gr.players != 2 || len(gr.payoffs) == 0 {
		return nil
	}
	sum := new(big.Rat).Add(gr.payoffs[0][0], gr.payoffs[0][1])
	for _, x := range gr.payoffs {
		if new(big.Rat).Add(x[0], x[1]).Cmp(sum) != 0 {
			return nil
		}
	}
	return sum
}

// induction gives what each seat can guarantee itself in a graph without cycles, whose
// nodes come after their children in order.
func (gr *graph) induction(order []int32) []*big.Rat {
	values := make([]*big.Rat, gr.players)
	of := make([]*big.Rat, len(gr.nodes))
	for seat := range values {
		values[seat] = gr.induce(order, seat, of)
	}
	return values
}

// induce is induction for one seat, from 0; of has room for the values of all nodes.
func (gr *graph) induce(order []int32, seat int, of []*big.Rat) *big.Rat {
	for _, at := range order {
		x := &gr.nodes[at]
		switch x.mover {
		case over:
			of[at] = gr.payoffs[x.payoffs][seat]
			continue
		case formal.Chance:
			mean, term := new(big.Rat), new(big.Rat)
			for i, child := range gr.children(at) {
				mean.Add(mean, term.Mul(gr.chances[at][i], of[child]))
			}
			of[at] = mean
			continue
		}
		best := of[gr.children(at)[0]]
		for _, child := range gr.children(at)[1:] {
			if c := of[child].Cmp(best); c > 0 && int(x.mover) == seat+1 || c < 0 && int(x.mover) != seat+1 {
				best = of[child]
			}
		}
		of[at] = best
	}
	return of[0]
}

// retrograde finds what each seat can guarantee itself in a graph with cycles and
// without chance: the greatest payoff so that it can force at least as much. An
// endless play is worth 0 where the rules make it a draw; elsewhere it is taken for
// worse and for better than every end, and there is a value only if both agree.
func (a *Answer) retrograde(ctx context.Context, gr *graph) error {
	before := gr.before()
	for seat := 1; seat <= gr.players; seat++ {
		value, err := gr.guarantee(ctx, before, seat)
		if err != nil {
			return err
		}
		a.Values = append(a.Values, value)
	}
	// Without an end of the play that is forced the payoffs may add up to another sum.
	if a.ZeroSum && gr.endless && a.Sum.Sign() != 0 {
		a.ZeroSum, a.Sum = false, nil
	}
	return nil
}

// guarantee is what retrograde finds for one seat.
func (gr *graph) guarantee(ctx context.Context, before *reverse, seat int) (*big.Rat, error) {
	payoffs := gr.distinct(seat)
	if len(payoffs) == 0 && !gr.endless {
		return nil, notDecided("no play ends")
	}
	value := func(endless *big.Rat) *big.Rat {
		// Forced by reaching ends that are worth more than never to end.
		for _, t := range slices.Backward(payoffs) {
			if t.Cmp(endless) <= 0 {
				break
			}
			if ok, _ := gr.force(before, seat, t); ok {
				return t
			}
		}
		// Guaranteed because the others cannot force an end that is worth less.
		levels := append(slices.Clone(payoffs), endless)
		slices.SortFunc(levels, (*big.Rat).Cmp)
		for _, t := range slices.Backward(levels) {
			if t.Cmp(endless) <= 0 && !gr.forceBelow(before, seat, t) {
				return t
			}
		}
		return levels[0]
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	low, high := new(big.Rat), new(big.Rat)
	if !gr.endless {
		one := big.NewRat(1, 1)
		low.Sub(payoffs[0], one)
		high.Add(payoffs[len(payoffs)-1], one)
	}
	least := value(low)
	if least.Cmp(value(high)) != 0 {
		return nil, notDecided("somebody can keep the play from ending, and nothing says what that is worth")
	}
	return least, nil
}

// distinct gives the payoffs of a seat at the ends of plays in ascending order.
func (gr *graph) distinct(seat int) (list []*big.Rat) {
	for _, x := range gr.payoffs {
		list = append(list, x[seat-1])
	}
	slices.SortFunc(list, (*big.Rat).Cmp)
	return slices.CompactFunc(list, func(a, b *big.Rat) bool { return a.Cmp(b) == 0 })
}

// force reports whether a seat can force an end that is worth at least t to it,
// whatever all others do, and in how many plies if they delay it as long as they can.
func (gr *graph) force(before *reverse, seat int, t *big.Rat) (ok bool, plies int) {
	return gr.attract(before,
		func(payoffs []*big.Rat) bool { return payoffs[seat-1].Cmp(t) >= 0 },
		func(mover int32) bool { return int(mover) == seat })
}

// forceBelow reports whether the others can force an end that is worth less than t to a seat.
func (gr *graph) forceBelow(before *reverse, seat int, t *big.Rat) bool {
	ok, _ := gr.attract(before,
		func(payoffs []*big.Rat) bool { return payoffs[seat-1].Cmp(t) < 0 },
		func(mover int32) bool { return int(mover) != seat })
	return ok
}

// attract reports whether those who are for it can force the play from node 0 to an
// end that is a goal, and in how many plies.
func (gr *graph) attract(before *reverse, goal func([]*big.Rat) bool, isFor func(mover int32) bool) (bool, int) {
	plies := gr.attraction(before, goal, isFor)
	return plies[0] >= 0, int(plies[0])
}

// attraction gives for every node in how many plies those who are for it can force the play
// from there to an end that is a goal, -1 if they cannot. Nodes are found in the order of
// these: one of those for it with its first child, one of the others with its last.
func (gr *graph) attraction(before *reverse, goal func([]*big.Rat) bool, isFor func(mover int32) bool) []int32 {
	const unknown = -1
	plies, waiting := make([]int32, len(gr.nodes)), make([]int32, len(gr.nodes))
	var queue []int32
	for at := range gr.nodes {
		x := &gr.nodes[at]
		plies[at], waiting[at] = unknown, x.n
		if x.mover == over && goal(gr.payoffs[x.payoffs]) {
			plies[at] = 0
			queue = append(queue, int32(at))
		}
	}
	for i := 0; i < len(queue); i++ {
		at := queue[i]
		for _, p := range before.of(at) {
			waiting[p]--
			if plies[p] == unknown && (waiting[p] == 0 || isFor(gr.nodes[p].mover)) {
				plies[p] = plies[at] + 1
				queue = append(queue, p)
			}
		}
	}
	return plies
}
