package regions

import (
	"cmp"
	"strings"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerStatic lowers regions that the game compiles to a constant set.
func lowerStatic(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if set, ok := k.SteadyRegion(e); ok {
		return set
	}
	return k.Static(e, k.Parts.Region(e))
}

func lowerOccupied(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	set := lowerStanding(k, e)
	if k.Stacked() || !k.HasLarge() {
		return set
	}
	if box, _ := boxOf(k, e); box != 0 {
		return set
	}
	roots, covered := k.Keep(set), k.TempSet() // on the board large pieces occupy all cells that they cover
	k.Store(covered, roots)
	k.Each(roots, func(site *ir.Expr) {
		comp := k.Temp("comp", k.WhatAt(site))
		k.If(k.States(comp), func() {
			cells := k.Covered(comp, site, k.Temp("state", k.StateAt(site)))
			k.Store(covered, ir.Calc(ir.SetOr, ir.SetAt(covered, ir.Num(0)), cells))
		})
	})
	return ir.SetAt(covered, ir.Num(0))
}

// lowerStanding lowers the sites on which pieces stand.
func lowerStanding(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.SitesOccupied(e)
	k.Only(e, "by:(player)", "by:roleType", "container:int", "container:string", "component:int",
		"component:string", "components", "top", "on")
	is := namedBy(e)
	wanted := func(c int) bool { return is == nil || is(&k.G.Components[c]) }
	if k.Stacked() {
		return lowerOccupiedStacks(k, e, wanted)
	}
	st := k.TypeOf(a.On())
	box, where := boxOf(k, e)
	listed := k.ListsAgain()
	if listed && a.ComponentInt() != nil {
		k.No(e, "where one of many components is listed")
	}
	pieces := func() *ir.Expr {
		switch {
		case listed && a.ByRoleType() == nil:
			return k.Listed(k.Owner(k.Temp("who", k.PlayerOf(a.ByPlayer()))), false, wanted, nil)
		case listed:
			return k.Listed(k.OwnersOf(e, nil, a.ByRoleType()), false, wanted, nil)
		case a.ByRoleType() == nil:
			return k.OwnedBy(k.PlayerOf(a.ByPlayer()))
		}
		return k.Pieces(e, a.ByRoleType().Text)
	}
	set := k.SitesOn(st, pieces)
	switch {
	case box == 0:
		set = ir.Calc(ir.SetAnd, set, k.UpTo(k.G.Topo.Span()))
	case where != nil:
		set = ir.Calc(ir.SetAnd, pieces(), where)
	}
	if a.ComponentInt() != nil {
		comp := k.Temp("comp", k.Int(a.ComponentInt()))
		known := ir.Calc(ir.Below, comp, ir.Num(len(k.G.Components)))
		of := func() *ir.Expr { return ir.SetAt(k.Fields.At, ir.Cond(known, comp, ir.Num(0))) }
		kind := of()
		if where == nil {
			kind = k.SitesOn(st, of)
		}
		return ir.Select(ir.All(known, comp),
			ir.Calc(ir.SetAnd, set, kind), k.None())

	}
	if is == nil || listed {
		return set
	}
	named := func() *ir.Expr {
		kinds := k.None()
		for c := 1; c < len(k.G.Components); c++ {
			if wanted(c) {
				kinds = ir.Calc(ir.SetOr, kinds, k.Of(c))
			}
		}
		return kinds
	}
	if where != nil {
		return ir.Calc(ir.SetAnd, set, named())
	}
	return ir.Calc(ir.SetAnd, set, k.SitesOn(st, named))
}

// boxOf is the container of a (sites Occupied …): 0 for the board, -1 for all, or the set of the sites of another one.
func boxOf(k *lower.Lowerer, e *lgdl.Expr) (box int, where *ir.Expr) {
	a := clause.SitesOccupied(e)
	switch name := a.ContainerString(); {
	case a.ContainerInt() != nil:
		box = knownBox(k, e, a.ContainerInt())
	case name == nil:
		return -1, nil
	case strings.Contains(name.Text, "Hand"):
		return -1, k.HandNamed(e, name.Text, k.RoleOrPlayer(a.ByPlayer(), a.ByRoleType()))
	default:
		box = k.Container(e, name.Text)
	}
	if box > 0 {
		where = k.SitesIn(box)
	}
	return box, where
}

// knownBox is the number of a container, which must be known.
func knownBox(k *lower.Lowerer, e, number *lgdl.Expr) int {
	n, ok := k.Int(number).Number()
	if !ok || n < 0 || int(n) >= len(k.G.Containers) {
		k.No(e, "a container that is not known before")
	}
	return int(n)
}

// lowerInts lowers the sites of a list of numbers.
func lowerInts(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if r := k.Parts.Region(e); r.Static != nil {
		return k.Static(e, r)
	}
	list := cmp.Or(e.Args...)
	if all := k.IntSites(list); all != nil {
		return ir.Calc(ir.SetAnd, all, k.UpTo(k.Span()))
	}
	set := k.NewSet()
	k.EachInt(list, func(site *ir.Expr) { k.IncludeIf(set, site) })
	return ir.SetAt(set, ir.Num(0))
}
