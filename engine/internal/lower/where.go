package lower

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
)

// Where is the set of the sites of the board at which a condition holds, where it is a set that can be found before
// the sites are looked at: the empty sites, those of the enemy, a region, and what and, or, not make of them. Bind
// says which iterators are the site.
func (k *Lowerer) Where(cond *lgdl.Expr, bind func(env *Env, site *ir.Expr)) (set *ir.Expr, ok bool) {
	if cond == nil {
		return k.Board(), true
	}
	set, _ = k.SitesWhere(func(site *ir.Expr) *ir.Expr {
		bind(&k.Env, site)
		return k.Cond(cond)
	})
	return set, set != nil
}

// AtTo says that the site that is looked at is (to).
func AtTo(env *Env, site *ir.Expr) { env.To = site }

// AtBetween says that the site that is looked at is (between).
func AtBetween(env *Env, site *ir.Expr) { env.Between = site }

// EachNear adds what f adds for each site of a row in any order, as a set, of which conditions can be cut out at once.
func (k *Lowerer) EachNear(st board.SiteType, near *write.Rows, row *ir.Expr, f func(site *ir.Expr)) {
	if st == k.G.DefaultType {
		lo, hi := near.Range()
		k.EachAs(k.RowSet(near, row), ir.Within("site", lo, hi), f)
	} else {
		k.Row(near, row, f)
	}
}

// Reached adds what f adds for the sites of a type, in a row, at which a condition on (to) holds: where they may be
// found in any order in a loop over a set, which package ir cuts with what is a set of the condition. A condition, or
// the effect of a move, may leave a level behind for the next.
func (k *Lowerer) Reached(
	st board.SiteType,
	near *write.Rows,
	row *ir.Expr,
	when, effect *lgdl.Expr,
	f func(to *ir.Expr),
) {
	reach := func(to *ir.Expr) {
		k.Env.To = to
		k.If(k.Cond(when), func() { f(to) })
	}
	switch {
	case k.LeavesLevel(when, effect):
		if near.Merged || !near.Once() { // by the rules the condition is asked on each way
			k.No(k.clause, "levels left behind by a condition on a site to which several ways go")
		}
		k.Row(near, row, reach)
	case k.AnyOrder() && near.Once():
		k.EachNear(st, near, row, reach)
	default:
		k.Row(near, row, reach)
	}
}
