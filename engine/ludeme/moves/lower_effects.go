package moves

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerSurround lowers the capture of pieces next to a site whose neighbours are all
// held. Its consequents never run.
func lowerSurround(k *lower.Lowerer, e *lgdl.Expr) {
	k.NoBetween(e)
	a := clause.Surround(e)
	origin, rel := k.Temp("origin", lowerOriginOf(k, e, true)), relation(k.Parts, a.RelationType())
	effectIf, effect := effects(a.Between())
	if effect == nil {
		effectIf = nil // which the removal does not ask for
	}
	except := k.Temp("except", k.IntOr(a.Except(), 0))
	var with *ir.Expr
	if a.With() != nil {
		with = k.Temp("piece", onePiece(a.With()).Lower(k, e))
	}
	rows := make([][]int32, k.Sites())
	for s := range k.G.Topo.Num(k.G.DefaultType) {
		for _, r := range k.G.Topo.Radials(k.G.DefaultType, int32(s), rel) {
			rows[s] = append(rows[s], r.Path[1])
		}
	}
	near := k.Rows("beside", rows)
	k.If(k.OnBoard(origin), func() {
		k.Row(near, origin, func(u *ir.Expr) {
			env := k.Env
			k.Env.Between = u
			ok, exceptions, met := ir.Within("ok", 0, 1), ir.Within("exceptions", 0, 1<<15), ir.Within("met", 0, 1)
			k.Add(ir.Put(ok, betweenIsEnemy.orLowered(k, a.Between())), ir.Put(exceptions, ir.Num(0)), ir.Put(met, ir.Truth(with == nil)))
			k.If(ir.Read(ok), func() {
				k.Row(near, u, func(v *ir.Expr) {
					if with != nil {
						k.If(ir.Calc(ir.Eq, k.WhatAt(v), with), func() { k.Add(ir.Put(met, ir.Num(1))) })
					}
					k.Env.To = v
					k.If(ir.All(ir.Calc(ir.Ne, v, origin), ir.Calc(ir.Not, toIsFriend.orLowered(k, a.To()))), func() {
						k.Add(ir.Increment(exceptions))
					})
				})
			})
			k.Env.To = env.To
			k.If(ir.All(ir.Read(ok), ir.Calc(ir.Le, ir.Read(exceptions), except), ir.Read(met)), func() {
				lowerAffected(k, u, effectIf, effect)
			})
			k.Env = env
		})
	})
}

// lowerTakeControl lowers the change of a player's pieces into another player's of the
// same names.
func lowerTakeControl(k *lower.Lowerer, e *lgdl.Expr) {
	a := clause.TakeControl(e)
	k.SiteType(a.SiteType())
	g := k.G
	if g.Stacks || g.Values || g.Rotations || g.Hides || g.Has(game.InternalLoop) || a.OfRoleType() == nil {
		k.No(e, "control of more than plain pieces")
	}
	// All are the pieces of everybody; every other role is one number, which may be nobody's.
	of := k.AllSites()
	if a.OfRoleType().Text != "All" {
		of = k.OwnedBy(k.Role(a.OfRoleType()))
	}
	by := a.ByRoleType()
	if a.ByInt() != nil {
		by = a.ByInt()
	}
	owner, ok := k.Int(by).Number()
	if !ok || owner < 0 || int(owner) > g.Shared() {
		k.No(e, "control by a player who is not known before")
	}
	into := make([]int64, len(g.Components))
	for c := range into {
		into[c] = int64(counterpart(g, c, int(owner)))
	}
	table := k.Table("counterpart", ir.I16, into)
	switch {
	case a.At() != nil:
		one := k.NewSet()
		site := k.Temp("site", k.Int(a.At()))
		k.If(ir.Calc(ir.Below, site, ir.Num(k.Sites())), func() {
			k.Include(one, site)
		})
		of = ir.Calc(ir.SetAnd, of, ir.SetAt(one, ir.Num(0)))
	case a.To() != nil:
		of = ir.Calc(ir.SetAnd, of, k.Region(a.To()))
	}
	take := func(site *ir.Expr) {
		comp := k.Temp("comp", ir.At(table, k.WhatAt(site)))
		k.If(ir.Calc(ir.Lt, ir.Num(0), comp), func() {
			p := k.Packing()
			what, count := p.Put(e, comp, k.ComponentBits()), func(*ir.Expr) *ir.Expr { return ir.Num(1) }
			if k.HasCounts() {
				count = p.Put(e, k.CountAt(site), 6)
			}
			state := p.Put(e, k.StateAt(site), 7)
			k.Emit(lower.Candidate{From: site, To: site, Data: p.Value}, a.Then(), func(_, to, data *ir.Expr) {
				what, count := k.Temp("what", what(data)), k.Temp("count", count(data))
				state := k.Temp("state", state(data))
				k.Clear(to)
				k.Acts(game.ActAdd, to, to)
				k.Set(to, what, count, state)
			})
		})
	}
	inTurn := a.Then() != nil && k.InTurn(a.Then())
	if !k.Orderless() {
		inTurn = true
	}
	if !k.ByLists(e, inTurn) {
		k.Each(of, take)
		return
	}
	of = k.Keep(of)
	k.EachListed(func(site *ir.Expr) { k.If(ir.Calc(ir.SetHas, of, site), func() { take(site) }) })
}
