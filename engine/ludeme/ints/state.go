package ints

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var stateRows = []lgdl.Form{
	{Text: "(amount (roleType | (player)))", Result: "int", Meaning: "The money of a player.",
		Impl: amount.Needs(game.Bet)},
	{Text: "(counter)", Result: "int", Concepts: []string{"InternalCounter"},
		Meaning: "The counter that goes up with every move.", Impl: rule.Number(layout.Counter)},
	{Text: "(mover)", Result: "int", Meaning: "The player who moves.", Impl: rule.Mover},
	{Text: "(next)", Result: "int", Meaning: "The player who moves next.", Impl: rule.Number(layout.Next)},
	{Text: "(pot)", Result: "int", Meaning: "The money in the pot.", Impl: rule.Number(layout.Pot)},
	{Text: "(prev [prevType])", Result: "int", Meaning: "The player who moved before, or who had the turn before.",
		Impl: rule.Ints{"": rule.Number(layout.Prev), "Mover": rule.Number(layout.Prev),
			"MoverLastTurn": lastMover}.At("prevType")},
	{Text: "(rotation [siteType] at:int [level:int])", Result: "int",
		Concepts: []string{"PieceRotation"}, Meaning: "The rotation of the piece at a site.",
		Impl: rotation},
	{Text: "(score ((player) | roleType))", Result: "int", Concepts: []string{"Scoring"},
		Meaning: "The score of a player.", Impl: score.Needs(game.Score)},
	{Text: "(state [siteType] at:int [level:int])", Result: "int",
		Concepts: []string{"SiteState"}, Meaning: "The local state of a site.",
		Impl: state},
	{Text: "(var [string])", Result: "int", Concepts: []string{"Variable"},
		Meaning: "The value of a variable, -1 if it was never set.", Impl: variable.Needs(game.Variables)},
	{Text: "(what [siteType] at:int [level:int])", Result: "int",
		Meaning: "The component at a site, 0 if it is empty; in a stack the bottom one.", Impl: what},
	{Text: "(who [siteType] at:int [level:int])", Result: "int",
		Meaning: "The owner of the piece at a site, 0 if there is none.", Impl: who},
}

// lastMover is who moved in the turn before.
var lastMover = rule.Int{Impl: read(func(c *game.Context) int { return c.T.LastTurnMover(c.S.Mover) }),
	Lower: (*lower.Lowerer).MoverBefore}

var (
	amount = ofPlayer(rule.Player, 1, func(s *game.State) []int32 { return s.AmountOf },
		func(f *layout.Fields) *ir.Field { return f.Amount }, 0, "")
	score = ofPlayer(rule.Player, 0, func(s *game.State) []int32 { return s.ScoreOf },
		func(f *layout.Fields) *ir.Field { return f.Score }, 0, "score")
	playerValue = ofPlayer(rule.Arg("int", "roleType"), 0, func(s *game.State) []int32 { return s.ValueOf },
		func(f *layout.Fields) *ir.Field { return f.Value }, 1, "value")
)

// ofPlayer is a number that each player has, from the one with number lo on, and so many beyond the last of the
// game. Of others it is -1, or an error if it has a name.
func ofPlayer(who rule.Int, lo int, list func(s *game.State) []int32, field func(f *layout.Fields) *ir.Field, beyond int,
	name string) rule.Int {
	return rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
		who := who.Impl(k, e)
		return game.IntFn(func(c *game.Context) int {
			i := who.Get(c)
			if i >= lo && i <= c.G.Players+beyond {
				return int(list(c.S)[i])
			}
			if name != "" {
				game.Fault(e, "player %d has no %s", i, name)
			}
			return game.Off
		})
	}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		p := k.Temp("p", who.Lower(k, e))
		is := ir.All(ir.Calc(ir.Le, ir.Num(lo), p), ir.Calc(ir.Le, p, ir.Num(k.G.Players+beyond)))
		if name != "" {
			k.SpoilIf(ir.Calc(ir.Not, is))
		}
		return ir.Cond(is, ir.At(field(&k.Fields), ir.Cond(is, p, ir.Num(0))), ir.Num(game.Off))
	}, Args: who.Args}
}

// variable is that of a name, or the one without.
var variable = rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
	if clause.Var(e).String() == nil {
		return game.IntFn(layout.Temp.Of())
	}
	v := k.Var(clause.Var(e).String().Text)
	return game.IntFn(func(c *game.Context) int { return int(c.S.Vars[v]) })
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if clause.Var(e).String() == nil {
		return k.Fields.Get(layout.Temp)
	}
	return ir.At(k.Fields.Named, ir.Num(int(k.Parts.Var(clause.Var(e).String().Text))))
}}
