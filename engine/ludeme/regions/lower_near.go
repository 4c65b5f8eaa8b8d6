package regions

import (
	"fmt"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerSitesBetween lowers the sites between two sites of a straight line.
func lowerSitesBetween(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	x, st := clause.SitesBetween(e), k.TypeOf(clause.SitesBetween(e).SiteType())
	a, b := k.Temp("a", k.Int(x.From())), k.Temp("b", k.Int(x.To()))
	set := k.NewSet()
	k.If(ir.All(k.OnBoardOf(st, a), k.OnBoardOf(st, b)), func() {
		k.Env.From, k.Env.To, k.Env.Piece = a, b, 0
		k.If(k.BoolOr(x.FromIncluded(), false), func() { k.Include(set, a) })
		k.If(k.BoolOr(x.ToIncluded(), false), func() { k.Include(set, b) })
		by, lines, row := k.Lines(st, x.Direction(), "Adjacent", a)
		if x.Cond() == nil && st == k.G.DefaultType {
			if all := k.SitesBetween(by, lines, row, b); all != nil {
				k.Store(set, ir.Calc(ir.SetOr, ir.SetAt(set, ir.Num(0)), all))
				return
			}
		}
		k.Scope("found", func(found *ir.Label) {
			k.Row(by, row, func(line *ir.Expr) {
				on := k.Var("on", 0, 1, ir.Num(0))
				k.Scope("line", func(end *ir.Label) {
					k.Row(lines, line, func(s *ir.Expr) {
						k.Add(ir.When(ir.Calc(ir.Eq, s, b), ir.Put(on, ir.Num(1)), ir.Leave(end)))
					})
				})
				k.If(ir.Read(on), func() {
					k.Row(lines, line, func(s *ir.Expr) {
						k.Add(ir.When(ir.Calc(ir.Eq, s, b), ir.Leave(found)))
						k.Env.Between = s
						k.If(k.Cond(x.Cond()), func() { k.Include(set, s) })
					})
				})
			})
		})
	})
	return ir.SetAt(set, ir.Num(0))
}

// lowerAround lowers the sites at a distance from a site or from those of a region.
func lowerAround(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if clause.SitesAround(e).RegionTypeDynamic() == nil {
		if set, ok := k.SteadyRegion(e); ok {
			return set
		}
	}
	a, st := clause.SitesAround(e), k.TypeOf(clause.SitesAround(e).SiteType())
	distance := 1
	if a.Distance() != nil {
		n, ok := k.Int(a.Distance()).Number()
		if !ok {
			k.No(e, "a distance that changes")
		}
		distance = int(n)
	}
	dir := game.DirectionOf(a.AbsoluteDirection())
	if a.Int() != nil && a.IncludeSelf() == nil {
		return lowerAroundSite(k, e, st, rowsAround(k, st, distance, dir, false))
	}
	t := rowsAround(k, st, distance, dir, true)
	set, from := k.NewSet(), k.NewSet()
	k.Confine(set, st)
	here, origins := ir.SetAt(set, ir.Num(0)), ir.SetAt(from, ir.Num(0))
	if a.Int() != nil {
		k.IncludeIf(from, k.Int(a.Int()))
	} else if of := k.Region(a.Sites()); of.Op == ir.SetConst {
		origins = of
	} else {
		k.Store(from, of)
	}
	k.Each(origins, func(o *ir.Expr) {
		if a.If() == nil {
			k.Store(set, ir.Calc(ir.SetOr, here, k.RowSet(t, o)))
			return
		}
		k.EachNear(st, t, o, func(x *ir.Expr) {
			k.Env.From, k.Env.To, k.Env.Piece = o, x, 0
			k.If(k.Bool(a.If()), func() { k.Include(set, x) })
		})
	})
	if a.RegionTypeDynamic() != nil {
		k.Store(set, ir.Calc(ir.SetAnd, here, lowerKind(k, st, a.RegionTypeDynamic().Text)))
	}
	if a.IncludeSelf() == nil {
		return ir.Calc(ir.SetMinus, here, origins)
	}
	return ir.Select(k.Bool(a.IncludeSelf()), ir.Calc(ir.SetOr, here, origins),
		ir.Calc(ir.SetMinus, here, origins))

}

// rowsAround are the sites at a distance in a direction, by site; with self a site itself where lines come back to it.
func rowsAround(k *lower.Lowerer, st board.SiteType, distance int, dir board.Direction, self bool) *write.Rows {
	return k.RowsOnce([]string{"around"}, fmt.Sprint(st, distance, dir, self), func() [][][]int32 {
		rows := make([][]int32, 64*k.P.Words)
		for s := range int32(k.G.Topo.Num(st)) {
			for _, r := range k.G.Topo.Radials(st, s, dir) {
				if distance >= 0 && distance < len(r.Path) && (self || r.Path[distance] != s) {
					rows[s] = append(rows[s], r.Path[distance])
				}
			}
		}
		return [][][]int32{rows}
	})[0]
}

// lowerAroundSite lowers those of one site, without it; t tells them by site.
func lowerAroundSite(k *lower.Lowerer, e *lgdl.Expr, st board.SiteType, t *write.Rows) *ir.Expr {
	a, n := clause.SitesAround(e), k.G.Topo.Num(st)
	at := k.Temp("at", k.Int(a.Int()))
	if _, most := at.Range(); most >= int64(64*k.P.Words) {
		k.SpoilIf(ir.Calc(ir.Le, ir.Num(64*k.P.Words), at)) // no set can hold it
	}
	set := k.SetOfSite(t, n, at)
	if a.If() != nil {
		some := k.NewSet()
		k.If(ir.Calc(ir.Below, at, ir.Num(n)), func() {
			k.EachNear(st, t, at, func(x *ir.Expr) {
				k.Env.From, k.Env.To, k.Env.Piece = at, x, 0
				k.If(k.Bool(a.If()), func() { k.Include(some, x) })
			})
		})
		set = ir.SetAt(some, ir.Num(0))
	}
	if a.RegionTypeDynamic() != nil {
		return ir.Calc(ir.SetAnd, set, lowerKind(k, st, a.RegionTypeDynamic().Text))
	}
	return set
}

// lowerKind is the set of the sites of the board whose component is of a kind as seen
// by the mover.
func lowerKind(k *lower.Lowerer, st board.SiteType, kind string) *ir.Expr {
	if kind == "Empty" {
		return ir.Calc(ir.SetMinus, k.UpTo(k.G.Topo.Num(st)), lowerKind(k, st, "NotEmpty"))
	}
	return ir.Calc(ir.SetAnd, k.UpTo(k.G.Topo.Num(st)), k.SitesOf(st, func() *ir.Expr {
		set := k.None()
		k.EachOfTeams(k.Mover, "", func(s game.Seats) (list []int32) {
			for p := range k.G.Shared() + 1 {
				if ofKind(k.G, s, kind, p) {
					list = append(list, int32(p))
				}
			}
			return list
		}, func(p int, is *ir.Expr) { set = ir.Calc(ir.SetOr, set, k.SetIf(is, k.Owned(p))) })
		return set
	}))
}

// lowerEmpty lowers the empty sites of a container, by default of the board.
func lowerEmpty(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.SitesIndex(e)
	box := 0
	if a.Int() != nil {
		box = knownBox(k, e, a.Int())
	}
	switch {
	case box > 0:
		return ir.Calc(ir.SetAnd, k.EmptyAnywhere(), k.SitesIn(box))
	case k.G.TypesKept() == 1:
		return k.Empty() // whatever the type, it is the one that is kept
	}
	return k.EmptyOf(k.TypeOf(a.SiteType()))
}
