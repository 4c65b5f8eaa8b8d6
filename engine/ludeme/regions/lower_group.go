package regions

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerGroup lowers the groups of a site or of the sites of a region: the like pieces,
// or the sites that meet a condition.
func lowerGroup(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.SitesGroup(e)
	k.SiteType(a.SiteType())
	if !k.BoolOr(a.IsVisible(), false).Is(0) {
		k.No(e, "groups that are seen from above")
	}
	near := k.Neighbours(e, a.Direction())
	cond := a.If()
	set := k.NewSet()
	all := ir.SetAt(set, ir.Num(0))
	add := func(start, member *ir.Expr) {
		group, _ := k.Flood(near, start, member)
		k.Store(set, ir.Calc(ir.SetOr, all, group))
	}
	one := func(start *ir.Expr) {
		env := k.Env
		k.Env.To = start
		if cond == nil {
			what := k.Temp("what", k.WhatAt(start))
			add(start, k.BoardOnly(ir.Select(
				what, ir.SetAt(k.Fields.At, what), k.Empty())))
		} else {
			// For the first site the condition sees (from) as it is outside.
			k.If(k.Bool(cond), func() { add(start, k.Members(cond, start)) })
		}
		k.Env = env
	}
	if a.At() != nil {
		start := k.Temp("start", k.Int(a.At()))
		k.If(ir.Calc(ir.Le, ir.Num(0), start), func() { k.Choose(k.OnBoard(start), func() { one(start) }, k.Spoil) })
		return all
	}
	starts := k.Keep(k.Region(a.From()))
	k.SpoilIf(ir.Calc(ir.SetAny, ir.Calc(ir.SetMinus, starts, k.Board())))
	k.Each(ir.Calc(ir.SetAnd, starts, k.Board()), one)
	return all
}
