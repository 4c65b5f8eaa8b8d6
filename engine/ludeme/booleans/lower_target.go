package booleans

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerIsTarget lowers whether a container, or given sites of it, holds a configuration.
func lowerIsTarget(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.IsTarget(e)
	// Slots: Target, number, name, configuration, site, sites.
	k.NoStacks(e)
	n := 0
	switch {
	case a.String() != nil:
		n = slices.IndexFunc(k.G.Containers, func(x game.Container) bool { return x.Name == a.String().Text })
	case a.Int1() != nil:
		v, ok := k.Int(a.Int1()).Number()
		if !ok {
			k.No(e, "a container that is not known before")
		}
		n = int(v)
	}
	if n < 0 || n >= len(k.G.Containers) {
		k.No(e, "a container that is unknown")
	}
	want := literals(a.Ints1().Items)
	c := &k.G.Containers[n]
	st, sites, length := board.Cell, []int32(nil), c.Sites
	if n == 0 {
		st, length = k.G.DefaultType, k.G.Topo.Num(board.Cell)
	}
	switch {
	case a.Int2() != nil:
		sites = literals([]*lgdl.Expr{a.Int2()})
		length = len(sites)
	case a.Ints2() != nil:
		sites = literals(a.Ints2().Items)
		length = len(sites)
	default:
		for i := range min(c.Sites, len(want)) {
			sites = append(sites, int32(c.First+i))
		}
	}
	if len(want) != length {
		return ir.Num(0)
	}
	if n > 0 {
		st = k.G.DefaultType // with which the sites of hands lie
	}
	holds := ir.Num(1)
	for i, s := range sites {
		if n > 0 && int(s) < k.G.Topo.Num(board.Cell) {
			k.No(e, "sites of another container")
		}
		holds = ir.All(holds, ir.Calc(ir.Eq, k.On(st, ir.Num(int(s)), 0, k.WhatAt), ir.Num(int(want[i]))))
	}
	return holds
}
