package moves

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerSetHidden lowers what is hidden from players, or shown to them.
func lowerSetHidden(k *lower.Lowerer, e *lgdl.Expr) {
	a := clause.SetHiddenAtSites(e)
	st := k.TypeOf(a.SiteType())
	kinds := game.HiddenKinds(a.HiddenData(), a.HiddenDatas())
	k.OnlyEffect(e, a.Sites() != nil)
	on := k.BoolOr(a.Bool(), true)
	players := k.PlayersOf(a.ToPlayer(), a.ToRoleType())
	// One player who is not known before travels with the candidate.
	data := ir.Calc(ir.And, on, ir.Num(1))
	if len(players) == 1 {
		data = ir.Calc(ir.Or, ir.Calc(ir.Shl, k.Fitting(players[0], 0, 1<<10), ir.Num(1)), data)
	}
	act := func(_, to, data *ir.Expr) {
		k.Bare()
		if st != k.G.DefaultType { // the sites of hands are those of any type
			k.SpoilIf(ir.Calc(ir.Not, k.InHand(st, to)))
		}
		on := k.Temp("on", ir.Calc(ir.And, data, ir.Num(1)))
		hide := func(p *ir.Expr) {
			for _, kind := range kinds {
				k.Hide(kind, p, to, on)
			}
		}
		k.If(k.Exists(to), func() {
			if len(players) > 1 {
				for _, p := range players {
					hide(p)
				}
				return
			}
			p := k.Temp("p", ir.Calc(ir.Shr, data, ir.Num(1)))
			k.If(ir.All(ir.Calc(ir.Le, ir.Num(1), p), ir.Calc(ir.Le, p, ir.Num(k.G.Players))), func() { hide(p) })
		})
	}
	if a.Sites() != nil {
		if a.Then() != nil {
			k.No(a.Then(), "a consequent of hiding several sites")
		}
		k.EmitSet(lower.Candidate{Data: data}, k.Region(a.Sites()), nil, act)
		return
	}
	site := k.Temp("site", k.Fitting(k.Int(a.At()), -1, k.Sites()-1))
	k.Emit(lower.Candidate{From: site, To: site, Data: data}, a.Then(), act)
}

// lowerSetRotation lowers the turning of a piece: to the rotations that are listed, and to
// the ones before and after the present one.
func lowerSetRotation(k *lower.Lowerer, e *lgdl.Expr) {
	a := clause.AnySetRotation(e)
	site := k.Env.From
	if to := a.To(); to != nil {
		k.SiteType(clause.To(to).SiteType())
		switch {
		case clause.To(to).Sites() != nil:
		case clause.To(to).Int() != nil:
			site = k.Int(clause.To(to).Int())
		default:
			site = k.Env.To
		}
	}
	site = k.Temp("site", k.Iterator(e, site))
	turn := func(rotation *ir.Expr) {
		v := k.Fitting(rotation, 0, 1<<20-1)
		k.Emit(lower.Candidate{From: site, To: site, Data: v}, a.Then(), func(_, to, v *ir.Expr) {
			k.SetDatum(lower.Rotation, to, nil, v)
		})
	}
	k.If(k.Exists(site), func() {
		for _, x := range lgdl.Flat(a.Ints(), a.Int()) {
			turn(k.Int(x))
		}
		topo := k.G.Topo
		highest := max(len(topo.Supported(board.Cell, board.RelAll)), len(topo.Supported(board.Vertex, board.RelAll))) - 1
		now := k.Temp("now", k.DatumOn(lower.Rotation, site, nil))
		k.If(k.Cond(a.Previous()), func() {
			turn(ir.Cond(ir.Calc(ir.Eq, now, ir.Num(0)), ir.Num(highest), ir.Calc(ir.Sub, now, ir.Num(1))))
		})
		k.If(k.Cond(a.Next()), func() {
			turn(ir.Cond(ir.Calc(ir.Le, ir.Num(highest), now), ir.Num(0), ir.Calc(ir.Add, now, ir.Num(1))))
		})
	})
}

// lowerSetLevel lowers the setting of a number of the piece at a level of a stack.
func lowerSetLevel(k *lower.Lowerer, e *lgdl.Expr) {
	a := clause.SetSite(e)
	k.SiteType(a.SiteType())
	datum := lower.Worth
	if a.SetSiteType().Text == "State" {
		datum = lower.State
	}
	const bits = 10
	v, l := k.Fitting(k.Int(a.Int()), -1, 1<<bits-1), k.Fitting(k.Int(a.Level()), -2, 1<<(20-bits)-2)
	site := k.Temp("site", k.Int(a.At()))
	ok := ir.All(k.Exists(site), ir.Calc(ir.Le, ir.Num(0), v), ir.Calc(ir.Le, ir.Num(-1), l))
	k.If(ok, func() {
		// The level travels one up.
		data := ir.Calc(ir.Or, ir.Calc(ir.Shl, ir.Calc(ir.Add, l, ir.Num(1)), ir.Num(bits)), v)
		k.Emit(lower.Candidate{From: site, To: site, Data: data}, a.Then(), func(_, to, data *ir.Expr) {
			level := ir.Calc(ir.Sub, ir.Calc(ir.Shr, data, ir.Num(bits)), ir.Num(1))
			k.SetDatum(datum, to, level, ir.Calc(ir.And, data, ir.Num(1<<bits-1)))
		})
	})
}
