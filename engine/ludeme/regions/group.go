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
var sitesCrossing = withPieces(crossingEdges, "player",
	func(*game.Compiler, *lgdl.Expr) board.SiteType { return board.Edge }, true)

var crossingEdges = rule.RowOf(rule.Arg("at"), "there is no edge %d", func(k *game.Compiler, e *lgdl.Expr) rule.Table {
	k.RequireType(board.Edge)
	a, t := clause.SitesCrossing(e), k.G.Topo
	if a.Player() == nil && a.RoleType() == nil {
		k.Fail(e, "(sites Crossing …) needs a player or a role")
	}
	n := t.Num(board.Edge)
	return rule.Table{N: n, M: n, Name: "crossing", Of: func(x, y int) int {
		if x != y && cross(t, int32(x), int32(y)) {
			return 1
		}
		return 0
	}}
})

// withPieces are those sites of the board of a type that have a piece of the player who is an argument, all if there is
// none. The shared one stands for all players, and for nobody, too, if neutral.
func withPieces(of rule.Region, player string, st func(k *game.Compiler, e *lgdl.Expr) board.SiteType,
	neutral bool) rule.Region {
	return rule.Region{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Region {
		of, owner, st := of.Impl(k, e), k.Player(e.Named(player), e.Named("roleType")), st(k, e)
		if !owner.Given() {
			return of
		}
		return game.RegionFn(func(c *game.Context, out game.Set) {
			of.AddTo(c, out)
			want := owner.Get(c)
			for x := out.Next(0); x >= 0; x = out.Next(x + 1) {
				has := c.S.Who(st, x)
				if want == c.G.Shared() && neutral {
					has = c.S.What(st, x)
				}
				if has != want && (want != c.G.Shared() || has == 0) {
					out.Remove(x)
				}
			}
		})
	}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		set, st := of.Lower(k, e), st(k.Parts, e)
		if e.Named(player) == nil && e.Named("roleType") == nil {
			return set
		}
		who := k.Temp("who", k.RoleOrPlayer(e.Named(player), e.Named("roleType")))
		all := k.SitesOn(st, func() *ir.Expr {
			if neutral {
				return k.Pieces(e, "All")
			}
			set := k.Whose(1)
			for p := 2; p <= k.G.Shared(); p++ {
				set = ir.Calc(ir.SetOr, set, k.Whose(p))
			}
			return set
		})
		mine := k.SitesOn(st, func() *ir.Expr { return k.WhoseBy(who) })
		return ir.Calc(ir.SetAnd, set, ir.Select(ir.Calc(ir.Eq, who, ir.Num(k.G.Shared())), all, mine))
	}, Args: append([]string{player, "roleType"}, of.Args...)}
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
