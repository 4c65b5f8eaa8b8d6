package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// Which sites hold pieces of an owner is asked again and again. It is the union of the sets of
// his components; where these are many, it is kept as a set of its own.

// maxUnion is the number of words in a union of the sets of an owner's components above
// which their sites are kept together.
const maxUnion = 24

// ownedField makes the sets of sites by owner where unions would be long.
func (k *Lowerer) ownedField() {
	most := 0
	for p := range k.G.Shared() + 1 {
		most = max(most, len(k.G.ComponentsOf(p)))
	}
	if most*k.P.Words > maxUnion {
		k.Fields.Owned = k.P.Sets("owned", ir.State, k.G.Shared()+1)
	}
}

// Owned is the set of sites with a piece of an owner.
func (k *Lowerer) Owned(owner int) *ir.Expr {
	if k.Fields.Owned != nil {
		return ir.SetAt(k.Fields.Owned, ir.Num(owner))
	}
	set := k.None()
	for _, c := range k.G.ComponentsOf(owner) {
		set = ir.Calc(ir.SetOr, set, ir.SetAt(k.Fields.At, ir.Num(int(c))))
	}
	return set
}

// Whose is Owned where the rules go by what a site says of its owner, WhoseBy likewise OwnedBy.
func (k *Lowerer) Whose(owner int) *ir.Expr {
	k.tellsOwners()
	return k.Owned(owner)
}

func (k *Lowerer) WhoseBy(who *ir.Expr) *ir.Expr {
	k.tellsOwners()
	return k.OwnedBy(who)
}

// misread reports whether sites keep one number for what stands there and for whose it is (part 3, §5.2), and some
// piece is not that of the player whose number it has. Lists of pieces go by the true owner, all else by that number.
func (k *Lowerer) misread() bool {
	if !k.G.WhatIsWho {
		return false
	}
	for c := 1; c < len(k.G.Components); c++ {
		if k.G.Components[c].Owner != c {
			return true
		}
	}
	return false
}

func (k *Lowerer) tellsOwners() {
	if k.misread() {
		k.No(k.clause, "owners of several sites that tell of them by what stands there")
	}
}

// OwnerOf is the owner that a site with a component on it tells.
func (k *Lowerer) OwnerOf(what *ir.Expr) *ir.Expr {
	if k.misread() {
		return what
	}
	return ir.At(k.Fields.Owner, what)
}

// PieceSearch is the set of the sites where a search for the pieces of players finds some, in games without stacks:
// [siteType] [roleType | of:int] [string] [in:sites].
func (k *Lowerer) PieceSearch(e *lgdl.Expr) *ir.Expr {
	k.SiteType(e.Named("siteType"))
	var set *ir.Expr
	role := e.Named("roleType").Word("All")
	if of := e.Named("of"); of != nil {
		set = k.WhoseBy(k.Int(of))
	} else {
		if role != "All" {
			k.tellsOwners()
		}
		set = k.Pieces(e, role)
	}
	if name := e.Named("string"); name != nil {
		set = ir.Calc(ir.SetAnd, set, k.NamedPieces(name.Text))
	}
	if in := e.Named("in"); in != nil {
		set = ir.Calc(ir.SetAnd, set, k.Region(in))
	}
	if e.Named("siteType") != nil {
		set = k.BoardOnly(set)
	}
	return set
}
