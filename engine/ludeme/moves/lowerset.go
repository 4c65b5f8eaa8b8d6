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
	p := k.Packing()
	on := p.Put(e, ir.Calc(ir.And, k.BoolOr(a.Bool(), true), ir.Num(1)), 1)
	var whom []func(data *ir.Expr) *ir.Expr // constants, or one player who travels with the candidate
	for _, who := range k.PlayersOf(a.ToPlayer(), a.ToRoleType()) {
		whom = append(whom, p.Put(e, who, 10))
	}
	act := func(_, to, data *ir.Expr) {
		k.Bare()
		if st != k.G.DefaultType { // the sites of hands are those of any type
			k.SpoilIf(ir.Calc(ir.Not, k.InHand(st, to)))
		}
		k.If(k.Exists(to), func() {
			on := k.Temp("on", on(data))
			for _, of := range whom {
				who := k.Temp("p", of(data))
				k.If(k.IsPlayer(who, 1), func() {
					for _, kind := range kinds {
						k.Hide(kind, who, to, on)
					}
				})
			}
		})
	}
	if a.Sites() != nil {
		if a.Then() != nil {
			k.No(a.Then(), "a consequent of hiding several sites")
		}
		k.EmitSet(lower.Candidate{Data: p.Value}, k.Region(a.Sites()), nil, act)
		return
	}
	site := k.Temp("site", k.Fitting(k.Int(a.At()), -1, k.Sites()-1))
	k.Emit(lower.Candidate{From: site, To: site, Data: p.Value}, a.Then(), act)
}
