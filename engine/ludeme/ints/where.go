package ints

import (
	"cmp"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var whereRows = []lgdl.Form{
	{Text: "(where Level int [siteType] at:int [fromTop:bool])", Lower: lower.IntRule(lowerWhereLevelWhat), Result: "int",
		Meaning: "The level of a stack at which a component is.", Impl: game.IntRule(whereLevelWhat)},
	{Text: "(where string (int | roleType) [state:int] [siteType])", Lower: lower.IntRule(lowerWhereName), Result: "int",
		Meaning: "The site where a player's piece of a name stands, -1 if it is not on the board.",
		Impl:    game.IntRule(whereName)},
	{Text: "(where int [siteType])", Lower: lower.IntRule(lowerWhereWhat), Result: "int",
		Meaning: "The lowest site where a component stands, -1 if it is not on the board.", Impl: game.IntRule(whereWhat)},
	{Text: "(where Level string (int | roleType) [state:int] [siteType] at:int [fromTop:bool])",
		Lower: lower.IntRule(lowerWhereLevelName), Result: "int",
		Meaning: "The level of a stack at which a player's piece of a name is.", Impl: game.IntRule(whereLevelName)},
}

func whereName(k *game.Compiler, e *lgdl.Expr) game.Int {
	a := clause.WhereString(e)
	named := k.Named(a.String().Text)
	owner := k.Int(cmp.Or(a.Int(), a.RoleType()))
	state := k.IntOr(a.State(), game.Off)
	if a.State() != nil {
		k.Require(game.SiteState)
	}
	st := k.SiteTypeOr(a.SiteType())
	return game.IntFn(func(c *game.Context) int {
		what := named.Of(owner.Get(c))
		if what < 0 {
			return game.Off
		}
		want := state.Get(c)
		for _, p := range c.S.Places(what) {
			if s := int(p.Site); c.G.OnBoard(st, s) && holds(c, st, s, what, want) >= 0 {
				return s
			}
		}
		return game.Off
	})
}

func whereWhat(k *game.Compiler, e *lgdl.Expr) game.Int {
	what := k.Int(clause.WhereInt(e).Int())
	st := k.SiteTypeOr(clause.WhereInt(e).SiteType())
	return game.IntFn(func(c *game.Context) int {
		w := what.Get(c)
		if w <= 0 {
			return game.Off
		}
		for s := range c.G.Topo.Num(st) {
			if holds(c, st, s, w, game.Off) >= 0 {
				return s
			}
		}
		return game.Off
	})
}

// holds returns the lowest level of a site with the component and, unless it is
// -1, the state; -1 if there is none.
func holds(c *game.Context, st board.SiteType, s, what, state int) int {
	if !c.G.Stacks {
		if c.S.What(st, s) == what && (state == game.Off || c.S.StateAt(st, s, game.Off) == state) {
			return 0
		}
		return game.Off
	}
	for l := range c.S.SizeAt(st, s) {
		if matches(c, st, s, l, what, state) {
			return l
		}
	}
	return game.Off
}

func matches(c *game.Context, st board.SiteType, s, level, what, state int) bool {
	return c.S.WhatAt(st, s, level) == what && (state == game.Off || c.S.StateAt(st, s, level) == state)
}

func whereLevelWhat(k *game.Compiler, e *lgdl.Expr) game.Int {
	a := clause.WhereLevelInt(e)
	what := k.Int(a.Int())
	return whereLevel(k, a.SiteType(), a.At(), a.FromTop(), what.Get, game.IntOf(game.Off))
}

func whereLevelName(k *game.Compiler, e *lgdl.Expr) game.Int {
	a := clause.WhereLevelString(e)
	named := k.Named(a.String().Text)
	owner := k.Int(cmp.Or(a.Int(), a.RoleType()))
	if a.State() != nil {
		k.Require(game.SiteState)
	}
	what := func(c *game.Context) int { return named.Of(owner.Get(c)) }
	return whereLevel(k, a.SiteType(), a.At(), a.FromTop(), what, k.IntOr(a.State(), game.Off))
}

func whereLevel(k *game.Compiler, siteType, site, fromTop *lgdl.Expr, what func(c *game.Context) int,
	state game.Int) game.Int {
	k.Require(game.Stacking)
	st := k.SiteTypeOr(siteType)
	at := k.Int(site)
	top := k.BoolOr(fromTop, true)
	return game.IntFn(func(c *game.Context) int {
		w := what(c)
		s := at.Get(c)
		if w <= 0 || !c.G.OnBoard(st, s) {
			return game.Off
		}
		want := state.Get(c)
		n := c.S.SizeAt(st, s)
		down := top.Get(c)
		for i := range n {
			l := i
			if down {
				l = n - 1 - i
			}
			if matches(c, st, s, l, w, want) {
				return l
			}
		}
		return game.Off
	})
}
