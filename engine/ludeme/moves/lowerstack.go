package moves

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerFlip lowers the turning over of a piece, or of a stack of pieces.
func lowerFlip(k *lower.Lowerer, e *lgdl.Expr) {
	a := clause.Flip(e)
	k.SiteType(a.SiteType())
	site := k.IntElse(a.Int(), k.Env.To)
	site = k.Temp("site", k.Iterator(e, site))
	n := 1
	for i := range k.G.Components {
		for _, f := range k.G.Components[i].Flips {
			n = max(n, f[0]+1, f[1]+1)
		}
	}
	var table, able []int64
	for i := range k.G.Components {
		list := k.G.Components[i].Flips
		for s := range n {
			table = append(table, int64(flipped(list, s)))
		}
		able = append(able, int64(min(len(list), 1)))
	}
	to := k.Table("flips", ir.Int, table)
	turned := func(what, state *ir.Expr) *ir.Expr {
		state = k.Temp("state", state)
		return ir.Cond(ir.Calc(ir.Below, state, ir.Num(n)),
			ir.At(to, ir.Calc(ir.Add, ir.Calc(ir.Mul, what, ir.Num(n)), state)), state)
	}
	what := k.Temp("what", k.WhatAt(site))
	size := k.Temp("size", k.SizeAt(site))
	one := ir.All(ir.Calc(ir.Eq, size, ir.Num(1)), ir.At(k.Table("flippable", ir.U8, able), what))
	single := func() {
		k.If(one, func() {
			v := k.Fitting(turned(what, k.DatumOn(layout.State, site, nil)), 0, 1<<20-1)
			k.Emit(lower.Candidate{From: site, To: site, Data: v}, a.Then(), func(_, to, v *ir.Expr) {
				k.SetDatum(layout.State, to, nil, v)
			})
		})
	}
	if !k.Stacked() {
		single()
		return
	}
	k.Choose(ir.Calc(ir.Lt, ir.Num(1), size), func() {
		k.Emit(lower.Candidate{From: site, To: site}, a.Then(), func(_, to, _ *ir.Expr) {
			k.FlipStack(to, turned)
		})
	}, single)
}

// levelBits is the room for a level that a candidate carries, one up for that of nothing.
const levelBits = 8

// levelled is how a move says from and to which levels of stacks it goes: nil for levels that it does not say.
type levelled struct {
	from, to func(data *ir.Expr) *ir.Expr
	data     *ir.Expr
}

func (l levelled) given() bool { return l.from != nil || l.to != nil }

// lowerLevels works the levels of a (from …) and a (to …) out, which see the iterators as they are outside of the move.
func lowerLevels(k *lower.Lowerer, from, to *lgdl.Expr) (l levelled) {
	p := k.Packing()
	level := func(e *lgdl.Expr) func(data *ir.Expr) *ir.Expr {
		if e == nil {
			return nil
		}
		get := p.Put(e, ir.Calc(ir.Add, k.Int(e), ir.Num(1)), levelBits)
		return func(data *ir.Expr) *ir.Expr { return ir.Calc(ir.Sub, get(data), ir.Num(1)) }
	}
	if to != nil && (k.Asks(to, "to") || k.AsksArrival()) {
		k.No(to, "a level that depends on the site, or is asked for")
	}
	l.from, l.to = level(from), level(to)
	l.data = p.Value
	return l
}

// carry moves a piece or a whole stack from and to these levels.
func (l levelled) carry(k *lower.Lowerer, from, to, data *ir.Expr, stack bool) {
	at := ir.Num(-1)
	if l.from != nil {
		at = k.Temp("level", l.from(data))
	}
	plainly := func() {
		switch {
		case stack && (l.from == nil || l.to != nil):
			k.CarryStack(from, to)
		case l.from != nil:
			k.CarryLevel(from, at, to)
		default:
			k.CarryTop(from, to)
		}
	}
	if l.to == nil {
		plainly()
		return
	}
	into := k.Temp("into", l.to(data))
	k.Choose(ir.Calc(ir.Lt, into, ir.Num(0)), plainly, func() {
		if stack {
			k.CarryStackInto(from, to, into)
			return
		}
		k.Choose(ir.Calc(ir.Lt, at, ir.Num(0)), func() { k.CarryInto(from, to, into) },
			func() { k.CarryLevelInto(from, at, to, into) })
	})
}
