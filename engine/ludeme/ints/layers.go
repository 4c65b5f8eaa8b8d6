package ints

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// biggestLine leaves (to) at the last site of the board.
func biggestLine(k *game.Compiler, e *lgdl.Expr) game.Int {
	a := clause.CountSizeBiggestLine(e)
	st := k.SiteTypeOr(a.SiteType())
	d := game.DirectionOf(a.AbsoluteDirection())
	cond := k.Cond(a.If())
	return game.IntFn(func(c *game.Context) int {
		topo := c.G.Topo
		member := c.TakeSet()
		rule.Members(c, st, cond, member)
		prefix := func(path []int32) int {
			n := 0
			for _, s := range path[1:] {
				if !member.Has(int(s)) {
					break
				}
				n++
			}
			return n
		}
		longest := 0
		for s := member.Next(0); s >= 0; s = member.Next(s + 1) {
			longest = max(longest, 1)
			radials := topo.DistinctRadials(st, int32(s), d)
			for i := range radials {
				n := 1 + prefix(radials[i].Path)
				if back := radials[i].Opposite; back != nil {
					n += prefix(back)
				}
				longest = max(longest, n)
			}
		}
		c.GiveSet(member)
		return longest
	})
}

// lowerBiggestLine goes along the lines through each member in both directions.
func lowerBiggestLine(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.CountSizeBiggestLine(e)
	k.SiteType(a.SiteType())
	member := k.BoardOnly(k.Standing())
	switch {
	case k.G.DeductionPuzzle:
		k.No(e, "lines of variables")
	case a.If() != nil:
		member = k.Keep(k.Members(a.If(), nil))
	}
	lines, ahead, back := k.DistinctLines(game.DirectionOf(a.AbsoluteDirection()))
	longest, n := k.Let("longest", ir.Num(0)), ir.Within("n", 0, k.Sites())
	fits := func(s *ir.Expr) *ir.Expr { return ir.Calc(ir.SetHas, member, s) }
	k.Each(member, func(s *ir.Expr) {
		k.If(ir.Calc(ir.Eq, ir.Read(longest), ir.Num(0)), func() { k.Add(ir.Put(longest, ir.Num(1))) })
		k.Row(lines, s, func(line *ir.Expr) {
			k.Add(ir.Put(n, ir.Num(1)))
			k.CountWhile(ahead, line, n, fits)
			k.CountWhile(back, line, n, fits)
			k.If(ir.Calc(ir.Lt, ir.Read(longest), ir.Read(n)), func() { k.Add(ir.Put(longest, ir.Read(n))) })
		})
	})
	return ir.Read(longest)
}

func platform(k *game.Compiler, e *lgdl.Expr) game.Int {
	a := clause.CountSitesPlatformBelow(e)
	st := k.SiteTypeOr(a.SiteType())
	site := k.IntElse(a.Int(), game.IntFn(func(c *game.Context) int { return c.To }))
	role := k.Role(a.RoleType().Text)
	return game.IntFn(func(c *game.Context) int {
		topo := c.G.Topo
		s := site.Get(c)
		if !c.G.OnBoard(board.Vertex, s) || !c.G.OnBoard(st, s) {
			game.Fault(e, "site %d is not on the board", s)
		}
		if topo.Layer(board.Vertex, int32(s)) == 0 {
			return 0
		}
		owner, n := role.Get(c), 0
		for _, t := range topo.Steps(st, int32(s), board.Downward) {
			if c.S.Who(board.Vertex, int(t)) == owner {
				n++
			}
		}
		return n
	})
}

func lowerPlatform(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a, t := clause.CountSitesPlatformBelow(e), k.G.Topo
	k.SiteType(a.SiteType())
	if k.G.DefaultType != board.Vertex || game.ManyRole(a.RoleType().Text) {
		k.No(e, "pieces below a site that is no vertex, or of several players")
	}
	var site *ir.Expr
	if a.Int() != nil {
		site = k.Temp("site", k.Int(a.Int()))
	} else {
		site = k.Temp("site", k.Iterator(e, k.Env.To))
	}
	who := k.Temp("who", k.Role(a.RoleType()))
	rows := make([][]int32, k.Sites())
	for s := range int32(t.Num(board.Vertex)) {
		if t.Layer(board.Vertex, s) > 0 {
			rows[s] = t.Steps(board.Vertex, s, board.Downward)
		}
	}
	below := k.Rows("below", rows)
	n := k.Let("below", ir.Num(0))
	k.Choose(k.OnBoard(site), func() {
		k.Row(below, site, func(s *ir.Expr) {
			k.If(ir.Calc(ir.Eq, k.WhoAt(s), who), func() { k.Add(ir.Increment(n)) })
		})
	}, k.Spoil)
	return ir.Read(n)
}
