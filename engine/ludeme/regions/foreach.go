package regions

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// forEachLevel is a set of levels of a stack, not of sites.
func forEachLevel(k *game.Compiler, e *lgdl.Expr) game.Region {
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
}

// lastBetween are the between sites of the last move.
var lastBetween = rule.Region{Impl: func(_ *game.Compiler, e *lgdl.Expr) game.Region {
	return game.RegionFn(func(c *game.Context, out game.Set) {
		if last := c.T.Last(); last != nil {
			putAll(e, out, last.Between)
		}
	})
}, Lower: (*lower.Lowerer).LastBetween}
