package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
)

// Some positions of a watched play are looked at when it is over. Which they are follows from their
// numbers alone, so that code keeps them on the way and need not be left for it.

// addLooks adds look, which goes back to a spot and lists its moves, and after, which makes a move that was listed and
// returns the number of legal moves then, 0 after the end of the play.
func (k *Lowerer) addLooks() {
	// What moves begin with is made on the position whose moves are counted; players who decide at the same time make
	// no move alone.
	if k.Thrown == nil && k.joint == nil {
		move := ir.NewLocal("move", ir.I64)
		after := k.P.Func("after", ir.I32, move)
		after.Export = true
		after.Body = k.Inside(func() {
			k.forgetActs()
			k.untouch()
			k.Add(&ir.Stmt{Op: ir.Do, Args: []*ir.Expr{ir.Invoke(k.P.Lookup("step"), ir.Read(move))}})
			acts := k.Temp("acts", ir.At(k.ActLog.Moved, ir.Num(0)))
			n := k.Temp("n", ir.Invoke(k.P.Lookup("count"))) // which may try moves
			k.Add(ir.Write(k.ActLog.Moved, ir.Num(0), acts), ir.Give(n))
		})
	}
	s := k.Watch.SpotLog
	if s == nil {
		return
	}
	spot := ir.Within("spot", 0, layout.Spots-1)
	look := k.P.Func("look", ir.I32, spot)
	look.Export = true
	look.Body = k.Inside(func() {
		for i, kept := range s.Kept {
			k.If(ir.Calc(ir.Eq, ir.Read(spot), ir.Num(i)), func() { k.Add(&ir.Stmt{Op: ir.Restore, Field: kept}) })
		}
		k.Add(ir.Write(k.Fields.Rng, ir.Num(0), ir.At(s.Drawn, ir.Read(spot))))
		k.Add(ir.Give(ir.Invoke(k.list())))
	})
}
