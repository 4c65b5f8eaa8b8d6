package ints

import (
	"math"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerPower lowers squares and cubes of numbers whose powers fit as products, and others as loops.
func lowerPower(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	exponent := k.Int(clause.PowerInt(e).Int2())
	n, ok := exponent.Number()
	if !ok || n < 0 || n > 3 {
		return lowerAnyPower(k, k.Temp("a", k.Int(clause.PowerInt(e).Int1())), k.Temp("b", exponent))
	}
	a, v := k.Fitting(k.Int(clause.PowerInt(e).Int1()), -1290, 1290), ir.Num(1)
	for range n {
		v = ir.Calc(ir.Mul, v, a)
	}
	return v
}

// lowerAnyPower multiplies until the product has no room in 32 bits, where it stays at the least or greatest number.
func lowerAnyPower(k *lower.Lowerer, a, b *ir.Expr) *ir.Expr {
	odd, negative := ir.Calc(ir.And, b, ir.Num(1)), ir.Calc(ir.Lt, b, ir.Num(0))
	is := func(n int) *ir.Expr { return ir.Calc(ir.Eq, a, ir.Num(n)) }
	const half = 1 << 31 // a number is widened as if it had no sign
	wide := ir.Calc(ir.Sub, ir.Calc(ir.Wide, ir.Calc(ir.Add, a, ir.Num(math.MinInt32))), ir.Long(half))
	v, result := ir.NewLocal("v", ir.I64), ir.NewLocal("power", ir.I32)
	fits := func() *ir.Expr {
		above := ir.Calc(ir.Shr, ir.Calc(ir.Add, ir.Read(v), ir.Long(half)), ir.Long(32))
		return ir.Calc(ir.Eq, above, ir.Long(0))
	}
	small := ir.Any(is(0), ir.Any(is(1), is(-1)))
	of0 := ir.Cond(negative, ir.Num(math.MaxInt32), ir.Calc(ir.Eq, b, ir.Num(0)))
	of1 := ir.Cond(ir.All(is(-1), odd), ir.Num(-1), ir.Num(1))
	k.Choose(ir.Any(small, negative), func() {
		k.Add(ir.Put(result, ir.Cond(small, ir.Cond(is(0), of0, of1), ir.Num(0))))
	}, func() {
		k.Add(ir.Put(v, ir.Long(1)))
		i := k.Var("i", 0, 32, ir.Num(0))
		k.Loop("power", 33, func(loop *ir.Label) {
			k.Add(ir.When(ir.Any(ir.Calc(ir.Le, b, ir.Read(i)), ir.Calc(ir.Not, fits())), ir.Leave(loop)),
				ir.Put(v, ir.Calc(ir.Mul, ir.Read(v), wide)), ir.Increment(i))
		})
		most := ir.Cond(ir.All(ir.Calc(ir.Lt, a, ir.Num(0)), odd), ir.Num(math.MinInt32), ir.Num(math.MaxInt32))
		k.Add(ir.Put(result, ir.Cond(fits(), ir.Calc(ir.Narrow, ir.Read(v)), most)))
	})
	return ir.Read(result)
}
