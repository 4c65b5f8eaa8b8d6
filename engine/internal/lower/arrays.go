package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/lgdl"
)

// ArrayOf is a list of numbers, kept.
func (k *Lowerer) ArrayOf(e *lgdl.Expr) *position.Array {
	a := k.Array()
	k.EachInt(e, a.Append)
	return a
}

// Cond lowers an optional condition, which holds when it is absent.
func (k *Lowerer) Cond(e *lgdl.Expr) *ir.Expr {
	if e == nil {
		return ir.Num(1)
	}
	return k.Bool(e)
}

// BoolOr lowers an optional condition.
func (k *Lowerer) BoolOr(e *lgdl.Expr, def bool) *ir.Expr {
	if e == nil {
		return ir.Truth(def)
	}
	return k.Bool(e)
}

// Group is the set of sites that a clause looks at as a group. By the rules there is none outside of one, which is a
// fault of the description that a play may never come to: one that does is spoilt.
func (k *Lowerer) Group(e *lgdl.Expr) *ir.Expr {
	switch {
	case k.Env.Sites != nil:
		return k.Env.Sites
	case k.Env.again != nil:
		return k.Env.again.sites(k)
	case k.Env.noSites:
		k.No(e, "the group that a move was found with")
	}
	k.Spoil()
	return k.None()
}
