package booleans

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerIsLine lowers lines through a site, or through one of those of a region, of like
// pieces, of a player's, or of those of some kinds: along each line of the board through
// the site the accepted pieces on both sides of it are counted.
func lowerIsLine(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.IsLine(e)
	k.SiteType(a.SiteType())
	if k.Stacked() {
		return lowerLineStacked(k, e)
	}
	if k.G.DeductionPuzzle {
		return lowerPuzzleLine(k, e)
	}
	if n, ok := k.IntOr(a.ThroughHowMuch(), 1).Number(); !ok || n > 1 {
		k.No(a.ThroughHowMuch(), "lines of several kinds of pieces")
	}
	l := &lowerLine{k: k, e: e, verdict: ir.Within("verdict", 0, 2)}
	l.length = k.Temp("length", k.Int(a.Int()))
	l.exact = k.Temp("exact", k.BoolOr(a.Exact(), false))
	l.contiguous = k.Temp("contiguous", k.BoolOr(a.Contiguous(), true))
	l.opposites = k.Temp("opposites", k.BoolOr(a.UseOpposites(), true))
	dir := game.DirectionOf(a.AbsoluteDirection())
	l.lines, l.ahead, l.back = k.DistinctLines(dir)
	switch seen, known := k.BoolOr(a.IsVisible(), false).Number(); {
	case !known || seen != 0 && !l.contiguous.Is(1):
		k.No(a.IsVisible(), "lines with gaps that are seen from above, or of which it is not known whether they are")
	case seen != 0:
		l.covered, l.ways = k.Beneath(), k.NewWays(k.Above(k.G.DefaultType))
		l.forth = lineWays(k, dir, l.ways)
	}
	if a.If() != nil {
		l.cond = k.Keep(k.Members(a.If(), nil))
	}
	switch {
	case a.Whats() != nil:
		l.given = k.None()
		for _, x := range a.Whats().Items {
			l.given = ir.Calc(ir.SetOr, l.given, lowerKind(k, k.Temp("kind", k.Int(x))))
		}
	case a.What() != nil:
		l.given = lowerKind(k, k.Temp("kind", k.Int(a.What())))
	case a.RoleType() != nil:
		l.given = k.OwnedBy(lowerLineOwner(k, a.RoleType()))
	}
	k.Add(ir.Put(l.verdict, ir.Num(0)))
	if a.ThroughAny() == nil {
		site := k.IntElse(a.Through(), k.Fields.Get(layout.LastTo))
		site = k.Temp("site", site)
		n, ok := l.length.Number()
		if ok && n >= 2 && l.exact.Is(0) && l.contiguous.Is(1) && l.opposites.Is(1) && l.cond == nil && l.covered == nil {
			accepted := l.given
			if accepted == nil {
				accepted = lowerKind(k, k.Temp("what", k.WhatAt(site)))
			}
			if found := lowerWindows(k, dir, int(n), accepted, site); found != nil {
				return found
			}
		}
		l.through(site)
		return ir.Calc(ir.Eq, ir.Read(l.verdict), ir.Num(1))
	}
	sites := k.Region(a.ThroughAny())
	if a.What() != nil || a.Whats() != nil {
		sites = ir.Calc(ir.SetAnd, sites, l.given)
	}
	// A site that the condition refuses ends the search, one without a line does not.
	k.Scope("pivots", func(end *ir.Label) {
		k.Each(k.Keep(sites), func(site *ir.Expr) {
			k.Add(ir.Put(l.verdict, ir.Num(0)))
			l.through(site)
			k.Add(ir.When(ir.Calc(ir.Ne, ir.Read(l.verdict), ir.Num(2)), ir.Leave(end)))
		})
	})
	return ir.Calc(ir.Eq, ir.Read(l.verdict), ir.Num(1))
}

// lowerLineOwner is whose pieces a line of a role is made of: one owner's, even where the role stands for several.
func lowerLineOwner(k *lower.Lowerer, role *lgdl.Expr) *ir.Expr {
	if role.Text != "All" && game.ManyRole(role.Text) {
		k.No(role, "lines of several players")
	}
	return k.Role(role)
}

