package moves

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
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
	k.EachReal(a.ToPlayer(), a.ToRoleType(), func(who, is *ir.Expr) {
		if is.Is(1) {
			whom = append(whom, p.Put(e, who, 10))
			return
		}
		bit := p.Put(e, is, 1)
		whom = append(whom, func(data *ir.Expr) *ir.Expr { return ir.Cond(bit(data), who, ir.Num(game.Off)) })
	})
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

// lowerSetTeam lowers players who form a team: numbers that are no player's, and roles of several, are left out.
func lowerSetTeam(k *lower.Lowerer, e *lgdl.Expr) {
	a, p := clause.SetTeamIntRoleTypes(e), k.Packing()
	team := p.Put(e, k.Fitting(k.Int(a.Int()), 0, layout.MaxTeam), 8)
	var whom []func(data *ir.Expr) *ir.Expr
	some := false
	for _, x := range a.RoleTypes().Items {
		who := k.Temp("who", k.Role(x))
		if lo, hi := who.Range(); hi >= 1 && int(lo) <= k.G.Players {
			some = some || lo >= 1 && int(hi) <= k.G.Players
			whom = append(whom, p.Put(e, ir.Cond(k.IsPlayer(who, 1), who, ir.Num(0)), 5))
		}
	}
	if !some { // perhaps a move of nothing
		k.OnlyEffect(e, true)
	}
	k.Emit(lower.Candidate{Data: p.Value}, a.Then(), func(_, _, data *ir.Expr) {
		team := k.Temp("team", team(data))
		for _, of := range whom {
			who := k.Temp("who", of(data))
			k.If(ir.Calc(ir.Ne, who, ir.Num(0)), func() {
				k.Do(lower.Action{Kind: game.ActAddPlayerToTeam, What: who, Value: team})
			})
		}
	})
}
