package position

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// Packing is numbers that are worked out when a candidate is found, packed into its data.
type Packing struct {
	Value *ir.Expr // nil for nothing

	k    *Code
	Bits int
}

// PackedBits is the room for data in a candidate.
const PackedBits = 20

// Packing packs nothing as yet.
func (k *Code) Packing() *Packing { return &Packing{k: k} }

// Put packs a number from 0 on, and returns how to read it. Constants need no room.
func (p *Packing) Put(e *lgdl.Expr, v *ir.Expr, bits int) func(data *ir.Expr) *ir.Expr {
	if _, ok := v.Number(); ok {
		return func(*ir.Expr) *ir.Expr { return v }
	}
	if p.Bits+bits > PackedBits {
		p.k.No(e, "a move of too many numbers")
	}
	most, shift := 1<<bits-1, p.Bits
	v = p.k.Fitting(v, 0, most)
	v = ir.Calc(ir.Shl, ir.Calc(ir.And, v, ir.Num(most)), ir.Num(shift))
	if p.Value != nil {
		v = ir.Calc(ir.Or, p.Value, v)
	}
	p.Value = p.k.Temp("packed", v)
	p.Bits += bits
	return func(data *ir.Expr) *ir.Expr {
		return ir.Calc(ir.And, ir.Calc(ir.Shr, data, ir.Num(shift)), ir.Num(most))
	}
}