// lowerKind is the set of sites of a component, of those on which nothing stands for 0.
func lowerKind(k *lower.Lowerer, what *ir.Expr) *ir.Expr {
	known := ir.Calc(ir.Below, what, ir.Num(len(k.G.Components)))
	if n, ok := what.Number(); ok {
		switch {
		case n == 0:
			return k.Unoccupied()
		case n < 0 || int(n) >= len(k.G.Components):
			return k.None()
		}
		return k.Of(int(n))
	}
	kind := ir.SetAt(k.Fields.At, ir.Cond(known, what, ir.Num(0)))
	choose := func(c, yes, no *ir.Expr) *ir.Expr {
		return ir.Select(c, yes, no)
	}
	return choose(known, choose(what, kind, k.Unoccupied()), k.None())
}

// lowerLine is an (is Line …) while it is lowered.
type lowerLine struct {
	k                                    *lower.Lowerer
	e                                    *lgdl.Expr
	length, exact, contiguous, opposites *ir.Expr
	given                                *ir.Expr // the sites of pieces that may form the line; nil: those like the first
	cond                                 *ir.Expr // the sites that meet the condition; nil: all
	lines, ahead, back                   *write.Rows
	covered                              *ir.Expr // the sites that are hidden; nil where all are seen
	ways                                 *position.Ways
	forth                                *write.Rows // then: the ways along each line ahead
	verdict                              *ir.Local   // 0 there is none, 1 there is one, 2 not through this site
}

// through adds the test of the lines through a site.
func (l *lowerLine) through(site *ir.Expr) {
	k := l.k
	n := ir.Within("n", 0, 1<<15)
	k.If(k.OnBoard(site), func() {
		accepts := func(v *ir.Expr) *ir.Expr { return ir.Calc(ir.SetHas, l.given, v) }
		if l.given == nil {
			what := k.Temp("what", k.WhatAt(site))
			accepts = func(v *ir.Expr) *ir.Expr { return ir.Calc(ir.SetHas, lowerKind(k, what), v) }
			if k.EmptyIsNothing() { // one element is compared instead of a set looked up
				accepts = func(v *ir.Expr) *ir.Expr { return ir.Calc(ir.Eq, k.WhatAt(v), what) }
			}
		}
		if l.cond != nil {
			// What follows is about a site that meets the condition.
			k.Add(ir.Put(l.verdict, ir.Cond(ir.Calc(ir.SetHas, l.cond, site), ir.Num(2), ir.Num(0))))
		} else {
			k.Add(ir.Put(l.verdict, ir.Num(2)))
		}
		fits := accepts
		if l.cond != nil {
			fits = func(v *ir.Expr) *ir.Expr { return ir.All(accepts(v), ir.Calc(ir.SetHas, l.cond, v)) }
		}
		count := func(t *write.Rows, row *ir.Expr) {
			k.Scope("line", func(end *ir.Label) {
				if l.covered != nil && t == l.ahead {
					t = l.forth
				}
				k.Row(t, row, func(v *ir.Expr) {
					if l.covered != nil {
						v = l.seen(v, t == l.forth, end)
					}
					k.Choose(fits(v), func() {
						k.Add(ir.Increment(n))
					}, func() { k.If(l.contiguous, func() { k.Add(ir.Leave(end)) }) })
				})
			})
		}
		k.If(ir.All(ir.Calc(ir.Eq, ir.Read(l.verdict), ir.Num(2)), accepts(site), l.sees(site)), func() {
			k.Scope("lines", func(done *ir.Label) {
				k.Row(l.lines, site, func(line *ir.Expr) {
					k.Add(ir.Put(n, ir.Num(1)))
					count(l.ahead, line)
					k.If(l.opposites, func() { count(l.back, line) })
					// Pieces are counted one by one up to the length, from one on.
					equal := ir.Calc(ir.Eq, ir.Read(n), l.length)
					enough := ir.Cond(ir.Any(l.exact, ir.Calc(ir.Lt, l.length, ir.Num(2))), equal,
						ir.Calc(ir.Le, l.length, ir.Read(n)))
					k.Add(ir.When(enough, ir.Put(l.verdict, ir.Num(1)), ir.Leave(done)))
				})
			})
		})
	})
}

