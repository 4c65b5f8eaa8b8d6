package lower

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
)

// On boards of layers meta rules are about what lies on what (part 3, §14). Pieces that support several others stay,
// (pin …); none goes to the line above where it was, (noStackOn …): these are asked of the actions of a move,
// without its consequents, on the position before it. Pieces fall after a move, (gravity …).

func (k *Lowerer) newSupports() *layout.Supports {
	m := &k.G.Meta
	if (m.Pin || m.NoStackOn || m.Gravity) && k.G.DefaultType != board.Vertex {
		k.No(k.G.Root(), "what lies on what, beside pieces that are not on vertices")
	}
	compares := func(f *lgdl.Form) bool { return f.Keyword == "max" || f.Keyword == "do" }
	if m.Gravity && (k.Stacked() || k.Captured != nil || k.G.Has(game.Stochastic) || k.anyForm(compares)) {
		k.No(k.G.Root(), "gravity, with stacks, chance, pieces that are removed later or moves that are compared")
	}
	if !m.Pin && !m.NoStackOn {
		return nil
	}
	x := &layout.Supports{Before: k.P.Sets("supports.before", ir.Scratch, 1),
		Broken: k.P.Field("supports.broken", ir.Scratch, ir.Int, 1)}
	if m.Pin {
		x.Up = k.vertices("up", func(v int32) []int32 { return k.G.Topo.Steps(board.Vertex, v, board.Upward) })
	}
	if m.NoStackOn {
		x.Above = k.vertices("above", k.above)
	}
	return x
}

// vertices is a table of what f is for each vertex.
func (k *Lowerer) vertices(name string, f func(v int32) []int32) *write.Rows {
	rows := make([][]int32, k.Fields.Sites)
	for v := range int32(k.G.Topo.Num(board.Vertex)) {
		rows[v] = f(v)
	}
	return k.Rows(name, rows)
}

// Above are the vertices on the lines through one that go up.
func (k *Lowerer) above(v int32) (all []int32) {
	for _, r := range k.G.Topo.Radials(board.Vertex, v, board.Upward) {
		all = append(all, r.Path[1:]...)
		if len(r.Opposite) > 0 {
			all = append(all, r.Opposite[1:]...)
		}
	}
	return all
}

// noteSupport notes an action that is forbidden.
func (k *Lowerer) noteSupport(kind game.Kind, from, to *ir.Expr) {
	x := k.Supports
	if x == nil || kind != game.ActMove && kind != game.ActRemove {
		return
	}
	from = k.Temp("from", from)
	k.If(k.OnBoard(from), func() {
		before, bad := ir.SetAt(x.Before, ir.Num(0)), ir.Num(0)
		if x.Up != nil {
			bad = ir.Calc(ir.Lt, ir.Num(1), ir.Calc(ir.SetCount, ir.Calc(ir.SetAnd, k.RowSet(x.Up, from), before)))
		}
		if x.Above != nil && kind == game.ActMove {
			to = k.Temp("to", to)
			bad = ir.Any(bad, ir.All(k.OnBoard(to), ir.Calc(ir.SetHas, k.RowSet(x.Above, from), to)))
		}
		k.If(ir.All(ir.Calc(ir.SetHas, before, from), bad), func() { k.Add(ir.Write(x.Broken, ir.Num(0), ir.Num(1))) })
	})
}

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
	down := k.vertices("down", func(v int32) []int32 { return topo.Steps(board.Vertex, v, board.Downward) })
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
