package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// Packing is numbers that are worked out when a candidate is found, packed into its data.
type Packing struct {
	Value *ir.Expr // nil for nothing

	k    *Lowerer
	bits int
}

// PackedBits is the room for data in a candidate.
const PackedBits = 20

// Packing packs nothing as yet.
func (k *Lowerer) Packing() *Packing { return &Packing{k: k} }

// Put packs a number from 0 on, and returns how to read it. Constants need no room.
func (p *Packing) Put(e *lgdl.Expr, v *ir.Expr, bits int) func(data *ir.Expr) *ir.Expr {
	if _, ok := v.Number(); ok {
		return func(*ir.Expr) *ir.Expr { return v }
	}
	if p.bits+bits > PackedBits {
		p.k.No(e, "a move of too many numbers")
	}
	most, shift := 1<<bits-1, p.bits
	v = p.k.Fitting(v, 0, most)
	v = ir.Calc(ir.Shl, ir.Calc(ir.And, v, ir.Num(most)), ir.Num(shift))
	if p.Value != nil {
		v = ir.Calc(ir.Or, p.Value, v)
	}
	p.Value = p.k.Temp("packed", v)
	p.bits += bits
	return func(data *ir.Expr) *ir.Expr {
		return ir.Calc(ir.And, ir.Calc(ir.Shr, data, ir.Num(shift)), ir.Num(most))
	}
}

// EmitRemoval emits that what stands on a site, or on those of a set, is removed so many times: the top, or what is on
// a level unless that is nil or infinite; later is at the end of the turn. Of several removals the first is the decision.
func (k *Lowerer) EmitRemoval(siteType *lgdl.Expr, site, set, level, times *ir.Expr, later bool, then *lgdl.Expr) {
	st, p := k.TypeOf(siteType), k.Packing()
	times = k.Temp("number", times)
	number := p.Put(k.clause, ir.Cond(ir.Calc(ir.Lt, times, ir.Num(1)), ir.Num(1), times), 9)
	var up func(data *ir.Expr) *ir.Expr // a level other than the top travels one up
	switch {
	case level == nil || level.Is(game.Infinity):
	case set != nil:
		k.No(k.clause, "a level of the sites of a region")
	default:
		l := k.Temp("level", level)
		above := k.Temp("up", ir.Calc(ir.Add, ir.Cond(ir.Calc(ir.Lt, l, ir.Num(0)), ir.Num(0), l), ir.Num(1)))
		up = p.Put(k.clause, ir.Cond(ir.Calc(ir.Eq, above, k.SizeAt(site)), ir.Num(0), above), 11)
	}
	take := func(to, at *ir.Expr) {
		k.At(st, to, func() {
			k.Choose(ir.Calc(ir.Eq, at, ir.Num(0)), func() { k.Clear(to) },
				func() { k.ClearLevel(to, ir.Calc(ir.Sub, at, ir.Num(1))) })
		})
	}
	if later {
		k.SiteType(siteType)
		take = func(to, _ *ir.Expr) { k.Later(to) }
	}
	act := func(_, to, data *ir.Expr) {
		at := ir.Num(0)
		if up != nil {
			at = k.Temp("level", up(data))
			k.Arrive(k.Temp("arrived", ir.Cond(ir.Calc(ir.Eq, at, ir.Num(0)), at, ir.Calc(ir.Sub, at, ir.Num(1)))))
		}
		take(to, at)
		if more := ir.Calc(ir.Sub, k.Temp("times", number(data)), ir.Num(1)); !more.Is(0) {
			k.Undecided(func() { k.Repeat(more, func() { take(to, at) }) })
		}
	}
	if set != nil {
		k.EmitSet(Candidate{Data: p.Value}, set, then, act)
		return
	}
	k.Emit(Candidate{From: site, To: site, Data: p.Value}, then, act)
}
