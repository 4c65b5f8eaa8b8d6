package moves

import (
	"math/big"
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var operatorRows = []lgdl.Form{
	{Text: "(allCombinations moves moves [(then)])", Lower: lower.MovesRule(lowerAllCombinations),
		Result: "moves:operator", Meaning: "Every move of the first list joined with every move of the second.",
		Impl: game.MovesRule(compileAllCombinations)},
	{Text: "(and moves moves [(then)])", Result: "moves:operator", Concepts: []string{"Union"},
		Meaning: "The moves of both.", Impl: parts(false)},
	{Text: "(and {moves} [(then)])", Result: "moves:operator", Concepts: []string{"Union"}, Meaning: "The moves of all.",
		Impl: parts(false)},
	{Text: "(append nonDecision [(then)])", Lower: lower.MovesRule(lowerAppend), Result: "moves:operator",
		Meaning: "All moves of a list made one move.", Impl: game.MovesRule(compileAppend)},
	{Text: "(if bool moves [moves] [(then)])", Result: "moves:operator", Concepts: []string{"ConditionalStatement"},
		Meaning: "The first moves if the condition holds, else the second.",
		Impl:    rule.Branch{If: taken, Yes: "moves1", No: "moves2", Reaches: true}.Moves().Then()},
	{Text: "(or moves moves [(then)])", Result: "moves:operator", Concepts: []string{"Union"},
		Meaning: "The moves of either.", Impl: parts(false)},
	{Text: "(or {moves} [(then)])", Result: "moves:operator", Concepts: []string{"Union"}, Meaning: "The moves of any.",
		Impl: parts(false)},
	{Text: "(random {float} {moves})", Lower: lower.MovesRule(lowerRandomMember), Result: "moves", Concepts: []string{"Stochastic"},
		Meaning: "The moves of one member, drawn by weight.", Impl: game.MovesRule(compileRandomMember)},
	{Text: "(random moves num:int)", Lower: lower.MovesRule(lowerRandomMoves), Result: "moves", Concepts: []string{"Stochastic"},
		Meaning: "Moves drawn at random, with repetition.", Impl: game.MovesRule(compileRandomMoves)},
	{Text: "(seq {moves})", Lower: lower.MovesRule(lowerSeq), Result: "moves:effect", Concepts: []string{"CopyContext"},
		Meaning: "Effects one after the other, each seeing what those before it did.", Impl: game.MovesRule(compileSeq)},
}

// parts are the moves of all operands, evaluated in order in the same state, or of the first that has any. Which of and
// and or is meant shows only in what is done with the list.
func parts(first bool) rule.Moves {
	return rule.Moves{Impl: func(k *game.Compiler, e *lgdl.Expr) *game.Gen {
		last := len(e.Args) - 1
		gens := movesOf(k, e.Args[:last]...)
		g := k.Followed(func(c *game.Context, out *game.MoveList) {
			before := out.Len()
			for _, g := range gens {
				if g.Eval(c, out); first && out.Len() > before {
					break
				}
			}
		}, e.Args[last])
		g.CanMove = func(c *game.Context) bool { return slices.ContainsFunc(gens, c.CanMove) }
		if !first {
			g.CanMoveTo = func(c *game.Context, site int) bool {
				return slices.ContainsFunc(gens, func(g *game.Gen) bool { return c.CanMoveTo(g, site) })
			}
		}
		return g
	}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) {
		last := len(e.Args) - 1
		list := lgdl.Flat(e.Args[:last]...)
		k.Around(e.Args[last], func() {
			if !first {
				for _, x := range list {
					k.Moves(x)
				}
				return
			}
			k.Scope("priority", func(end *ir.Label) {
				for i, x := range list {
					if i == len(list)-1 {
						k.Moves(x)
					} else {
						k.MovesIfAny(x, end)
					}
				}
			})
		})
	}}
}

// movesOf compiles the moves among arguments and in lists of them.
func movesOf(k *game.Compiler, args ...*lgdl.Expr) (gens []*game.Gen) {
	for _, x := range lgdl.Flat(args...) {
		gens = append(gens, k.Moves(x))
	}
	return gens
}

// taken is whether the first branch is taken, which may have been found out before.
var taken = rule.Bool{Impl: rule.Given("bool").Impl, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if c, ok := k.Branch(e); ok {
		return c
	}
	return k.Bool(e.Named("bool"))
}, Args: []string{"bool"}}

func compileAllCombinations(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	args := clause.AllCombinations(e)
	left, right := k.Moves(args.Moves1()), k.Moves(args.Moves2())
	return k.Followed(func(c *game.Context, out *game.MoveList) {
		as, bs, pair := c.TakeList(), c.TakeList(), c.TakeList()
		left.Eval(c, as)
		right.Eval(c, bs)
		for _, a := range as.M {
			for _, b := range bs.M {
				pair.M = append(pair.M[:0], a, b)
				out.Add(c.Nest(pair.M))
			}
		}
		c.GiveList(as)
		c.GiveList(bs)
		c.GiveList(pair)
	}, args.Then())
}

