package moves

import (
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
