package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// EmitRemoval emits that what stands on a site, or on those of a set, is removed so many times: the top, or what is
// on a level unless that is nil or infinite; later is at the end of the turn. Of several removals the first is the
// decision.
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
