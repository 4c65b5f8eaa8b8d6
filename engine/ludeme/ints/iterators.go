package ints

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var iteratorRows = []lgdl.Form{
	{Text: "(between)", Result: "int", Meaning: "The site passed between from and to.",
		Impl: rule.Iterator(func(c *game.Context) int { return c.Between }, (*lower.Lowerer).Between)},
	{Text: "(edge int int)", Lower: lower.IntRule(lowerEdgeJoining), Result: "int",
		Meaning: "The edge that joins two vertices, -1 if there is none.", Impl: game.IntRule(edgeJoining)},
	{Text: "(edge)", Result: "int",
		Meaning: "The sum of the edges around the current hint.",
		Impl: rule.Int{Impl: read(func(c *game.Context) int { return c.Edge }),
			Lower: func(k *lower.Lowerer, _ *lgdl.Expr) *ir.Expr { return k.EdgesOfHint() }}},
	{Text: "(from [at:whenType])", Result: "int",
		Meaning: "The site that is moved from, or the first one of this turn.", Impl: from.At("at")},
	{Text: "(hint [siteType] [at:int])", Lower: lower.IntRule(lowerHint), Result: "int",
		Meaning: "The value of the current hint, or of the hint at a site.", Impl: game.IntRule(hint)},
	{Text: "(level)", Result: "int", Meaning: "The level of a stack that is looked at.",
		Impl: rule.Iterator(func(c *game.Context) int { return c.Level },
			func(k *lower.Lowerer) *ir.Expr { return k.Env.Level }).Needs(game.Stacking)},
	{Text: "(pips)", Result: "int", Concepts: []string{"Dice"}, Meaning: "The value of the current die.",
		Impl: rule.Iterator(func(c *game.Context) int { return c.Pips },
			func(k *lower.Lowerer) *ir.Expr { return k.Env.Pips })},
	{Text: "(player)", Result: "int", Meaning: "The player that is looked at.",
		Impl: rule.Iterator(func(c *game.Context) int { return c.Player },
			func(k *lower.Lowerer) *ir.Expr { return k.Env.Player })},
	{Text: "(site)", Result: "int", Meaning: "The site that is looked at.",
		Impl: rule.Iterator(func(c *game.Context) int { return c.Site },
			func(k *lower.Lowerer) *ir.Expr { return k.Env.Site })},
	{Text: "(to)", Result: "int", Meaning: "The site that is moved to.",
		Impl: rule.To},
	{Text: "(track)", Result: "int", Meaning: "The track that is looked at.",
		Impl: rule.Iterator(func(c *game.Context) int { return c.Track },
			func(k *lower.Lowerer) *ir.Expr { return ir.Num(k.Env.Track - 1) })},
}

// read is the rule of a ludeme without arguments.
func read(f func(c *game.Context) int) game.IntRule {
	return func(*game.Compiler, *lgdl.Expr) game.Int { return game.IntFn(f) }
}

var from = rule.Ints{"": rule.From, "StartOfTurn": {
	Impl:  read(func(c *game.Context) int { return c.T.StartOfTurnFrom(c.S.Mover) }),
	Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr { k.No(e, "%s", e.Form.Text); return nil }}}

func edgeJoining(k *game.Compiler, e *lgdl.Expr) game.Int {
	a := k.Int(clause.EdgeInt(e).Int1())
	b := k.Int(clause.EdgeInt(e).Int2())
	return game.IntFn(func(c *game.Context) int {
		topo := c.G.Topo
		v, w := a.Get(c), b.Get(c)
		if !c.G.OnBoard(board.Vertex, v) || !c.G.OnBoard(board.Vertex, w) {
			game.Fault(e, "there are no vertices %d and %d", v, w)
		}
		return joining(topo, int32(v), int32(w))
	})
}

// joining is the first of the edges that join two vertices.
func joining(topo *board.Topology, v, w int32) int {
	first := game.Off
	for _, x := range topo.Incident(board.Vertex, v, board.Edge) {
		ends := topo.Incident(board.Edge, x, board.Vertex)
		if ends[0] == w && ends[1] == v || ends[0] == v && ends[1] == w {
			if first < 0 || int(x) < first {
				first = int(x)
			}
		}
	}
	return first
}

// maxJoined is the number of vertices of the largest board of which all pairs are listed.
const maxJoined = 256

// lowerEdgeJoining lowers edgeJoining. A play is spoilt where there is no such vertex.
func lowerEdgeJoining(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	topo := k.G.Topo
	n := topo.Num(board.Vertex)
	if n > maxJoined {
		k.No(e, "edges between vertices of a large board")
	}
	a := clause.EdgeInt(e)
	v, w := k.Temp("v", k.Int(a.Int1())), k.Temp("w", k.Int(a.Int2()))
	edges := k.TableOnce("edges", "", ir.I16, func() []int64 {
		list := make([]int64, n*n)
		for i := range list {
			list[i] = int64(joining(topo, int32(i/n), int32(i%n)))
		}
		return list
	})
	known := k.Temp("known", ir.All(ir.Calc(ir.Below, v, ir.Num(n)), ir.Calc(ir.Below, w, ir.Num(n))))
	k.SpoilIf(ir.Calc(ir.Not, known))
	return ir.Cond(known, ir.At(edges, ir.Calc(ir.Add, ir.Calc(ir.Mul, v, ir.Num(n)), w)), ir.Num(game.Off))
}

func hint(k *game.Compiler, e *lgdl.Expr) game.Int {
	a := clause.Hint(e)
	if a.At() == nil {
		if a.SiteType() != nil {
			k.SiteTypeOr(a.SiteType())
		}
		return game.IntFn(func(c *game.Context) int { return c.Hint })
	}
	if a.SiteType() == nil {
		k.Fail(e, "the hint at a site needs a site type: (hint <siteType> at:<int>)")
	}
	st := k.SiteTypeOr(a.SiteType())
	at := k.Int(a.At())
	return game.IntFn(func(c *game.Context) int {
		h := c.G.HintsOf(st)
		if h == nil {
			return game.Off
		}
		s := at.Get(c)
		for i, sites := range h.Regions {
			if len(sites) > 0 && int(sites[0]) == s {
				return h.Values[i]
			}
		}
		return game.Off
	})
}

// lowerHint lowers the value of the hint at hand, or of the hint at a fixed site.
func lowerHint(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.Hint(e)
	if a.At() == nil {
		return k.Hint(e)
	}
	if h := k.G.HintsOf(k.Parts.SiteTypeOr(a.SiteType())); h != nil {
		at := k.FixedInt(a.At())
		for i, sites := range h.Regions {
			if len(sites) > 0 && int(sites[0]) == at {
				return ir.Num(h.Values[i])
			}
		}
	}
	return ir.Num(game.Off)
}
