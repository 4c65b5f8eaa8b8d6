package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/layout"
)

// Who tries captures first asks of every move of a position whether it leaves fewer pieces on the board. Most rules
// of most games place pieces and take none; what is left is made, all moves of a position in one call.

// findSparing finds the rules whose moves leave no site empty: nothing that they or the turn after them do stores
// anything but a piece.
func (k *Lowerer) findSparing() {
	k.Sparing = make([]bool, len(k.rules))
	known := map[*ir.Func]bool{}
	spares := func(f *ir.Func) bool {
		return f != nil && transform.EveryStore(f, known, func(s *ir.Stmt) bool {
			what, known := s.Args[1].Number()
			return s.Field != k.Fields.What || known && what != 0
		})
	}
	if k.Captured != nil {
		return
	}
	for _, p := range k.players[1:] {
		if !spares(p.turned) {
			return
		}
	}
	for n, r := range k.rules {
		k.Sparing[n] = r != nil && spares(r.apply)
	}
}

// captures adds fewer, which makes each of the first n moves in the line and notes in the place of its mover
// whether it leaves fewer pieces on the board. It comes after what nobody reads has been taken out: that it
// asks is no reason to keep what is on the sites.
func (k *Lowerer) captures() {
	step := k.P.Lookup("step")
	if k.Fields.What.Kind != ir.State || k.Repetition != nil || step == nil || k.Line.Movers == nil {
		return
	}
	k.Foresees = true
	n, kept := ir.Within("n", 0, layout.MaxLine), k.P.Snapshot("fewer")
	fewer := k.P.Func("fewer", ir.None, n)
	fewer.Export = true
	free := func() *ir.Expr {
		if k.Stacked() && k.Fields.Stacks.Hollow {
			return ir.Calc(ir.SetCount, k.Empty())
		}
		return ir.Calc(ir.SetCount, k.BoardOnly(ir.SitesEqual(k.Fields.What, ir.Num(0))))
	}
	fewer.Body = k.Inside(func() {
		k.Add(&ir.Stmt{Op: ir.Save, Field: kept})
		before := k.Temp("before", free())
		k.unmetered(ir.Read(n), func(i *ir.Expr) {
			k.Call(step, ir.At(k.Line.Moves, i))
			k.Add(ir.Write(k.Line.Movers, i, ir.Calc(ir.Lt, before, free())), &ir.Stmt{Op: ir.Restore, Field: kept})
		})
	})
}
