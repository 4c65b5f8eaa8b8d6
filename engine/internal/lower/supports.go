package lower

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/internal/ir"
)

// On boards of layers meta rules are about what lies on what (part 3, §14). Pieces that support several others stay,
// (pin …); none goes to the line above where it was, (noStackOn …): these are asked of the actions of a move,
// without its consequents, on the position before it. Pieces fall after a move, (gravity …).

// supported lowers moves of which those are left out that have a forbidden action, which fall afterwards.
func (k *Lowerer) supported(f func()) {
	falling := k.falling
	k.falling = k.G.Meta.Gravity
	if k.Supports != nil {
		k.filtered(filter{supports: true}, f)
	} else {
		f()
	}
	k.falling = falling
}

// isSupported is the function that reports whether a candidate of a rule, which has no consequents, has no forbidden
// action; nil where it has none of their kinds.
func (k *Lowerer) isSupported(x filter, r *rule) *ir.Func {
	f, s := &k.Fields, k.Supports
	if !ir.Effects(r.apply.Body).Writes.Has(s.Broken) {
		return nil
	}
	from, to := ir.Within("from", -1, f.Span-1), ir.Within("to", -1, f.Span-1)
	data := ir.NewLocal("data", ir.I32)
	return k.Func("supported", ir.I32, func() {
		undo := k.asTried()
		k.Add(&ir.Stmt{Op: ir.Save, Field: x.saved}, ir.Write(s.Broken, ir.Num(0), ir.Num(0)))
		k.Store(s.Before, ir.Calc(ir.SetMinus, k.Board(), ir.SetAt(f.Empty, ir.Num(0))))
		k.Call(r.apply, ir.Read(from), ir.Read(to), ir.Read(data))
		ok := k.Temp("ok", ir.Calc(ir.Not, ir.At(s.Broken, ir.Num(0))))
		k.Add(&ir.Stmt{Op: ir.Restore, Field: x.saved})
		undo()
		k.Add(ir.Give(ok))
	}, from, to, data)
}

// settleDown has pieces fall after a move of the play.
func (k *Lowerer) settleDown() {
	if k.falling && !k.apartly && k.ahead == (look{}) {
		k.fall()
	}
}

// fall has pieces fall where an empty vertex is below them: the one of the lowest number first, until none does.
func (k *Lowerer) fall() {
	f, topo := &k.Fields, k.G.Topo
	down := k.Vertices("down", func(v int32) []int32 { return topo.Steps(board.Vertex, v, board.Downward) })
	empty := ir.SetAt(f.Empty, ir.Num(0))
	k.Loop("drops", 0, func(loop *ir.Label) {
		from, to := k.Var("from", -1, f.Board-1, ir.Num(-1)), k.Var("to", -1, f.Board-1, ir.Num(-1))
		k.Scope("found", func(found *ir.Label) {
			k.Each(ir.Calc(ir.SetMinus, k.Board(), empty), func(v *ir.Expr) {
				k.Row(down, v, func(below *ir.Expr) {
					k.If(ir.Calc(ir.SetHas, empty, below), func() {
						k.Add(ir.Put(from, v), ir.Put(to, below), ir.Leave(found))
					})
				})
			})
		})
		k.Add(ir.When(ir.Calc(ir.Lt, ir.Read(from), ir.Num(0)), ir.Leave(loop)))
		k.Undecided(func() { k.Carry(ir.Read(from), ir.Read(to), 0, nil) })
	})
}
