package ints

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
)

var whereRows = []lgdl.Form{
	{Text: "(where Level int [siteType] at:int [fromTop:bool])", Result: "int",
		Meaning: "The level of a stack at which a component is.",
		Impl:    whereLevel(rule.Arg("int"), rule.Num(game.Off)).Needs(game.Stacking)},
	{Text: "(where string (int | roleType) [state:int] [siteType])", Result: "int",
		Meaning: "The site where a player's piece of a name stands, -1 if it is not on the board.",
		Impl:    whereListed},
	{Text: "(where int [siteType])", Result: "int",
		Meaning: "The lowest site where a component stands, -1 if it is not on the board.", Impl: whereLowest},
	{Text: "(where Level string (int | roleType) [state:int] [siteType] at:int [fromTop:bool])", Result: "int",
		Meaning: "The level of a stack at which a player's piece of a name is.",
		Impl:    whereLevel(pieceNamed, pieceState).Needs(game.Stacking)},
}

var pieceNamed = rule.Component("string", rule.Arg("int", "roleType"))

// pieceState is the local state that a piece must have, -1 for any.
var pieceState = rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
	if e.Named("state") != nil {
		k.Require(game.SiteState)
	}
	return k.IntOr(e.Named("state"), game.Off)
}, Lower: rule.ArgOr("state", game.Off).Lower, Args: []string{"state"}}

// whereListed is the first place in the list of a component that is on the board and has it.
var whereListed = rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
	comp, state, st := pieceNamed.Impl(k, e), pieceState.Impl(k, e), k.SiteTypeOr(e.Named("siteType"))
	return game.IntFn(func(c *game.Context) int {
		what := comp.Get(c)
		if what < 0 {
			return game.Off
		}
		want := state.Get(c)
		for _, p := range c.S.Places(what) {
			if s := int(p.Site); c.G.OnBoard(st, s) && holds(c, st, s, what, want) {
				return s
			}
		}
		return game.Off
	})
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	return lowerWhere(k, e, pieceNamed, pieceState, k.Single, func(comp *ir.Expr, f func(site *ir.Expr)) {
		k.EachPlaceOf(comp, func(site, _ *ir.Expr) { k.If(k.OnBoard(site), func() { f(site) }) })
	})
}, Args: slices.Concat(pieceNamed.Args, pieceState.Args, []string{"siteType"})}

// whereLowest is the lowest site of the board that has a component.
var whereLowest = rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
	what, st := k.Int(e.Named("int")), k.SiteTypeOr(e.Named("siteType"))
	return game.IntFn(func(c *game.Context) int {
		w := what.Get(c)
		if w <= 0 {
			return game.Off
		}
		for s := range c.G.Topo.Num(st) {
			if holds(c, st, s, w, game.Off) {
				return s
			}
		}
		return game.Off
	})
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	return lowerWhere(k, e, rule.Arg("int"), rule.Num(game.Off), k.Lowest, func(_ *ir.Expr, f func(site *ir.Expr)) {
		k.Each(ir.Calc(ir.SetMinus, k.Board(), k.Empty()), f)
	})
}, Args: []string{"int", "siteType"}}

// holds reports whether a site has a component, in a stack at any level, and, unless it is -1, a local state with it.
func holds(c *game.Context, st board.SiteType, s, what, state int) bool {
	if !c.G.Stacks {
		return c.S.What(st, s) == what && (state == game.Off || c.S.StateAt(st, s, game.Off) == state)
	}
	for l := range c.S.SizeAt(st, s) {
		if matches(c, st, s, l, what, state) {
			return true
		}
	}
	return false
}

func matches(c *game.Context, st board.SiteType, s, level, what, state int) bool {
	return c.S.WhatAt(st, s, level) == what && (state == game.Off || c.S.StateAt(st, s, level) == state)
}

