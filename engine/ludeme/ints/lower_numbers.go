package ints

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerPower lowers powers: small ones of numbers whose powers fit are products.
func lowerPower(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	power := k.Int(clause.PowerInt(e).Int2())
	n, ok := power.Number()
	if !ok || n < 0 || n > 3 {
		return k.Power(k.Temp("base", k.Int(clause.PowerInt(e).Int1())), power)
	}
	a, v := k.Fitting(k.Int(clause.PowerInt(e).Int1()), -1290, 1290), ir.Num(1)
	for range n {
		v = ir.Calc(ir.Mul, v, a)
	}
	return v
}
