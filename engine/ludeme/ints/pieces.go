package ints

import (
	"cmp"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// pieceCount is a compiled (count Pieces …).
type pieceCount struct {
	*game.PieceSearch
	cond game.Bool
}

func countComponent(k *game.Compiler, e *lgdl.Expr) game.Int {
	a := clause.CountComponent(e)
	role, of, name := a.RoleType(), a.Of(), a.String()
	if a.CountComponentType().Text == "Pips" {
		return pips(k, e, role, of)
	}
	if name != nil && name.Text == "Bag" {
		return game.IntFn(func(c *game.Context) int { return len(c.S.Dominoes) })
	}
	cond := k.Cond(a.If())
	p := &pieceCount{k.PieceSearch(a.SiteType(), role, of, name, a.In()), cond}
	return game.IntFn(func(c *game.Context) int {
		site, level := c.Site, c.Level
		n, seen := 0, c.TakeSet()
		p.Each(c, seen, func(s int, mask uint32) bool { n += p.at(c, s, mask); return true })
		c.GiveSet(seen)
		c.Site, c.Level = site, level
		return n
	})
}

// at counts the pieces on one site whose owner is in the mask.
func (p *pieceCount) at(c *game.Context, s int, mask uint32) int {
	c.Site = s
	if !c.G.Stacks {
		if !p.Wants(c.S.Who(p.Type, s), c.S.What(p.Type, s), mask) || !p.cond.Ok(c) {
			return 0
		}
		return c.S.CountAt(p.Type, s)
	}
	n := 0
	for l := range c.S.SizeAt(p.Type, s) {
		c.Level = l
		if p.Wants(c.S.WhoAt(p.Type, s, l), c.S.WhatAt(p.Type, s, l), mask) && p.cond.Ok(c) {
			n++
		}
	}
	return n
}

// pips reads the sum that the dice had when it was last taken.
func pips(k *game.Compiler, e, role, of *lgdl.Expr) game.Int {
	k.Require(game.Stochastic)
	owner := game.IntOf(k.G.Shared())
	if role != nil || of != nil {
		owner = k.Int(cmp.Or(of, role))
	}
	return game.IntFn(func(c *game.Context) int {
		d := c.G.DiceContainer()
		if d < 0 || c.G.Containers[d].Owner != owner.Get(c) {
			return 0
		}
		return c.S.DiceSum
	})
}
