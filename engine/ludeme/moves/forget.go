package moves

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var forgetRows = []lgdl.Form{
	{Text: "(forget Value [string] All [(then)])", Lower: lower.MovesRule(lowerForgetAll), Result: "moves:effect",
		Concepts: []string{"ForgetValues"}, Meaning: "Forgets all remembered values, or those of one name.",
		Impl: game.MovesRule(forgetAll)},
	{Text: "(forget Value [string] int [(then)])", Lower: lower.MovesRule(lowerForgetOne), Result: "moves:effect",
		Concepts: []string{"ForgetValues"}, Meaning: "Forgets a remembered value.", Impl: game.MovesRule(forgetOne)},
}

func forgetAll(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	args := clause.ForgetValueAll(e)
	k.Require(game.RememberedValues)
	named := args.String() != nil
	var name int32
	if named {
		name = k.Name(args.String().Text)
	}
	then := k.Then(args.Then())
	return siteless(func(c *game.Context, out *game.MoveList) {
		lists := c.S.Remembered
		from, to := 0, len(lists)
		if named {
			from, to = int(name), int(name)+1
		}
		first := len(out.M)
		m := c.Bare(nil)
		for n := from; n < to && n < len(lists); n++ {
			for _, v := range lists[n] {
				c.Extend(&m, game.Named(game.ActForgetValue, int32(n), int(v)))
			}
		}
		if c.Items(m) > 0 {
			out.Add(m)
		}
		c.ThenAll(out, first, then)
	})
}

func forgetOne(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	a := clause.ForgetValueInt(e)
	k.Require(game.RememberedValues)
	var name int32
	if a.String() != nil {
		name = k.Name(a.String().Text)
	}
	value := k.Int(a.Int())
	then := k.Then(a.Then())
	return siteless(func(c *game.Context, out *game.MoveList) {
		c.AddThen(out, c.One(game.Named(game.ActForgetValue, name, value.Get(c))), then)
	})
}

// lowerForgetAll forgets what is remembered where the clause is evaluated: what effects before it remember stays. One
// candidate that forgets all does that where there are none, else there is one for each number.
func lowerForgetAll(k *lower.Lowerer, e *lgdl.Expr) {
	a := clause.ForgetValueAll(e)
	names := k.RememberedNames()
	if a.String() != nil {
		names = []string{a.String().Text}
	}
	if a.Then() == nil && k.OneByOne() {
		for _, name := range names {
			k.Remembered(name, func(v *ir.Expr) { lowerForgotten(k, name, nil, v) })
		}
		return
	}
	any := ir.Num(0)
	for _, name := range names {
		any = ir.Any(any, k.Remembers(name))
	}
	k.If(any, func() {
		k.EmitLate(a.Then(), func() {
			k.Bare()
			for _, name := range names {
				k.ForgetAll(name)
			}
		})
	})
}

func lowerForgetOne(k *lower.Lowerer, e *lgdl.Expr) {
	a := clause.ForgetValueInt(e)
	lowerForgotten(k, a.String().Word(""), a.Then(), k.Int(a.Int()))
}

// lowerForgotten takes a number off a list.
func lowerForgotten(k *lower.Lowerer, name string, then *lgdl.Expr, v *ir.Expr) {
	k.Value(then, v, func(v *ir.Expr) {
		k.Log(game.ActForgetValue, nil)
		k.Forget(name, v)
	})
}
