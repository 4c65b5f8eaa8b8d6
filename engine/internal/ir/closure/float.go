package closure

import (
	"math"

	"github.com/astragal/astragal/engine/internal/ir"
)

// fraction makes the closure of an operation on numbers with a fraction.
func (k *compiler) fraction(e *ir.Expr) expr {
	a := k.expr(e.Args[0])
	of := func(v int64) float64 { return math.Float64frombits(uint64(v)) }
	switch e.Op {
	case ir.Float:
		return func(f *frame) int64 { return ir.FractionBits(float64(a(f))) }
	case ir.Single:
		return func(f *frame) int64 { return ir.FractionBits(ir.Rounded(a(f))) }
	case ir.Root:
		return func(f *frame) int64 { return ir.FractionBits(math.Sqrt(ir.Rounded(a(f)))) }
	case ir.Truncate:
		return func(f *frame) int64 { return ir.Integer(of(a(f))) }
	}
	b := k.expr(e.Args[1])
	truth := func(is func(x, y float64) bool) expr {
		return func(f *frame) int64 {
			x := of(a(f))
			if is(x, of(b(f))) {
				return 1
			}
			return 0
		}
	}
	two := func(calc func(x, y float64) float64) expr {
		return func(f *frame) int64 {
			x := ir.Rounded(a(f))
			return ir.FractionBits(calc(x, ir.Rounded(b(f))))
		}
	}
	switch e.Op {
	case ir.AddFloat:
		return two(func(x, y float64) float64 { return x + y })
	case ir.SubFloat:
		return two(func(x, y float64) float64 { return x - y })
	case ir.MulFloat:
		return two(func(x, y float64) float64 { return x * y })
	case ir.DivFloat:
		return two(func(x, y float64) float64 { return x / y })
	case ir.LessFloat:
		return truth(func(x, y float64) bool { return x < y })
	case ir.EqualFloat:
		return truth(func(x, y float64) bool { return x == y })
	}
	op := e.Op
	return two(func(x, y float64) float64 { return ir.Extreme(op, x, y) })
}
