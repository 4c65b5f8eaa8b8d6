package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
)

// Ends may ask for all sites that the last move and its actions went to or came from.

// Went is the set of the sites that the last move went to, or came from. It is asked once a move has been made, which
// is not made of parts: those of all players, what moves begin with and captures at the end of a turn.
func (k *Lowerer) Went(e *lgdl.Expr, to bool) *ir.Expr {
	all, last := k.went(e, to)
	k.SpoilIf(ir.Calc(ir.Not, k.Exists(last))) // by the rules a fault
	return all
}

// went is that set, and the site that the last move itself went to or came from, which may be none.
func (k *Lowerer) went(e *lgdl.Expr, to bool) (all, site *ir.Expr) {
	if !k.atEnd || k.LastSites == nil || k.joint != nil || k.Thrown != nil || k.Captured != nil || k.G.Meta.Swap {
		k.No(e, "the sites of the actions of a move")
	}
	set, last := k.LastSites.From, layout.LastFrom
	if to {
		set, last = k.LastSites.To, layout.LastTo
	}
	site = k.Temp("site", k.Fields.Get(last))
	sites := k.NewSet()
	k.Store(sites, ir.SetAt(set, ir.Num(0)))
	k.If(k.Exists(site), func() { k.Include(sites, site) })
	return ir.SetAt(sites, ir.Num(0)), site
}
