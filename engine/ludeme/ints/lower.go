package ints

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerFixed lowers numbers of the equipment that depend on the mover at most.
func lowerFixed(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	v, ok := k.Fixed(e)
	if !ok {
		k.No(e, "%s", e.Form.Text)
	}
	return v
}

func lowerCountPieces(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.CountComponent(e)
	if a.CountComponentType().Text == "Pips" {
		return lowerPips(k, e)
	}
	if a.CountComponentType().Text != "Pieces" {
		k.No(e, "(count %s …)", a.CountComponentType().Text)
	}
	if k.Stacked() {
		return lowerCountStacked(k, e)
	}
	if a.SiteType() != nil && k.G.TypesKept() > 1 {
		k.No(e, "pieces on one of several types of sites")
	}
	set := k.PieceSearch(e)
	if a.If() != nil {
		set = k.Among(set, func(site *ir.Expr) *ir.Expr {
			k.Env.Site = site
			return k.Bool(a.If())
		})
	}
	if !k.G.Counts {
		return ir.Calc(ir.SetCount, set)
	}
	n := k.Let("n", ir.Num(0))
	k.Each(set, func(site *ir.Expr) { k.Add(ir.Put(n, ir.Calc(ir.Add, ir.Read(n), k.CountAt(site)))) })
	return ir.Read(n)
}

func lowerPips(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.CountComponent(e)
	owner := ir.Num(k.G.Shared())
	switch {
	case a.Of() != nil:
		owner = k.Int(a.Of())
	case a.RoleType() != nil:
		owner = k.Role(a.RoleType())
	}
	return k.Pips(owner)
}
