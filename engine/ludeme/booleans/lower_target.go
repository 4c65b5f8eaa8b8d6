package booleans

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
)

// lowerIsTarget lowers whether a container, or given sites of it, holds a configuration.
func lowerIsTarget(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	// Slots: Target, number, name, configuration, site, sites.
	k.NoStacks(e)
	n := 0
	switch {
	case e.Args[2] != nil:
		n = slices.IndexFunc(k.G.Containers, func(x game.Container) bool { return x.Name == e.Args[2].Text })
	case e.Args[1] != nil:
		v, ok := k.Int(e.Args[1]).Number()
		if !ok {
			k.No(e, "a container that is not known before")
		}
		n = int(v)
	}
	if n < 0 || n >= len(k.G.Containers) {
		k.No(e, "a container that is unknown")
	}
	want := literals(e.Args[3].Items)
	c := &k.G.Containers[n]
	st, sites, length := board.Cell, []int32(nil), c.Sites
	if n == 0 {
		st, length = k.G.DefaultType, k.G.Topo.Num(board.Cell)
	}
	switch {
	case e.Args[4] != nil:
		sites = literals(e.Args[4:5])
		length = len(sites)
	case e.Args[5] != nil:
		sites = literals(e.Args[5].Items)
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
