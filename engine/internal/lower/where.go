package lower

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// A condition on a site that is asked of all sites of a row is often a set: the
// empty sites, those of the enemy, a region, and what and, or, not make of them.
// Then the row is cut with the set in one step instead of going through it.

// Where is the set of sites at which a condition holds with (to) the site; false
// when the condition is no set, or depends on more than the position and (to).
func (k *Lowerer) Where(cond *lgdl.Expr) (*ir.Expr, bool) { return k.where(cond, "to") }

// WhereBetween is Where for (between).
func (k *Lowerer) WhereBetween(cond *lgdl.Expr) (*ir.Expr, bool) { return k.where(cond, "between") }

// EachNear adds what f adds for each site of a row in any order, as a set, of which conditions can be cut out at once.
func (k *Lowerer) EachNear(st board.SiteType, near *Rows, row *ir.Expr, f func(site *ir.Expr)) {
	if st == k.G.DefaultType {
		k.each(k.RowSet(near, row), ir.Within("site", near.lo, near.hi), f)
	} else {
		k.Row(near, row, f)
	}
}

// Reached adds what f adds for the sites of a type, in a row, at which a condition on (to) holds. Where they may be
// found in any order what of the condition is a set cuts the row.
func (k *Lowerer) Reached(st board.SiteType, near *Rows, row *ir.Expr, when *lgdl.Expr, f func(to *ir.Expr)) {
	reach := func(to *ir.Expr, when []*lgdl.Expr) {
		k.Env.To = to
		conds := make([]*ir.Expr, len(when))
		for i, c := range when {
			conds[i] = k.Cond(c)
		}
		k.If(ir.All(conds...), func() { f(to) })
	}
	all := conjuncts(when, nil)
	if st != k.G.DefaultType || !k.AnyOrder() || !near.Once() {
		k.Row(near, row, func(to *ir.Expr) { reach(to, all) })
		return
	}
	set, rest := k.RowSet(near, row), []*lgdl.Expr(nil)
	for _, c := range all {
		if s, ok := k.Where(c); ok {
			set = ir.Calc(ir.SetAnd, set, s)
		} else {
			rest = append(rest, c)
		}
	}
	k.each(set, ir.Within("site", near.lo, near.hi), func(to *ir.Expr) { reach(to, rest) })
}

// conjuncts appends what must hold for a condition to hold.
func conjuncts(e *lgdl.Expr, to []*lgdl.Expr) []*lgdl.Expr {
	if e != nil && e.Form != nil && (e.Form.Text == "(and bool bool)" || e.Form.Text == "(and {bool})") {
		for _, x := range lgdl.Flat(e.Args...) {
			to = conjuncts(x, to)
		}
		return to
	}
	return append(to, e)
}

func (k *Lowerer) where(e *lgdl.Expr, iterator string) (*ir.Expr, bool) {
	if e == nil {
		return k.Board(), true
	}
	if e.Kind != lgdl.Clause || e.Form == nil {
		return nil, false
	}
	both := func(op ir.Op) (*ir.Expr, bool) {
		var set *ir.Expr
		for _, x := range lgdl.Flat(e.Args...) {
			s, ok := k.where(x, iterator)
			if !ok {
				return nil, false
			}
			if set == nil {
				set = s
			} else {
				set = ir.Calc(op, set, s)
			}
		}
		return set, set != nil
	}
	is := func(x *lgdl.Expr) bool {
		return x != nil && x.Kind == lgdl.Clause && x.Form != nil && x.Form.Text == "("+iterator+")"
	}
	usual := func(st *lgdl.Expr) bool { return st == nil || k.Parts.SiteTypeOr(st) == k.G.DefaultType }
	owner := func(x *lgdl.Expr) bool { // (who at:(to))
		return x.Is("who") && clause.Who(x).Level() == nil && usual(clause.Who(x).SiteType()) && is(clause.Who(x).At())
	}
	switch e.Form.Text {
	case "(and bool bool)", "(and {bool})":
		return both(ir.SetAnd)
	case "(or bool bool)", "(or {bool})":
		return both(ir.SetOr)
	case "(not bool)":
		s, ok := k.where(clause.NotBool(e).Bool(), iterator)
		if !ok {
			return nil, false
		}
		return ir.Calc(ir.SetMinus, k.Board(), s), true
	case "(is isSiteType [siteType] int)":
		a := clause.IsSite(e)
		if !is(a.Int()) || !usual(a.SiteType()) {
			return nil, false
		}
		if e.Selector() == "Empty" {
			return k.Empty(), true
		}
		return ir.Calc(ir.SetMinus, k.Board(), k.Empty()), true
	case "(is isPlayerType (int | roleType))":
		if !owner(clause.IsPlayer(e).Int()) {
			return nil, false
		}
		k.knowsOwners()
		switch e.Selector() {
		case "Enemy": // as the one is to whom shared pieces belong
			set, shared := k.Pieces(e, "Enemy"), k.G.Shared()
			if len(k.G.ComponentsOf(shared)) > 0 {
				set = ir.Calc(ir.SetOr, set, k.Owned(shared))
			}
			return set, true
		case "Mover":
			return k.Owned(k.Mover), true
		case "Friend":
			return k.Pieces(e, "Friend"), true
		}
	case "(is In [int | {int}] (sites | ints))":
		a := clause.IsIn(e)
		if a.Ints1() == nil && a.Sites() != nil && (a.Int() == nil && iterator == "to" || is(a.Int())) && steady(a.Sites()) {
			return k.Region(a.Sites()), true
		}
	}
	return nil, false
}

// steady reports whether a region is the same whatever site is asked about: it is
// made of no iterators.
func steady(e *lgdl.Expr) bool {
	return !e.Any(func(x *lgdl.Expr) bool {
		if x.Form != nil {
			switch x.Form.Keyword {
			case "to", "from", "between", "site", "level", "player", "track", "value":
				return true
			}
		}
		return false
	})
}
