package lower

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
)

// looking is a way to look in the directions of a clause.
type looking struct {
	st     board.SiteType
	e      *lgdl.Expr
	def    string
	facing board.Direction
	turned int
}

// Seen is what is seen so, by site, and a text that tells it from all else.
type seen struct {
	list [][]board.Direction
	text string
}

// relation names what is worked out once for directions.
type relation struct {
	st   board.SiteType
	kind string
	text string
}

// Known returns the tables of a relation of sites, which make makes.
func (k *Lowerer) known(st board.SiteType, kind string, h *heading, make func() [2]*write.Rows) [2]*write.Rows {
	if h.text == "" {
		return make()
	}
	r := relation{st, kind, h.text}
	rows, ok := k.relations[r]
	if !ok {
		rows = make()
		k.relations[r] = rows
	}
	return rows
}

// looks returns what the directions of a clause are by site, for a way to look and how often that is turned, and a text
// that tells them from others; and whether it matters how pieces are turned.
func (k *Lowerer) looks(st board.SiteType, e *lgdl.Expr, def string) (look func(f board.Direction,
	turned int) ([][]board.Direction, string), turn bool) {
	var dirs game.Directions
	var c *game.Context
	compile := func() {
		dirs = k.Parts.Directions(e, def)
		c = k.Settle()
	}
	if k.Fields.Kept[layout.Rotation] {
		compile()
	}
	return func(facing board.Direction, turned int) ([][]board.Direction, string) {
		l := looking{st, e, def, facing, turned}
		x, ok := k.looked[l]
		if !ok {
			if c == nil {
				compile()
			}
			c.Facing, c.Turned = facing, 1+turned
			x.list = make([][]board.Direction, k.G.Topo.Num(st))
			for s := range x.list {
				x.list[s] = dirs.Eval(c, st, s, nil)
			}
			x.text = textOf(x.list)
			k.looked[l] = x
		}
		return x.list, x.text
	}, k.Fields.Kept[layout.Rotation] && dirs.Relative
}

// maxTurns bounds the rotations of pieces whose directions follow them: a play in which one is turned more often is
// spoilt.
const maxTurns = 16

// steadyHeading has one case for each way to look that makes a difference.
func (k *Lowerer) steadyHeading(st board.SiteType, e *lgdl.Expr, def string, at *ir.Expr) *heading {
	look, turn := k.looks(st, e, def)
	h := &heading{which: ir.Num(0)}
	piece, turns := k.Piece(), 1
	known := piece != 0 && position.SameRead(at, k.Env.From)
	if turn {
		turns = maxTurns
	}
	if known && !turn {
		h.numberOf(look(k.G.FacingOf(piece), 0))
		return h
	}
	which := make([]int64, k.Fields.Comps*turns)
	for i := range which {
		w := i / turns
		if known {
			w = piece
		}
		which[i] = h.numberOf(look(k.G.FacingOf(w), i%turns))
	}
	switch {
	case len(h.cases) > maxCases:
		k.No(e, "directions of many cases")
	case len(h.cases) == 1:
		return h
	}
	index := ir.Num(piece)
	if !known {
		index = k.On(st, at, 0, k.WhatAt)
	}
	if turn {
		by := k.Temp("turned", k.On(st, at, 0, func(site *ir.Expr) *ir.Expr { return k.DatumOn(layout.Rotation, site, nil) }))
		some := ir.Calc(ir.Below, by, ir.Num(turns))
		k.SpoilIf(ir.Calc(ir.Not, some))
		index = ir.Calc(ir.Add, ir.Calc(ir.Mul, index, ir.Num(turns)), ir.Cond(some, by, ir.Num(0)))
	}
	h.which = ir.At(k.Table("facing", ir.U8, which), index)
	return h
}
