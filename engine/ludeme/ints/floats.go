package ints

import (
	"math"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
)

var floatRows = []lgdl.Form{
	{Text: "(abs float)", Result: "float", Concepts: []string{"Float", "Absolute"}, Meaning: "The absolute value.",
		Impl: absolute.ofOne()},
	{Text: "(cos float)", Result: "float", Concepts: []string{"Float", "Cosine"},
		Meaning: "The cosine of an angle in radians.", Impl: function(math.Cos).ofOne()},
	{Text: "(exp float)", Result: "float", Concepts: []string{"Float", "Exponential"}, Meaning: "The power of e.",
		Impl: function(math.Exp).ofOne()},
	{Text: "(log float)", Result: "float", Concepts: []string{"Float", "Logarithm"}, Meaning: "The natural logarithm.",
		Impl: logarithm(math.Log).ofOne()},
	{Text: "(log10 float)", Result: "float", Concepts: []string{"Float", "Logarithm"}, Meaning: "The decimal logarithm.",
		Impl: logarithm(math.Log10).ofOne()},
	{Text: "(max float float)", Result: "float", Concepts: []string{"Float", "Maximum"},
		Meaning: "The larger of two numbers.", Impl: largest.ofTwo()},
	{Text: "(max {float})", Result: "float", Concepts: []string{"Float", "Maximum"},
		Meaning: "The largest of many numbers.", Impl: largest.ofMany(math.NaN())},
	{Text: "(min float float)", Result: "float", Concepts: []string{"Float", "Minimum"},
		Meaning: "The smaller of two numbers.", Impl: smallest.ofTwo()},
	{Text: "(min {float})", Result: "float", Concepts: []string{"Float", "Minimum"},
		Meaning: "The smallest of many numbers.", Impl: smallest.ofMany(math.NaN())},
	{Text: "(sin float)", Result: "float", Concepts: []string{"Float", "Sine"},
		Meaning: "The sine of an angle in radians.", Impl: function(math.Sin).ofOne()},
	{Text: "(sqrt float)", Result: "float", Concepts: []string{"Float", "Roots"}, Meaning: "The square root.",
		Impl: root.ofOne()},
	{Text: "(tan float)", Result: "float", Concepts: []string{"Float", "Tangent"},
		Meaning: "The tangent of an angle in radians.", Impl: function(math.Tan).ofOne()},
	{Text: "(toFloat (bool | int))", Result: "float", Meaning: "A truth value as 0 or 1, or an int, as a float.",
		Impl: toFloat},
	{Text: "(* float float)", Result: "float", Concepts: []string{"Float", "Multiplication"},
		Meaning: "The product of two numbers.", Impl: times.ofTwo()},
	{Text: "(* {float})", Result: "float", Concepts: []string{"Float", "Multiplication"},
		Meaning: "The product of many numbers.", Impl: times.ofMany(1)},
	{Text: "(+ float float)", Result: "float", Concepts: []string{"Float", "Addition"}, Meaning: "The sum of two numbers.",
		Impl: plus.ofTwo()},
	{Text: "(+ {float})", Result: "float", Concepts: []string{"Float", "Addition"}, Meaning: "The sum of many numbers.",
		Impl: plus.ofMany(0)},
	{Text: "(- float float)", Result: "float", Concepts: []string{"Float", "Subtraction"},
		Meaning: "The difference of two numbers.", Impl: less.ofTwo()},
	{Text: "(/ float float)", Result: "float", Concepts: []string{"Float", "Division"},
		Meaning: "The quotient of two numbers.", Impl: over.ofTwo()},
	{Text: "(^ float float)", Result: "float", Concepts: []string{"Float", "Exponentiation"}, Meaning: "A power.",
		Impl: floating{eval: func(x ...float64) float64 { return math.Pow(x[0], x[1]) }}.ofTwo()},
}

// floating makes one number with a fraction of one or two.
type floating struct {
	eval func(x ...float64) float64
	code func(x ...*ir.Expr) *ir.Expr // nil for what there is no operation for

	what      string // it is an error of, where undefined holds; "" for nothing
	undefined func(x ...float64) bool
	refused   func(x ...*ir.Expr) *ir.Expr // the same
}

var (
	plus  = operation(ir.AddFloat, func(a, b float64) float64 { return a + b })
	less  = operation(ir.SubFloat, func(a, b float64) float64 { return a - b })
	times = operation(ir.MulFloat, func(a, b float64) float64 { return a * b })
	over  = floating{func(x ...float64) float64 { return x[0] / x[1] },
		func(x ...*ir.Expr) *ir.Expr { return ir.Calc(ir.DivFloat, x[0], x[1]) }, "division by zero",
		func(x ...float64) bool { return x[1] == 0 },
		func(x ...*ir.Expr) *ir.Expr { return isZero(x[1]) }}
	root = floating{func(x ...float64) float64 { return math.Sqrt(x[0]) },
		func(x ...*ir.Expr) *ir.Expr { return ir.Calc(ir.Root, x[0]) }, "the square root of a negative number",
		func(x ...float64) bool { return x[0] < 0 },
		func(x ...*ir.Expr) *ir.Expr { return ir.Calc(ir.LessFloat, ir.Calc(ir.Single, x[0]), ir.Fraction(0)) }}
	absolute = floating{eval: func(x ...float64) float64 { return math.Abs(x[0]) },
		code: func(x ...*ir.Expr) *ir.Expr { return ir.Calc(ir.And, ir.Calc(ir.Single, x[0]), ir.Long(1<<63-1)) }}
	largest  = extreme(ir.Greatest, math.Inf(1), math.Max)
	smallest = extreme(ir.Least, math.Inf(-1), math.Min)
)

