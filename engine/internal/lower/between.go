package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// The sites that the last move went over belong to the position where a rule asks for them.

// NoBetween refuses a clause whose moves go over sites, where a rule asks for them.
func (k *Lowerer) NoBetween(e *lgdl.Expr) {
	if k.Crossed != nil && !k.effect {
		k.No(e, "what such moves go over")
	}
}

// LastBetween is the set of the sites that the last move went over.
func (k *Lowerer) LastBetween(e *lgdl.Expr) *ir.Expr {
	if k.joint != nil || k.apartly {
		k.No(e, "(last Between) among moves that are made together, or one after the other")
	}
	return ir.SetAt(k.Crossed, ir.Num(0))
}
