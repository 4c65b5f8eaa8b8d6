package ints

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerPower lowers small powers of numbers whose powers fit.
func lowerPower(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	n, ok := k.Int(clause.PowerInt(e).Int2()).Number()
	if !ok || n < 0 || n > 3 {
		k.No(e, "a power other than a square or cube")
	}
	a, v := k.Fitting(k.Int(clause.PowerInt(e).Int1()), -1290, 1290), ir.Num(1)
	for range n {
		v = ir.Calc(ir.Mul, v, a)
	}
	return v
}
