package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
)

// What a move does may ask for the group that it was found with, which by the rules is evaluated where it was found. A
// candidate carries one site of it, and the group is found again first thing when the move is made, on the position on
// which it was found.

// Grouping is how the groups that moves are found with are found.
type Grouping struct {
	Near *write.Rows
	If   *lgdl.Expr // nil for the pieces of the mover
}

// regrouped is the group of a move that is made.
type regrouped struct {
	of    *Grouping
	first *ir.Expr  // a site of it
	set   *ir.Field // nil where the move does not ask for it
}

// Grouped lets moves see a group, of which a site is given; g is nil where no moves do.
func (k *Lowerer) Grouped(g *Grouping, group, site *ir.Expr) {
	k.Env.Sites, k.Env.grouping, k.Env.Member, k.Env.again = k.Keep(group), g, site, nil
}

// InGroup reports whether clauses see a group.
func (k *Lowerer) InGroup() bool { return k.Env.Sites != nil || k.Env.noSites || k.Env.again != nil }

// regroups says how a move that is lowered gets the group that it was found with, nil where it does not: as an effect,
// which others may come before, or with what the moves begin with outside of the group.
func (k *Lowerer) regroups(effect bool, prefixes []prefix) *regrouped {
	g := k.Env.grouping
	if k.Env.Sites == nil || g == nil || effect || k.resolver.on || k.late || k.appending {
		return nil
	}
	for _, p := range prefixes {
		if p.env.grouping != g || p.env.Member != k.Env.Member {
			return nil
		}
	}
	return &regrouped{of: g}
}

// Sites is the group.
func (x *regrouped) sites(k *Lowerer) *ir.Expr {
	if x.set == nil {
		x.set = k.TempSet()
	}
	return ir.SetAt(x.set, ir.Num(0))
}

// found finds it.
func (x *regrouped) found(k *Lowerer) []*ir.Stmt {
	if x == nil || x.set == nil {
		return nil
	}
	return k.Inside(func() {
		k.Env = Env{lost: allIterators, noSites: true, Piece: k.Env.Piece, Track: k.Env.Track,
			Team: k.Env.Team}
		member := k.BoardOnly(k.Whose(k.Mover))
		if x.of.If != nil {
			member = k.Members(x.of.If, nil)
		}
		group, _ := k.Flood(x.of.Near, x.first, member)
		k.Store(x.set, group)
	})
}
