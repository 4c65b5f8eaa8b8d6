package ints

import (
	"cmp"
	"math"
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var mathRows = []lgdl.Form{
	{Text: "(abs int)", Result: "int", Concepts: []string{"Absolute"}, Meaning: "The absolute value.", Impl: abs},
	{Text: "(if bool int int)", Result: "int", Concepts: []string{"ConditionalStatement"},
		Meaning: "One of two numbers, chosen by a condition.", Impl: choose},
	{Text: "(max int int)", Result: "int", Concepts: []string{"Maximum"}, Meaning: "The larger of two numbers.",
		Impl: larger.ofTwo()},
	{Text: "(max ints)", Result: "int", Concepts: []string{"Maximum"},
		Meaning: "The largest number of an array, -1 if it is empty.", Impl: larger.ofMany(game.Off)},
	{Text: "(min int int)", Result: "int", Concepts: []string{"Minimum"}, Meaning: "The smaller of two numbers.",
		Impl: smaller.ofTwo()},
	{Text: "(min ints)", Result: "int", Concepts: []string{"Minimum"},
		Meaning: "The smallest number of an array, -1 if it is empty.", Impl: smaller.ofMany(game.Off)},
	{Text: "(toInt (bool | float))", Result: "int",
		Meaning: "A truth value as 0 or 1, or a float without its fraction.", Impl: toInt},
	{Text: "(% int int)", Result: "int", Concepts: []string{"Modulo"},
		Meaning: "The remainder of a division, with the sign of the dividend.", Impl: remainder},
	{Text: "(* int int)", Result: "int", Concepts: []string{"Multiplication"}, Meaning: "The product of two numbers.",
		Impl: product.ofTwo()},
	{Text: "(* ({int} | ints))", Result: "int", Concepts: []string{"Multiplication"},
		Meaning: "The product of many numbers, 0 if there are none.", Impl: product.ofMany(0)},
	{Text: "(+ int int)", Result: "int", Concepts: []string{"Addition"}, Meaning: "The sum of two numbers.",
		Impl: sum.ofTwo()},
	{Text: "(+ ({int} | ints))", Result: "int", Concepts: []string{"Addition"}, Meaning: "The sum of many numbers.",
		Impl: sum.ofMany(0)},
	{Text: "(- [int] int)", Result: "int", Concepts: []string{"Subtraction"},
		Meaning: "The difference of two numbers, or the negative of one.", Impl: minus.ofTwo()},
	{Text: "(/ int int)", Result: "int", Concepts: []string{"Division"},
		Meaning: "The quotient of two numbers, without its fraction.", Impl: quotient},
	{Text: "(^ int int)", Lower: lower.IntRule(lowerPower), Result: "int", Concepts: []string{"Exponentiation"},
		Meaning: "A power, without its fraction.", Impl: operator{eval: power}.ofTwo()},
}

// An operator makes one number of two.
type operator struct {
	eval func(a, b int) int
	code func(k *lower.Lowerer, a, b *ir.Expr) *ir.Expr // nil for what is not lowered so
	unit int                                            // makes of another number that number
}

var (
	sum     = operator{func(a, b int) int { return wrap(a + b) }, calc(ir.Add), 0}
	minus   = operator{func(a, b int) int { return wrap(a - b) }, calc(ir.Sub), 0}
	product = operator{func(a, b int) int { return wrap(a * b) }, calc(ir.Mul), 1}
	larger  = operator{func(a, b int) int { return max(a, b) }, func(k *lower.Lowerer, a, b *ir.Expr) *ir.Expr {
		a, b = k.Temp("a", a), k.Temp("b", b)
		return ir.Cond(ir.Calc(ir.Lt, a, b), b, a)
	}, math.MinInt32}
	smaller = operator{func(a, b int) int { return min(a, b) }, func(k *lower.Lowerer, a, b *ir.Expr) *ir.Expr {
		a, b = k.Temp("a", a), k.Temp("b", b)
		return ir.Cond(ir.Calc(ir.Lt, a, b), a, b)
	}, math.MaxInt32}
)

func calc(op ir.Op) func(k *lower.Lowerer, a, b *ir.Expr) *ir.Expr {
	return func(_ *lower.Lowerer, a, b *ir.Expr) *ir.Expr { return ir.Calc(op, a, b) }
}

// ofTwo is the rule of an operator with two arguments, of which the first is 0 if it is left out.
func (op operator) ofTwo() (r rule.Int) {
	a, b := rule.ArgOr("int1", 0), rule.Arg("int2")
	r.Args = slices.Concat(a.Args, b.Args)
	r.Impl = func(k *game.Compiler, e *lgdl.Expr) game.Int {
		a := a.Impl(k, e)
		return combine(a, b.Impl(k, e), op.eval)
	}
	if op.code != nil {
		r.Lower = func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
			a := a.Lower(k, e)
			return op.code(k, a, b.Lower(k, e))
		}
	}
	return r
}

