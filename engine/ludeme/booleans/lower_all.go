package booleans

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerAllGroups lowers whether a condition holds of each group of the mover's pieces, or of the
// sites that meet another condition, from pieces on.
func lowerAllGroups(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if k.G.Stacks {
		k.No(e, "groups in games with stacks")
	}
	if k.Env.From != nil || k.Env.To != nil || k.InGroup() {
		k.No(e, "groups whose sites stay where the condition fails")
	}
	groups := groupsOf(e).LowerMover(k, e)
	all := k.Var("all", 0, 1, ir.Num(1))
	groups.Each(k, e, false, func(_, group, _ *ir.Expr) {
		k.Grouped(nil, group, nil)
		k.Env.Lose(&k.Env.From, &k.Env.To) // by the rules the first of the group
		k.If(ir.Read(all), func() { k.Add(ir.Put(all, k.Bool(clause.AllGroups(e).If()))) })
	})
	return ir.Read(all)
}

// lowerIsCrossing lowers whether two edges cross.
func lowerIsCrossing(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	topo := k.G.Topo
	n := topo.Num(board.Edge)
	if n > 64*k.P.Words {
		k.No(e, "edges that are more than the sites of the game")
	}
	rows := make([][]int32, n)
	for x := range int32(n) {
		for y := range int32(n) {
			if topo.Crossing(x, y) {
				rows[x] = append(rows[x], y)
			}
		}
	}
	a, b := k.Temp("a", k.Int(clause.IsCrossing(e).Int1())), k.Temp("b", k.Int(clause.IsCrossing(e).Int2()))
	on := ir.All(k.OnBoardOf(board.Edge, a), k.OnBoardOf(board.Edge, b))
	return ir.All(on, ir.Calc(ir.SetHas, k.RowSet(k.Rows("crossing", rows), a), b))
}
