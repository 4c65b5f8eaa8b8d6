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
			k.If(ir.All(wanted, k.Fits(comp, site, state, k.EmptyAnywhere())), func() {
				k.Emit(lower.Candidate{From: site, To: site, Data: state}, nil, func(_, site, state *ir.Expr) {
					k.Put(site, comp, state)
				})
			})
		})
	})
}

// lowerCarriedLarge lowers the moves of a large piece to the sites of a region and those that it covers, in all its
// states, so that it covers nothing else. A domino goes to playable cells, the first one anywhere.
func lowerCarriedLarge(k *lower.Lowerer, e *lgdl.Expr, from, comp *ir.Expr) {
	a := clause.AnyFromTo(e)
	if k.Only(e, "(from)", "(to)", "(then)"); clause.To(a.To()).Sites() == nil {
		k.No(e, "a large piece that moves to a single site")
	}
	k.Only(a.To(), "sites")
	now := k.Temp("now", k.DatumOn(layout.State, from, nil))
	targets := k.Keep(k.Region(clause.To(a.To()).Sites()))
	own := k.NewSet()
	k.Include(own, from)
	root := k.Keep(ir.SetAt(own, ir.Num(0)))
	rest := k.Keep(ir.Calc(ir.SetMinus, k.Covered(comp, from, now), root))
	allowed := k.Keep(ir.Calc(ir.SetOr, targets, ir.Calc(ir.SetOr, rest, root)))
	domino := k.Temp("domino", k.IsDomino(comp))
	anywhere := ir.Num(1)
	if k.Fields.Playable != nil {
		anywhere = k.Temp("anywhere", ir.Calc(ir.Not, k.Fields.Get(layout.MoveNumber)))
		allowed = k.Keep(ir.Select(domino, k.Playable(), allowed))
	}
	for _, sites := range [...]*ir.Expr{targets, rest} { // a cell may be in both, and is listed twice then
		k.Each(sites, func(to *ir.Expr) {
			k.EachState(comp, func(state *ir.Expr) {
				k.If(ir.Any(ir.Calc(ir.Ne, from, to), ir.Calc(ir.Ne, state, now)), func() {
					fits := k.Var("fits", 0, 1, ir.Num(0))
					k.Choose(ir.All(domino, anywhere), func() { k.Add(ir.Put(fits, k.Fits(comp, to, state, nil))) },
						func() { k.Add(ir.Put(fits, k.Fits(comp, to, state, allowed))) })
					k.If(ir.Read(fits), func() {
						k.Emit(lower.Candidate{From: from, To: to, Data: state}, a.Then(), func(from, to, state *ir.Expr) {
							k.Carry(from, to, 0, state)
						})
					})
				})
			})
		})
	}
}
