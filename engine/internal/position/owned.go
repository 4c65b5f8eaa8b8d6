package position

import (
	"github.com/astragal/astragal/engine/internal/ir"
)

// maxUnion is the number of words in a union of the sets of an owner's components above
// which their sites are kept together.
const maxUnion = 24

// OwnedField makes the sets of sites by owner where unions would be long.
func (k *Code) OwnedField() {
	most := 0
	for p := range k.G.Shared() + 1 {
		most = max(most, len(k.G.ComponentsOf(p)))
	}
	if most*k.P.Words > maxUnion {
		k.Fields.Owned = k.P.Sets("owned", ir.State, k.G.Shared()+1)
	}
}

// Owned is the set of sites with a piece of an owner.
func (k *Code) Owned(owner int) *ir.Expr {
	if k.Fields.Owned != nil {
		return ir.SetAt(k.Fields.Owned, ir.Num(owner))
	}
	set := k.None()
	for _, c := range k.G.ComponentsOf(owner) {
		set = ir.Calc(ir.SetOr, set, ir.SetAt(k.Fields.At, ir.Num(int(c))))
	}
	return set
}

// Misread reports whether sites keep one number for what stands there and for whose it is (part 3, §5.2), and some
// piece is not that of the player whose number it has. Lists of pieces go by the true owner, all else by that number.
func (k *Code) Misread() bool {
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

// OwnerOf is the owner that a site with a component on it tells.
func (k *Code) OwnerOf(what *ir.Expr) *ir.Expr {
	if k.Misread() {
		return what
	}
	return ir.At(k.Fields.Owner, what)
}
