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
	a := clause.AllGroups(e)
	k.SiteType(a.SiteType())
	near := k.Neighbours(e, a.Direction())
	// The groups are found in the order in which pieces came to their sites.
	k.Mutual(e, near)
	of := a.Of()
	if k.G.Stacks || k.Asks(of, "from") {
		k.No(e, "groups that are told by their first site")
	}
	if k.Env.From != nil || k.Env.To != nil || k.InGroup() {
		k.No(e, "groups whose sites stay where the condition fails")
	}
	starts, member := k.BoardOnly(k.Owned(k.Mover)), (*ir.Expr)(nil)
	if member = starts; of != nil {
		starts, member = ir.Calc(ir.SetMinus, k.Board(), k.Empty()), k.Members(of, nil)
	}
	all := k.Var("all", 0, 1, ir.Num(1))
	k.EachGroup(near, starts, member, func(_, group, _ *ir.Expr) {
		k.Grouped(nil, group, nil)
		k.Env.Lose(&k.Env.From, &k.Env.To) // by the rules the first of the group
		k.If(ir.Read(all), func() { k.Add(ir.Put(all, k.Bool(a.If()))) })
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
