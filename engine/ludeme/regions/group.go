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

// sitesGroup are the groups of a site or of the sites of a region: the like pieces, or the sites that meet a condition.
var sitesGroup = rule.Region{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Region {
	f := groupsOf(e).Flood(k)
	sites := k.SiteList(clause.SitesGroup(e).From(), clause.SitesGroup(e).At())
	return game.RegionFn(func(c *game.Context, out game.Set) {
		sites.Each(c, func(s int) bool {
			if !c.G.OnBoard(f.St, s) {
				game.Fault(e, "site %d is not on the board and has no group", s)
			}
			from, to, seen := c.From, c.To, c.TakeSet()
			c.GiveInts(f.Of(c, s, c.TakeInts(), seen))
			out.Union(seen)
			c.GiveSet(seen)
			c.From, c.To = from, to
			return true
		})
	})
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a, g := clause.SitesGroup(e), groupsOf(e)
	near := g.Near(k, e)
	set := k.NewSet()
	all := ir.SetAt(set, ir.Num(0))
	one := func(site *ir.Expr) {
		g.Lower(k, near, site, func(group, _ *ir.Expr) { k.Store(set, ir.Calc(ir.SetOr, all, group)) })
	}
	if a.At() != nil {
		start := k.Temp("start", k.Int(a.At()))
		k.If(ir.Calc(ir.Le, ir.Num(0), start), func() { k.Choose(k.OnBoard(start), func() { one(start) }, k.Spoil) })
		return all
	}
	starts := k.Keep(k.Region(a.From()))
	k.SpoilIf(ir.Calc(ir.SetAny, ir.Calc(ir.SetMinus, starts, k.Board())))
	k.Each(ir.Calc(ir.SetAnd, starts, k.Board()), one)
	return all
}}

func groupsOf(e *lgdl.Expr) rule.Groups {
	a := clause.SitesGroup(e)
	return rule.Groups{Type: a.SiteType(), Direction: a.Direction(), If: a.If(), Visible: a.IsVisible()}
}

// incident adds the elements of type to that touch an element of type from. For
// two vertices these are, oddly, the numbers of the cells beside the edges of the vertex.
func incident(topo *board.Topology, from, to board.SiteType, site int32, out game.Set) {
	if from != to {
		for _, x := range topo.Incident(from, site, to) {
			out.Add(int(x))
		}
		return
	}
	over, target := board.Edge, board.Cell
	switch from {
	case board.Edge:
		over, target = board.Vertex, board.Edge
	}
	for _, x := range topo.Incident(from, site, over) {
		for _, y := range topo.Incident(over, x, target) {
			if y != site {
				out.Add(int(y))
			}
		}
	}
}

// sitesCrossing are the edges of a player that cross an edge.
func sitesCrossing(k *game.Compiler, e *lgdl.Expr) game.Region {
	a := clause.SitesCrossing(e)
	k.RequireType(board.Edge)
	at, who := k.Int(a.At()), k.Player(a.Player(), a.RoleType())
	if !who.Given() {
		k.Fail(e, "(sites Crossing …) needs a player or a role")
	}
	return game.RegionFn(func(c *game.Context, out game.Set) {
		s, p := at.Get(c), who.Get(c)
		if s == game.Off {
			return
		}
		if !c.G.OnBoard(board.Edge, s) {
			game.Fault(e, "there is no edge %d", s)
		}
		for x := range c.G.Topo.Num(board.Edge) {
			mine := c.S.Who(board.Edge, x) == p
			if p == c.G.Shared() {
				mine = c.S.What(board.Edge, x) != 0
			}
			if x != s && mine && cross(c.G.Topo, int32(s), int32(x)) {
				out.Add(x)
			}
		}
	})
}

// cross reports whether two edges intersect well inside both.
func cross(topo *board.Topology, e, f int32) bool {
	ends := func(x int32) (a, b board.Point) {
		v := topo.Incident(board.Edge, x, board.Vertex)
		return topo.Point(board.Vertex, v[0]), topo.Point(board.Vertex, v[1])
	}
	a0, a1 := ends(e)
	b0, b1 := ends(f)
	ax, ay, bx, by := a1.X-a0.X, a1.Y-a0.Y, b1.X-b0.X, b1.Y-b0.Y
	det := float64(ax*by) - float64(ay*bx)
	if det < 1e-7 && det > -1e-7 {
		return false
	}
	dx, dy := b0.X-a0.X, b0.Y-a0.Y
	s := (float64(dx*by) - float64(dy*bx)) / det
	t := (float64(dx*ay) - float64(dy*ax)) / det
	return s > 0.01 && s < 0.99 && t > 0.01 && t < 0.99
}
