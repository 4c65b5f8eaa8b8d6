package ints

import (
	"cmp"
	"math"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var mathRows = []lgdl.Form{
	{Text: "(abs int)", Lower: lower.IntRule(lowerAbs), Result: "int", Concepts: []string{"Absolute"},
		Meaning: "The absolute value.", Impl: game.IntRule(abs)},
	{Text: "(if bool int int)", Lower: lower.IntRule(lowerIfInt), Result: "int",
		Concepts: []string{"ConditionalStatement"}, Meaning: "One of two numbers, chosen by a condition.",
		Impl: game.IntRule(choose)},
	{Text: "(max int int)", Lower: lowerExtreme(true), Result: "int", Concepts: []string{"Maximum"},
		Meaning: "The larger of two numbers.", Impl: binary(func(a, b int) int { return max(a, b) })},
	{Text: "(max ints)", Lower: lowerBest(larger), Result: "int", Concepts: []string{"Maximum"},
		Meaning: "The largest number of an array, -1 if it is empty.",
		Impl:    fold(extreme(func(a, b int32) bool { return a > b }))},
	{Text: "(min int int)", Lower: lowerExtreme(false), Result: "int", Concepts: []string{"Minimum"},
		Meaning: "The smaller of two numbers.", Impl: binary(func(a, b int) int { return min(a, b) })},
	{Text: "(min ints)", Lower: lowerBest(smaller), Result: "int", Concepts: []string{"Minimum"},
		Meaning: "The smallest number of an array, -1 if it is empty.",
		Impl:    fold(extreme(func(a, b int32) bool { return a < b }))},
	{Text: "(toInt (bool | float))", Lower: lower.IntRule(lowerToInt), Result: "int",
		Meaning: "A truth value as 0 or 1, or a float without its fraction.", Impl: game.IntRule(toInt)},
	{Text: "(% int int)", Lower: lowerDivision(ir.Rem), Result: "int", Concepts: []string{"Modulo"},
		Meaning: "The remainder of a division, with the sign of the dividend.", Impl: game.IntRule(modulo)},
	{Text: "(* int int)", Lower: lowerMath(ir.Mul), Result: "int", Concepts: []string{"Multiplication"},
		Meaning: "The product of two numbers.", Impl: binary(func(a, b int) int { return wrap(a * b) })},
	{Text: "(* ({int} | ints))", Lower: lower.IntRule(lowerProduct), Result: "int", Concepts: []string{"Multiplication"},
		Meaning: "The product of many numbers, 0 if there are none.", Impl: fold(product)},
	{Text: "(+ int int)", Lower: lowerMath(ir.Add), Result: "int", Concepts: []string{"Addition"},
		Meaning: "The sum of two numbers.", Impl: binary(func(a, b int) int { return wrap(a + b) })},
	{Text: "(+ ({int} | ints))", Lower: lowerFold(0, sumOf), Result: "int", Concepts: []string{"Addition"},
		Meaning: "The sum of many numbers.", Impl: fold(sum)},
	{Text: "(- [int] int)", Lower: lower.IntRule(lowerMinus), Result: "int", Concepts: []string{"Subtraction"},
		Meaning: "The difference of two numbers, or the negative of one.", Impl: game.IntRule(minus)},
	{Text: "(/ int int)", Lower: lowerDivision(ir.Div), Result: "int", Concepts: []string{"Division"},
		Meaning: "The quotient of two numbers, without its fraction.", Impl: game.IntRule(divide)},
	{Text: "(^ int int)", Lower: lower.IntRule(lowerPower), Result: "int", Concepts: []string{"Exponentiation"},
		Meaning: "A power, without its fraction.", Impl: binary(power)},
}

// combine returns op of two compiled numbers, at once if both are constant.
func combine(a, b game.Int, op func(a, b int) int) game.Int {
	switch {
	case a.Const && b.Const:
		return game.IntOf(op(a.V, b.V))
	case a.Const:
		v, f := a.V, b.F
		return game.IntFn(func(c *game.Context) int { return op(v, f(c)) })
	case b.Const:
		f, v := a.F, b.V
		return game.IntFn(func(c *game.Context) int { return op(f(c), v) })
	}
	f, g := a.F, b.F
	return game.IntFn(func(c *game.Context) int {
		x := f(c)
		return op(x, g(c))
	})
}

func binary(op func(a, b int) int) game.IntRule {
	return func(k *game.Compiler, e *lgdl.Expr) game.Int {
		a := k.Int(clause.Arithmetic(e).Int1())
		return combine(a, k.Int(clause.Arithmetic(e).Int2()), op)
	}
}

// fold returns the rule of an operator over one array, given in the first or
// the second slot.
func fold(op func(v []int32) int) game.IntRule {
	return func(k *game.Compiler, e *lgdl.Expr) game.Int {
		arg := cmp.Or(e.Args...)
		if arg.Kind == lgdl.List && literals(arg) {
			v := make([]int32, len(arg.Items))
			for i, x := range arg.Items {
				v[i] = int32(x.Int)
			}
			return game.IntOf(op(v))
		}
		list := k.Ints(arg)
		return game.IntFn(func(c *game.Context) int {
			v := list.Eval(c, c.TakeInts())
			n := op(v)
			c.GiveInts(v)
			return n
		})
	}
}

func literals(list *lgdl.Expr) bool {
	for _, x := range list.Items {
		if x.Kind != lgdl.Int {
			return false
		}
	}
	return true
}

func sum(v []int32) int {
	n := int32(0)
	for _, x := range v {
		n += x
	}
	return int(n)
}

func product(v []int32) int {
	if len(v) == 0 {
		return 0
	}
	n := int32(1)
	for _, x := range v {
		n *= x
	}
	return int(n)
}

func extreme(better func(a, b int32) bool) func(v []int32) int {
	return func(v []int32) int {
		if len(v) == 0 {
			return game.Off
		}
		best := v[0]
		for _, x := range v[1:] {
			if better(x, best) {
				best = x
			}
		}
		return int(best)
	}
}

func abs(k *game.Compiler, e *lgdl.Expr) game.Int {
	return combine(k.Int(clause.AbsInt(e).Int()), game.IntOf(0), func(a, _ int) int { return wrap(max(a, -a)) })
}

func minus(k *game.Compiler, e *lgdl.Expr) game.Int {
	args := clause.MinusInt(e)
	if args.Int1() == nil {
		return combine(game.IntOf(0), k.Int(args.Int2()), subtract)
	}
	a := k.Int(args.Int1())
	return combine(a, k.Int(args.Int2()), subtract)
}

func subtract(a, b int) int { return wrap(a - b) }

// divide evaluates the divisor first, unlike the other operators.
func divide(k *game.Compiler, e *lgdl.Expr) game.Int {
	a := k.Int(clause.QuotientInt(e).Int1())
	b := k.Int(clause.QuotientInt(e).Int2())
	if b.Const && b.V == 0 {
		k.Fail(e, "division by zero")
	}
	return combine(b, a, func(b, a int) int {
		if b == 0 {
			game.Fault(e, "division by zero")
		}
		return wrap(a / b)
	})
}

func modulo(k *game.Compiler, e *lgdl.Expr) game.Int {
	a := k.Int(clause.Modulo(e).Int1())
	b := k.Int(clause.Modulo(e).Int2())
	if b.Const && b.V == 0 {
		k.Fail(e, "remainder of a division by zero")
	}
	return combine(a, b, func(a, b int) int {
		if b == 0 {
			game.Fault(e, "remainder of a division by zero")
		}
		return a % b
	})
}

func power(a, b int) int { return truncate(math.Pow(float64(a), float64(b))) }

// truncate drops the fraction of x and saturates to 32 bits; NaN becomes 0.
func truncate(x float64) int {
	switch {
	case math.IsNaN(x):
		return 0
	case x >= math.MaxInt32:
		return math.MaxInt32
	case x <= math.MinInt32:
		return math.MinInt32
	}
	return int(x)
}

func choose(k *game.Compiler, e *lgdl.Expr) game.Int {
	a := clause.IfBoolInt(e)
	cond := k.Bool(a.Bool())
	yes := k.Int(a.Int1())
	no := k.Int(a.Int2())
	if cond.Const {
		if cond.V {
			return yes
		}
		return no
	}
	return game.IntFn(func(c *game.Context) int {
		if cond.F(c) {
			return yes.Get(c)
		}
		return no.Get(c)
	})
}

func toInt(k *game.Compiler, e *lgdl.Expr) game.Int {
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
}