// compileAppend compiles append: the decision flag is on the first part only.
func compileAppend(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	g := k.Moves(clause.Append(e).NonDecision())
	return k.Followed(func(c *game.Context, out *game.MoveList) {
		parts := c.TakeList()
		g.Eval(c, parts)
		if parts.Len() > 0 {
			setDecisions(c, parts.M[0])
			m := c.Nest(parts.M)
			c.SetBetween(&m, c.BetweenOf(parts.M[0]))
			m.Mover = int32(c.S.Mover)
			out.Add(m)
		}
		c.GiveList(parts)
	}, clause.Append(e).Then())
}

// setDecisions flags every action of a move, nested ones included.
func setDecisions(c *game.Context, m game.Move) {
	for i := range c.Items(m) {
		a := c.Item(m, i)
		if a.Kind == game.SubMove {
			setDecisions(c, c.Sub(a))
		} else {
			c.SetItem(m, i, a.Decided())
		}
	}
}

// compileSeq compiles seq: the operands are evaluated and played on one copy, and
// the result is what was done there in primitive actions.
func compileSeq(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	gens := movesOf(k, clause.Seq(e).Moves())
	return &game.Gen{Eval: func(c *game.Context, out *game.MoveList) {
		t := c.Aside()
		done := c.TakeList()
		for _, g := range gens {
			done.M = done.M[:0]
			g.Eval(t, done)
			for i := range done.M {
				out.Add(resolve(c, t, done.M[i]))
			}
		}
		c.GiveList(done)
		c.Join(t)
	}}
}

// resolve plays m on the copy t as a move of its own, without the turn loop, and
// returns it with all consequents resolved into primitive actions.
func resolve(c, t *game.Context, m game.Move) game.Move {
	r := c.Bare(playOn(t, m))
	r.Mover, r.From, r.To, r.State, r.Edge = m.Mover, m.From, m.To, m.State, m.Edge
	r.LevelMin, r.LevelMax, r.Unoriented = m.LevelMin, m.LevelMax, m.Unoriented
	c.SetBetween(&r, c.BetweenOf(m))
	return r
}

// playOn plays m on the copy t as a move of its own, without the turn loop, and
// returns the primitive actions it came to; valid until the next move on t.
func playOn(t *game.Context, m game.Move) []game.Action {
	t.S.Decision = game.Off
	t.S.Pending = t.S.Pending[:0]
	t.Apply(m)
	return t.Applied()
}

// compileRandomMember compiles (random {weights} {moves}): only the member drawn is evaluated.
func compileRandomMember(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	k.Require(game.Stochastic)
	k.Draws()
	gens := movesOf(k, clause.RandomFloats(e).Moves())
	var weights []game.Float
	var exact []*big.Rat
	for _, x := range clause.RandomFloats(e).Floats().Items {
		weights = append(weights, k.Float(x))
		exact = append(exact, game.Exact(x))
	}
	n := min(len(gens), len(weights))
	return &game.Gen{Eval: func(c *game.Context, out *game.MoveList) {
		if n == 0 {
			return
		}
		gens[c.DrawMember(weights[:n], exact[:n])].Eval(c, out)
	}}
}

// lowerRandomMember lowers it where the weights never change.
func lowerRandomMember(k *lower.Lowerer, e *lgdl.Expr) {
	a := clause.RandomFloats(e)
	members := a.Moves().Items
	var weights []float64
	for _, x := range a.Floats().Items {
		w := k.Parts.Float(x)
		if !w.Const {
			k.No(x, "weights that follow the play")
		}
		weights = append(weights, w.V)
	}
	n := min(len(members), len(weights))
	if n == 0 {
		return
	}
	drawn := k.DrawnMember(e, weights[:n])
	for i, x := range members[:n] {
		k.If(ir.Calc(ir.Eq, drawn, ir.Num(i)), func() { k.Moves(x) })
	}
}

func lowerRandomMoves(k *lower.Lowerer, e *lgdl.Expr) {
	k.RandomMoves(e, clause.RandomMoves(e).Moves(), clause.RandomMoves(e).Num())
}

func compileRandomMoves(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	k.Require(game.Stochastic)
	k.Draws()
	g, num := k.Moves(clause.RandomMoves(e).Moves()), k.Int(clause.RandomMoves(e).Num())
	return &game.Gen{Eval: func(c *game.Context, out *game.MoveList) {
		all := c.TakeList()
		g.Eval(c, all)
		for i := min(num.Get(c), all.Len()); i > 0; i-- {
			out.Add(all.M[c.Draw(all.Len())])
		}
		c.GiveList(all)
	}}
}

// lowerSeq lowers effects that see what those before them did.
func lowerSeq(k *lower.Lowerer, e *lgdl.Expr) {
	if k.CapturesLater() {
		k.No(e, "a sequence in a game in which pieces are removed at the end of a turn, which by the rules each part ends")
	}
	k.EmitSeveral(func() { k.Sequence(clause.Seq(e).Moves().Items) })
}

func lowerAppend(k *lower.Lowerer, e *lgdl.Expr) {
	k.NoBetween(e)
	k.Append(e, clause.Append(e).NonDecision(), clause.Append(e).Then())
}

func lowerAllCombinations(k *lower.Lowerer, e *lgdl.Expr) {
	k.NoBetween(e)
	k.AllCombinations(e)
}
