package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
)

// Some positions of a watched play are looked at when it is over. Which they are follows from their
// numbers alone, so that code keeps them on the way and need not be left for it.

func (k *Lowerer) newSpots() *layout.SpotLog {
	if k.Repetition != nil {
		return nil
	}
	s := &layout.SpotLog{Due: k.P.Field("spots.due", ir.Scratch, ir.Word, layout.Spots+1),
		Drawn: k.P.Field("spots.drawn", ir.Scratch, ir.Word, layout.Spots)}
	for i := range s.Kept {
		s.Kept[i] = k.P.Snapshot("spot")
	}
	return s
}

// keepSpots keeps the position if it is a spot: it is the one before ply n of an account, and due those that are.
func (k *Lowerer) keepSpots(n *ir.Expr, due *ir.Local) {
	s := k.Watch.SpotLog
	n = ir.Calc(ir.Wide, n)
	in := func(set *ir.Expr) *ir.Expr {
		return ir.Calc(ir.Ne, ir.Calc(ir.And, ir.Calc(ir.Shr, set, n), ir.Long(1)), ir.Long(0))
	}
	k.If(in(ir.Read(due)), func() {
		for i := range s.Kept {
			k.If(in(ir.At(s.Due, ir.Num(i))), func() {
				k.Add(&ir.Stmt{Op: ir.Save, Field: s.Kept[i]}, ir.Write(s.Drawn, ir.Num(i), ir.At(k.Fields.Rng, ir.Num(0))))
			})
		}
	})
}

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