// lowerWhere lowers the site that choose picks of those of the board with a component and a local state; with stacks the
// first of those that each goes through.
func lowerWhere(k *lower.Lowerer, e *lgdl.Expr, of, state rule.Int, choose func(set *ir.Expr) *ir.Expr,
	each func(comp *ir.Expr, f func(site *ir.Expr))) *ir.Expr {
	st := k.TypeOf(e.Named("siteType"))
	comp, want := k.Temp("comp", of.Lower(k, e)), k.Temp("want", state.Lower(k, e))
	if k.Stacked() {
		plainSites(k, st)
		return lowerFirst(k, known(k, comp), func(put func(v *ir.Expr)) {
			each(comp, func(site *ir.Expr) {
				k.EachLevel(site, false, func(level *ir.Expr) {
					k.If(holdsAt(k, site, level, comp, want), func() { put(site) })
				})
			})
		})
	}
	is := known(k, comp)
	set := k.SitesOf(st, func() *ir.Expr { return k.BoardOnly(ir.SetAt(k.Fields.At, ir.Cond(is, comp, ir.Num(0)))) })
	if !want.Is(game.Off) {
		set = k.Among(set, func(site *ir.Expr) *ir.Expr {
			return ir.Any(ir.Calc(ir.Eq, want, ir.Num(-1)), ir.Calc(ir.Eq, k.On(st, site, 0, k.StateAt), want))
		})
	}
	found := k.Let("found", ir.Num(-1))
	k.If(is, func() { k.Add(ir.Put(found, choose(set))) })
	return ir.Read(found)
}

// known reports whether a number is that of a component.
func known(k *lower.Lowerer, what *ir.Expr) *ir.Expr {
	return ir.All(ir.Calc(ir.Lt, ir.Num(0), what), ir.Calc(ir.Lt, what, ir.Num(len(k.G.Components))))
}

// lowerFirst lowers a number that f finds under a condition, which leaves once it has put it; -1 if it finds none.
func lowerFirst(k *lower.Lowerer, cond *ir.Expr, f func(put func(v *ir.Expr))) *ir.Expr {
	found := k.Let("found", ir.Num(-1))
	k.Scope("found", func(end *ir.Label) {
		k.If(cond, func() { f(func(v *ir.Expr) { k.Add(ir.Put(found, v), ir.Leave(end)) }) })
	})
	return ir.Read(found)
}

// holdsAt reports whether a level of a site has a component and a local state, -1 for any.
func holdsAt(k *lower.Lowerer, site, level, what, want *ir.Expr) *ir.Expr {
	is := ir.Calc(ir.Eq, k.WhatOn(site, level), what)
	if want.Is(game.Off) {
		return is
	}
	state := k.Scoped(func() *ir.Expr { return k.DatumOn(layout.State, site, level) })
	return ir.All(is, ir.Any(ir.Calc(ir.Eq, want, ir.Num(-1)), ir.Calc(ir.Eq, state, want)))
}

// plainSites refuses stacks on sites of another type than the default, which are not kept.
func plainSites(k *lower.Lowerer, st board.SiteType) {
	if st != k.G.DefaultType {
		k.No(k.G.Root(), "where a piece is in stacks on sites of another type")
	}
}

// whereLevel is the level of a stack at which a component is, with a local state unless that is -1.
func whereLevel(comp, state rule.Int) rule.Int {
	return rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
		what, state, st := comp.Impl(k, e), state.Impl(k, e), k.SiteTypeOr(e.Named("siteType"))
		at, top := k.Int(e.Named("at")), k.BoolOr(e.Named("fromTop"), true)
		return game.IntFn(func(c *game.Context) int {
			w, s := what.Get(c), at.Get(c)
			if w <= 0 || !c.G.OnBoard(st, s) {
				return game.Off
			}
			want, n, down := state.Get(c), c.S.SizeAt(st, s), top.Get(c)
			for l := range n {
				if down {
					l = n - 1 - l
				}
				if matches(c, st, s, l, w, want) {
					return l
				}
			}
			return game.Off
		})
	}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		at, fromTop := e.Named("at"), e.Named("fromTop")
		what := comp.Lower(k, e)
		if !k.Stacked() {
			k.No(at, "a level where pieces do not stand on one another")
		}
		plainSites(k, k.TypeOf(e.Named("siteType")))
		top, ok := k.BoolOr(fromTop, true).Number()
		if !ok {
			k.No(fromTop, "a search from the top or not as the play goes")
		}
		what, site := k.Temp("comp", what), k.Temp("site", k.Int(at))
		want := k.Temp("want", state.Lower(k, e))
		return lowerFirst(k, ir.All(known(k, what), k.OnBoard(site)), func(put func(v *ir.Expr)) {
			k.EachLevel(site, top != 0, func(level *ir.Expr) {
				k.If(holdsAt(k, site, level, what, want), func() { put(level) })
			})
		})
	}, Args: slices.Concat(comp.Args, state.Args, []string{"siteType", "at", "fromTop"})}
}
