package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// Which sites hold pieces of an owner is asked again and again. It is the union of the sets of
// his components; where these are many, it is kept as a set of its own.

// Whose is Owned where the rules go by what a site says of its owner, WhoseBy likewise OwnedBy.
func (k *Lowerer) Whose(owner int) *ir.Expr {
	k.tellsOwners()
	return k.Owned(owner)
}

func (k *Lowerer) WhoseBy(who *ir.Expr) *ir.Expr {
	k.tellsOwners()
	return k.OwnedBy(who)
}

func (k *Lowerer) tellsOwners() {
	if k.Misread() {
		k.No(k.clause, "owners of several sites that tell of them by what stands there")
	}
}

// PieceSearch is the set of the sites where a search for the pieces of players finds some, in games without stacks:
// [CurrentType] [roleType | of:int] [string] [in:sites].
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
