package regions

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var (
	union        = joined((game.Set).Union, ir.SetOr)
	intersection = joined((game.Set).Intersect, ir.SetAnd)
)

// joined is the rule of an operator on two regions or a list of them, of which one after the other is joined to the
// first.
func joined(join func(s, t game.Set), op ir.Op) rule.Region {
	return rule.Region{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Region {
		var list []game.Region
		for _, x := range lgdl.Flat(e.Args...) {
			list = append(list, k.Region(x))
		}
		return freeze(k, list, func(c *game.Context, out game.Set) {
			for i := range list {
				if i == 0 {
					list[i].AddTo(c, out)
					continue
				}
				s := list[i].Borrow(c)
				join(out, s)
				list[i].Return(c, s)
			}
		})
	}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		set := k.None()
		for i, x := range lgdl.Flat(e.Args...) {
			if next := k.Region(x); i == 0 {
				set = next
			} else {
				set = ir.Calc(op, set, next)
			}
		}
		return set
	}}
}

// difference is a region without another one or without a site.
var difference = rule.Region{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Region {
	args := clause.DifferenceSites(e)
	a := k.Region(args.Sites1())
	if args.Sites2() != nil {
		b := k.Region(args.Sites2())
		return freeze(k, []game.Region{a, b}, func(c *game.Context, out game.Set) {
			a.AddTo(c, out)
			s := b.Borrow(c)
			out.Subtract(s)
			b.Return(c, s)
		})
	}
	b := k.Int(args.Int())
	if a.Static != nil && b.Const && b.V < 0 {
		k.Fail(args.Int(), "there is no site %d to take out of a constant region", b.V)
	}
	eval := func(c *game.Context, out game.Set) {
		a.AddTo(c, out)
		if s := b.Get(c); out.Has(s) && s >= 0 {
			out.Remove(s)
		}
	}
	if !b.Const {
		return game.RegionFn(eval)
	}
	return freeze(k, []game.Region{a}, eval)
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.DifferenceSites(e)
	if a.Sites2() != nil {
		return ir.Calc(ir.SetMinus, k.Region(a.Sites1()), k.Region(a.Sites2()))
	}
	one := k.TempSet()
	site := k.Temp("site", k.Int(a.Int()))
	k.Store(one, k.Region(a.Sites1()))
	k.If(ir.Calc(ir.Below, site, ir.Num(k.Sites())), func() {
		k.Add(&ir.Stmt{Op: ir.Exclude, Field: one, Args: []*ir.Expr{ir.Num(0), site}})
	})
	return ir.SetAt(one, ir.Num(0))
}}

var choose = rule.If(rule.Choice[game.Region]{
	Impl: func(k *game.Compiler, e *lgdl.Expr) game.Region {
		if e == nil {
			return empty(k)
		}
		return k.Region(e)
	}, Pick: func(cond game.Bool, yes, no game.Region) game.Region {
		return game.RegionFn(func(c *game.Context, out game.Set) {
			if cond.Get(c) {
				yes.AddTo(c, out)
			} else {
				no.AddTo(c, out)
			}
		})
	}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		if e == nil {
			return k.None()
		}
		return k.Region(e)
	}, Code: ir.Select}, "bool", "sites1", "sites2")

// expand adds neighbours, a number of times. With a direction these are the
// targets of the steps in that direction.
func expand(k *game.Compiler, e *lgdl.Expr) game.Region {
	a := clause.Expand(e)
	container := 0
	switch {
	case a.Int() != nil:
		n := k.Int(a.Int())
		if !n.Const {
			k.Fail(a.Int(), "expected the constant number of a container")
		}
		container = n.V
	case a.String() != nil:
		container = containerNamed(k, a.String())
	}
	if container != 0 {
		k.Fail(e, "only regions of the board can be expanded")
	}
	steps := k.IntOr(a.Steps(), 1)
	st := k.SiteTypeOr(a.SiteType())
	beside := besides(k, a)
	var from game.Region
	var origin game.Int
	constant := steps.Const
	if a.Sites() != nil {
		from = k.Region(a.Sites())
	} else {
		origin = k.Int(a.Origin())
		constant = constant && origin.Const
	}
	eval := func(c *game.Context, out game.Set) {
		if from.Given() {
			from.AddTo(c, out)
		} else if s := origin.Get(c); s >= 0 {
			put(e, out, s)
		}
		n, round := c.G.Topo.Num(st), c.TakeInts()
		for range steps.Get(c) {
			round = round[:0]
			for s := out.Next(0); s >= 0; s = out.Next(s + 1) {
				if s >= n {
					game.Fault(e, "site %d is not on the board and cannot be expanded", s)
				}
				round = append(round, int32(s))
			}
			before := out.Len()
			for _, s := range round {
				addAll(out, beside(s))
			}
			if out.Len() == before {
				break
			}
		}
		c.GiveInts(round)
	}
	switch {
	case !constant:
		return game.RegionFn(eval)
	case from.Given():
		return freeze(k, []game.Region{from}, eval)
	}
	return static(k, eval)
}

// besides are the sites that a region is expanded by at a site.
func besides(k *game.Compiler, a clause.ExpandArgs) func(s int32) []int32 {
	t, st := k.G.Topo, k.SiteTypeOr(a.SiteType())
	if d := a.AbsoluteDirection(); d != nil && st != board.Edge {
		dir, _ := board.ParseDirection(d.Text)
		return func(s int32) []int32 { return t.Steps(st, s, dir) }
	}
	return func(s int32) []int32 { return t.Neighbours(st, board.RelAdjacent, s) }
}

// containerNamed returns the number of the container with exactly that name.
func containerNamed(k *game.Compiler, e *lgdl.Expr) int {
	n := k.G.ContainerNamed(e.Text)
	if n < 0 {
		k.Fail(e, "there is no container named %q", e.Text)
	}
	return n
}
