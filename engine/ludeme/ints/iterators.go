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
	{Text: "(edge int int)", Result: "int",
		Meaning: "The edge that joins two vertices, -1 if there is none.", Impl: edgeJoining},
	{Text: "(edge)", Result: "int",
		Meaning: "The sum of the edges around the current hint.",
		Impl: rule.Int{Impl: read(func(c *game.Context) int { return c.Edge }),
			Lower: func(k *lower.Lowerer, _ *lgdl.Expr) *ir.Expr { return k.EdgesOfHint() }}},
	{Text: "(from [at:whenType])", Result: "int",
		Meaning: "The site that is moved from, or the first one of this turn.", Impl: from.At("at")},
	{Text: "(hint [siteType] [at:int])", Result: "int",
		Meaning: "The value of the current hint, or of the hint at a site.", Impl: hint},
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
	Lower: (*lower.Lowerer).TurnStart}}

var edgeJoining = rule.Tabled(rule.Arg("int1"), rule.Arg("int2"), "there are no vertices",
	func(k *game.Compiler, _ *lgdl.Expr) rule.Table {
		t := k.G.Topo
		n := t.Num(board.Vertex)
		return rule.Table{N: n, M: n, Name: "edges", Of: func(v, w int) int { return joining(t, int32(v), int32(w)) }}
	})

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

// hint is the value of the hint at hand, or of the hint at a fixed site.
var hint = rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
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
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
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
}}
