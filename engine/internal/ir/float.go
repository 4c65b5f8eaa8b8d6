package ir

import "math"

// Numbers with a fraction are those of the rules, of single precision: an operation is that on 64 bits, of what is
// rounded before and after it.

// Fraction is a number with a fraction.
func Fraction(x float64) *Expr { return Long(math.Float64bits(x)) }

// Rounded is a number with a fraction as operations take it.
func Rounded(bits int64) float64 { return float64(float32(math.Float64frombits(uint64(bits)))) }

// FractionBits are the bits of what an operation comes to.
func FractionBits(x float64) int64 { return int64(math.Float64bits(float64(float32(x)))) }

// Integer is a number without its fraction, as Truncate has it.
func Integer(x float64) int64 {
	switch {
	case math.IsNaN(x):
		return 0
	case x >= math.MaxInt32:
		return math.MaxInt32
	case x <= math.MinInt32:
		return math.MinInt32
	}
	return int64(x)
}

// Extreme is the least or the greatest of two numbers, NaN beside NaN.
func Extreme(op Op, x, y float64) float64 {
	switch {
	case math.IsNaN(x) || math.IsNaN(y):
		return math.NaN()
	case op == Least:
		return math.Min(x, y)
	}
	return math.Max(x, y)
}

func unaryFloat(op Op, v int64) (int64, bool) {
	switch op {
	case Float:
		return FractionBits(float64(v)), true
	case Single:
		return FractionBits(Rounded(v)), true
	case Root:
		return FractionBits(math.Sqrt(Rounded(v))), true
	case Truncate:
		return Integer(math.Float64frombits(uint64(v))), true
	}
	return 0, false
}

func binaryFloat(op Op, v, w int64) (int64, bool) {
	x, y := Rounded(v), Rounded(w)
	switch op {
	case AddFloat:
		return FractionBits(x + y), true
	case SubFloat:
		return FractionBits(x - y), true
	case MulFloat:
		return FractionBits(x * y), true
	case DivFloat:
		return FractionBits(x / y), true
	case Least, Greatest:
		return FractionBits(Extreme(op, x, y)), true
	case LessFloat:
		return Boolean(math.Float64frombits(uint64(v)) < math.Float64frombits(uint64(w))), true
	case EqualFloat:
		return Boolean(math.Float64frombits(uint64(v)) == math.Float64frombits(uint64(w))), true
	}
	return 0, false
}
