package ints

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerSizesGroup lowers the sizes of the groups of a player's pieces, of all pieces,
// or of the sites that meet a condition, from pieces on.
func lowerSizesGroup(k *lower.Lowerer, e *lgdl.Expr, f func(v *ir.Expr)) {
	a := clause.Sizes(e)
	role, of, cond := a.RoleType(), a.Of(), a.If()
	groups := sizesOf(e).Begin(k, e, 0, k.G.Shared())
	least := k.Temp("least", k.IntOr(a.Min(), 0))
	if cond != nil && (role != nil || of != nil) {
		k.No(e, "groups of pieces that meet a condition")
	}
	all := role == nil && of == nil && cond == nil || role != nil && (role.Text == "All" || role.Text == "Shared")
	switch {
	case all:
		groups.Owners = groups.Owners[1 : 1+k.G.Players]
		groups.Starts = k.None()
		for _, p := range groups.Owners {
			groups.Starts = ir.Calc(ir.SetOr, groups.Starts, k.Owned(p))
		}
		groups.Member = ir.Calc(ir.SetMinus, k.Board(), k.Empty())
	case cond != nil:
		groups.Owners = groups.Owners[k.G.Shared():]
		groups.Starts, groups.Member = k.Owned(k.G.Shared()), k.Members(cond, nil)
	default:
		who := role
		if who == nil {
			who = of
		}
		groups.Only = k.Temp("who", k.Int(who))
		groups.Starts = k.Keep(k.OwnedBy(groups.Only))
		groups.Member = groups.Starts
	}
	groups.Starts, groups.Member = k.BoardOnly(groups.Starts), k.BoardOnly(groups.Member)
	groups.Each(k, e, k.SizesInTurn(), func(_, _, size *ir.Expr) {
		k.If(ir.Calc(ir.Le, least, size), func() { f(size) })
	})
}

// lowerTerritory lowers the number of empty sites that border on pieces of some
// players only.
func lowerTerritory(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.SizeTerritory(e)
	k.SiteType(a.SiteType())
	near := k.Adjoining(e, a.AbsoluteDirection())
	var mine *ir.Expr
	if role := a.RoleType(); role != nil {
		mine = k.Pieces(e, role.Text)
	} else {
		n, ok := k.Int(clause.PlayerInt(a.Player()).Int()).Number()
		if !ok || n < 0 || int(n) > k.G.Shared() {
			k.No(e, "the territory of a player who is not known before")
		}
		mine = k.Owned(int(n))
	}
	k.Mutual(e, near)
	end := &ir.Label{Name: "group"}
	n := k.Let("territory", ir.Num(0))
	others := k.Keep(ir.Calc(ir.SetMinus, ir.Calc(ir.SetMinus, k.Board(), k.Empty()), mine))
	k.EachGroup(near, k.Board(), k.Empty(), func(_, group, size *ir.Expr) {
		k.Add(&ir.Stmt{Op: ir.Scope, Label: end, Body: k.Inside(func() {
			k.Add(ir.When(ir.Calc(ir.SetAny, ir.Calc(ir.SetAnd, k.Bordering(near, group), others)), ir.Leave(end)))
			k.Add(ir.Put(n, ir.Calc(ir.Add, ir.Read(n), size)))
		})})
	})
	return ir.Read(n)
}
