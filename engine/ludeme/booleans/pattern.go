package booleans

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// isTarget compares a container with a configuration; in stacking games the
// configuration is one stack.
func isTarget(k *game.Compiler, e *lgdl.Expr) game.Bool {
	a := clause.IsTarget(e)
	container := k.IntOr(a.Int1(), 0)
	var number int
	if name := a.String(); name != nil {
		k.Later(func() {
			number = slices.IndexFunc(k.G.Containers, func(x game.Container) bool { return x.Name == name.Text })
			if number < 0 {
				k.Fail(name, "there is no container named %q", name.Text)
			}
		})
	}
	want := literals(a.Ints1().Items)
	var sites []int32
	given := a.Int2() != nil || a.Ints2() != nil
	switch {
	case a.Int2() != nil:
		sites = literals([]*lgdl.Expr{a.Int2()})
	case a.Ints2() != nil:
		sites = literals(a.Ints2().Items)
	}
	return game.BoolFn(func(c *game.Context) bool {
		n := number
		if a.String() == nil {
			n = container.Get(c)
		}
		if n < 0 || n >= len(c.G.Containers) {
			game.Fault(e, "there is no container %d", n)
		}
		st, first, size := board.Cell, c.G.Containers[n].First, c.G.Containers[n].Sites
		length := size
		if n == 0 {
			st, length = c.G.DefaultType, c.G.Topo.Num(board.Cell)
		}
		if c.G.Stacks {
			if n == 0 {
				size = length
			}
			return targetStack(c, want, sites, given, first, size)
		}
		if given {
			length = len(sites)
		}
		if len(want) != length {
			return false
		}
		if given {
			for i, s := range sites {
				if int32(c.S.What(st, int(s))) != want[i] {
					return false
				}
			}
			return true
		}
		for i := range min(size, len(want)) {
			if int32(c.S.What(st, first+i)) != want[i] {
				return false
			}
		}
		return true
	})
}

func literals(list []*lgdl.Expr) []int32 {
	v := make([]int32, len(list))
	for i, x := range list {
		v[i] = int32(x.Int)
	}
	return v
}

// targetStack looks for a stack with exactly the wanted content among the
// sites, or cell by cell until one of another height ends the search.
func targetStack(c *game.Context, want, sites []int32, given bool, first, size int) bool {
	same := func(s int) bool {
		for l, w := range want {
			if int32(c.S.WhatAt(board.Cell, s, l)) != w {
				return false
			}
		}
		return true
	}
	if given {
		return slices.ContainsFunc(sites, func(s int32) bool {
			return c.S.SizeAt(board.Cell, int(s)) == len(want) && same(int(s))
		})
	}
	for s := first; s < first+size; s++ {
		if c.S.SizeAt(board.Cell, s) != len(want) {
			return false
		}
		if same(s) {
			return true
		}
	}
	return false
}
