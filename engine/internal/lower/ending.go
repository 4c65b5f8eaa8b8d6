package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// How a play has ended is told as package game tells it (game.Context.Ending): by the
// rule of the end that gave the first result of the last move, and by the parts of its
// condition that hold then.

// maxEnding bounds the numbers of an ending; those beyond are left out.
const maxEnding = 1 << 8

func (k *Lowerer) newEnding() *layout.Ending {
	return &layout.Ending{List: k.P.Field("ending", ir.Scratch, ir.Int, maxEnding),
		Count:   k.P.Field("ending.count", ir.Scratch, ir.Int, 1),
		Decided: k.P.Field("ending.decided", ir.Scratch, ir.Int, 1), Before: k.P.Snapshot("ending.before")}
}

// judged adds the ends of a move: those of the phase, and end, those of the game, which alone
// explain a play. To a move that was seen in its actions alone it is not known that its
// player had to pass, and the ends of the phase are not asked: so where he had to, or a
// phase has ends, those of the game are asked on the position before, too.
func (k *Lowerer) judged(phase func(), end *lgdl.Expr) {
	w, f := k.Watch, &k.Fields
	phases := k.Inside(phase) // nobody asks what they explain
	known := ir.Within("known", 0, 2)
	if w != nil {
		k.Add(ir.Write(w.Decided, ir.Num(0), ir.Num(0)), ir.Write(w.Count, ir.Num(0), ir.Num(0)), ir.Put(known, ir.Num(0)))
		k.beforeEnds(len(phases) > 0, end, known)
		k.Add(ir.Write(w.Decided, ir.Num(0), ir.Num(2)))
	}
	k.Add(phases...)
	if w != nil {
		k.Add(ir.Write(w.Decided, ir.Num(0), ir.Read(known)))
	}
	if len(phases) == 0 {
		k.end(end)
		return
	}
	// Those of the game are asked where those of the phase have not ended the play.
	k.If(ir.Calc(ir.Not, f.Get(layout.Over)), func() { k.end(end) })
}

// beforeEnds asks the ends of the game on the position before all ends, where that may tell something else, and keeps
// in known whether they decide then: 0 where nobody asked.
func (k *Lowerer) beforeEnds(phases bool, end *lgdl.Expr, known *ir.Local) {
	w, f := k.Watch, &k.Fields
	asked := ir.Num(1)
	switch {
	case end == nil || !phases && !k.G.ReadsStuck:
		return
	case !phases:
		asked = ir.Calc(ir.Ne, ir.Calc(ir.And, f.Get(layout.Stuck), ir.Num(1<<k.Mover)), ir.Num(0))
	}
	k.If(asked, func() {
		draws := k.Temp("draws", ir.At(f.Rng, ir.Num(0)))
		k.Add(
			&ir.Stmt{Op: ir.Save, Field: w.Before},
			f.Put(layout.Stuck, ir.Calc(ir.And, f.Get(layout.Stuck), ir.Num(^(1<<k.Mover)))),
		)
		k.end(end)
		k.Add(&ir.Stmt{Op: ir.Restore, Field: w.Before}, ir.Write(f.Rng, ir.Num(0), draws))
		decided := ir.At(w.Decided, ir.Num(0))
		k.Add(ir.Put(known, ir.Cond(decided, decided, ir.Num(2))))
	})
}

// explain adds, where no rule has decided yet, that this one does, and what f notes.
func (k *Lowerer) explain(f func()) {
	w := k.Watch
	if w == nil {
		return
	}
	k.If(ir.Calc(ir.Eq, ir.At(w.Decided, ir.Num(0)), ir.Num(0)), func() {
		k.Add(ir.Write(w.Decided, ir.Num(0), ir.Num(1)))
		draws := k.Temp("draws", ir.At(k.Fields.Rng, ir.Num(0)))
		f()
		k.Add(ir.Write(k.Fields.Rng, ir.Num(0), draws))
	})
}

// noteEnd notes that an end rule holds, and by which parts of its condition.
func (k *Lowerer) noteEnd(rule, cond *lgdl.Expr) {
	for i := range k.G.Ends {
		if k.G.Ends[i].Rule == rule {
			k.noteEnding(^i)
			break
		}
	}
	k.holding(cond)
}

func (k *Lowerer) noteEnding(v int) {
	w := k.Watch
	n := k.Temp("n", ir.At(w.Count, ir.Num(0)))
	k.If(ir.Calc(ir.Below, n, ir.Num(maxEnding)), func() {
		k.Add(ir.Write(w.List, n, ir.Num(v)), ir.Write(w.Count, ir.Num(0), position.Plus(n, 1)))
	})
}

// holding notes the parts of a condition that hold, see game.Compiler.Ending.
func (k *Lowerer) holding(e *lgdl.Expr) {
	if e.Kind != lgdl.Clause {
		return
	}
	switch e.Form.Keyword {
	case "or":
		for _, x := range lgdl.Flat(e.Args...) {
			k.holding(x)
		}
		return
	case "if":
		a := clause.IfBoolBool(e)
		k.If(k.Bool(a.Bool1()), func() { k.holding(a.Bool2()) })
		return
	}
	for i, part := range k.G.EndParts {
		if part == e {
			k.If(k.Bool(e), func() { k.noteEnding(i) })
			return
		}
	}
}
