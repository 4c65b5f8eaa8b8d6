package solve

import (
	"context"
	"math/big"

	"github.com/astragal/astragal/engine/efg"
	"github.com/astragal/astragal/engine/formal"
)

// maxTree bounds the trees that are solved, in nodes.
const maxTree = 100_000

// hidden solves a two-player zero-sum game with hidden information or simultaneous decisions.
func (a *Answer) hidden(ctx context.Context, g formal.Game, o Options) error {
	if n := len(g.Players()); n > 2 {
		return notDecided("hidden information or simultaneous decisions among %d players, and at most two are possible", n)
	}
	tree, err := treeOf(g)
	if err != nil {
		return notDecided("no tree of at most %d nodes: %v", maxTree, err)
	}
	perm := formal.Exchange(g)
	a.Tree, a.Positions = tree, len(tree.Nodes)
	for i := range tree.Nodes {
		if tree.Nodes[i].Owner == efg.Terminal {
			a.Terminals++
			a.Longest = max(a.Longest, tree.Nodes[i].Depth)
		}
	}
	if len(g.Players()) == 1 {
		return a.alone()
	}
	if a.Sum = tree.ConstantSum(); a.Sum == nil {
		return notDecided("hidden information or simultaneous decisions, and payoffs without a constant sum")
	}
	a.ZeroSum = true
	for p, ok := range tree.PerfectRecall() {
		if !ok {
			return notDecided("player %d forgets what he knew", p+1)
		}
	}
	m := newMatrix(tree)
	a.Sequences = [2]int{m.one.size, m.two.size}
	if max(m.one.size, m.two.size) > o.Sequences {
		return a.approach(ctx, m, o.Gap)
	}
	x, y, err := m.optimum(ctx)
	if err != nil {
		return err
	}
	a.Strategies = make(efg.Behaviour, len(tree.Sets))
	m.one.behaviour(x, a.Strategies)
	m.two.behaviour(y, a.Strategies)
	// The proof: what each gets at least, and what the other can hold him to.
	if a.bound(m); a.Exploitability.Sign() != 0 {
		return notDecided("best responses leave the value between %s and %s", a.Lower.RatString(), a.Upper.RatString())
	}
	values := []*big.Rat{a.Lower, new(big.Rat).Sub(a.Sum, a.Lower)}
	a.Values = []*big.Rat{values[perm[0]-1], values[perm[1]-1]}
	a.Theorem = "the value of the game for both players in mixed strategies; " +
		"neither gains by a best response to the other's"
	return nil
}

// alone solves a game of one player who does not know where he is.
func (a *Answer) alone() error {
	a.Method = "backward induction over information sets"
	if !a.Tree.PerfectRecall()[0] {
		return notDecided("player 1 forgets what he knew")
	}
	m := newMatrix(a.Tree)
	a.Values = []*big.Rat{m.respond(1, m.two.plan(nil))}
	a.Theorem = "the most that the player can get on average over chance"
	return nil
}

// treeOf gives the tree of a game, its own if it is described by one, without forced moves,
// which tell nobody anything, and with one branch of chance for all with the same effect.
func treeOf(g formal.Game) (*efg.Game, error) {
	if own, ok := g.(interface{ Game() *efg.Game }); ok {
		return own.Game().Contract(), nil
	}
	g = explicit(g)
	if m, ok := g.(interface{ Merged() formal.Game }); ok {
		g = m.Merged()
	}
	t, err := efg.FromFormal(g, efg.Limits{Nodes: maxTree})
	if err != nil {
		return nil, err
	}
	return t.Contract(), nil
}

// matrix is the sequence form of a two-player game: what the first player earns where
// two sequences and chance lead to an end. Entries are sparse.
type matrix struct {
	g        *efg.Game
	one, two *sequences
	ends     []end
}

// end is a terminal node with the probability of chance on the way there.
type end struct {
	one, two int // sequences
	chance   *big.Rat
	payoffs  []*big.Rat
}

