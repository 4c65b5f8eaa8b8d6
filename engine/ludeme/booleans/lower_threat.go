package booleans

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerIsComponent lowers whether a component is threatened on a site, or stands
// within sites.
func lowerIsComponent(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.IsComponent(e)
	k.SiteType(a.SiteType())
	if a.IsComponentType().Text == "Within" {
		return lowerWithin(k, e)
	}
	found := k.Var("found", 0, 1, ir.Num(0))
	t := &lowerThreat{k: k, moves: a.Moves(), found: found}
	if a.Int() == nil {
		t.anything(e)
		return ir.Read(found)
	}
	what := k.Int(a.Int())
	t.possible, t.known = lower.Possible(what)
	what = k.Temp("what", what)
	switch {
	case a.At() != nil:
		site := k.Temp("at", k.Int(a.At()))
		t.component(what, func(what int) { t.on(site, what) })
	case a.In() != nil:
		sites := k.Keep(k.AskedRegion(a.In()))
		t.component(what, func(what int) {
			k.Each(sites, func(site *ir.Expr) { k.If(ir.Calc(ir.Not, ir.Read(found)), func() { t.on(site, what) }) })
		})
	default:
		// Where the component stands: the first site of it.
		t.component(what, func(what int) {
			k.Scope("threat", func(end *ir.Label) {
				k.Each(k.BoardOnly(k.Of(what)), func(site *ir.Expr) {
					t.on(site, what)
					k.Add(ir.Leave(end))
				})
			})
		})
	}
	return ir.Read(found)
}

// lowerThreat is an (is Threatened …) while it is lowered.
type lowerThreat struct {
	k      *lower.Lowerer
	moves  *lgdl.Expr // nil: those of the game
	asNext bool       // the owner is taken as the player to move next
	found  *ir.Local

	possible []int // the components that may be threatened, if they are known
	known    bool
}

func (t *lowerThreat) on(site *ir.Expr, what int) {
	t.k.Add(ir.Put(t.found, t.k.Threatened(site, what, t.moves, t.asNext)))
}

// component adds what f adds for the component of a number, of those that players own.
func (t *lowerThreat) component(what *ir.Expr, f func(what int)) {
	k := t.k
	for c := 1; c < len(k.G.Components); c++ {
		if t.known && !slices.Contains(t.possible, c) {
			continue
		}
		if owner := k.G.Components[c].Owner; owner >= 1 && owner <= k.G.Players {
			k.If(ir.Calc(ir.Eq, what, ir.Num(c)), func() { f(c) })
		}
	}
}

// anything adds the test of the pieces that stand on some sites, by default on all.
func (t *lowerThreat) anything(e *lgdl.Expr) {
	a := clause.IsComponent(e)
	k := t.k
	t.asNext = true
	sites := ir.Calc(ir.SetMinus, k.Board(), k.Empty())
	switch {
	case a.At() != nil:
		one := k.NewSet()
		site := k.Temp("at", k.Int(a.At()))
		k.If(k.OnBoard(site), func() {
			k.Include(one, site)
		})
		sites = ir.Calc(ir.SetAnd, sites, ir.SetAt(one, ir.Num(0)))
	case a.In() != nil:
		sites = ir.Calc(ir.SetAnd, sites, k.AskedRegion(a.In()))
	}
	k.Each(k.Keep(sites), func(site *ir.Expr) {
		k.If(ir.Calc(ir.Not, ir.Read(t.found)), func() {
			what := k.Temp("what", k.WhatAt(site))
			t.component(what, func(what int) { t.on(site, what) })
		})
	})
}

// lowerWithin lowers whether a component stands on one of some sites.
func lowerWithin(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.IsComponent(e)
	if a.Int() == nil || a.At() == nil && a.In() == nil {
		k.No(e, "%s", e.Form.Text)
	}
	what := k.Temp("what", k.Int(a.Int()))
	is := ir.All(ir.Calc(ir.Lt, ir.Num(0), what), ir.Calc(ir.Lt, what, ir.Num(len(k.G.Components))))
	if k.Stacked() {
		return lowerWithinStacks(k, a, is, what)
	}
	of := ir.SetAt(k.Fields.At, ir.Cond(is, what, ir.Num(0)))
	if a.At() != nil {
		return ir.All(is, ir.Has(k.P.Words, of, k.Int(a.At())))
	}
	return ir.All(is, ir.Calc(ir.SetAny, ir.Calc(ir.SetAnd, of, k.AskedRegion(a.In()))))
}

// lowerWithinStacks is lowerWithin where the position lists tell it, whatever lies above a piece.
func lowerWithinStacks(k *lower.Lowerer, a clause.IsComponentArgs, is, what *ir.Expr) *ir.Expr {
	var in func(site *ir.Expr) *ir.Expr
	if a.At() != nil {
		at := k.Temp("at", k.Int(a.At()))
		in = func(site *ir.Expr) *ir.Expr { return ir.Calc(ir.Eq, site, at) }
	} else {
		set := k.Keep(k.AskedRegion(a.In()))
		in = func(site *ir.Expr) *ir.Expr { return ir.Has(k.P.Words, set, site) }
	}
	found := k.Var("found", 0, 1, ir.Num(0))
	k.If(is, func() {
		k.EachPlaceOf(what, func(site, _ *ir.Expr) { k.If(in(site), func() { k.Add(ir.Put(found, ir.Num(1))) }) })
	})
	return ir.Read(found)
}
