package regions

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerForEachLevel lowers the set of the levels of a stack at which a condition holds.
func lowerForEachLevel(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.ForEachLevelAt(e)
	k.SiteType(a.SiteType())
	up := a.StackDirection() != nil && a.StackDirection().Text == "FromBottom"
	set, site := k.NewSet(), k.Temp("site", k.Int(a.At()))
	k.SpoilIf(ir.Calc(ir.Lt, site, ir.Num(0)))
	first := k.Temp("first", k.IntOr(a.StartAt(), -1))
	k.EachLevel(site, false, func(level *ir.Expr) {
		from := ir.Calc(ir.Le, first, level)
		if !up { // levels beyond the stack stand for its top
			from = ir.Any(ir.Calc(ir.Le, level, first), ir.Calc(ir.Lt, first, ir.Num(0)))
		}
		k.Env.Level = level
		k.If(ir.All(from, k.Cond(a.If())), func() { k.IncludeIf(set, level) })
	})
	return ir.SetAt(set, ir.Num(0))
}
