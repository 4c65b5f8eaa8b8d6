package moves

import (
	"cmp"

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
	capture := func() { lowerAffected(k, e, betweenIsEnemy, a.Between()) }
	if _, effect := effects(a.Between()); effect == nil { // the removal asks for no condition
		capture = func() { betweenIsEnemy.removed().Lower(k, e) }
	}
	if uses(conditionOf(a.Between()), "to") {
		k.No(e, "captures that ask for the site that was looked at before")
	}
	looked := k.Env.To // for the capture, where that is asked: it stays at the site that was looked at last
	if k.Asks(a.Between(), "to") {
		looked = ir.Read(k.Let("looked", cmp.Or(looked, ir.Num(game.Off))))
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
			k.Add(
				ir.Put(ok, betweenIsEnemy.orLowered(k, a.Between())),
				ir.Put(exceptions, ir.Num(0)),
				ir.Put(met, ir.Truth(with == nil)),
			)
			k.If(ir.Read(ok), func() {
				k.Row(near, u, func(v *ir.Expr) {
					if with != nil {
						k.If(ir.Calc(ir.Eq, k.WhatAt(v), with), func() { k.Add(ir.Put(met, ir.Num(1))) })
					}
					k.Env.To = v
					if looked != env.To {
						k.Add(ir.When(ir.Calc(ir.Ne, v, origin), ir.Put(looked.Local, v)))
					}
					k.If(ir.All(ir.Calc(ir.Ne, v, origin), ir.Calc(ir.Not, toIsFriend.orLowered(k, a.To()))), func() {
						k.Add(ir.Increment(exceptions))
					})
				})
			})
			k.Env.To = looked
			k.If(ir.All(ir.Read(ok), ir.Calc(ir.Le, ir.Read(exceptions), except), ir.Read(met)), capture)
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
	if g.Hides || a.OfRoleType() == nil {
		k.No(e, "control of more than plain pieces")
	}
	owner, ok := k.Int(cmp.Or(a.ByInt(), a.ByRoleType())).Number()
	if !ok || owner < 0 || int(owner) > g.Shared() {
		k.No(e, "control by a player who is not known before")
	}
	into := make([]int64, len(g.Components))
	for c := range into {
		into[c] = int64(counterpart(g, c, int(owner)))
	}
	table := k.Table("counterpart", ir.I16, into)
	within := k.AllSites()
	var at *ir.Expr
	switch {
	case a.At() != nil && !k.Stacked():
		at = k.Temp("site", k.Int(a.At()))
	case a.At() != nil:
		one := k.NewSet()
		site := k.Temp("site", k.Int(a.At()))
		k.If(ir.Calc(ir.Below, site, ir.Num(k.Sites())), func() { k.Include(one, site) })
		within = ir.SetAt(one, ir.Num(0))
	case a.To() != nil:
		within = k.Region(a.To())
	}
	take := func(site *ir.Expr) {
		comp := k.Temp("comp", ir.At(table, k.WhatAt(site)))
		k.If(ir.Calc(ir.Lt, ir.Num(0), comp), func() { k.EmitChange(e, site, comp, a.Then()) })
	}
	// All are the pieces of everybody; every other role is one number, which may be nobody's.
	all := a.OfRoleType().Text == "All"
	if k.Stacked() {
		within = k.Keep(within)
		from := func(p int) {
			k.EachStackOf(p, func(site *ir.Expr) { k.If(ir.Calc(ir.SetHas, within, site), func() { take(site) }) })
		}
		if !all {
			k.ForPlayers(k.Role(a.OfRoleType()), from)
			return
		}
		for p := range g.Shared() + 1 {
			from(p)
		}
		return
	}
	of := within
	if !all {
		of = ir.Calc(ir.SetAnd, k.OwnedBy(k.Role(a.OfRoleType())), within)
	}
	if at != nil {
		k.If(ir.All(ir.Calc(ir.Below, at, ir.Num(k.Sites())), ir.Calc(ir.SetHas, of, at)), func() { take(at) })
		return
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
