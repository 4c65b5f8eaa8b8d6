package ints

import (
	"math"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var floatRows = []lgdl.Form{
	{Text: "(abs float)", Result: "float", Concepts: []string{"Float", "Absolute"}, Meaning: "The absolute value.",
		Impl: unary(math.Abs)},
	{Text: "(cos float)", Result: "float", Concepts: []string{"Float", "Cosine"},
		Meaning: "The cosine of an angle in radians.", Impl: unary(math.Cos)},
	{Text: "(exp float)", Result: "float", Concepts: []string{"Float", "Exponential"}, Meaning: "The power of e.",
		Impl: unary(math.Exp)},
	{Text: "(log float)", Result: "float", Concepts: []string{"Float", "Logarithm"}, Meaning: "The natural logarithm.",
		Impl: partial(math.Log, "the logarithm of 0", zero)},
	{Text: "(log10 float)", Result: "float", Concepts: []string{"Float", "Logarithm"}, Meaning: "The decimal logarithm.",
		Impl: partial(math.Log10, "the logarithm of 0", zero)},
	{Text: "(max float float)", Result: "float", Concepts: []string{"Float", "Maximum"},
		Meaning: "The larger of two numbers.", Impl: binaryFloat(math.Max)},
	{Text: "(max {float})", Result: "float", Concepts: []string{"Float", "Maximum"},
		Meaning: "The largest of many numbers.", Impl: foldFloat(math.Max, math.NaN())},
	{Text: "(min float float)", Result: "float", Concepts: []string{"Float", "Minimum"},
		Meaning: "The smaller of two numbers.", Impl: binaryFloat(math.Min)},
	{Text: "(min {float})", Result: "float", Concepts: []string{"Float", "Minimum"},
		Meaning: "The smallest of many numbers.", Impl: foldFloat(math.Min, math.NaN())},
	{Text: "(sin float)", Result: "float", Concepts: []string{"Float", "Sine"},
		Meaning: "The sine of an angle in radians.", Impl: unary(math.Sin)},
	{Text: "(sqrt float)", Result: "float", Concepts: []string{"Float", "Roots"}, Meaning: "The square root.",
		Impl: partial(math.Sqrt, "the square root of a negative number", func(x float64) bool { return x < 0 })},
	{Text: "(tan float)", Result: "float", Concepts: []string{"Float", "Tangent"},
		Meaning: "The tangent of an angle in radians.", Impl: unary(math.Tan)},
	{Text: "(toFloat (bool | int))", Result: "float", Meaning: "A truth value as 0 or 1, or an int, as a float.",
		Impl: game.FloatRule(toFloat)},
	{Text: "(* float float)", Result: "float", Concepts: []string{"Float", "Multiplication"},
		Meaning: "The product of two numbers.", Impl: binaryFloat(func(a, b float64) float64 { return a * b })},
	{Text: "(* {float})", Result: "float", Concepts: []string{"Float", "Multiplication"},
		Meaning: "The product of many numbers.", Impl: foldFloat(func(a, b float64) float64 { return a * b }, 1)},
	{Text: "(+ float float)", Result: "float", Concepts: []string{"Float", "Addition"}, Meaning: "The sum of two numbers.",
		Impl: binaryFloat(func(a, b float64) float64 { return a + b })},
	{Text: "(+ {float})", Result: "float", Concepts: []string{"Float", "Addition"}, Meaning: "The sum of many numbers.",
		Impl: foldFloat(func(a, b float64) float64 { return a + b }, 0)},
	{Text: "(- float float)", Result: "float", Concepts: []string{"Float", "Subtraction"},
		Meaning: "The difference of two numbers.", Impl: binaryFloat(func(a, b float64) float64 { return a - b })},
	{Text: "(/ float float)", Result: "float", Concepts: []string{"Float", "Division"},
		Meaning: "The quotient of two numbers.", Impl: game.FloatRule(divideFloat)},
	{Text: "(^ float float)", Result: "float", Concepts: []string{"Float", "Exponentiation"}, Meaning: "A power.",
		Impl: binaryFloat(math.Pow)},
}

// single rounds to single precision, the precision of all floats.
func single(x float64) float64 { return float64(float32(x)) }

// folded is the number that f computes, at once if it is constant.
func folded(f func(c *game.Context) float64, constant bool) game.Float {
	if constant {
		return game.Float{Const: true, V: f(nil)}
	}
	return game.Float{F: f}
}

func unary(op func(x float64) float64) game.FloatRule {
	return func(k *game.Compiler, e *lgdl.Expr) game.Float {
		x := k.Float(clause.FloatFunction(e).Float())
		f := func(c *game.Context) float64 { return single(op(single(x.Get(c)))) }
		return folded(f, x.Const)
	}
}

func zero(x float64) bool { return x == 0 }

// partial is the rule of a function that is an error where undefined holds.
func partial(op func(x float64) float64, what string, undefined func(x float64) bool) game.FloatRule {
	return func(k *game.Compiler, e *lgdl.Expr) game.Float {
		x := k.Float(clause.FloatFunction(e).Float())
		if x.Const && undefined(x.V) {
			k.Fail(e, "%s", what)
		}
		f := func(c *game.Context) float64 {
			v := single(x.Get(c))
			if undefined(v) {
				game.Fault(e, "%s", what)
			}
			return single(op(v))
		}
		return folded(f, x.Const)
	}
}

func combineFloat(a, b game.Float, op func(a, b float64) float64) game.Float {
	f := func(c *game.Context) float64 {
		x := single(a.Get(c))
		return single(op(x, single(b.Get(c))))
	}
	return folded(f, a.Const && b.Const)
}

func binaryFloat(op func(a, b float64) float64) game.FloatRule {
	return func(k *game.Compiler, e *lgdl.Expr) game.Float {
		a := k.Float(clause.FloatArithmetic(e).Float1())
		return combineFloat(a, k.Float(clause.FloatArithmetic(e).Float2()), op)
	}
}

func divideFloat(k *game.Compiler, e *lgdl.Expr) game.Float {
	a := k.Float(clause.QuotientFloat(e).Float1())
	b := k.Float(clause.QuotientFloat(e).Float2())
	if b.Const && b.V == 0 {
		k.Fail(e, "division by zero")
	}
	return combineFloat(a, b, func(a, b float64) float64 {
		if b == 0 {
			game.Fault(e, "division by zero")
		}
		return a / b
	})
}

// foldFloat is the rule of an operator over a list; a NaN for the empty list
// means that there must be an element.
func foldFloat(op func(a, b float64) float64, empty float64) game.FloatRule {
	return func(k *game.Compiler, e *lgdl.Expr) game.Float {
		list := clause.FloatReduction(e).Floats().Items
		if len(list) == 0 {
			if math.IsNaN(empty) {
				k.Fail(e, "an empty list has no extreme")
			}
			return game.Float{Const: true, V: empty}
		}
		x := k.Float(list[0])
		for _, y := range list[1:] {
			x = combineFloat(x, k.Float(y), op)
		}
		return x
	}
}

func toFloat(k *game.Compiler, e *lgdl.Expr) game.Float {
	a := clause.ToFloat(e)
	if a.Bool() != nil {
		b := k.Bool(a.Bool())
		f := func(c *game.Context) float64 {
			if b.Get(c) {
				return 1
			}
			return 0
		}
		return folded(f, b.Const)
	}
	n := k.Int(a.Int())
	return folded(func(c *game.Context) float64 { return single(float64(n.Get(c))) }, n.Const)
}
