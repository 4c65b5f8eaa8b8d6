package position

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
)

// PlayableField keeps the sites where pieces may come, on a board without bounds.
func (k *Code) PlayableField() {
	g, f := k.G, &k.Fields
	if !g.Boardless {
		return
	}
	if f.Layers != [3]*layout.Layer{} || k.Repetition != nil {
		k.No(g.Root(), "a board without bounds, with several types of sites or repetition")
	}
	f.Playable = k.P.Sets("playable", ir.State, 1)
	rows := make([][]int32, f.Sites)
	for s := range f.Board {
		rows[s] = g.Topo.Neighbours(g.DefaultType, board.RelAdjacent, int32(s))
	}
	f.Beside = k.Rows("beside", rows)
}

// Playable is the set of the sites at which the play may go on: on a board with bounds the centre at first, then those
// next to others that are not empty.
func (k *Code) Playable() *ir.Expr {
	f, g := &k.Fields, k.G
	if f.Playable != nil {
		return ir.SetAt(f.Playable, ir.Num(0))
	}
	near := k.RowsOnce([]string{"bordering"}, "adjacent", func() [][][]int32 {
		rows := make([][]int32, f.Board)
		for s := range rows {
			for _, r := range g.Topo.Radials(g.DefaultType, int32(s), board.Adjacent) {
				rows[s] = append(rows[s], r.Path[1])
			}
		}
		return [][][]int32{rows}
	})[0]
	set := k.NewSet()
	k.Choose(f.Get(layout.MoveNumber), func() {
		k.Each(ir.Calc(ir.SetMinus, k.Board(), ir.SetAt(f.Empty, ir.Num(0))), func(s *ir.Expr) {
			k.Store(set, ir.Calc(ir.SetOr, ir.SetAt(set, ir.Num(0)), k.RowSet(near, s)))
		})
		k.Store(set, ir.Calc(ir.SetAnd, ir.SetAt(set, ir.Num(0)), k.Unoccupied()))
	}, func() {
		for _, s := range g.Topo.Set(g.DefaultType, board.Centre) {
			k.Include(set, ir.Num(int(s)))
		}
	})
	return ir.SetAt(set, ir.Num(0))
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
