package lower

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// existing is the set of the sites of the board of a type and of hands.
func (k *Lowerer) existing(st board.SiteType) *ir.Expr {
	there := make(game.Set, k.P.Words)
	there.Fill(0, k.G.Topo.Num(st))
	for i := 1; i < len(k.G.Containers); i++ {
		there.Fill(k.G.Containers[i].First, k.G.Containers[i].First+k.G.Containers[i].Sites)
	}
	return ir.SetOf(there)
}

// strays reports whether a region may have numbers that are none of the sites of a type: a region does not say of which
// type its sites are.
func (k *Lowerer) strays(st board.SiteType, e *lgdl.Expr) bool {
	return k.beyond || (st != k.G.DefaultType || k.Fields.Span > k.Fields.Sites) && !k.isOf(st, e)
}

// isOf reports whether all sites of a region are known to be of a type, or of hands.
func (k *Lowerer) isOf(st board.SiteType, e *lgdl.Expr) bool {
	is := func(x *lgdl.Expr) bool { return k.isOf(st, x) }
	isNot := func(x *lgdl.Expr) bool { return !is(x) }
	switch {
	case e.Kind != lgdl.Clause || e.Form == nil:
		return false
	case e.Is("intersection"):
		return slices.ContainsFunc(lgdl.Flat(e.Args...), is)
	case e.Is("union"):
		return !slices.ContainsFunc(lgdl.Flat(e.Args...), isNot)
	case e.Is("difference"):
		return is(clause.DifferenceSites(e).Sites1())
	case e.Is("sites"):
		for _, x := range e.Args { // the first type is that of the sites
			if x != nil && x.Kind == lgdl.Const && x.Type == "siteType" {
				return k.TypeOf(x) == st
			}
		}
		return st == k.G.DefaultType && slices.Contains([]string{"Empty", "Occupied", "Around", "Board"}, e.Selector())
	}
	return false
}

// Landing is the region that pieces go to. By the rules they may go to sites that do not exist; such plays go on by
// the rules, and what is left of their move keeps to sites that memory has room for.
func (k *Lowerer) Landing(st board.SiteType, e *lgdl.Expr) *ir.Expr {
	set := k.Region(e)
	if k.strays(st, e) {
		set = k.Keep(set)
		k.SpoilIf(ir.Calc(ir.SetAny, ir.Calc(ir.SetMinus, set, k.existing(st))))
		set = ir.Calc(ir.SetAnd, set, k.existing(st))
	}
	return set
}

// Origins is the region that pieces come from: where there is no site there is none.
func (k *Lowerer) Origins(st board.SiteType, e *lgdl.Expr) *ir.Expr {
	set := k.Region(e)
	if k.strays(st, e) {
		set = ir.Calc(ir.SetAnd, set, k.existing(st))
	}
	return set
}
