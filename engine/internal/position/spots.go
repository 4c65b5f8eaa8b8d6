package position

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
)

// NewSpots keeps the positions whose legal moves are looked at when a watched play is over, nil where their hashes
// depend on the play.
func (k *Code) NewSpots() *layout.SpotLog {
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

// KeepSpots keeps the position if it is a spot: it is the one before ply n of an account, and due those that are.
func (k *Code) KeepSpots(n *ir.Expr, due *ir.Local) {
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
