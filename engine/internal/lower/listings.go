package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
)

func (k *Lowerer) listingFields() {
	f := &k.Fields
	f.Listings = &layout.Listings{Times: k.P.Field("places.times", ir.State, ir.Int, f.Comps*f.Sites),
		Sites: k.P.Sets("places.sites", ir.State, f.Comps)}
}

// listingOf is the site of a place, and its index of a place in the numbers of a component.
func (k *Lowerer) listingOf(what, place *ir.Expr) (site, at *ir.Expr) {
	site = k.Temp("site", ir.Calc(ir.Shr, place, ir.Num(k.levelBits())))
	return site, k.Temp("at", ir.Calc(ir.Add, ir.Calc(ir.Mul, what, ir.Num(k.Fields.Sites)), site))
}

// listOnce lists a place once more.
func (k *Lowerer) listOnce(what, place *ir.Expr) {
	l := k.Fields.Listings
	site, at := k.listingOf(what, place)
	k.Add(ir.Write(l.Times, at, plus(ir.At(l.Times, at), 1)),
		&ir.Stmt{Op: ir.Include, Field: l.Sites, Args: []*ir.Expr{what, site}})
}

// unlistOnce takes a place off a list: once in plain games, in others as often as it is there.
func (k *Lowerer) unlistOnce(what, place *ir.Expr) {
	l := k.Fields.Listings
	site, at := k.listingOf(what, place)
	left := ir.Num(0)
	if k.G.SwapsPlaces() {
		n := ir.At(l.Times, at)
		left = k.Temp("left", ir.Cond(ir.Calc(ir.Lt, ir.Num(0), n), plus(n, -1), ir.Num(0)))
	}
	k.Add(ir.Write(l.Times, at, left))
	k.If(ir.Calc(ir.Eq, left, ir.Num(0)), func() {
		k.Add(&ir.Stmt{Op: ir.Exclude, Field: l.Sites, Args: []*ir.Expr{what, site}})
	})
}
