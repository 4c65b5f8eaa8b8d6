package regions

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerOccupiedStacks lowers the sites of the position lists of a role, in games with
// stacks: those whose top is of the role too, unless all levels are asked for.
func lowerOccupiedStacks(k *lower.Lowerer, e *lgdl.Expr, wanted func(comp int) bool) *ir.Expr {
	a := clause.SitesOccupied(e)
	k.Only(e, "by:(player)", "by:roleType", "container:int", "container:string", "component:string", "components",
		"top", "on")
	k.SiteType(a.On())
	top := true
	if a.Top() != nil {
		v, ok := k.Bool(a.Top()).Number()
		if !ok {
			k.No(a.Top(), "top: that changes")
		}
		top = v != 0
	}
	var set *ir.Expr
	if role := a.ByRoleType(); role != nil {
		set = k.Listed(func(f func(owner int, is *ir.Expr)) { k.EachOwner(e, role.Text, f) }, top, wanted,
			func() *ir.Expr { return k.Pieces(e, role.Text) })
	} else {
		who := k.Temp("who", k.PlayerOf(a.ByPlayer()))
		set = k.Listed(k.Owner(who), top, wanted, func() *ir.Expr { return k.OwnedBy(who) })
	}
	switch box, where := boxOf(k, e); {
	case where != nil:
		return ir.Calc(ir.SetAnd, set, where)
	case box == 0 || k.G.DefaultType != board.Cell:
		return k.BoardOnly(set) // the pieces in hands are on cells
	}
	return set
}
