package ints

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var groupCounts = rule.Ints{"Groups": numberOfGroups, "SizeBiggestGroup": biggest(func(e *lgdl.Expr) rule.Groups {
	a := clause.CountGroups(e)
	return rule.Groups{Type: a.SiteType(), Direction: a.Direction(), If: a.If(), Visible: a.IsVisible(), Tops: true}
})}.At("countGroupsType")

var biggestGroup = biggest(func(e *lgdl.Expr) rule.Groups {
	a := clause.CountSizeBiggestGroup(e)
	return rule.Groups{Type: a.SiteType(), Direction: a.Direction(), If: a.If(), Visible: a.IsVisible(), Tops: true}
})

func biggest(groups func(e *lgdl.Expr) rule.Groups) rule.Int {
	return rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
		f := groups(e).Flood(k)
		return game.IntFn(func(c *game.Context) int {
			n := 0
			f.All(c, func(size int) { n = max(n, size) })
			return n
		})
	}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		g := groups(e)
		near := g.Near(k, e)
		n := k.Let("biggest", ir.Num(0))
		k.UntilEnough(e, n, func(stop func()) {
			g.LowerAll(k, near, func(size *ir.Expr) {
				k.If(ir.Calc(ir.Lt, ir.Read(n), size), func() {
					k.Add(ir.Put(n, size))
					stop()
				})
			})
		})
		return ir.Read(n)
	}}
}

// numberOfGroups is that of the groups of some size at least, whether they are visible or not.
var numberOfGroups = rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
	f, least := groupsOf(e).Flood(k), k.IntOr(clause.CountGroups(e).Min(), 0)
	return game.IntFn(func(c *game.Context) int {
		min, n := least.Get(c), 0
		f.All(c, func(size int) {
			if size >= min {
				n++
			}
		})
		return n
	})
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	g := groupsOf(e)
	near := g.Near(k, e)
	least := k.Temp("least", k.IntOr(clause.CountGroups(e).Min(), 0))
	n := k.Let("groups", ir.Num(0))
	k.UntilEnough(e, n, func(stop func()) {
		g.LowerAll(k, near, func(size *ir.Expr) {
			k.If(ir.Calc(ir.Le, least, size), func() {
				k.Add(ir.Increment(n))
				stop()
			})
		})
	})
	return ir.Read(n)
}}

func groupsOf(e *lgdl.Expr) rule.Groups {
	a := clause.CountGroups(e)
	return rule.Groups{Type: a.SiteType(), Direction: a.Direction(), If: a.If(), Tops: true}
}

// liberties are the empty sites next to a group; where it only matters whether there are any, the group is flooded as
// far as the first.
var liberties = rule.Int{Impl: groupLiberties.Impl, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.CountLiberties(e)
	if !k.IsEnough(e, 1) || a.If() != nil {
		return groupLiberties.Lower(k, e)
	}
	g, at := libertiesOf(e)
	return g.LowerAt(k, e, at, func(near *write.Rows, start *ir.Expr, n *ir.Local) {
		k.If(k.WhatAt(start), func() { k.Add(ir.Put(n, k.Free(near, start))) })
	})
}}

func libertiesOf(e *lgdl.Expr) (g rule.Groups, at *lgdl.Expr) {
	a := clause.CountLiberties(e)
	return rule.Groups{Type: a.SiteType(), Direction: a.Direction(), If: a.If(), Alike: true, Tops: true}, a.At()
}

var groupLiberties = rule.OfGroup(libertiesOf,
	func(c *game.Context, f *rule.Flood, group []int32, seen game.Set) int {
		n := 0
		absolute := c.TakeDirs()
		for _, s := range group {
			absolute = f.Dirs.Eval(c, f.St, int(s), absolute[:0])
			for _, d := range absolute {
				for _, t := range c.G.Topo.Steps(f.St, s, d) {
					if !seen.Has(int(t)) && c.S.What(f.St, int(t)) == 0 {
						seen.Add(int(t))
						n++
					}
				}
			}
		}
		c.GiveDirs(absolute)
		return n
	}, func(k *lower.Lowerer, near *write.Rows, group, _ *ir.Expr) *ir.Expr {
		around := k.Bordering(near, group)
		return ir.Calc(ir.SetCount, ir.Calc(ir.SetMinus, ir.Calc(ir.SetAnd, around, k.Unoccupied()), group))
	})

// sizeGroup floods over like pieces, or, with a condition, over the sites that meet it whatever is on them.
var sizeGroup = rule.OfGroup(func(e *lgdl.Expr) (g rule.Groups, at *lgdl.Expr) {
	a := clause.SizeGroup(e)
	return rule.Groups{Type: a.SiteType(), Direction: a.Direction(), If: a.If(), Bound: true, Tops: true}, a.At()
}, func(_ *game.Context, _ *rule.Flood, group []int32, _ game.Set) int { return len(group) },
	func(_ *lower.Lowerer, _ *write.Rows, _, size *ir.Expr) *ir.Expr { return size })
