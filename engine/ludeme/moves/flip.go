package moves

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var flipRows = []lgdl.Form{
	{Text: "(flip [siteType] [int] [(then)])", Lower: lower.MovesRule(lowerFlip).Nobodys(), Result: "moves:effect",
		Concepts: []string{"Flip"}, Meaning: "Turns a piece, or a stack of pieces, over.", Impl: game.MovesRule(compileFlip)},
}

func compileFlip(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	a := clause.Flip(e)
	k.Require(game.SiteState)
	st := k.SiteTypeOr(a.SiteType())
	at := k.IntElse(a.Int(), game.IntFn(toVar))
	return k.Followed(func(c *game.Context, out *game.MoveList) {
		s := at.Get(c)
		if s < 0 {
			return
		}
		t := c.G.TypeAt(st, s)
		what := c.S.What(t, s) // in a puzzle a value
		switch h := c.S.SizeAt(t, s); {
		case h > 1:
			out.Add(flipStack(c, t, s, h))
		case h == 1 && what < len(c.G.Components) && len(c.G.Components[what].Flips) > 0:
			state := flipped(c.G.Components[what].Flips, c.S.StateAt(t, s, game.Off))
			out.Add(c.One(game.SetState(game.SiteType(t), s, game.Off, state)))
		}
	}, a.Then())
}

// flipped is the state after a piece with these flips is turned over.
func flipped(flips [][2]int, state int) int {
	for _, f := range flips {
		switch state {
		case f[0]:
			return f[1]
		case f[1]:
			return f[0]
		}
	}
	return state
}

// flipStack removes all levels and adds their pieces again in reverse order.
func flipStack(c *game.Context, t board.SiteType, s, h int) game.Move {
	st := game.SiteType(t)
	m := c.One(game.Remove(st, s, 0))
	for l := 1; l < h; l++ {
		c.Extend(&m, game.Remove(st, s, l))
	}
	for l := h - 1; l >= 0; l-- {
		comp := c.S.WhatAt(t, s, l)
		state := flipped(c.G.Components[comp].Flips, c.S.StateAt(t, s, l))
		c.Extend(&m, game.Add(st, s, comp, 1, state, c.S.RotationAt(t, s, l), c.S.ValueAt(t, s, l), true))
	}
	return m
}
