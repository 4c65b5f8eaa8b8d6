package moves

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var rememberRows = []lgdl.Form{
	{Text: "(remember Value [string] int [unique:bool] [(then)])", Result: "moves:effect",
		Concepts: []string{"Variable", "RememberValues"}, Meaning: "A value is put on a list.",
		Impl: rule.Effect{Kind: game.ActRememberValue, Of: unremembered, Needs: game.RememberedValues,
			Name: nameOf}.Moves()},
	{Text: "(remember State [(then)])", Result: "moves:effect", Meaning: "The position is stored.",
		Impl: rule.Effect{Kind: game.ActStoreState, Of: rule.Once}.Moves()},
	{Text: "(roll [(then)])", Lower: lower.MovesRule(lowerRoll), Result: "moves:effect", Concepts: []string{"Roll"},
		Meaning: "All dice are rolled.", Impl: game.MovesRule(compileRoll)},
}

// unremembered is the number that is to be remembered, unless it is already and should be only once.
var unremembered = rule.Numbered(rule.Arg("int")).Where(func(k *game.Compiler,
	e *lgdl.Expr) func(c *game.Context, _, v int) bool {
	name, unique := nameOf(k, e), k.BoolOr(e.Named("unique"), false)
	return func(c *game.Context, _, v int) bool {
		return !unique.Get(c) || !slices.Contains(c.S.Remembered[name], int32(v))
	}
}, func(k *lower.Lowerer, e *lgdl.Expr, _, v *ir.Expr) *ir.Expr {
	unique := k.BoolOr(e.Named("unique"), false)
	if unique.Is(0) {
		return ir.Num(1)
	}
	return ir.Any(ir.Calc(ir.Not, unique), ir.Calc(ir.Not, k.IsRemembered(e.Named("string").Word(""), v)))
})

// compileRoll compiles roll; the dice are drawn when it is evaluated.
func compileRoll(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	k.Require(game.Stochastic | game.SiteState)
	k.Draws()
	return siteless(k, clause.Roll(e).Then(), func(c *game.Context, out *game.MoveList) {
		m := c.Bare(nil)
		equal, face := true, game.Off
		if box := c.G.DiceContainer(); box >= 0 {
			for i, comp := range c.G.Dice {
				f := c.Draw(len(c.G.Components[comp].Faces))
				equal = equal && (i == 0 || f == face)
				face = f
				c.Extend(&m, game.SetDie(c.G.Containers[box].First+i, f))
			}
		}
		c.Extend(&m, game.SetDiceAllEqual(equal))
		out.Add(m)
	})
}

func lowerRoll(k *lower.Lowerer, e *lgdl.Expr) {
	k.EmitBare(clause.Roll(e).Then(), func() { k.Roll(e) })
}
