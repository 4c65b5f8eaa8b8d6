package ints

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerCountStacked lowers the number of pieces of some owners in stacks: each owner's sites are
// looked for in the position lists, and there all pieces of the role are counted.
func lowerCountStacked(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.CountComponent(e)
	k.SiteType(a.SiteType())
	owners := k.OwnersOf(e, a.Of(), a.RoleType())
	if a.SiteType() == nil && a.String() == nil && a.In() == nil && a.If() == nil && k.Mirrored() {
		if n, ok := lowerNumber(k, owners); ok {
			return n
		}
	}
	in := k.AllSites()
	if a.SiteType() != nil {
		in = k.Board()
	}
	if a.In() != nil {
		in = ir.Calc(ir.SetAnd, in, k.Region(a.In()))
	}
	mask := k.Temp("mask", k.MaskOf(owners))
	env := k.Env
	n := k.Let("n", ir.Num(0))
	count := func(sites *ir.Expr) {
		k.Each(ir.Calc(ir.SetAnd, sites, in), func(site *ir.Expr) {
			k.Env.Site = site
			k.EachLevel(site, false, func(level *ir.Expr) {
				k.Env.Level = level
				k.If(ir.All(lowerWanted(k, a.String(), mask, site, level), k.Cond(a.If())), func() {
					k.Add(ir.Increment(n))
				})
			})
		})
	}
	if k.Mirrored() && one(owners) {
		count(k.Stacks())
	} else {
		owners(func(owner int, is *ir.Expr) { k.If(is, func() { count(k.ListedOf(owner)) }) })
	}
	k.Env = env
	return ir.Read(n)
}

// lowerWanted lowers whether the piece at a level of a site has an owner in a mask and one
// of the components with a name, nil for any.
func lowerWanted(k *lower.Lowerer, name *lgdl.Expr, mask, site, level *ir.Expr) *ir.Expr {
	what := k.Temp("what", k.WhatOn(site, level))
	wanted := k.InMask(mask, what)
	if name != nil {
		wanted = ir.All(wanted, k.IsNamed(name.Text, what))
	}
	return wanted
}

// lowerNumber lowers the number of pieces of a role that stands for one player, where the
// position lists are what stands on the board; false for other roles.
func lowerNumber(k *lower.Lowerer, owners lower.Owners) (n *ir.Expr, ok bool) {
	n = ir.Num(0)
	owners(func(owner int, is *ir.Expr) { n = ir.Calc(ir.Add, n, ir.Cond(is, k.NumberListed(owner), ir.Num(0))) })
	return n, one(owners)
}

// one reports whether a role stands for one player. Of several, a site is counted once for each who has pieces there.
func one(owners lower.Owners) bool {
	always := 0
	owners(func(_ int, is *ir.Expr) {
		if is.Is(1) {
			always++
		}
	})
	return always <= 1
}
