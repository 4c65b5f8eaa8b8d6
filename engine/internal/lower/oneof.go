package lower

import (
	"strings"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// By the rules what is gone through piece by piece comes in the order in which pieces came to their sites, which is not
// kept but in games of stacks. Mostly it does not matter; where it may, a play is spoilt that comes to two of them.

// InTurn reports whether the order of effects for one thing after another may matter: there are consequents around them,
// each of which sees what the effects before it did, or they remember numbers that are never all forgotten. Effects with
// consequents of their own are refused.
func (k *Lowerer) InTurn(e, moves, then *lgdl.Expr) bool {
	if !k.performed() {
		return false
	}
	if then != nil || k.Asks(moves, "then") {
		k.No(e, "consequents of one group after another")
	}
	return len(k.thens) > 0 || k.Asks(moves, "remember") && !k.anyRule(forgetsAll)
}

// forgetsAll reports whether a clause forgets all numbers.
func forgetsAll(e *lgdl.Expr) bool {
	return e.Kind == lgdl.Clause && e.Form != nil && strings.HasPrefix(e.Form.Text, "(forget Value [string] All ")
}

// OneOf adds what f adds, which calls one around the moves of each thing that it goes through; where limited, a play in
// which more than one of them emits any is spoilt.
func (k *Lowerer) OneOf(limited bool, f func(one func(moves func()))) {
	if !limited {
		f(func(moves func()) { moves() })
		return
	}
	outer, mark := k.mark, k.P.Field("emitted", ir.Scratch, ir.Int, 1)
	any := k.Var("any", 0, 1, ir.Num(0))
	f(func(moves func()) {
		k.Add(ir.Write(mark, ir.Num(0), ir.Num(0)))
		k.mark = mark
		moves()
		k.mark = outer
		k.If(ir.At(mark, ir.Num(0)), func() {
			k.SpoilIf(ir.Read(any))
			k.Add(ir.Put(any, ir.Num(1)))
			k.marked(ir.Num(1))
		})
	})
}

// marked notes for OneOf that something is emitted, under a condition.
func (k *Lowerer) marked(c *ir.Expr) {
	if k.mark != nil {
		k.If(c, func() { k.Add(ir.Write(k.mark, ir.Num(0), ir.Num(1))) })
	}
}