// sees reports whether a site is not hidden, where that matters.
func (l *lowerLine) sees(site *ir.Expr) *ir.Expr {
	if l.covered == nil {
		return ir.Num(1)
	}
	return ir.Calc(ir.Not, ir.Calc(ir.SetHas, l.covered, site))
}

// seen is the next site of a line, which ends where it is hidden; ahead it is given by the way to it, over which all
// sites must not be occupied.
func (l *lowerLine) seen(next *ir.Expr, ahead bool, end *ir.Label) *ir.Expr {
	k, hidden := l.k, ir.Num(0)
	if ahead {
		sites, occupied := l.ways.Over(next)
		occupied = k.Temp("occupied", occupied)
		hidden = ir.All(ir.Calc(ir.Lt, ir.Num(0), occupied), ir.Calc(ir.Eq, occupied, sites))
		next = l.ways.To(next)
	}
	k.Add(ir.When(ir.Any(hidden, ir.Calc(ir.SetHas, l.covered, next)), ir.Leave(end)))
	return next
}

// lineWays are the ways along the lines ahead, by the numbers that DistinctLines gives them.
func lineWays(k *lower.Lowerer, dir board.Direction, ways *position.Ways) *write.Rows {
	t, st := k.G.Topo, k.G.DefaultType
	var rows [][]int32
	for site := range int32(t.Num(st)) {
		for _, r := range t.DistinctRadials(st, site, dir) {
			var row []int32
			for i, s := range r.Path[1:] {
				row = append(row, ways.Way(r.Path[i], s))
			}
			rows = append(rows, row)
		}
	}
	ways.Close()
	return k.Rows("ways", rows)
}

// lowerIsLoop lowers whether the paths of a tile on a site, or pieces like that on it, form a loop.
func lowerIsLoop(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.IsLoop(e)
	if a.Path() == nil || a.Path().Int == 0 {
		return piecesLoop(k, e)
	}
	k.SiteType(a.SiteType())
	start, found := k.Temp("start", k.IntElse(a.Int2(), k.Fields.Get(layout.LastTo))), k.Var("found", 0, 1, ir.Num(0))
	k.Choose(k.IsTile(start), func() {
		colour := ir.Num(k.Mover)
		if a.Int1() != nil {
			colour = k.Temp("colour", k.Int(a.Int1()))
		}
		k.EachPathStart(e, a.Int2(), a.Sites(), func(start *ir.Expr, end *ir.Label) {
			k.If(k.IsTile(start), func() {
				k.Add(ir.Put(found, ir.Invoke(k.PathLoop(), start, colour)), ir.When(ir.Read(found), ir.Leave(end)))
			})
		})
	}, func() {
		if !k.AllTiles() {
			k.Add(ir.Put(found, piecesLoop(k, e)))
		}
	})
	return ir.Read(found)
}

// piecesLoop lowers whether pieces form a loop around an area next to a site: two like that on the site are next to
// each other there.
func piecesLoop(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.IsLoop(e)
	l := k.Enclosures(e, k.TypeOf(a.SiteType()), lgdl.Flat(a.Surround(), a.RoleTypes()), a.Direction(), a.Int1())
	found := k.Var("found", 0, 1, ir.Num(0))
	l.Each(k.IntElse(a.Int2(), k.Fields.Get(layout.LastTo)), func(end *ir.Label) {
		alike := ir.Calc(ir.SetAnd, l.Border, l.Like)
		k.Each(alike, func(s *ir.Expr) {
			next := ir.Calc(ir.SetAny, ir.Calc(ir.SetAnd, l.Near(s), alike))
			k.Add(ir.When(next, ir.Put(found, ir.Num(1)), ir.Leave(end)))
		})
	})
	return ir.Read(found)
}
