package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
)

// Who made the newest move that a player has not made himself is told by two numbers: who made the newest
// move of all, and who made the newest one of anybody else.

// asksMovers reports whether a clause asks for it.
func asksMovers(e *lgdl.Expr) bool {
	return e.Any(func(x *lgdl.Expr) bool {
		return x.Is("prev", "MoverLastTurn")
	})
}

// moversField keeps them where a rule asks.
func (k *Lowerer) moversField() {
	asked := k.anyForm(func(f *lgdl.Form) bool { return f.Keyword == "prev" }) && asksMovers(k.G.Root())
	if asked || k.G.Meta.Swap && k.G.Players > 2 {
		k.MoversBefore = k.P.Field("movers", ir.State, ir.Int, 2)
	}
}

// MoverBefore is the mover of the newest move that the mover has not made, -1 if there is none.
func (k *Lowerer) MoverBefore(e *lgdl.Expr) *ir.Expr {
	if k.G.Mode == game.Simultaneous {
		k.No(e, "who moved before, where all move at the same time")
	}
	last := ir.At(k.MoversBefore, ir.Num(0))
	return ir.Cond(ir.Calc(ir.Ne, last, k.Fields.Get(layout.Mover)), last, ir.At(k.MoversBefore, ir.Num(1)))
}

// noteMover notes whose the newest move is, 0 for nobody's.
func (k *Lowerer) noteMover(mover *ir.Expr) {
	if k.MoversBefore == nil {
		return
	}
	if k.as != nil {
		k.No(nil, "who moved before, beside moves as another player")
	}
	k.If(ir.Calc(ir.Ne, ir.At(k.MoversBefore, ir.Num(0)), mover), func() {
		k.Add(ir.Write(k.MoversBefore, ir.Num(1), ir.At(k.MoversBefore, ir.Num(0))), ir.Write(k.MoversBefore, ir.Num(0), mover))
	})
}
