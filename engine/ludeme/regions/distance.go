package regions

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// sitesDistance are the sites whose distance from a site is in a range: in the one relation that the game measures
// distances in, or in steps of a move.
var sitesDistance = rule.Region{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Region {
	a := clause.SitesDistance(e)
	if a.Step() == nil {
		return rings.Impl(k, e)
	}
	from, span, search := k.Int(a.From()), k.Range(a.Range()), rule.Search(k, e, false)
	return game.RegionFn(func(c *game.Context, out game.Set) {
		s, lo, hi := from.Get(c), span.Min.Get(c), span.Max.Get(c)
		if c.G.OnBoard(search.St, s) && lo >= 0 {
			search.From(c, s, hi, func(site, steps int) bool {
				if steps >= lo {
					out.Add(site)
				}
				return true
			})
		}
	})
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.SitesDistance(e)
	switch r := k.Parts.Range(a.Range()); {
	case a.Step() != nil:
		return lowerStepDistance(k, e)
	case !r.Min.Const || !r.Max.Const:
		return lowerRings(k, e, k.TypeOf(a.SiteType()))
	}
	return rings.Lower(k, e)
}}

// rings are the sites at the distances of a range, in the relation that is known when all of the game is.
var rings = member("rings", rule.Arg("from"), func(k *game.Compiler, e *lgdl.Expr) family {
	a := clause.SitesDistance(e)
	rel := board.RelAdjacent
	if a.RelationType() != nil {
		rel, _ = board.ParseRelation(a.RelationType().Text)
	}
	k.AskDistance(rel)
	st, span := k.SiteTypeOr(a.SiteType()), k.Range(a.Range())
	return family{n: k.G.Topo.Num(st), add: func(c *game.Context, i int, out game.Set) {
		lo, hi := span.Min.Get(c), span.Max.Get(c)
		for d := lo; d >= 0 && d <= hi; d++ {
			ring := c.G.Topo.AtDistance(st, c.G.DistanceRelation(), int32(i), d)
			if ring == nil {
				return
			}
			addAll(out, ring)
		}
	}, known: span.Min.Const && span.Max.Const, late: true}
})
