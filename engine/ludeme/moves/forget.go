package moves

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
)

var forgetRows = []lgdl.Form{
	{Text: "(forget Value [string] All [(then)])", Lower: lower.MovesRule(lowerForgetAll), Result: "moves:effect",
		Concepts: []string{"ForgetValues"}, Meaning: "Forgets all remembered values, or those of one name.",
		Impl: game.MovesRule(forgetAll)},
	{Text: "(forget Value [string] int [(then)])", Lower: lower.MovesRule(lowerForgetOne), Result: "moves:effect",
		Concepts: []string{"ForgetValues"}, Meaning: "Forgets a remembered value.", Impl: game.MovesRule(forgetOne)},
}

func forgetAll(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	k.Require(game.RememberedValues)
	named := e.Args[1] != nil
	var name int32
	if named {
		name = k.Name(e.Args[1].Text)
	}
	then := k.Then(e.Args[3])
	return siteless(func(c *game.Context, out *game.MoveList) {
		lists := c.S.Remembered
		from, to := 0, len(lists)
		if named {
			from, to = int(name), int(name)+1
		}
		first := len(out.M)
		var m game.Move
		for n := from; n < to && n < len(lists); n++ {
			for _, v := range lists[n] {
				a := game.Named(game.ActForgetValue, int32(n), int(v))
				if c.Items(m) == 0 {
					m = c.One(a)
				} else {
					c.Extend(&m, a)
				}
			}
		}
		if c.Items(m) > 0 {
			out.Add(m)
		}
		c.ThenAll(out, first, then)
	})
}

func forgetOne(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	k.Require(game.RememberedValues)
	var name int32
	if e.Args[1] != nil {
		name = k.Name(e.Args[1].Text)
	}
	value := k.Int(e.Args[2])
	then := k.Then(e.Args[3])
	return siteless(func(c *game.Context, out *game.MoveList) {
		c.AddThen(out, c.One(game.Named(game.ActForgetValue, name, value.Get(c))), then)
	})
}

func lowerForgetAll(k *lower.Lowerer, e *lgdl.Expr) {
	if e.Args[1] == nil {
		any := ir.Num(0)
		names := k.RememberedNames()
		for _, name := range names {
			any = ir.Any(any, k.Remembers(name))
		}
		k.If(any, func() {
			lowerAct(k, e.Args[3], func() {
				for _, name := range names {
					k.ForgetAll(name)
				}
			})
		})
		return
	}
	name := e.Args[1].Text
	k.If(k.Remembers(name), func() { lowerAct(k, e.Args[3], func() { k.ForgetAll(name) }) })
}

func lowerForgetOne(k *lower.Lowerer, e *lgdl.Expr) {
	k.Value(e.Args[3], k.Int(e.Args[2]), func(v *ir.Expr) {
		k.Log(game.ActForgetValue, nil)
		k.Forget(nameOf(e.Args[1]), v)
	})
}
