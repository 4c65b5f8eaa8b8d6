package ints

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/ir"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lower"
)

// lowerIDOfRole lowers the number of a player, or of his first component of a name.
func lowerIDOfRole(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	role := e.Args[1].Text
	if e.Args[0] == nil || role == "Player" {
		return k.Role(e.Args[1])
	}
	switch role {
	case "Neutral", "P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "Shared", "Mover", "Next", "Prev":
		return k.ComponentOf(e.Args[0].Text, k.Role(e.Args[1]))
	}
	return ir.Num(-1)
}

// lowerWhereName lowers where a player's piece of a name stands.
func lowerWhereName(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	// Slots: name, player, role, state, type.
	st := k.TypeOf(e.Args[4])
	comp := k.ComponentOf(e.Args[0].Text, lowerIntOrRole(k, e.Args[1:3]))
	return lowerWhere(k, st, comp, e.Args[3], k.Single)
}

// lowerWhereWhat lowers the lowest site where a component stands.
func lowerWhereWhat(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	return lowerWhere(k, k.TypeOf(e.Args[1]), k.Int(e.Args[0]), nil, k.Lowest)
}

// lowerWhere lowers the site that choose picks of those of the board with a component
// and, unless it is nil, a local state.
func lowerWhere(k *lower.Lowerer, st board.SiteType, comp *ir.Expr, state *lgdl.Expr,
	choose func(set *ir.Expr) *ir.Expr) *ir.Expr {
	comp = k.Temp("comp", comp)
	known := ir.All(ir.Calc(ir.Lt, ir.Num(0), comp), ir.Calc(ir.Lt, comp, ir.Num(len(k.G.Components))))
	set := k.SitesOf(st, func() *ir.Expr {
		return k.BoardOnly(ir.SetAt(k.Fields.At, ir.Cond(known, comp, ir.Num(0))))
	})
	if state != nil {
		want := k.Temp("want", k.Int(state))
		set = k.Among(set, func(site *ir.Expr) *ir.Expr {
			return ir.Any(ir.Calc(ir.Eq, want, ir.Num(-1)), ir.Calc(ir.Eq, k.On(st, site, 0, k.StateAt), want))
		})
	}
	found := ir.NewLocal("found", ir.I32)
	k.Add(ir.Put(found, ir.Num(-1)))
	k.If(known, func() { k.Add(ir.Put(found, choose(set))) })
	return ir.Read(found)
}

// lowerIntOrRole lowers the first given of a number and a role.
func lowerIntOrRole(k *lower.Lowerer, args []*lgdl.Expr) *ir.Expr {
	for _, a := range args {
		if a != nil {
			return k.Int(a)
		}
	}
	return ir.Num(-1)
}