// operation is one that code has.
func operation(op ir.Op, eval func(a, b float64) float64) floating {
	return floating{eval: func(x ...float64) float64 { return eval(x[0], x[1]) },
		code: func(x ...*ir.Expr) *ir.Expr { return ir.Calc(op, x[0], x[1]) }}
}

// extreme is one of two numbers: the infinite one that none is beyond even beside NaN.
func extreme(op ir.Op, last float64, eval func(a, b float64) float64) floating {
	f := operation(op, eval)
	calc := f.code
	f.code = func(x ...*ir.Expr) *ir.Expr {
		is := func(x *ir.Expr) *ir.Expr { return ir.Calc(ir.EqualFloat, ir.Calc(ir.Single, x), ir.Fraction(last)) }
		return ir.Cond(ir.Any(is(x[0]), is(x[1])), ir.Fraction(last), calc(x...))
	}
	return f
}

// function is one that is tabled.
func function(eval func(x float64) float64) floating {
	return floating{eval: func(x ...float64) float64 { return eval(x[0]) }}
}

func logarithm(eval func(x float64) float64) floating {
	f := function(eval)
	f.what, f.undefined = "the logarithm of 0", func(x ...float64) bool { return x[0] == 0 }
	f.refused = func(x ...*ir.Expr) *ir.Expr { return isZero(x[0]) }
	return f
}

func isZero(x *ir.Expr) *ir.Expr {
	return ir.Calc(ir.EqualFloat, ir.Calc(ir.Single, x), ir.Fraction(0))
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

// apply is the number that is made of others.
func (f floating) apply(k *game.Compiler, e *lgdl.Expr, of ...game.Float) game.Float {
	constant, read := true, make([]float64, len(of))
	for i, x := range of {
		constant = constant && x.Const
		read[i] = x.V
	}
	if last := of[len(of)-1]; f.what != "" && last.Const && f.undefined(read...) {
		k.Fail(e, "%s", f.what)
	}
	return folded(func(c *game.Context) float64 {
		var room [2]float64
		x := room[:len(of)]
		for i := range of {
			x[i] = single(of[i].Get(c))
		}
		if f.what != "" && f.undefined(x...) {
			game.Fault(e, "%s", f.what)
		}
		return single(f.eval(x...))
	}, constant)
}

// lower is the same in code.
func (f floating) lower(k *lower.Lowerer, e *lgdl.Expr, of ...*ir.Expr) *ir.Expr {
	if f.what != "" {
		k.SpoilIf(f.refused(of...))
	}
	if f.code == nil {
		return k.Tabled(e, f.eval, of...)
	}
	return k.Fraction(f.code(of...))
}

func (f floating) ofOne() rule.Float {
	return rule.Float{
		Impl:  func(k *game.Compiler, e *lgdl.Expr) game.Float { return f.apply(k, e, k.Float(e.Named("float"))) },
		Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr { return f.lower(k, e, k.Float(e.Named("float"))) },
		Args:  []string{"float"},
	}
}

func (f floating) ofTwo() rule.Float {
	return rule.Float{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Float {
		a := k.Float(e.Named("float1"))
		return f.apply(k, e, a, k.Float(e.Named("float2")))
	}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		a := k.Float(e.Named("float1"))
		return f.lower(k, e, a, k.Float(e.Named("float2")))
	}, Args: []string{"float1", "float2"}}
}

// ofMany is the rule of an operator over a list; a NaN for the empty list means that there must be an element.
func (f floating) ofMany(empty float64) rule.Float {
	return rule.Float{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Float {
		list := e.Named("floats").Items
		if len(list) == 0 {
			if math.IsNaN(empty) {
				k.Fail(e, "an empty list has no extreme")
			}
			return game.Float{Const: true, V: empty}
		}
		x := k.Float(list[0])
		for _, y := range list[1:] {
			x = f.apply(k, e, x, k.Float(y))
		}
		return x
	}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		x := ir.Fraction(empty)
		for i, y := range e.Named("floats").Items {
			if v := k.Float(y); i == 0 {
				x = v
			} else {
				x = f.lower(k, e, x, v)
			}
		}
		return x
	}, Args: []string{"floats"}}
}

var toFloat = rule.Float{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Float {
	if e.Named("bool") != nil {
		b := k.Bool(e.Named("bool"))
		f := func(c *game.Context) float64 {
			if b.Get(c) {
				return 1
			}
			return 0
		}
		return folded(f, b.Const)
	}
	n := k.Int(e.Named("int"))
	return folded(func(c *game.Context) float64 { return single(float64(n.Get(c))) }, n.Const)
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if e.Named("bool") != nil {
		return ir.Calc(ir.Float, k.Temp("b", k.Bool(e.Named("bool"))))
	}
	return ir.Calc(ir.Float, k.Temp("n", k.Int(e.Named("int"))))
}, Args: []string{"bool", "int"}}
