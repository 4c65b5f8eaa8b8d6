package moves

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var forgetRows = []lgdl.Form{
	{Text: "(forget Value [string] All [(then)])", Lower: lower.MovesRule(lowerForgetAll), Result: "moves:effect",
		Concepts: []string{"ForgetValues"}, Meaning: "Forgets all remembered values, or those of one name.",
		Impl: game.MovesRule(forgetAll)},
	{Text: "(forget Value [string] int [(then)])", Result: "moves:effect", Concepts: []string{"ForgetValues"},
		Meaning: "Forgets a remembered value.", Impl: rule.Effect{Kind: game.ActForgetValue,
			Of: rule.Numbered(rule.Arg("int")), Needs: game.RememberedValues, Name: nameOf}.Moves()},
}

func forgetAll(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	args := clause.ForgetValueAll(e)
	k.Require(game.RememberedValues)
	named := args.String() != nil
	var name int32
	if named {
		name = k.Name(args.String().Text)
	}
	return siteless(k, args.Then(), func(c *game.Context, out *game.MoveList) {
		lists := c.S.Remembered
		from, to := 0, len(lists)
		if named {
			from, to = int(name), int(name)+1
		}
		m := c.Bare(nil)
		for n := from; n < to && n < len(lists); n++ {
			for _, v := range lists[n] {
				c.Extend(&m, game.Named(game.ActForgetValue, int32(n), int(v)))
			}
		}
		if c.Items(m) > 0 {
			out.Add(m)
		}
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
			k.Remembered(name, func(v *ir.Expr) {
				k.ValueOf(nil, ir.Num(0), v, func(_, v *ir.Expr) {
					k.Do(lower.Action{Kind: game.ActForgetValue, Name: k.Parts.Name(name), Value: v})
				})
			})
		}
		return
	}
	any := ir.Num(0)
	for _, name := range names {
		any = ir.Any(any, k.Remembers(name))
	}
	k.If(any, func() {
		k.EmitBareLate(a.Then(), func() {
			for _, name := range names {
				k.ForgetAll(name)
			}
		})
	})
}
