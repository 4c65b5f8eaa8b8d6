package booleans

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerLineStacked lowers lines through one site of pieces of the owner, or of the kind,
// of the piece on it, in games with stacks: along each line of the board through the site
// the accepted pieces on both sides of it are counted.
func lowerLineStacked(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.IsLine(e)
	// Slots: Line, type, length, direction, through, throughAny, role, what, whats, exact, contiguous, if, …
	k.Only(e, "siteType", "int", "absoluteDirection", "through", "roleType", "what", "exact", "contiguous",
		"byLevel", "top")
	k.SiteType(a.SiteType())
	if a.Contiguous() != nil && !k.Bool(a.Contiguous()).Is(1) {
		k.No(a.Contiguous(), "lines with gaps in stacks")
	}
	length, ok := k.Int(a.Int()).Number()
	if !ok || length < 2 {
		k.No(e, "a line of a length that changes")
	}
	exact := k.BoolOr(a.Exact(), false)
	dir := game.DirectionOf(a.AbsoluteDirection())
	site := k.IntElse(a.Through(), k.Fields.Get(layout.LastTo))
	site = k.Temp("site", site)
	what := k.Temp("what", k.WhatAt(site))
	if a.ByLevel() != nil && !k.Bool(a.ByLevel()).Is(0) {
		return lowerLineLevels(k, e, int(length), dir, site, what)
	}
	if k.Env.To != nil {
		k.No(e, "a line in stacks where a site is moved to") // which stays at the last site that the line looks at
	}
	accepted := lowerAccepted(k, e, what)
	if exact.Is(0) {
		if found := lowerWindows(k, dir, int(length), accepted, site); found != nil {
			return found
		}
	}
	found := k.Var("found", 0, 1, ir.Num(0))
	n := ir.Within("n", 0, 1<<15)
	fits := func(v *ir.Expr) *ir.Expr { return ir.Calc(ir.SetHas, accepted, v) }
	lines, ahead, back := k.DistinctLines(dir)
	k.If(ir.Has(k.P.Words, accepted, site), func() {
		k.Scope("lines", func(done *ir.Label) {
			k.Row(lines, site, func(line *ir.Expr) {
				k.Add(ir.Put(n, ir.Num(1)))
				k.CountWhile(ahead, line, n, fits)
				k.CountWhile(back, line, n, fits)
				enough := ir.Cond(exact, ir.Calc(ir.Eq, ir.Read(n), ir.Num(int(length))),
					ir.Calc(ir.Le, ir.Num(int(length)), ir.Read(n)))
				k.Add(ir.When(enough, ir.Put(found, ir.Num(1)), ir.Leave(done)))
			})
		})
	})
	return ir.Read(found)
}

// lowerAccepted is the set of sites whose pieces may form a line.
func lowerAccepted(k *lower.Lowerer, e *lgdl.Expr, what *ir.Expr) *ir.Expr {
	a := clause.IsLine(e)
	switch {
	case a.Top() == nil || !k.Bool(a.Top()).Is(1):
		// Any piece of a stack will do.
		set := k.NewSet()
		is := lowerLinePiece(k, e, what)
		k.Each(ir.Calc(ir.SetMinus, k.Board(), k.Empty()), func(site *ir.Expr) {
			k.EachLevel(site, false, func(level *ir.Expr) {
				k.If(is(k.Temp("here", k.WhatOn(site, level))), func() {
					k.Include(set, site)
				})
			})
		})
		return ir.SetAt(set, ir.Num(0))
	case a.RoleType() != nil:
		return k.OwnedBy(lowerLineOwner(k, a.RoleType()))
	case a.What() != nil:
		return lowerKind(k, k.Temp("kind", k.Int(a.What())))
	}
	return lowerKind(k, what)
}
