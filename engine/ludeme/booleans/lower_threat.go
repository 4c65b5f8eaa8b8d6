package booleans

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
)

// lowerIsComponent lowers whether a component is threatened on a site, or stands
// within sites.
func lowerIsComponent(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	// Slots: what it is, component, type, at, in, moves.
	k.SiteType(e.Args[2])
	if e.Args[0].Text == "Within" {
		k.NoStacks(e) // it is asked of the position lists
		return lowerWithin(k, e)
	}
	found := k.Var("found", 0, 1, ir.Num(0))
	t := &lowerThreat{k: k, moves: e.Args[5], found: found}
	if e.Args[1] == nil {
		t.anything(e)
		return ir.Read(found)
	}
	what := k.Int(e.Args[1])
	t.possible, t.known = lower.Possible(what)
	what = k.Temp("what", what)
	switch {
	case e.Args[3] != nil:
		site := k.Temp("at", k.Int(e.Args[3]))
		t.component(what, func(what int) { t.on(site, what) })
	case e.Args[4] != nil:
		sites := k.Keep(k.Region(e.Args[4]))
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
	k := t.k
	t.asNext = true
	sites := ir.Calc(ir.SetMinus, k.Board(), k.Empty())
	switch {
	case e.Args[3] != nil:
		one := k.NewSet()
		site := k.Temp("at", k.Int(e.Args[3]))
		k.If(k.OnBoard(site), func() {
			k.Include(one, site)
		})
		sites = ir.Calc(ir.SetAnd, sites, ir.SetAt(one, ir.Num(0)))
	case e.Args[4] != nil:
		sites = ir.Calc(ir.SetAnd, sites, k.Region(e.Args[4]))
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
	if e.Args[1] == nil || e.Args[3] == nil && e.Args[4] == nil {
		k.No(e, "%s", e.Form.Text)
	}
	what := k.Temp("what", k.Int(e.Args[1]))
	is := ir.All(ir.Calc(ir.Lt, ir.Num(0), what), ir.Calc(ir.Lt, what, ir.Num(len(k.G.Components))))
	of := ir.SetAt(k.Fields.At, ir.Cond(is, what, ir.Num(0)))
	if e.Args[3] != nil {
		return ir.All(is, ir.Has(k.P.Words, of, k.Int(e.Args[3])))
	}
	return ir.All(is, ir.Calc(ir.SetAny, ir.Calc(ir.SetAnd, of, k.Region(e.Args[4]))))
}