func newMatrix(g *efg.Game) *matrix {
	m := &matrix{g: g, one: newSequences(g, 1), two: newSequences(g, 2)}
	chance := make([]*big.Rat, len(g.Nodes))
	for i := range g.Nodes {
		x := &g.Nodes[i]
		chance[i] = big.NewRat(1, 1)
		if x.Parent >= 0 {
			chance[i] = chance[x.Parent]
			if up := &g.Nodes[x.Parent]; up.Owner == efg.Chance {
				chance[i] = new(big.Rat).Mul(chance[i], g.Sets[up.Set].Actions[x.Branch].Probability)
			}
		}
		if x.Owner == efg.Terminal && chance[i].Sign() > 0 {
			m.ends = append(m.ends, end{m.one.of[i], m.two.of[i], chance[i], g.Payoffs(i)})
		}
	}
	return m
}

// respond gives the value of a player's best response to the other's realisation plan.
func (m *matrix) respond(player int, plan []*big.Rat) *big.Rat {
	own := m.one
	if player == 2 {
		own = m.two
	}
	gain, x := zeros(own.size), new(big.Rat)
	for _, e := range m.ends {
		mine, other := e.one, e.two
		if player == 2 {
			mine, other = other, mine
		}
		x.Mul(e.chance, plan[other])
		gain[mine].Add(gain[mine], x.Mul(x, e.payoffs[player-1]))
	}
	return own.bestResponse(gain)
}

// optimum gives weights of the sequences of both players that are in proportion to
// optimal strategies.
//
// The program is the one of the first player: x are weights of his sequences but the
// empty one, q bounds of what he gets from the second player's sets on. All payoffs are
// moved up to be at least 0. Then more weight never costs anything, so that weights of
// actions need only add up to at most that of what comes before; q may be taken to be at
// least 0; and all right sides are at least 0. The solution of the dual program are the
// second player's weights.
func (m *matrix) optimum(ctx context.Context) (x, y []*big.Rat, err error) {
	least, scale := new(big.Rat), big.NewInt(1)
	for _, e := range m.ends {
		if e.payoffs[0].Cmp(least) < 0 {
			least = e.payoffs[0]
		}
	}
	type cell struct{ one, two int }
	entries, add := map[cell]*big.Rat{}, new(big.Rat)
	for _, e := range m.ends {
		at := cell{e.one, e.two}
		if entries[at] == nil {
			entries[at] = new(big.Rat)
		}
		add.Sub(e.payoffs[0], least)
		add.Mul(add, e.chance)
		entries[at].Add(entries[at], add)
	}
	for _, v := range entries {
		scale.Mul(scale, new(big.Int).Quo(v.Denom(), new(big.Int).GCD(nil, nil, scale, v.Denom())))
	}
	nx, nq := m.one.size-1, len(m.two.sets)
	p := &program{c: integers(nx + nq)}
	// Row τ-1 for every sequence τ of the second player: q of its set is at most what
	// τ earns by itself and the q of the sets that follow. The empty sequence is the objective.
	for range m.two.size - 1 {
		p.m, p.b = append(p.m, integers(nx+nq)), append(p.b, new(big.Int))
	}
	for i := range m.two.sets {
		for a := range m.two.actions(i) {
			p.m[m.two.first[i]+a-1][nx+i].SetInt64(1)
		}
		if up := m.two.parent[i]; up > 0 {
			p.m[up-1][nx+i].SetInt64(-1)
		} else {
			p.c[nx+i].SetInt64(1)
		}
	}
	for at, v := range entries {
		n := new(big.Int).Mul(v.Num(), new(big.Int).Quo(scale, v.Denom()))
		switch {
		case at.one > 0 && at.two > 0:
			p.m[at.two-1][at.one-1].Neg(n)
		case at.two > 0:
			p.b[at.two-1].Set(n)
		case at.one > 0:
			p.c[at.one-1].Set(n)
		}
	}
	// One row for every set of the first player.
	for i := range m.one.sets {
		row, b := integers(nx+nq), new(big.Int)
		for a := range m.one.actions(i) {
			row[m.one.first[i]+a-1].SetInt64(1)
		}
		if up := m.one.parent[i]; up > 0 {
			row[up-1].SetInt64(-1)
		} else {
			b.SetInt64(1)
		}
		p.m, p.b = append(p.m, row), append(p.b, b)
	}
	z, dual, err := p.solve(ctx)
	if err != nil {
		return nil, nil, err
	}
	one := big.NewRat(1, 1)
	return append([]*big.Rat{one}, z[:nx]...), append([]*big.Rat{one}, dual[:m.two.size-1]...), nil
}

func integers(n int) []*big.Int {
	list := make([]*big.Int, n)
	for i := range list {
		list[i] = new(big.Int)
	}
	return list
}
