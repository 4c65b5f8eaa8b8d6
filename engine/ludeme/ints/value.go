package ints

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var valueRows = []lgdl.Form{
	{Text: "(value)", Result: "int", Meaning: "The number that is looked at.",
		Impl: rule.Iterator(func(c *game.Context) int { return c.Value },
			func(k *lower.Lowerer) *ir.Expr { return k.Env.Value })},
	{Text: "(value Random range)", Result: "int",
		Concepts: []string{"Stochastic", "skip range"}, Meaning: "A random number of a range.",
		Impl: valueRandom},
	{Text: "(value valueSimpleType)", Result: "int", Meaning: "The pending value, or a limit of the game.",
		Impl: rule.Ints{
			"MoveLimit": rule.OfGame(func(g *game.Game) int { return g.MoveLimit }),
			"TurnLimit": rule.OfGame(func(g *game.Game) int { return g.TurnLimit }),
			"Pending":   pendingValue.Needs(game.PendingValues),
		}.At("valueSimpleType")},
	{Text: "(value Player (int | roleType))", Result: "int", Concepts: []string{"PlayerValue"},
		Meaning: "The value of a player, -1 at first.", Impl: playerValue},
	{Text: "(value Piece [siteType] at:int [level:int])", Result: "int",
		Concepts: []string{"PieceValue"}, Meaning: "The value of the piece at a site.", Impl: pieceValue},
}

// valueRandom is drawn when the move is made that needs it.
var valueRandom = rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
	k.Draws()
	r := k.Range(clause.ValueRandom(e).Range())
	return game.IntFn(func(c *game.Context) int {
		lo, hi := r.Min.Get(c), r.Max.Get(c)
		if lo > hi {
			return game.Off
		}
		return lo + c.Draw(hi-lo+1)
	})
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	lo, hi := k.Range(clause.ValueRandom(e).Range())
	return k.DrawnBetween(e, lo, hi)
}}.Needs(game.Stochastic)

// pendingValue is the only pending value, 0 if there is none or several.
var pendingValue = rule.Int{Impl: read(func(c *game.Context) int {
	if len(c.S.Pending) == 1 {
		return int(c.S.Pending[0])
	}
	return 0
}), Lower: func(k *lower.Lowerer, _ *lgdl.Expr) *ir.Expr {
	v := k.Var("pending", 0, 1<<16, ir.Num(0))
	k.If(ir.Calc(ir.Eq, ir.Calc(ir.SetCount, k.Pending()), ir.Num(1)), func() {
		k.Each(k.Pending(), func(site *ir.Expr) { k.Add(ir.Put(v, site)) })
	})
	return ir.Read(v)
}}
