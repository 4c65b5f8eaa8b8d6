package ints

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerMembers is the set of sites that form groups: those that meet a condition, by
// default those that are occupied.
func lowerMembers(k *lower.Lowerer, cond *lgdl.Expr) *ir.Expr {
	if cond != nil {
		return k.Members(cond, nil)
	}
	return ir.Calc(ir.SetMinus, k.Board(), k.Empty())
}

// lowerCountGroups lowers the number of groups, or the size of the biggest one.
func lowerCountGroups(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.CountGroups(e)
	if a.CountGroupsType().Text == "SizeBiggestGroup" {
		return lowerBiggest(k, e, a.SiteType(), a.Direction(), a.If(), a.IsVisible())
	}
	k.SiteType(a.SiteType())
	near := k.Adjoining(e, a.Direction()) // of tops, where there are stacks
	least := k.Temp("least", k.IntOr(a.Min(), 0))
	n := k.Let("groups", ir.Num(0))
	member := lowerMembers(k, a.If())
	k.EachGroup(near, k.Board(), member, func(_, _, size *ir.Expr) {
		k.If(ir.Calc(ir.Le, least, size), func() { k.Add(ir.Increment(n)) })
	})
	return ir.Read(n)
}

func lowerBiggestGroup(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.CountSizeBiggestGroup(e)
	return lowerBiggest(k, e, a.SiteType(), a.Direction(), a.If(), a.IsVisible())
}

func lowerBiggest(k *lower.Lowerer, e, siteType, direction, cond, visible *lgdl.Expr) *ir.Expr {
	k.SiteType(siteType)
	if !k.BoolOr(visible, false).Is(0) {
		k.No(e, "groups that are seen from above")
	}
	near := k.Adjoining(e, direction)
	n := k.Let("biggest", ir.Num(0))
	k.EachGroup(near, k.Board(), lowerMembers(k, cond), func(_, _, size *ir.Expr) {
		k.If(ir.Calc(ir.Lt, ir.Read(n), size), func() { k.Add(ir.Put(n, size)) })
	})
	return ir.Read(n)
}

// lowerGroupOf adds what f adds for the group of a site, if the site meets the
// condition: the like pieces, or the sites that meet it. A site that is not on the
// board spoils the play.
func lowerGroupOf(k *lower.Lowerer, near *lower.Rows, start *ir.Expr, cond *lgdl.Expr, like bool,
	f func(group, size *ir.Expr)) {
	start = k.Temp("start", start)
	k.Choose(k.OnBoard(start), func() {
		env := k.Env
		defer func() { k.Env = env }()
		k.Env.To = start
		if like {
			// The condition for the first site sees (from) as it is outside.
			k.If(k.Cond(cond), func() {
				k.Env.From = start
				what := k.Temp("what", k.WhatAt(start))
				pieces := ir.Select(what, ir.SetAt(k.Fields.At, what), k.Empty())
				member := k.BoardOnly(pieces)
				if cond != nil {
					member = ir.Calc(ir.SetAnd, member, k.Members(cond, start))
				}
				f(k.Flood(near, start, member))
			})
			return
		}
		k.Env.From = start
		k.If(k.Bool(cond), func() { f(k.Flood(near, start, k.Members(cond, start))) })
	}, k.Spoil)
}

func lowerSizeGroup(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.SizeGroup(e)
	k.SiteType(a.SiteType())
	near := k.Neighbours(e, a.Direction())
	n := k.Var("size", 0, 1<<16, ir.Num(0))
	lowerGroupOf(k, near, k.Int(a.At()), a.If(), a.If() == nil, func(_, size *ir.Expr) { k.Add(ir.Put(n, size)) })
	return ir.Read(n)
}

func lowerLiberties(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.CountLiberties(e)
	k.SiteType(a.SiteType())
	near := k.Neighbours(e, a.Direction())
	start := k.IntElse(a.At(), k.Fields.Get(lower.LastTo))
	n := k.Var("liberties", 0, 1<<16, ir.Num(0))
	if k.IsEnough(e, 1) && a.If() == nil {
		start = k.Temp("start", start)
		k.Choose(k.OnBoard(start), func() {
			k.If(k.WhatAt(start), func() { k.Add(ir.Put(n, k.Free(near, start))) })
		}, k.Spoil)
		return ir.Read(n)
	}
	lowerGroupOf(k, near, start, a.If(), true, func(group, size *ir.Expr) {
		around := k.Bordering(near, group)
		free := ir.Calc(ir.SetMinus, ir.Calc(ir.SetAnd, around, k.Empty()), group)
		k.Add(ir.Put(n, ir.Calc(ir.SetCount, free)))
	})
	return ir.Read(n)
}

