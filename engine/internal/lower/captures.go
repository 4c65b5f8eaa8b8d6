package lower

import (
	"encoding/binary"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Who tries captures first asks of every move of a position whether it leaves fewer pieces on the board. Most rules
// of most games place pieces and take none; what is left is made, all moves of a position in one call.

// findSparing finds the rules whose moves leave no site empty: nothing that they or the turn after them do stores
// anything but a piece.
func (k *Lowerer) findSparing() {
	k.sparing = make([]bool, len(k.rules))
	known := map[*ir.Func]bool{}
	spares := func(f *ir.Func) bool {
		return f != nil && ir.EveryStore(f, known, func(s *ir.Stmt) bool {
			what, known := s.Args[1].Number()
			return s.Field != k.Fields.What || known && what != 0
		})
	}
	if k.captured != nil {
		return
	}
	for _, p := range k.players[1:] {
		if !spares(p.turned) {
			return
		}
	}
	for n, r := range k.rules {
		k.sparing[n] = r != nil && spares(r.apply)
	}
}

// Spares reports whether a move is known to leave as many pieces as there are, or more.
func (p *Positions) Spares(move uint64) bool {
	rule, _, _, _ := ir.Unpack(move)
	return p.k.sparing[rule]
}

// captures adds fewer, which makes each of the first n moves in the line and notes in the place of its mover
// whether it leaves fewer pieces on the board. It comes after what nobody reads has been taken out: that it
// asks is no reason to keep what is on the sites.
func (k *Lowerer) captures() {
	step := k.P.Lookup("step")
	if k.Fields.What.Kind != ir.State || k.repetition != nil || step == nil || k.line.movers == nil {
		return
	}
	k.foresees = true
	n, kept := ir.Within("n", 0, maxLine), k.P.Snapshot("fewer")
	fewer := k.P.Func("fewer", ir.None, n)
	fewer.Export = true
	free := func() *ir.Expr {
		if k.Stacked() && k.Fields.stacks.hollow {
			return ir.Calc(ir.SetCount, k.Empty())
		}
		return ir.Calc(ir.SetCount, k.BoardOnly(ir.SitesEqual(k.Fields.What, ir.Num(0))))
	}
	fewer.Body = k.Inside(func() {
		k.Add(&ir.Stmt{Op: ir.Save, Field: kept})
		before := k.Temp("before", free())
		k.unmetered(ir.Read(n), func(i *ir.Expr) {
			k.Call(step, ir.At(k.line.moves, i))
			k.Add(ir.Write(k.line.movers, i, ir.Calc(ir.Lt, before, free())), &ir.Stmt{Op: ir.Restore, Field: kept})
		})
	})
}

// Foresees reports whether there is "fewer".
func (p *Positions) Foresees() bool { return p.k.foresees }

// Foresee writes moves, MaxForeseen at most, for "fewer", and Fewer reads what it has found of one.
func (p *Positions) Foresee(mem []byte, moves []uint64) {
	for i, at := 0, p.k.line.moves.Addr; i < len(moves); i++ {
		binary.LittleEndian.PutUint64(mem[at+8*i:], moves[i])
	}
}

// Fewer is told of by Foresee.
func (p *Positions) Fewer(mem []byte, i int) bool { return mem[p.k.line.movers.Addr+i] != 0 }
