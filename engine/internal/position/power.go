package position

import (
	"math"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Power is a number to the power of another, without its fraction, and at most or least as large as numbers are.
func (k *Code) Power(a, b *ir.Expr) *ir.Expr {
	fn := k.SharedOf("power", ir.I32, []string{"a", "b"}, func(p []*ir.Expr) {
		a, b := p[0], p[1]
		odd, negative := ir.Calc(ir.And, b, ir.Num(1)), ir.Calc(ir.Lt, a, ir.Num(0))
		is := func(x *ir.Expr, n int) *ir.Expr { return ir.Calc(ir.Eq, x, ir.Num(n)) }
		k.Add(ir.When(ir.Any(is(b, 0), is(a, 1)), ir.Give(ir.Num(1))),
			ir.When(is(a, -1), ir.Give(ir.Cond(odd, ir.Num(-1), ir.Num(1)))),
			ir.When(ir.Calc(ir.Lt, b, ir.Num(0)), ir.Give(ir.Cond(is(a, 0), ir.Num(math.MaxInt32), ir.Num(0)))),
			ir.When(is(a, 0), ir.Give(ir.Num(0))))
		minus := k.Temp("minus", ir.All(negative, odd))
		size := k.Temp("size", ir.Calc(ir.Wide, ir.Cond(negative, ir.Calc(ir.Sub, ir.Num(0), a), a)))
		v, i := ir.NewLocal("v", ir.I64), k.Let("i", ir.Num(0))
		k.Add(ir.Put(v, ir.Long(1)))
		k.Loop("power", 32, func(loop *ir.Label) {
			k.Add(ir.When(ir.Calc(ir.Eq, ir.Read(i), b), ir.Leave(loop)),
				ir.Put(v, ir.Calc(ir.Mul, ir.Read(v), size)),
				ir.When(ir.Calc(ir.Le, ir.Long(1<<31), ir.Read(v)),
					ir.Give(ir.Cond(minus, ir.Num(math.MinInt32), ir.Num(math.MaxInt32)))),
				ir.Increment(i))
		})
		abs := k.Temp("abs", ir.Calc(ir.Narrow, ir.Read(v)))
		k.Add(ir.Give(ir.Cond(minus, ir.Calc(ir.Sub, ir.Num(0), abs), abs)))
	})
	return k.Temp("power", ir.Invoke(fn, a, b))
}
