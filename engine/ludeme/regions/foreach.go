package regions

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// forEachLevel is a set of levels of a stack, not of sites.
var forEachLevel = rule.Region{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Region {
	a := clause.ForEachLevelAt(e)
	st := k.SiteTypeOr(a.SiteType())
	at, cond := k.Int(a.At()), k.Cond(a.If())
	up := a.StackDirection() != nil && a.StackDirection().Text == "FromBottom"
	start := k.IntOr(a.StartAt(), game.Off)
	return game.RegionFn(func(c *game.Context, out game.Set) {
		site, first := at.Get(c), start.Get(c)
		if site < 0 {
			game.Fault(e, "there is no site %d", site)
		}
		h := c.S.SizeAt(st, site)
		before := c.Level
		test := func(l int) {
			c.Level = l
			if cond.Ok(c) {
				put(e, out, l)
			}
		}
		if up {
			for l := max(first, 0); l < h; l++ {
				test(l)
			}
		} else {
			if first < 0 || first >= h {
				first = h - 1
			}
			for l := first; l >= 0; l-- {
				test(l)
			}
		}
		c.Level = before
	})
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
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
}}

// lastBetween are the between sites of the last move.
var lastBetween = rule.Region{Impl: func(_ *game.Compiler, e *lgdl.Expr) game.Region {
	return game.RegionFn(func(c *game.Context, out game.Set) {
		if last := c.T.Last(); last != nil {
			putAll(e, out, last.Between)
		}
	})
}, Lower: (*lower.Lowerer).LastBetween}
