package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
)

// listings are the position lists where nobody goes by their order: how often each site is listed. Games in which a
// site of pieces that are counted is listed again and again, as ListsAgain says, have lists that grow without end.
type listings struct {
	times *ir.Field // by component and site
	sites *ir.Field // by component: the sites that are listed, sets
}

func (k *Lowerer) listingFields() {
	f := &k.Fields
	f.listings = &listings{times: k.P.Field("places.times", ir.State, ir.Int, f.comps*f.sites),
		sites: k.P.Sets("places.sites", ir.State, f.comps)}
}

// listingOf is the site of a place, and its index of a place in the numbers of a component.
func (k *Lowerer) listingOf(what, place *ir.Expr) (site, at *ir.Expr) {
	site = k.Temp("site", ir.Calc(ir.Shr, place, ir.Num(k.levelBits())))
	return site, k.Temp("at", ir.Calc(ir.Add, ir.Calc(ir.Mul, what, ir.Num(k.Fields.sites)), site))
}

// listOnce lists a place once more.
func (k *Lowerer) listOnce(what, place *ir.Expr) {
	l := k.Fields.listings
	site, at := k.listingOf(what, place)
	k.Add(ir.Write(l.times, at, plus(ir.At(l.times, at), 1)),
		&ir.Stmt{Op: ir.Include, Field: l.sites, Args: []*ir.Expr{what, site}})
}

// unlistOnce takes a place off a list: once in plain games, in others as often as it is there.
func (k *Lowerer) unlistOnce(what, place *ir.Expr) {
	l := k.Fields.listings
	site, at := k.listingOf(what, place)
	left := ir.Num(0)
	if k.G.SwapsPlaces() {
		n := ir.At(l.times, at)
		left = k.Temp("left", ir.Cond(ir.Calc(ir.Lt, ir.Num(0), n), plus(n, -1), ir.Num(0)))
	}
	k.Add(ir.Write(l.times, at, left))
	k.If(ir.Calc(ir.Eq, left, ir.Num(0)), func() {
		k.Add(&ir.Stmt{Op: ir.Exclude, Field: l.sites, Args: []*ir.Expr{what, site}})
	})
}

// loadListings writes the position lists by the rules into memory.
func (p *Positions) loadListings(mem []byte, s *game.State) {
	f := &p.k.Fields
	times, sites := f.listings.times, f.listings.sites
	clear(mem[times.Addr : times.Addr+4*times.Len])
	clear(mem[sites.Addr : sites.Addr+8*p.Words*f.comps])
	for c := range f.comps {
		for _, x := range s.Places(c) {
			at := c*f.sites + int(x.Site)
			setInt(mem, times, at, getInt(mem, times, at)+1)
			mem[sites.Addr+8*p.Words*c+int(x.Site)>>3] |= 1 << (x.Site & 7)
		}
	}
}

// listed reads the position list of a component, sorted.
func (p *Positions) listed(mem []byte, comp int) (list [][2]int) {
	f := &p.k.Fields
	for site := range f.sites {
		for range getInt(mem, f.listings.times, comp*f.sites+site) {
			list = append(list, [2]int{site, 0})
		}
	}
	return list
}
