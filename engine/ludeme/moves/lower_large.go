package moves

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerAddLarge lowers all placements of a large piece on a site or those of a region, in all its states or in one.
// Conditions, effects and the consequents of the clause do not count for it.
func lowerAddLarge(k *lower.Lowerer, e *lgdl.Expr, a adding, comp *ir.Expr, known bool) {
	to := clause.To(a.to)
	if !known || to.Sites() == nil && to.Int() == nil || to.SiteType() != nil {
		k.No(e, "large pieces that are not known before, or on sites that are not named")
	}
	only := ir.Num(-1)
	if a.piece != nil && clause.PieceStringInt(a.piece).State() != nil {
		only = k.Temp("only", k.Int(clause.PieceStringInt(a.piece).State()))
	}
	each := func(f func(site *ir.Expr)) { k.Each(k.Region(to.Sites()), f) }
	if to.Sites() == nil {
		site := k.Temp("site", k.Int(to.Int()))
		each = func(f func(site *ir.Expr)) { f(site) } // one that does not exist has no room
	}
	each(func(site *ir.Expr) {
		k.EachState(comp, func(state *ir.Expr) {
			wanted := ir.Any(ir.Calc(ir.Lt, only, ir.Num(0)), ir.Calc(ir.Eq, only, state))
			k.If(ir.All(wanted, k.Fits(k.Covered(comp, site, state), k.EmptyAnywhere())), func() {
				k.Emit(lower.Candidate{From: site, To: site, Data: state}, nil, func(_, site, state *ir.Expr) {
					k.PutLarge(site, comp, state)
				})
			})
		})
	})
}

// lowerCarriedLarge lowers the moves of a large piece to the sites of a region and those that it covers, in all its
// states, so that it covers nothing else.
func lowerCarriedLarge(k *lower.Lowerer, e *lgdl.Expr, from, comp *ir.Expr) {
	a := clause.AnyFromTo(e)
	if k.Only(e, "(from)", "(to)", "(then)"); clause.To(a.To()).Sites() == nil {
		k.No(e, "a large piece that moves to a single site")
	}
	k.Only(a.To(), "sites")
	now := k.Temp("now", k.DatumOn(layout.State, from, nil))
	targets := k.Keep(k.Region(clause.To(a.To()).Sites()))
	own := k.TempSet()
	k.Store(own, ir.SetOf(make([]uint64, k.P.Words)))
	k.Add(&ir.Stmt{Op: ir.Include, Field: own, Args: []*ir.Expr{ir.Num(0), from}})
	root := k.Keep(ir.SetAt(own, ir.Num(0)))
	rest := k.Keep(ir.Calc(ir.SetMinus, k.Covered(comp, from, now), root))
	allowed := k.Keep(ir.Calc(ir.SetOr, targets, ir.Calc(ir.SetOr, rest, root)))
	for _, sites := range [...]*ir.Expr{targets, rest} { // a cell may be in both, and is listed twice then
		k.Each(sites, func(to *ir.Expr) {
			k.EachState(comp, func(state *ir.Expr) {
				moves := ir.Any(ir.Calc(ir.Ne, from, to), ir.Calc(ir.Ne, state, now))
				k.If(ir.All(moves, k.Fits(k.Covered(comp, to, state), allowed)), func() {
					k.Emit(lower.Candidate{From: from, To: to, Data: state}, a.Then(), func(from, to, state *ir.Expr) {
						k.CarryLarge(from, to, state)
					})
				})
			})
		})
	}
}