// ofMany is the rule of an operator over one array, given in the first or the second slot, which has a value of its
// own if the array is empty.
func (op operator) ofMany(empty int) rule.Int {
	return rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
		fold := func(v []int32) int {
			if len(v) == 0 {
				return empty
			}
			so := op.unit
			for _, x := range v {
				so = op.eval(so, int(x))
			}
			return so
		}
		arg := cmp.Or(e.Args...)
		if arg.Kind == lgdl.List && literals(arg) {
			v := make([]int32, len(arg.Items))
			for i, x := range arg.Items {
				v[i] = int32(x.Int)
			}
			return game.IntOf(fold(v))
		}
		return ofArray(k, arg, func(_ *game.Context, v []int32) int { return fold(v) })
	}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		so, any := k.Let("so", ir.Num(op.unit)), (*ir.Local)(nil)
		if empty != op.unit {
			any = k.Var("any", 0, 1, ir.Num(0))
		}
		k.EachInt(cmp.Or(e.Args...), func(v *ir.Expr) {
			k.Add(ir.Put(so, op.code(k, ir.Read(so), v)))
			if any != nil {
				k.Add(ir.Put(any, ir.Num(1)))
			}
		})
		if any == nil {
			return ir.Read(so)
		}
		return ir.Cond(ir.Read(any), ir.Read(so), ir.Num(empty))
	}}
}

// ofArray is a number made of all elements of an array.
func ofArray(k *game.Compiler, e *lgdl.Expr, f func(c *game.Context, v []int32) int) game.Int {
	list := k.Ints(e)
	return game.IntFn(func(c *game.Context) int {
		v := list.Eval(c, c.TakeInts())
		n := f(c, v)
		c.GiveInts(v)
		return n
	})
}

// combine returns op of two compiled numbers, at once if both are constant.
func combine(a, b game.Int, op func(a, b int) int) game.Int {
	if a.Const && b.Const {
		return game.IntOf(op(a.V, b.V))
	}
	return game.IntFn(func(c *game.Context) int {
		x := a.Get(c)
		return op(x, b.Get(c))
	})
}

func literals(list *lgdl.Expr) bool {
	for _, x := range list.Items {
		if x.Kind != lgdl.Int {
			return false
		}
	}
	return true
}

var abs = rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
	return combine(k.Int(clause.AbsInt(e).Int()), game.IntOf(0), func(a, _ int) int { return wrap(max(a, -a)) })
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := k.Temp("a", k.Int(clause.AbsInt(e).Int()))
	return ir.Cond(ir.Calc(ir.Lt, a, ir.Num(0)), ir.Calc(ir.Sub, ir.Num(0), a), a)
}}

var (
	remainder = rule.Int{Impl: divided("remainder of a division by zero", func(a, b int) int { return a % b }, false),
		Lower: lowerDivision(ir.Rem)}
	quotient = rule.Int{Impl: divided("division by zero", func(a, b int) int { return wrap(a / b) }, true),
		Lower: lowerDivision(ir.Div)}
)

// divided is the rule of an operator whose second number must not be 0, and which may evaluate that one first, unlike
// the other operators.
func divided(zero string, op func(a, b int) int, divisorFirst bool) game.IntRule {
	return func(k *game.Compiler, e *lgdl.Expr) game.Int {
		a := k.Int(clause.Arithmetic(e).Int1())
		b := k.Int(clause.Arithmetic(e).Int2())
		if b.Const && b.V == 0 {
			k.Fail(e, "%s", zero)
		}
		checked := func(a, b int) int {
			if b == 0 {
				game.Fault(e, "%s", zero)
			}
			return op(a, b)
		}
		if divisorFirst {
			return combine(b, a, func(b, a int) int { return checked(a, b) })
		}
		return combine(a, b, checked)
	}
}

// lowerDivision lowers / and %, which have no value where the divisor is 0.
func lowerDivision(op ir.Op) lower.IntRule {
	return func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		a, by := k.Int(clause.Arithmetic(e).Int1()), k.Int(clause.Arithmetic(e).Int2())
		if n, ok := by.Number(); ok && n > 0 {
			return ir.Calc(op, a, by)
		}
		a, by = k.Temp("a", a), k.Temp("by", by)
		none := ir.Calc(ir.Eq, by, ir.Num(0))
		k.SpoilIf(none)
		// Divisors of 0 and -1 are never divided by: of the least number that is an error.
		negative, other := ir.Calc(ir.Eq, by, ir.Num(-1)), ir.Num(0)
		if op == ir.Div {
			other = ir.Calc(ir.Sub, ir.Num(0), a)
		}
		odd := ir.Any(none, negative)
		return ir.Cond(odd, other, ir.Calc(op, a, ir.Cond(odd, ir.Num(1), by)))
	}
}

func power(a, b int) int { return truncate(math.Pow(float64(a), float64(b))) }

// truncate drops the fraction of x and saturates to 32 bits; NaN becomes 0.
func truncate(x float64) int { return int(ir.Integer(x)) }

var choose = rule.If(rule.Choice[game.Int]{
	Impl: (*game.Compiler).Int, Pick: func(cond game.Bool, yes, no game.Int) game.Int {
		return game.IntFn(func(c *game.Context) int {
			if cond.F(c) {
				return yes.Get(c)
			}
			return no.Get(c)
		})
	}, Lower: (*lower.Lowerer).Int, Code: ir.Cond}, "bool", "int1", "int2")

var toInt = rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
	a := clause.ToInt(e)
	if a.Bool() != nil {
		b := k.Bool(a.Bool())
		f := func(c *game.Context) int {
			if b.Get(c) {
				return 1
			}
			return 0
		}
		if b.Const {
			return game.IntOf(f(nil))
		}
		return game.IntFn(f)
	}
	x := k.Float(a.Float())
	if x.Const {
		return game.IntOf(truncate(x.V))
	}
	return game.IntFn(func(c *game.Context) int { return truncate(x.F(c)) })
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if clause.ToInt(e).Bool() == nil {
		return ir.Calc(ir.Truncate, k.Float(clause.ToInt(e).Float()))
	}
	return k.Bool(clause.ToInt(e).Bool())
}}
