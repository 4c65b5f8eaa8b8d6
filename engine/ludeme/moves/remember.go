package moves

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var rememberRows = []lgdl.Form{
	{Text: "(remember Value [string] int [unique:bool] [(then)])", Lower: lower.MovesRule(lowerRemember),
		Result: "moves:effect", Concepts: []string{"Variable", "RememberValues"}, Meaning: "A value is put on a list.",
		Impl: game.MovesRule(compileRememberValue)},
	{Text: "(remember State [(then)])", Lower: lower.MovesRule(lowerRememberState), Result: "moves:effect",
		Meaning: "The position is stored.", Impl: game.MovesRule(compileRememberState)},
	{Text: "(roll [(then)])", Lower: lower.MovesRule(lowerRoll), Result: "moves:effect", Concepts: []string{"Roll"},
		Meaning: "All dice are rolled.", Impl: game.MovesRule(compileRoll)},
}

func compileRememberValue(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	a := clause.RememberValue(e)
	k.Require(game.RememberedValues)
	var name int32
	if a.String() != nil {
		name = k.Name(a.String().Text)
	}
	value, unique, then := k.Int(a.Int()), k.BoolOr(a.Unique(), false), k.Then(a.Then())
	return siteless(func(c *game.Context, out *game.MoveList) {
		v := value.Get(c)
		if unique.Get(c) && slices.Contains(c.S.Remembered[name], int32(v)) {
			return
		}
		c.AddThen(out, c.One(game.Named(game.ActRememberValue, name, v)), then)
	})
}

func compileRememberState(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	then := k.Then(clause.RememberState(e).Then())
	return siteless(func(c *game.Context, out *game.MoveList) {
		c.AddThen(out, c.One(game.PlainAction(game.ActStoreState)), then)
	})
}

func lowerRememberState(k *lower.Lowerer, e *lgdl.Expr) {
	lowerAct(k, clause.RememberState(e).Then(), k.StoreState)
}

// compileRoll compiles roll; the dice are drawn when it is evaluated.
func compileRoll(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	k.Require(game.Stochastic | game.SiteState)
	k.Draws()
	then := k.Then(clause.Roll(e).Then())
	return siteless(func(c *game.Context, out *game.MoveList) {
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
		c.AddThen(out, m, then)
	})
}

func lowerRemember(k *lower.Lowerer, e *lgdl.Expr) {
	a := clause.RememberValue(e)
	name, v := a.String().Word(""), k.Temp("v", k.Int(a.Int()))
	keep := ir.Num(1)
	if a.Unique() != nil && k.Bool(a.Unique()).Is(1) {
		keep = ir.Calc(ir.Not, k.IsRemembered(name, v))
	}
	k.If(keep, func() {
		k.Value(a.Then(), v, func(v *ir.Expr) {
			k.Log(game.ActRememberValue, nil)
			k.Remember(name, v)
		})
	})
}

func lowerRoll(k *lower.Lowerer, e *lgdl.Expr) {
	lowerAct(k, clause.Roll(e).Then(), func() {
		k.Bare()
		k.Roll(e)
	})
}
