package moves

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

func groupsOf(e *lgdl.Expr) rule.Groups {
	a := clause.ForEachGroup(e)
	return rule.Groups{Type: a.SiteType(), Direction: a.Direction(), If: a.If(), Tops: true}
}

// directions has the moves for every site in some directions.
var directions = walk{rays: rays{own: true, other: seen}, or: rule.Given("")}.moves().Then()

// seen are directions as the piece at (from) sees them, none where there is none.
var seen = heading{func(k *game.Compiler, e *lgdl.Expr) game.Directions {
	dirs := k.Directions(e.Named("direction"), "Adjacent")
	return game.Directions{Eval: func(c *game.Context, st board.SiteType, site int,
		dst []board.Direction) []board.Direction {
		if c.From < 0 {
			game.Fault(e, "forEach Direction: (from) is not set")
		}
		if what := c.S.What(st, c.From); what != 0 {
			outer := c.Facing
			c.Facing = facing(c, st, what)
			dst = dirs.Eval(c, st, site, dst)
			c.Facing = outer
		}
		return dst
	}}
}, func(k *lower.Lowerer, e *lgdl.Expr, origin *ir.Expr, f linesFrom) {
	from := k.Iterator(e, k.Env.From)
	k.If(ir.Calc(ir.Lt, from, ir.Num(0)), k.Spoil)
	k.If(k.WhatAt(from), func() {
		st := k.G.DefaultType
		f(k.LinesFacing(st, e.Named("direction"), "Adjacent", origin, lowerFacing(k, st, from)))
	})
}}

// facing is where the piece at (from) is taken to look: along the step from
// (from) to (to) when that is one, else its own way.
func facing(c *game.Context, st board.SiteType, what int) board.Direction {
	if c.To != game.Off && c.G.OnBoard(st, c.From) {
		supported := c.G.Topo.Supported(st, board.RelAll)
		for i := len(supported) - 1; i >= 0; i-- {
			if slices.Contains(c.G.Topo.Steps(st, int32(c.From), supported[i]), int32(c.To)) {
				return supported[i]
			}
		}
	}
	return c.G.FacingOf(what)
}
