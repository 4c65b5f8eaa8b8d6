package ints

import (
	"cmp"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// pieceCount is a compiled (count Pieces …).
type pieceCount struct {
	players  func(c *game.Context, dst []int32) []int32
	named    *game.NameSet // nil: every component
	region   game.Region
	cond     game.Bool
	explicit bool // a site type was given: only that type, and only the board
	st       board.SiteType
}

func countComponent(k *game.Compiler, e *lgdl.Expr) game.Int {
	a := clause.CountComponent(e)
	siteType, role, of, name := a.SiteType(), a.RoleType(), a.Of(), a.String()
	if a.CountComponentType().Text == "Pips" {
		return pips(k, e, role, of)
	}
	if name != nil && name.Text == "Bag" {
		return game.IntFn(func(c *game.Context) int { return len(c.S.Dominoes) })
	}
	p := &pieceCount{explicit: siteType != nil, st: k.SiteTypeOr(siteType), cond: k.Cond(a.If())}
	switch {
	case of != nil:
		id := k.Int(of)
		p.players = func(c *game.Context, dst []int32) []int32 { return append(dst, int32(id.Get(c))) }
	case role != nil:
		p.players = k.Occupants(role.Text)
	default:
		p.players = k.Occupants("All")
	}
	if name != nil {
		p.named = k.Named(name.Text)
	}
	if a.In() != nil {
		p.region = k.Region(a.In())
	}
	return game.IntFn(p.count)
}

// count goes through the position lists of the players and looks at what
// stands on each of the sites now.
func (p *pieceCount) count(c *game.Context) int {
	players := p.players(c, c.TakeInts())
	mask := game.MaskOf(players)
	var within game.Set
	if p.region.Given() {
		within = p.region.Borrow(c)
	}
	seen := c.TakeSet()
	site, level := c.Site, c.Level
	n := 0
	for _, id := range players {
		seen.Clear()
		for _, comp := range c.G.ComponentsOf(int(id)) {
			for _, place := range c.S.Places(int(comp)) {
				s := int(place.Site)
				if seen.Has(s) || p.explicit && place.Type != p.st {
					continue
				}
				seen.Add(s)
				if within == nil || within.Has(s) {
					n += p.at(c, s, mask)
				}
			}
		}
	}
	c.Site, c.Level = site, level
	c.GiveSet(seen)
	if within != nil {
		p.region.Return(c, within)
	}
	c.GiveInts(players)
	return n
}

// at counts the pieces on one site whose owner is in the mask.
func (p *pieceCount) at(c *game.Context, s int, mask uint32) int {
	if p.explicit && !c.G.OnBoard(p.st, s) {
		return 0
	}
	c.Site = s
	if !c.G.Stacks {
		if !p.wants(c.S.Who(p.st, s), c.S.What(p.st, s), mask) || !p.cond.Ok(c) {
			return 0
		}
		return c.S.CountAt(p.st, s)
	}
	n := 0
	for l := range c.S.SizeAt(p.st, s) {
		c.Level = l
		if p.wants(c.S.WhoAt(p.st, s, l), c.S.WhatAt(p.st, s, l), mask) && p.cond.Ok(c) {
			n++
		}
	}
	return n
}

func (p *pieceCount) wants(who, what int, mask uint32) bool {
	return mask&(1<<who) != 0 && (p.named == nil || p.named.Has(what))
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
