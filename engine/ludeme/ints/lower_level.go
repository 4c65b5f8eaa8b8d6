package ints

import (
	"cmp"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// known reports whether a number is that of a component.
func known(k *lower.Lowerer, what *ir.Expr) *ir.Expr {
	return ir.All(ir.Calc(ir.Lt, ir.Num(0), what), ir.Calc(ir.Lt, what, ir.Num(len(k.G.Components))))
}

// lowerFirst lowers a number that f finds, which leaves once it has put it; -1 if it finds none.
func lowerFirst(k *lower.Lowerer, f func(put func(v *ir.Expr))) *ir.Expr {
	found := k.Let("found", ir.Num(-1))
	k.Scope("found", func(end *ir.Label) {
		f(func(v *ir.Expr) { k.Add(ir.Put(found, v), ir.Leave(end)) })
	})
	return ir.Read(found)
}

// holdsAt reports whether a level of a site has a component and, unless want is nil or -1, a
// local state.
func holdsAt(k *lower.Lowerer, site, level, what, want *ir.Expr) *ir.Expr {
	is := ir.Calc(ir.Eq, k.WhatOn(site, level), what)
	if want == nil {
		return is
	}
	state := k.Scoped(func() *ir.Expr { return k.DatumOn(lower.State, site, level) })
	return ir.All(is, ir.Any(ir.Calc(ir.Eq, want, ir.Num(-1)), ir.Calc(ir.Eq, state, want)))
}

// lowerWhereListed lowers, with stacks, the first place in the list of a component that is on
// the board and has it at some level, with a local state unless it is nil.
func lowerWhereListed(k *lower.Lowerer, st board.SiteType, comp *ir.Expr, state *lgdl.Expr) *ir.Expr {
	plainSites(k, st)
	comp = k.Temp("comp", comp)
	var want *ir.Expr
	if state != nil {
		want = k.Temp("want", k.Int(state))
	}
	return lowerFirst(k, func(put func(v *ir.Expr)) {
		k.If(known(k, comp), func() {
			k.EachPlaceOf(comp, func(site, _ *ir.Expr) {
				k.If(k.OnBoard(site), func() {
					k.EachLevel(site, false, func(level *ir.Expr) {
						k.If(holdsAt(k, site, level, comp, want), func() { put(site) })
					})
				})
			})
		})
	})
}

// lowerWhereLowest lowers, with stacks, the lowest site with a component at some level.
func lowerWhereLowest(k *lower.Lowerer, st board.SiteType, comp *ir.Expr) *ir.Expr {
	plainSites(k, st)
	comp = k.Temp("comp", comp)
	return lowerFirst(k, func(put func(v *ir.Expr)) {
		k.If(known(k, comp), func() {
			k.Each(ir.Calc(ir.SetMinus, k.Board(), k.Empty()), func(site *ir.Expr) {
				k.EachLevel(site, false, func(level *ir.Expr) {
					k.If(holdsAt(k, site, level, comp, nil), func() { put(site) })
				})
			})
		})
	})
}

// plainSites refuses stacks on sites of another type than the default, which are not kept.
func plainSites(k *lower.Lowerer, st board.SiteType) {
	if st != k.G.DefaultType {
		k.No(k.G.Root(), "where a piece is in stacks on sites of another type")
	}
}

// lowerWhereLevelWhat lowers the level of a stack at which a component is.
func lowerWhereLevelWhat(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.WhereLevelInt(e)
	return lowerWhereLevel(k, k.TypeOf(a.SiteType()), k.Int(a.Int()), nil, a.At(), a.FromTop())
}

// lowerWhereLevelName lowers the level of a stack at which a player's piece of a name is.
func lowerWhereLevelName(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.WhereLevelString(e)
	// Slots: Level, name, player, role, state, type, at, fromTop.
	comp := k.ComponentOf(a.String().Text, k.Int(cmp.Or(a.Int(), a.RoleType())))
	return lowerWhereLevel(k, k.TypeOf(a.SiteType()), comp, a.State(), a.At(), a.FromTop())
}

func lowerWhereLevel(k *lower.Lowerer, st board.SiteType, comp *ir.Expr, state, at, fromTop *lgdl.Expr) *ir.Expr {
	if !k.Stacked() {
		k.No(at, "a level where pieces do not stand on one another")
	}
	plainSites(k, st)
	down := k.BoolOr(fromTop, true)
	top, ok := down.Number()
	if !ok {
		k.No(fromTop, "a search from the top or not as the play goes")
	}
	comp, site := k.Temp("comp", comp), k.Temp("site", k.Int(at))
	var want *ir.Expr
	if state != nil {
		want = k.Temp("want", k.Int(state))
	}
	return lowerFirst(k, func(put func(v *ir.Expr)) {
		k.If(ir.All(known(k, comp), k.OnBoard(site)), func() {
			k.EachLevel(site, top != 0, func(level *ir.Expr) {
				k.If(holdsAt(k, site, level, comp, want), func() { put(level) })
			})
		})
	})
}
