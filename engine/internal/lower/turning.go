package lower

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
)

// A piece that turns again and again comes to look the ways in which it has looked before: all of them after
// turnsBefore, and again after a number that turnsAround is a multiple of.
const (
	turnsBefore = board.NumDirections
	turnsAround = 48
)

// Turning is AdjoiningAs of what turns on the way: the row of a site is its number and by, for how often that is.
func (k *Lowerer) Turning(dirs *lgdl.Expr, from *ir.Expr) (near *write.Rows, by func(turned *ir.Expr) *ir.Expr) {
	st := k.G.DefaultType
	depends := func(x *lgdl.Expr) bool { return x.Kind == lgdl.Clause && x.Arg("bySite") != nil }
	if !steadyDirections(dirs) || dirs.Any(depends) {
		k.No(dirs, "steps that turn, in directions that depend on the site or the play")
	}
	look, _ := k.looks(st, dirs, "Adjacent")
	h := &heading{}
	const turns = turnsBefore + turnsAround
	which := make([]int64, 0, turns*k.Fields.Comps)
	for comp := range k.Fields.Comps {
		facing := k.G.FacingOf(comp)
		for turned := range turns {
			list, text := look(facing, turned)
			if turned >= turnsBefore {
				if _, again := look(facing, turned+turnsAround); again != text {
					k.No(dirs, "steps that turn in a way of their own")
				}
			}
			which = append(which, h.numberOf(list, text))
		}
	}
	if len(h.cases) > maxCases {
		k.No(dirs, "directions of many cases")
	}
	what := k.Temp("what", k.WhatAt(from))
	return k.steps(st, h), func(turned *ir.Expr) *ir.Expr {
		turned = k.Temp("turned", turned)
		after := ir.Calc(ir.Sub, turned, ir.Num(turnsBefore))
		later := ir.Calc(ir.Add, ir.Num(turnsBefore), ir.Calc(ir.Rem, after, ir.Num(turnsAround)))
		turned = ir.Cond(ir.Calc(ir.Lt, turned, ir.Num(turnsBefore)), turned, later)
		turned = ir.Cond(ir.Calc(ir.Lt, turned, ir.Num(0)), ir.Num(0), turned)
		at := ir.Calc(ir.Add, ir.Calc(ir.Mul, what, ir.Num(turns)), k.Temp("turned", turned))
		return k.Temp("by", ir.Calc(ir.Mul, ir.At(k.Table("turned", ir.U8, which), at), ir.Num(k.Fields.Span)))
	}
}
