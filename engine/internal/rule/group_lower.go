package rule

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
)

// GroupCode is the code of a number of a group, which is that of the last flood.
type GroupCode func(k *lower.Lowerer, near *write.Rows, group, size *ir.Expr) *ir.Expr

func (code GroupCode) lower(args func(e *lgdl.Expr) (Groups, *lgdl.Expr)) lower.IntRule {
	return func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		g, at := args(e)
		return g.LowerAt(k, e, at, func(near *write.Rows, site *ir.Expr, n *ir.Local) {
			g.Lower(k, near, site, func(group, size *ir.Expr) { k.Add(ir.Put(n, code(k, near, group, size))) })
		})
	}
}

// LowerAt lowers a number of the group of a site, by default that of the last move: 0, or what f makes it. A play is
// spoilt where the site is not on the board.
func (g Groups) LowerAt(k *lower.Lowerer, e, at *lgdl.Expr,
	f func(near *write.Rows, site *ir.Expr, n *ir.Local)) *ir.Expr {
	near := g.Near(k, e)
	site := k.IntElse(at, k.Fields.Get(layout.LastTo))
	n := k.Var("number", 0, 1<<16, ir.Num(0))
	site = k.Temp("start", site)
	k.Choose(k.OnBoard(site), func() { f(near, site, n) }, k.Spoil)
	return ir.Read(n)
}

// Near is the table of the sites next to each site.
func (g Groups) Near(k *lower.Lowerer, e *lgdl.Expr) *write.Rows {
	k.SiteType(g.Type)
	if g.seen(k) && k.Stacked() {
		k.No(e, "groups of stacks that are seen from above")
	}
	if !g.Tops {
		k.NoStacks(e)
	}
	return k.Adjoining(e, g.Direction)
}

// seen reports whether only what is seen from above counts.
func (g Groups) seen(k *lower.Lowerer) bool {
	seen, known := k.BoolOr(g.Visible, false).Number()
	if !known {
		k.No(g.Visible, "groups of which it is not known whether they are those that are seen from above")
	}
	return seen != 0
}

// Lower adds what f adds for the group of a site of the board, if the site meets the condition.
func (g Groups) Lower(k *lower.Lowerer, near *write.Rows, site *ir.Expr, f func(group, size *ir.Expr)) {
	env := k.Env
	defer func() { k.Env = env }()
	k.Env.To = site
	if g.Bound {
		k.Env.From = site
	}
	k.If(k.Cond(g.If), func() {
		k.Env.From = site
		var member *ir.Expr
		if g.Alike || g.If == nil {
			what := k.Temp("what", k.WhatAt(site))
			member = k.BoardOnly(ir.Select(what, ir.SetAt(k.Fields.At, what), k.Unoccupied()))
		}
		switch {
		case member == nil:
			member = k.Members(g.If, site)
		case g.If != nil:
			member = ir.Calc(ir.SetAnd, member, k.Members(g.If, site))
		}
		if g.seen(k) {
			f(k.NewView(near, k.Above(board.Vertex)).Flood(site, member))
			return
		}
		f(k.Flood(near, site, member))
	})
}

// LowerAll adds what f adds for the groups of all sites that meet the condition, by default those that are occupied; in
// deduction puzzles of the variables with a value.
func (g Groups) LowerAll(k *lower.Lowerer, near *write.Rows, f func(size *ir.Expr)) {
	member := k.BoardOnly(k.Standing())
	switch {
	case k.G.DeductionPuzzle:
		member = ir.Calc(ir.SetMinus, k.Board(), ir.SitesEqual(k.Fields.What, ir.Num(0)))
	case g.If != nil:
		member = k.Members(g.If, nil)
	}
	if g.seen(k) {
		k.NewView(near, k.Above(k.G.DefaultType)).EachGroup(member, f)
		return
	}
	k.EachGroup(near, k.Board(), member, func(_, _, size *ir.Expr) { f(size) })
}

// Begun are the groups of some sites that pieces begin, lowered.
type Begun struct {
	Near           *write.Rows
	Owners         []int    // of the pieces
	Only           *ir.Expr // one of them, nil for all
	Starts, Member *ir.Expr
}

// LowerMover lowers the groups of the mover's pieces, or those that pieces begin of the sites that meet the condition.
func (g Groups) LowerMover(k *lower.Lowerer, e *lgdl.Expr) *Begun {
	if g.If == nil {
		b := g.Begin(k, e, k.Mover, k.Mover)
		b.Starts = k.BoardOnly(k.Whose(k.Mover))
		b.Member = b.Starts
		return b
	}
	b := g.Begin(k, e, 0, k.G.Shared())
	b.Starts, b.Member = ir.Calc(ir.SetMinus, k.Board(), k.Empty()), k.Members(g.If, nil)
	return b
}

// Begin is groups that pieces of some owners begin, of which nothing is known yet but what lies next to each other.
// What they are must not depend on where they begin, as the rules find them in the order in which pieces came to their
// sites.
func (g Groups) Begin(k *lower.Lowerer, e *lgdl.Expr, first, last int) *Begun {
	b := &Begun{Near: g.Near(k, e)}
	k.Mutual(e, b.Near)
	if k.Asks(g.If, "from") {
		k.No(e, "groups that are told by their first site")
	}
	for p := first; p <= last; p++ {
		b.Owners = append(b.Owners, p)
	}
	return b
}

// Each adds what f adds for each of the groups, in their order if that matters.
func (b *Begun) Each(k *lower.Lowerer, e *lgdl.Expr, inTurn bool, f func(start, group, size *ir.Expr)) {
	switch {
	case !inTurn:
		k.EachGroup(b.Near, b.Starts, b.Member, f)
	case !k.KeepsLists():
		k.No(e, "groups in their order, on several types of sites")
	default:
		k.EachGroupListed(b.Near, b.Owners, b.Only, b.Member, f)
	}
}