// lowerSizesGroup lowers the sizes of the groups of a player's pieces, of all pieces,
// or of the sites that meet a condition, from pieces on.
func lowerSizesGroup(k *lower.Lowerer, e *lgdl.Expr, f func(v *ir.Expr)) {
	a := clause.Sizes(e)
	k.SiteType(a.SiteType())
	near := k.Neighbours(e, a.Direction())
	k.Mutual(e, near) // the groups are found in the order in which the pieces came to their sites
	role, of, cond := a.RoleType(), a.Of(), a.If()
	least := k.Temp("least", k.IntOr(a.Min(), 0))
	if cond != nil && (role != nil || of != nil) {
		k.No(e, "groups of pieces that meet a condition")
	}
	all := role == nil && of == nil && cond == nil || role != nil && (role.Text == "All" || role.Text == "Shared")
	starts, member, only := k.None(), (*ir.Expr)(nil), (*ir.Expr)(nil)
	var owners []int
	for p := range k.G.Shared() + 1 {
		owners = append(owners, p)
	}
	switch {
	case all:
		for p := 1; p <= k.G.Players; p++ {
			starts = ir.Calc(ir.SetOr, starts, k.Owned(p))
		}
		owners = owners[1 : 1+k.G.Players]
		member = ir.Calc(ir.SetMinus, k.Board(), k.Empty())
	case cond != nil:
		starts, member = k.Owned(k.G.Shared()), k.Members(cond, nil)
		owners = []int{k.G.Shared()}
		if k.Asks(cond, "from") {
			k.No(e, "a condition that asks for (from)")
		}
	default:
		who := role
		if who == nil {
			who = of
		}
		only = k.Temp("who", k.Int(who))
		starts = k.Keep(k.OwnedBy(only))
		member = starts
	}
	starts, member = k.BoardOnly(starts), k.BoardOnly(member)
	one := func(_, _, size *ir.Expr) {
		k.If(ir.Calc(ir.Le, least, size), func() { f(size) })
	}
	switch inTurn := k.SizesInTurn(); {
	case inTurn && !k.KeepsLists():
		k.No(e, "groups in their order, on several types of sites")
	case inTurn:
		k.EachGroupListed(near, owners, only, member, one)
	default:
		k.EachGroup(near, starts, member, one)
	}
}

// lowerTerritory lowers the number of empty sites that border on pieces of some
// players only.
func lowerTerritory(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.SizeTerritory(e)
	k.SiteType(a.SiteType())
	near := k.Neighbours(e, a.AbsoluteDirection())
	var mine *ir.Expr
	if role := a.RoleType(); role != nil {
		mine = k.Pieces(e, role.Text)
	} else {
		n, ok := k.Int(clause.PlayerInt(a.Player()).Int()).Number()
		if !ok || n < 0 || int(n) > k.G.Shared() {
			k.No(e, "the territory of a player who is not known before")
		}
		mine = k.Owned(int(n))
	}
	k.Mutual(e, near)
	end := &ir.Label{Name: "group"}
	n := k.Let("territory", ir.Num(0))
	others := k.Keep(ir.Calc(ir.SetMinus, ir.Calc(ir.SetMinus, k.Board(), k.Empty()), mine))
	k.EachGroup(near, k.Board(), k.Empty(), func(_, group, size *ir.Expr) {
		k.Add(&ir.Stmt{Op: ir.Scope, Label: end, Body: k.Inside(func() {
			k.Add(ir.When(ir.Calc(ir.SetAny, ir.Calc(ir.SetAnd, k.Bordering(near, group), others)), ir.Leave(end)))
			k.Add(ir.Put(n, ir.Calc(ir.Add, ir.Read(n), size)))
		})})
	})
	return ir.Read(n)
}
