package moves

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
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
	k.Require(game.RememberedValues)
	var name int32
	if e.Args[1] != nil {
		name = k.Name(e.Args[1].Text)
	}
	value, unique, then := k.Int(e.Args[2]), k.BoolOr(e.Args[3], false), k.Then(e.Args[4])
	return siteless(func(c *game.Context, out *game.MoveList) {
		v := value.Get(c)
		if unique.Get(c) && slices.Contains(c.S.Remembered[name], int32(v)) {
			return
		}
		c.AddThen(out, c.One(game.Named(game.ActRememberValue, name, v)), then)
	})
}

func compileRememberState(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	then := k.Then(e.Args[1])
	return siteless(func(c *game.Context, out *game.MoveList) {
		c.AddThen(out, c.One(game.PlainAction(game.ActStoreState)), then)
	})
}

func lowerRememberState(k *lower.Lowerer, e *lgdl.Expr) { lowerAct(k, e.Args[1], k.StoreState) }

// compileRoll compiles roll; the dice are drawn when it is evaluated.
func compileRoll(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	k.Require(game.Stochastic | game.SiteState)
	k.Draws()
	then := k.Then(e.Args[0])
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
	name, v := nameOf(e.Args[1]), k.Temp("v", k.Int(e.Args[2]))
	keep := ir.Num(1)
	if e.Args[3] != nil && k.Bool(e.Args[3]).Is(1) {
		keep = ir.Calc(ir.Not, k.IsRemembered(name, v))
	}
	k.If(keep, func() {
		k.Value(e.Args[4], v, func(v *ir.Expr) {
			k.Log(game.ActRememberValue, nil)
			k.Remember(name, v)
		})
	})
}

func lowerRoll(k *lower.Lowerer, e *lgdl.Expr) { lowerAct(k, e.Args[0], func() { k.Roll(e) }) }
