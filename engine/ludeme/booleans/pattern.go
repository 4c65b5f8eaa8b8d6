package booleans

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// isTarget compares a container with a configuration; in stacking games the configuration is one stack.
var isTarget = rule.Bool{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Bool {
	a := clause.IsTarget(e)
	container, want := k.IntOr(a.Int1(), 0), literals(a.Ints1())
	var boxes []target
	k.Later(func() {
		if name := a.String(); name != nil {
			n := k.G.ContainerNamed(name.Text)
			if n < 0 {
				k.Fail(name, "there is no container named %q", name.Text)
			}
			container = game.IntOf(n)
		}
		for n := range k.G.Containers {
			boxes = append(boxes, targetIn(k.G, a, n))
		}
	})
	return game.BoolFn(func(c *game.Context) bool {
		n := container.Get(c)
		if n < 0 || n >= len(boxes) {
			game.Fault(e, "there is no container %d", n)
		}
		x := &boxes[n]
		if c.G.Stacks {
			return x.stack(c, want)
		}
		for i, s := range x.sites {
			if !x.fits || int32(c.S.What(x.st, int(s))) != want[i] {
				return false
			}
		}
		return x.fits
	})
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.IsTarget(e)
	k.NoStacks(e)
	n := ir.Num(0)
	switch {
	case a.String() != nil:
		n = ir.Num(k.G.ContainerNamed(a.String().Text))
	case a.Int1() != nil:
		n = k.Temp("container", k.Int(a.Int1()))
	}
	k.SpoilIf(ir.Calc(ir.Not, ir.Calc(ir.Below, n, ir.Num(len(k.G.Containers)))))
	holds := ir.Num(0)
	for box := range k.G.Containers {
		if is := ir.Calc(ir.Eq, n, ir.Num(box)); !is.Is(0) {
			holds = ir.Cond(is, lowerTarget(k, e, box), holds)
		}
	}
	return holds
}}

// lowerTarget reports whether the sites of a container hold the configuration of a (is Target …).
func lowerTarget(k *lower.Lowerer, e *lgdl.Expr, box int) *ir.Expr {
	a := clause.IsTarget(e)
	x, want, holds := targetIn(k.G, a, box), literals(a.Ints1()), ir.Num(1)
	if !x.fits {
		return ir.Num(0)
	}
	if box > 0 {
		x.st = k.G.DefaultType // with which the sites of hands lie
	}
	for i, s := range x.sites {
		if box > 0 && int(s) < k.G.Topo.Num(board.Cell) {
			k.No(e, "sites of another container")
		}
		holds = ir.All(holds, ir.Calc(ir.Eq, k.On(x.st, ir.Num(int(s)), 0, k.WhatAt), ir.Num(int(want[i]))))
	}
	return holds
}

// target are the sites of a container that are compared with a configuration, each with one component of it; unless the
// numbers of both fit no position does.
type target struct {
	st    board.SiteType
	sites []int32
	given bool
	fits  bool
}

func targetIn(g *game.Game, a clause.IsTargetArgs, n int) target {
	x, want := target{st: board.Cell, given: a.Int2() != nil || a.Ints2() != nil}, len(a.Ints1().Items)
	box := &g.Containers[n]
	length := box.Sites
	if n == 0 {
		x.st, length = g.DefaultType, g.Topo.Num(board.Cell)
	}
	most := min(box.Sites, want)
	if g.Stacks { // any of the sites may hold all of it
		most = length
	}
	for i := range most {
		x.sites = append(x.sites, int32(box.First+i))
	}
	if x.given {
		x.sites = literals(a.Int2(), a.Ints2())
		length = len(x.sites)
	}
	x.fits = want == length
	return x
}

func literals(args ...*lgdl.Expr) []int32 {
	var v []int32
	for _, x := range lgdl.Flat(args...) {
		v = append(v, int32(x.Int))
	}
	return v
}

// stack looks for a stack with exactly the wanted content among given sites, or site by site until one of another
// height ends the search.
func (x *target) stack(c *game.Context, want []int32) bool {
	for _, s := range x.sites {
		same := c.S.SizeAt(board.Cell, int(s)) == len(want)
		if !same && !x.given {
			return false
		}
		for l := 0; same && l < len(want); l++ {
			same = int32(c.S.WhatAt(board.Cell, int(s), l)) == want[l]
		}
		if same {
			return true
		}
	}
	return false
}
