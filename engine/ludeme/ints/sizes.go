package ints

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

func sizesOf(e *lgdl.Expr) rule.Groups {
	a := clause.Sizes(e)
	return rule.Groups{Type: a.SiteType(), Direction: a.Direction(), If: a.If()}
}

// sizesGroup are the sizes of the groups of a player's pieces, of all pieces, or of the sites that meet a condition, from
// pieces on: with a condition alone from the shared ones.
var sizesGroup = rule.Array{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Ints {
	a, f := clause.Sizes(e), sizesOf(e).Flood(k)
	role, of := a.RoleType(), a.Of()
	least := k.IntOr(a.Min(), 0)
	owner := game.IntOf(k.G.Shared())
	all := role == nil && of == nil && a.If() == nil
	switch {
	case role != nil:
		all = role.Text == "All" || role.Text == "Shared"
		owner = k.Role(role.Text)
	case of != nil:
		owner = k.Int(of)
	}
	return game.Ints{Eval: func(c *game.Context, dst []int32) []int32 {
		who := owner.Get(c)
		if who < 0 {
			game.Fault(e, "the role stands for no single player")
		}
		first, last, min := who, who, least.Get(c)
		if all {
			first, last = 1, c.G.Players
		}
		f.OfPieces(c, first, last, func(s int) bool {
			return c.S.Who(f.St, s) == who || all && c.S.What(f.St, s) != 0
		}, func(group []int32, _ game.Set) bool {
			if len(group) >= min {
				dst = append(dst, int32(len(group)))
			}
			return true
		})
		return dst
	}}
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr, f func(v *ir.Expr)) {
	a := clause.Sizes(e)
	role, of, cond := a.RoleType(), a.Of(), a.If()
	groups := sizesOf(e).Begin(k, e, 0, k.G.Shared())
	least := k.Temp("least", k.IntOr(a.Min(), 0))
	if cond != nil && (role != nil || of != nil) {
		k.No(e, "groups of pieces that meet a condition")
	}
	all := role == nil && of == nil && cond == nil || role != nil && (role.Text == "All" || role.Text == "Shared")
	switch {
	case all:
		groups.Owners = groups.Owners[1 : 1+k.G.Players]
		groups.Starts = k.None()
		for _, p := range groups.Owners {
			groups.Starts = ir.Calc(ir.SetOr, groups.Starts, k.Whose(p))
		}
		groups.Member = k.Standing()
	case cond != nil:
		groups.Owners = groups.Owners[k.G.Shared():]
		groups.Starts, groups.Member = k.Whose(k.G.Shared()), k.Members(cond, nil)
	default:
		who := role
		if who == nil {
			who = of
		}
		groups.Only = k.Temp("who", k.Int(who))
		groups.Starts = k.Keep(k.WhoseBy(groups.Only))
		groups.Member = groups.Starts
	}
	groups.Starts, groups.Member = k.BoardOnly(groups.Starts), k.BoardOnly(groups.Member)
	groups.Each(k, e, k.SizesInTurn(), func(_, _, size *ir.Expr) {
		k.If(ir.Calc(ir.Le, least, size), func() { f(size) })
	})
}}
