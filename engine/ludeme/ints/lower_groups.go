package ints

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerTerritory lowers the number of empty sites that border on pieces of some
// players only.
func lowerTerritory(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.SizeTerritory(e)
	k.SiteType(a.SiteType())
	near := k.Adjoining(e, a.AbsoluteDirection())
	var mine, nobodys *ir.Expr
	if role := a.RoleType(); role != nil {
		mine, nobodys = k.Pieces(e, role.Text), ir.Calc(ir.And, k.OwnerMask(e, role.Text), ir.Num(1))
	} else {
		n, ok := k.Int(clause.PlayerInt(a.Player()).Int()).Number()
		if !ok || n < 0 || int(n) > k.G.Shared() {
			k.No(e, "the territory of a player who is not known before")
		}
		mine, nobodys = k.Whose(int(n)), ir.Truth(n == 0)
	}
	k.Mutual(e, near)
	end := &ir.Label{Name: "group"}
	n := k.Let("territory", ir.Num(0))
	// Nobody's are sites, too, that are not empty though nothing stands there.
	taken := ir.Select(nobodys, k.BoardOnly(k.Standing()), ir.Calc(ir.SetMinus, k.Board(), k.Empty()))
	others := k.Keep(ir.Calc(ir.SetMinus, taken, mine))
	k.EachGroup(near, k.Board(), k.Empty(), func(_, group, size *ir.Expr) {
		k.Add(&ir.Stmt{Op: ir.Scope, Label: end, Body: k.Inside(func() {
			k.Add(ir.When(ir.Calc(ir.SetAny, ir.Calc(ir.SetAnd, k.Bordering(near, group), others)), ir.Leave(end)))
			k.Add(ir.Put(n, ir.Calc(ir.Add, ir.Read(n), size)))
		})})
	})
	return ir.Read(n)
}
