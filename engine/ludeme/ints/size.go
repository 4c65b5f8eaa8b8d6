package ints

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var sizeRows = []lgdl.Form{
	{Text: "(size Territory [siteType] (roleType | (player)) [absoluteDirection])", Lower: lower.IntRule(lowerTerritory),
		Result: "int", Concepts: []string{"Territory"},
		Meaning: "The number of empty sites that only pieces of some players border on.", Impl: game.IntRule(territory)},
	{Text: "(size Array ints)", Result: "int", Meaning: "The number of elements of an array.", Impl: howMany("ints", nil)},
	{Text: "(size Stack [siteType] [in:sites | at:int])", Result: "int", Meaning: "The height of stacks.",
		Impl: stackSize},
	{Text: "(size LargePiece [siteType] (in:sites | at:int))", Result: "int",
		Meaning: "The number of sites that pieces cover.", Impl: sizeLarge},
	{Text: "(size Group [siteType] at:int [direction] [if:bool])", Result: "int",
		Concepts: []string{"AdjacentDirection unless direction"}, Meaning: "The size of the group of a site.",
		Impl: sizeGroup},
	{Text: "(topLevel [siteType] at:int)", Result: "int",
		Meaning: "The level of the top piece of a stack.", Impl: topLevel},
}

// topLevel is the level of the top of a stack, 0 for none.
var topLevel = rule.AtSite("at", func(c *game.Context, st board.SiteType, s int) int {
	switch {
	case s == game.Off:
		return 0
	case s < 0 || c.G.ContainerAt(s) == 0 && s >= c.G.Topo.Num(st):
		return game.Off
	}
	return max(c.S.SizeAt(st, s)-1, 0)
}, func(k *lower.Lowerer, st board.SiteType, site *ir.Expr) *ir.Expr {
	n := k.Temp("n", k.On(st, site, 0, k.SizeAt))
	level := ir.Cond(ir.Calc(ir.Lt, ir.Num(0), n), ir.Calc(ir.Sub, n, ir.Num(1)), ir.Num(0))
	none := ir.Calc(ir.Eq, site, ir.Num(game.Off))
	return ir.Cond(ir.Any(none, k.ExistsOn(st, site)), level, ir.Num(game.Off))
}).Needs(game.Stacking)

// sizeLarge adds up what each component covers where it stands on the centre of the board.
var sizeLarge = rule.Of(func(e *lgdl.Expr) rule.Int {
	return siteSum{of: func(c *game.Context, st board.SiteType, s int) int {
		n := covered(c, c.S.What(st, s))
		if n < 0 {
			game.Fault(e, "the board has no centre")
		}
		return n
	}, code: func(k *lower.Lowerer, st board.SiteType, site *ir.Expr) *ir.Expr {
		k.NoStacks(e)
		sizes, c := make([]int64, len(k.G.Components)), game.NewContext(k.G)
		for what := range sizes {
			if sizes[what] = int64(covered(c, what)); sizes[what] < 0 {
				k.No(e, "the size of a large piece on a board without a centre")
			}
		}
		return ir.At(k.Table("covered", ir.I16, sizes), k.Temp("what", k.On(st, site, 0, k.WhatAt)))
	}}.rule()
}, "siteType", "in", "at")

// covered is the number of sites that a component covers, 0 for none, -1 for a large one where there is no centre.
func covered(c *game.Context, what int) int {
	if what == 0 || !c.G.Components[what].Large() {
		return min(what, 1)
	}
	centre := c.G.Topo.Set(board.Cell, board.Centre)
	if len(centre) == 0 {
		return game.Off
	}
	sites := c.Footprint(what, int(centre[0]), 0, c.TakeInts())
	c.GiveInts(sites)
	return len(sites)
}

// territory leaves (to) at the last site it looked at.
func territory(k *game.Compiler, e *lgdl.Expr) game.Int {
	a := clause.SizeTerritory(e)
	st := k.SiteTypeOr(a.SiteType())
	var players func(c *game.Context, dst []int32) []int32
	if role := a.RoleType(); role != nil {
		players = k.Occupants(role.Text)
	} else {
		id := k.Player(a.Player(), nil)
		players = func(c *game.Context, dst []int32) []int32 { return append(dst, int32(id.Get(c))) }
	}
	d := game.DirectionOf(a.AbsoluteDirection())
	return game.IntFn(func(c *game.Context) int {
		ids := players(c, c.TakeInts())
		mask := game.MaskOf(ids)
		seen := c.TakeSet()
		queue := c.TakeInts()
		total := 0
		for s := range c.G.Topo.Num(st) {
			if seen.Has(s) || !c.S.IsEmpty(st, s) {
				continue
			}
			seen.Add(s)
			queue = append(queue[:0], int32(s))
			mine := true
			for head := 0; head < len(queue); head++ {
				for _, t := range bordering(c.G.Topo, st, queue[head], d) {
					if seen.Has(int(t)) {
						continue
					}
					c.To = int(t)
					if c.S.IsEmpty(st, int(t)) {
						seen.Add(int(t))
						queue = append(queue, t)
					} else if mask&(1<<c.S.Who(st, int(t))) == 0 {
						mine = false
					}
				}
			}
			if mine {
				total += len(queue)
			}
		}
		c.GiveInts(queue)
		c.GiveSet(seen)
		c.GiveInts(ids)
		return total
	})
}

// bordering returns the sites one step away; around an edge all adjacent edges.
func bordering(topo *board.Topology, st board.SiteType, s int32, d board.Direction) []int32 {
	if st == board.Edge {
		return topo.Neighbours(st, board.RelAdjacent, s)
	}
	return topo.Steps(st, s, d)
}
