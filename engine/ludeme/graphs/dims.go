package graphs

import (
	"math"

	"github.com/astragal/astragal/engine/lgdl"
)

// dimRows are the whole numbers that boards are measured in. Dim computes them
// by keyword.
var dimRows = []lgdl.Form{
	{Text: "(abs dim)", Result: "dim", Meaning: "The size of a number without its sign.", Impl: DimRule{}},
	{Text: "(max dim dim)", Result: "dim", Meaning: "The larger of two numbers.", Impl: DimRule{}},
	{Text: "(min dim dim)", Result: "dim", Meaning: "The smaller of two numbers.", Impl: DimRule{}},
	{Text: "(* dim dim)", Result: "dim", Meaning: "The product of numbers.", Impl: DimRule{}},
	{Text: "(* {dim})", Result: "dim", Meaning: "The product of numbers.", Impl: DimRule{}},
	{Text: "(+ dim dim)", Result: "dim", Meaning: "The sum of numbers.", Impl: DimRule{}},
	{Text: "(+ {dim})", Result: "dim", Meaning: "The sum of numbers.", Impl: DimRule{}},
	{Text: "(- dim dim)", Result: "dim", Meaning: "The difference of two numbers.", Impl: DimRule{}},
	{Text: "(/ dim dim)", Result: "dim", Meaning: "The quotient of two numbers without its fraction.", Impl: DimRule{}},
	{Text: "(^ dim dim)", Result: "dim", Meaning: "A power, without its fraction.", Impl: DimRule{}},
}

// DimRule marks the rows that Dim computes.
type DimRule struct{}

// Dim computes an expression of category dim (or a literal int). Numbers have
// 32 bits; division by zero and results out of range are errors.
func Dim(e *lgdl.Expr) (n int, err error) {
	defer recoverFailure(&err)
	return dim(e), nil
}

// computed is what an arithmetic clause makes of the values of its operands, and whether it has several; of one it is
// that value.
func computed[T int32 | float32](e *lgdl.Expr, value func(e *lgdl.Expr) T, round func(x float64) T) (n T, many bool) {
	args := lgdl.Flat(e.Args...)
	if len(args) == 0 {
		fail(e, "%s has no numbers to compute with", e.Form.Keyword)
	}
	for i, a := range args {
		x := value(a)
		if i == 0 {
			n = x
			continue
		}
		switch e.Form.Keyword {
		case "+":
			n += x
		case "-":
			n -= x
		case "*":
			n *= x
		case "/":
			if x == 0 {
				fail(e, "division by zero")
			}
			n /= x
		case "^":
			n = round(math.Pow(float64(n), float64(x)))
		case "max":
			n = max(n, x)
		case "min":
			n = min(n, x)
		}
	}
	return n, len(args) > 1
}

func dim(e *lgdl.Expr) int {
	if e.Kind != lgdl.Clause {
		return whole(e)
	}
	n, _ := computed(e, func(a *lgdl.Expr) int32 { return int32(dim(a)) }, func(x float64) int32 {
		return int32(min(max(x, math.MinInt32), math.MaxInt32))
	})
	if e.Form.Keyword == "abs" {
		n = max(n, -n)
	}
	return int(n)
}

// whole is a literal number, within 32 bits.
func whole(e *lgdl.Expr) int {
	if e.Kind != lgdl.Int || e.Int < math.MinInt32 || e.Int > math.MaxInt32 {
		fail(e, "a board needs a constant number here, not %q", e.Text)
	}
	return e.Int
}

func float(e *lgdl.Expr) float32 {
	switch e.Kind {
	case lgdl.Int, lgdl.Float:
		return float32(e.Float)
	case lgdl.Clause:
	default:
		fail(e, "a board needs a constant number here, not %q", e.Text)
	}
	if e.Form.Keyword == "toFloat" {
		for _, a := range e.Args {
			if a == nil {
				continue
			}
			if a.Kind != lgdl.Bool && a.Kind != lgdl.Int {
				fail(a, "a board needs a constant here")
			}
			return float32(a.Int)
		}
	}
	x, many := computed(e, float, func(x float64) float32 { return float32(x) })
	if many {
		return x
	}
	return function(e, x)
}

// function applies the functions of one float; any other keyword is the sum,
// product … of the one number.
func function(e *lgdl.Expr, x float32) float32 {
	y := float64(x)
	switch e.Form.Keyword {
	case "abs":
		y = math.Abs(y)
	case "sin":
		y = math.Sin(y)
	case "cos":
		y = math.Cos(y)
	case "tan":
		y = math.Tan(y)
	case "exp":
		y = math.Exp(y)
	case "log", "log10":
		if x == 0 {
			fail(e, "the logarithm of 0 does not exist")
		}
		if e.Form.Keyword == "log" {
			y = math.Log(y)
		} else {
			y = math.Log10(y)
		}
	case "sqrt":
		if x < 0 {
			fail(e, "the square root of %g does not exist", x)
		}
		y = math.Sqrt(y)
	}
	return float32(y)
}
