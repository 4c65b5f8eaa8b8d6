package position

import (
	"github.com/astragal/astragal/engine/internal/ir"
)

// notePending notes what is pending where a move begins.
func (k *Code) notePending() {
	if k.PendedOnce != nil {
		k.Store(k.PendedOnce, ir.SetAt(k.Pendings(), ir.Num(0)))
	}
}

// Pendings is the set of pending sites; it is kept from the first time that it is asked for.
func (k *Code) Pendings() *ir.Field {
	if k.PendingSites == nil {
		k.PendingSites = k.P.Sets("pending", ir.State, 1)
	}
	return k.PendingSites
}

// Fitting is a number that a candidate carries; one that does not lie between lo and
// hi spoils the play, and is lo for what is left of the move.
func (k *Code) Fitting(v *ir.Expr, lo, hi int) *ir.Expr {
	v = k.Temp("v", v)
	out := ir.Any(ir.Calc(ir.Lt, v, ir.Num(lo)), ir.Calc(ir.Lt, ir.Num(hi), v))
	k.SpoilIf(out)
	return ir.Cond(out, ir.Num(lo), v)
}
