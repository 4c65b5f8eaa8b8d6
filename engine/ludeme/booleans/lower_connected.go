package booleans

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// maxLowered bounds the regions of one connection that is lowered.
const maxLowered = 64

// lowerConnect lowers whether a group joins regions, or whether regions can no longer
// be joined.
func lowerConnect(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.IsConnect(e)
	k.SiteType(a.SiteType())
	near := k.Adjoining(e, a.Direction())
	g := compileGoals(k.Parts, e, a.Regions(), a.RoleType(), a.RegionTypeStatic())
	c := k.Settle()
	// Regions of a list may follow the play; those of players are as they were before it.
	of := func(owner int) []*ir.Expr {
		regions := g.of(owner)
		if len(regions) > maxLowered {
			k.No(e, "a connection of more than %d regions", maxLowered)
		}
		var sets []*ir.Expr
		for i, r := range regions {
			if a.Regions() != nil {
				sets = append(sets, k.AskedRegion(a.Regions().Items[i]))
				continue
			}
			set := make(game.Set, k.G.SetWords)
			r.AddTo(c, set)
			words := make([]uint64, k.P.Words)
			copy(words, set)
			sets = append(sets, ir.SetOf(words))
		}
		return sets
	}
	wanted := func(n int) int {
		if a.Int() == nil {
			return n
		}
		v, ok := k.Int(a.Int()).Number()
		if !ok || v < 1 {
			k.No(a.Int(), "a number of regions that changes")
		}
		return int(v)
	}
	if a.IsConnectType().Text == "Blocked" {
		return lowerBlocked(k, e, near, of, wanted)
	}
	f := k.IntElse(a.At(), k.Fields.Get(layout.LastTo))
	f = k.Temp("site", f)
	joined := k.Var("joined", 0, 1, ir.Num(0))
	k.If(k.OnBoard(f), func() {
		w := k.Temp("owner", k.WhoAt(f))
		role := w
		if a.RoleType() != nil {
			role = k.Temp("role", k.Role(a.RoleType()))
		}
		k.If(ir.Calc(ir.Ne, w, ir.Num(0)), func() {
			for p := 1; p <= k.G.Shared(); p++ {
				is := ir.Calc(ir.Eq, role, ir.Num(p))
				if is.Is(0) || a.RoleType() == nil && len(k.G.ComponentsOf(p)) == 0 {
					continue
				}
				k.If(is, func() { lowerJoined(k, near, f, ir.Calc(ir.Eq, w, ir.Num(p)), p, of(p), wanted, joined) })
			}
		})
	})
	return ir.Read(joined)
}

// lowerJoined adds whether a site, or with own the group of the player's pieces around
// it, touches enough regions of a player.
func lowerJoined(k *lower.Lowerer, near *write.Rows, f, own *ir.Expr, p int, regions []*ir.Expr, wanted func(int) int,
	joined *ir.Local) {
	n := wanted(len(regions))
	if len(regions) == 0 || n > len(regions) {
		return
	}
	met := ir.Num(0)
	for _, r := range regions {
		met = ir.Calc(ir.Add, met, ir.Calc(ir.SetHas, r, f))
	}
	k.Choose(ir.Calc(ir.Le, ir.Num(n), met), func() { k.Add(ir.Put(joined, ir.Num(1))) }, func() {
		k.If(own, func() {
			own := k.BoardOnly(k.Whose(p))
			if sets, ok := k.Joinable(near, regions); ok {
				touched := ir.Calc(ir.Ones, ir.Calc(ir.Wide, k.Touched(near, f, own, sets)))
				k.Add(ir.Put(joined, ir.Calc(ir.Le, ir.Num(n), touched)))
				return
			}
			group, _ := k.Flood(near, f, own)
			k.Add(ir.Put(joined, lowerMeets(group, regions, n)))
		})
	})
}

// lowerMeets is whether a set has sites in at least n ≥ 1 of some regions.
func lowerMeets(group *ir.Expr, regions []*ir.Expr, n int) *ir.Expr {
	all, met := ir.Num(1), ir.Num(0)
	for _, r := range regions {
		touches := ir.Calc(ir.SetAny, ir.Calc(ir.SetAnd, group, r))
		all, met = ir.All(all, touches), ir.Calc(ir.Add, met, touches)
	}
	if n == len(regions) {
		return all
	}
	return ir.Calc(ir.Le, ir.Num(n), met)
}

// lowerBlocked lowers whether no way over own and empty sites leads from a site of the
// first region to enough of the others. The site itself is not looked up in them.
func lowerBlocked(k *lower.Lowerer, e *lgdl.Expr, near *write.Rows, of func(int) []*ir.Expr,
	wanted func(int) int) *ir.Expr {
	w := k.Mover
	if clause.IsConnect(e).RoleType() != nil {
		n, ok := k.Role(clause.IsConnect(e).RoleType()).Number()
		if !ok {
			k.No(e, "the regions of a player who is not known before")
		}
		w = int(n)
	}
	regions := of(w)
	if len(regions) == 0 {
		k.No(e, "no regions to connect")
	}
	n := wanted(len(regions))
	if n == 1 {
		return ir.Calc(ir.Not, ir.Calc(ir.SetAny, regions[0]))
	}
	joined := k.Var("joined", 0, 1, ir.Num(0))
	if n <= len(regions) {
		open := k.Keep(k.BoardOnly(ir.Calc(ir.SetOr, k.Whose(w), k.Unoccupied())))
		k.Each(ir.Calc(ir.SetAnd, regions[0], open), func(f *ir.Expr) {
			k.If(ir.Calc(ir.Not, ir.Read(joined)), func() {
				group, _ := k.Flood(near, f, open)
				others := k.TempSet()
				k.Add(&ir.Stmt{Op: ir.SetStore, Field: others, Args: []*ir.Expr{ir.Num(0), group}},
					&ir.Stmt{Op: ir.Exclude, Field: others, Args: []*ir.Expr{ir.Num(0), f}})
				k.Add(ir.Put(joined, lowerMeets(ir.SetAt(others, ir.Num(0)), regions[1:], n-1)))
			})
		})
	}
	return ir.Calc(ir.Not, ir.Read(joined))
}
