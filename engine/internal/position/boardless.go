package position

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
)

// PlayableField keeps the sites where pieces may come, on a board without bounds.
func (k *Code) PlayableField() {
	g, f := k.G, &k.Fields
	if !g.Boardless {
		return
	}
	if g.Values && !g.Stacks || f.Layers != [3]*layout.Layer{} || k.Repetition != nil {
		k.No(g.Root(), "a board without bounds, with values of single pieces, several types of sites or repetition")
	}
	f.Playable = k.P.Sets("playable", ir.State, 1)
	rows := make([][]int32, f.Sites)
	for s := range f.Board {
		rows[s] = g.Topo.Neighbours(g.DefaultType, board.RelAdjacent, int32(s))
	}
	f.Beside = k.Rows("beside", rows)
}

// Playable is the set of the sites at which the play may go on.
func (k *Code) Playable(e *lgdl.Expr) *ir.Expr {
	if k.Fields.Playable == nil {
		k.No(e, "playable sites of a board with bounds")
	}
	return ir.SetAt(k.Fields.Playable, ir.Num(0))
}

// occupied notes that a site has been entered that was empty before.
func (k *Code) occupied(site *ir.Expr) {
	f := &k.Fields
	if f.Playable == nil {
		return
	}
	k.Call(k.SharedOf("playable.entered", ir.None, []string{"site"}, func(p []*ir.Expr) {
		k.If(f.OnBoard(p[0]), func() {
			near := ir.Calc(ir.SetAnd, k.RowSet(f.Beside, p[0]), ir.SetAt(f.Empty, ir.Num(0)))
			k.Add(&ir.Stmt{Op: ir.SetStore, Field: f.Playable,
				Args: []*ir.Expr{ir.Num(0), ir.Calc(ir.SetOr, ir.SetAt(f.Playable, ir.Num(0)), near)}},
				&ir.Stmt{Op: ir.Exclude, Field: f.Playable, Args: []*ir.Expr{ir.Num(0), p[0]}})
		})
	}), site)
}

// vacated notes that a site has become empty.
func (k *Code) vacated(site *ir.Expr) {
	f := &k.Fields
	if f.Playable == nil {
		return
	}
	k.Call(k.SharedOf("playable.left", ir.None, []string{"site"}, func(p []*ir.Expr) {
		check := func(x *ir.Expr) {
			free := ir.Calc(ir.SetHas, ir.SetAt(f.Empty, ir.Num(0)), x)
			k.If(free, func() {
				stands := ir.Calc(ir.SetMinus, k.RowSet(f.Beside, x), ir.SetAt(f.Empty, ir.Num(0)))
				change := func(op ir.StmtOp) func() {
					return func() { k.Add(&ir.Stmt{Op: op, Field: f.Playable, Args: []*ir.Expr{ir.Num(0), x}}) }
				}
				k.Choose(ir.Calc(ir.SetAny, stands), change(ir.Include), change(ir.Exclude))
			})
		}
		k.If(f.OnBoard(p[0]), func() {
			check(p[0])
			k.Row(f.Beside, p[0], check)
		})
	}), site)
}
