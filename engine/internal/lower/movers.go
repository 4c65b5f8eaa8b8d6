package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
)

// Who made the newest move that a player has not made himself is told by two numbers: who made the newest
// move of all, and who made the newest one of anybody else. Beside them is where the first of the moves came from that
// the former has made one after the other.

// TurnStart is where the first of the moves came from that the mover has made one after the other, -1 if the last move
// is not his.
func (k *Lowerer) TurnStart(e *lgdl.Expr) *ir.Expr {
	if k.G.Mode == game.Simultaneous || k.as != nil || k.MoversBefore == nil {
		k.No(e, "where a turn began that is not the mover's")
	}
	mine := ir.Calc(ir.Eq, ir.At(k.MoversBefore, ir.Num(0)), k.Fields.Get(layout.Mover))
	return ir.Cond(mine, ir.At(k.MoversBefore, ir.Num(2)), ir.Num(game.Off))
}

// noteMover notes whose the newest move is, 0 for nobody's, and where it comes from.
func (k *Lowerer) noteMover(mover, from *ir.Expr) {
	if k.MoversBefore == nil {
		return
	}
	if k.as != nil {
		k.No(nil, "who moved before, beside moves as another player")
	}
	k.If(ir.Calc(ir.Ne, ir.At(k.MoversBefore, ir.Num(0)), mover), func() {
		k.Add(
			ir.Write(k.MoversBefore, ir.Num(1), ir.At(k.MoversBefore, ir.Num(0))),
			ir.Write(k.MoversBefore, ir.Num(0), mover),
			ir.Write(k.MoversBefore, ir.Num(2), from),
		)
	})
}
