package position

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
)

// NewSupports keeps what lies on what, nil where no rule is about it.
func (k *Code) NewSupports() *layout.Supports {
	m := &k.G.Meta
	if (m.Pin || m.NoStackOn || m.Gravity) && k.G.DefaultType != board.Vertex {
		k.No(k.G.Root(), "what lies on what, beside pieces that are not on vertices")
	}
	compares := func(f *lgdl.Form) bool { return f.Keyword == "max" || f.Keyword == "do" }
	if m.Gravity && (k.Stacked() || k.Captured != nil || k.G.Has(game.Stochastic) || k.Rules.AnyForm(compares)) {
		k.No(k.G.Root(), "gravity, with stacks, chance, pieces that are removed later or moves that are compared")
	}
	if !m.Pin && !m.NoStackOn {
		return nil
	}
	x := &layout.Supports{Before: k.P.Sets("supports.before", ir.Scratch, 1),
		Broken: k.P.Field("supports.broken", ir.Scratch, ir.Int, 1)}
	if m.Pin {
		x.Up = k.Vertices("up", func(v int32) []int32 { return k.G.Topo.Steps(board.Vertex, v, board.Upward) })
	}
	if m.NoStackOn {
		x.Above = k.Vertices("above", k.above)
	}
	return x
}

// Vertices is a table of what f is for each vertex.
func (k *Code) Vertices(name string, f func(v int32) []int32) *write.Rows {
	rows := make([][]int32, k.Fields.Sites)
	for v := range int32(k.G.Topo.Num(board.Vertex)) {
		rows[v] = f(v)
	}
	return k.Rows(name, rows)
}

// Above are the vertices on the lines through one that go up.
func (k *Code) above(v int32) (all []int32) {
	for _, r := range k.G.Topo.Radials(board.Vertex, v, board.Upward) {
		all = append(all, r.Path[1:]...)
		if len(r.Opposite) > 0 {
			all = append(all, r.Opposite[1:]...)
		}
	}
	return all
}

// NoteSupport notes an action that is forbidden.
func (k *Code) NoteSupport(kind game.Kind, from, to *ir.Expr) {
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
