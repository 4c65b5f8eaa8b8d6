package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
)

// Unstored lowers moves of which those are left out that lead back to the stored position.
func (k *Lowerer) Unstored(f func()) {
	// The move may store the position it leads to.
	before := k.P.Field("stored.before", ir.Scratch, ir.Word, 1)
	k.filtered(filter{passes: true, first: func() {
		k.Add(ir.Write(before, ir.Num(0), ir.At(k.Stored, ir.Num(0))))
	}, holds: func() *ir.Expr { return ir.Calc(ir.Ne, ir.Invoke(k.HashPosition()), ir.At(before, ir.Num(0))) }}, f)
}
