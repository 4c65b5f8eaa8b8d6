package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// Settle fills the tables of the parts compiled so far and returns a context on the
// blank position.
func (k *Lowerer) Settle() *game.Context {
	k.Blank = k.Parts.Settle()
	k.Blank.SetLimits(game.Limits{Stop: func() error { return tired(k.Blank, settleWork) }})
	return k.Blank
}

// Temps lowers the numbers among arguments and in lists of them.
func (k *Lowerer) Temps(name string, args ...*lgdl.Expr) (list []*ir.Expr) {
	for _, x := range lgdl.Flat(args...) {
		list = append(list, k.Temp(name, k.Int(x)))
	}
	return list
}

// Static is a region of the equipment or the board that never changes.
func (k *Lowerer) Static(e *lgdl.Expr, r game.Region) *ir.Expr {
	if r.Static == nil {
		k.No(e, "a region that changes: %s", e.Form.Text)
	}
	return k.setOf(r.Static)
}
