package ints

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

func countGroups(k *game.Compiler, e *lgdl.Expr) game.Int {
	a := clause.CountGroups(e)
	st := k.SiteTypeOr(a.SiteType())
	if a.CountGroupsType().Text == "SizeBiggestGroup" {
		return biggest(k, st, a.Direction(), a.If(), a.IsVisible())
	}
	dirs := k.Directions(a.Direction(), "Adjacent")
	cond := k.Cond(a.If())
	least := k.IntOr(a.Min(), 0)
	return game.IntFn(func(c *game.Context) int {
		min, n := least.Get(c), 0
		eachGroup(c, st, dirs, cond, func(group []int32) {
			if len(group) >= min {
				n++
			}
		})
		return n
	})
}

// eachGroup visits the groups of sites for which cond, by default "occupied",
// holds with (to) bound to the site; pieces of all kinds join.
func eachGroup(c *game.Context, st board.SiteType, dirs game.Directions, cond game.Bool, visit func(group []int32)) {
	to := c.To
	member := c.TakeSet()
	c.Tick(c.G.Topo.Num(st))
	for s := range c.G.Topo.Num(st) {
		if candidate(c, st, cond, s) {
			member.Add(s)
		}
	}
	treated, seen := c.TakeSet(), c.TakeSet()
	group := c.TakeInts()
	for s := member.Next(0); s >= 0; s = member.Next(s + 1) {
		if treated.Has(s) {
			continue
		}
		seen.Clear()
		group = c.Flood(st, s, dirs, group[:0], seen, member.Has)
		treated.Union(seen)
		visit(group)
	}
	c.GiveInts(group)
	c.GiveSet(seen)
	c.GiveSet(treated)
	c.GiveSet(member)
	c.To = to
}

// candidate reports whether a site belongs to a group; in deduction puzzles every
// variable with a value does.
func candidate(c *game.Context, st board.SiteType, cond game.Bool, s int) bool {
	c.To = s
	switch {
	case c.G.DeductionPuzzle:
		return c.S.What(st, s) != 0
	case cond.Given():
		return cond.Get(c)
	}
	return c.S.What(st, s) != 0
}

func biggestGroup(k *game.Compiler, e *lgdl.Expr) game.Int {
	a := clause.CountSizeBiggestGroup(e)
	return biggest(k, k.SiteTypeOr(a.SiteType()), a.Direction(), a.If(), a.IsVisible())
}

func biggest(k *game.Compiler, st board.SiteType, direction, condition, isVisible *lgdl.Expr) game.Int {
	dirs := k.Directions(direction, "Adjacent")
	cond := k.Cond(condition)
	visible := k.BoolOr(isVisible, false)
	return game.IntFn(func(c *game.Context) int {
		n := 0
		if !visible.Get(c) {
			eachGroup(c, st, dirs, cond, func(group []int32) { n = max(n, len(group)) })
			return n
		}
		to := c.To
		treated, seen := c.TakeSet(), c.TakeSet()
		group := c.TakeInts()
		for s := range c.G.Topo.Num(st) {
			if treated.Has(s) || !candidate(c, st, cond, s) || c.Covered(st, s) {
				continue
			}
			seen.Clear()
			group = visibleGroup(c, st, s, dirs, cond, group[:0], seen)
			treated.Union(seen)
			n = max(n, len(group))
		}
		c.GiveInts(group)
		c.GiveSet(seen)
		c.GiveSet(treated)
		c.To = to
		return n
	})
}

// visibleGroup is a flood that enters neither covered sites nor those that two
// pieces above hide from the site it comes from.
func visibleGroup(c *game.Context, st board.SiteType, start int, dirs game.Directions, cond game.Bool, group []int32,
	seen game.Set) []int32 {
	topo := c.G.Topo
	group = append(group, int32(start))
	seen.Add(start)
	absolute := c.TakeDirs()
	for head := 0; head < len(group); head++ {
		from := group[head]
		absolute = dirs.Eval(c, st, int(from), absolute[:0])
		for _, d := range absolute {
			for _, t := range topo.Steps(st, from, d) {
				if seen.Has(int(t)) || !candidate(c, st, cond, int(t)) || c.Covered(st, int(t)) {
					continue
				}
				shared := 0
				over := topo.Steps(st, t, board.Upward)
				for _, u := range topo.Steps(st, from, board.Upward) {
					if slices.Contains(over, u) && c.S.What(st, int(u)) != 0 {
						shared++
					}
				}
				if shared < 2 {
					seen.Add(int(t))
					group = append(group, t)
				}
			}
		}
	}
	c.GiveDirs(absolute)
	return group
}

// biggestLine leaves (to) at the last site of the board.
func biggestLine(k *game.Compiler, e *lgdl.Expr) game.Int {
	a := clause.CountSizeBiggestLine(e)
	st := k.SiteTypeOr(a.SiteType())
	d := board.Adjacent
	if a.AbsoluteDirection() != nil {
		d, _ = board.ParseDirection(a.AbsoluteDirection().Text)
	}
	cond := k.Cond(a.If())
	return game.IntFn(func(c *game.Context) int {
		topo := c.G.Topo
		member := c.TakeSet()
		for s := range topo.Num(st) {
			if candidate(c, st, cond, s) {
				member.Add(s)
			}
		}
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

func liberties(k *game.Compiler, e *lgdl.Expr) game.Int {
	a := clause.CountLiberties(e)
	st := k.SiteTypeOr(a.SiteType())
	at := k.SiteOrLast(a.At())
	dirs := k.Directions(a.Direction(), "Adjacent")
	cond := k.Cond(a.If())
	return game.IntFn(func(c *game.Context) int {
		start := at.Get(c)
		if !c.G.OnBoard(st, start) {
			game.Fault(e, "site %d is not on the board", start)
		}
		from, to := c.From, c.To
		defer func() { c.From, c.To = from, to }()
		c.To = start
		if cond.Given() && !cond.Get(c) {
			return 0
		}
		c.From = start
		what := c.S.What(st, start)
		seen := c.TakeSet()
		group := c.Flood(st, start, dirs, c.TakeInts(), seen, func(s int) bool {
			if c.S.What(st, s) != what {
				return false
			}
			c.To = s
			return cond.Ok(c)
		})
		n := 0
		absolute := c.TakeDirs()
		for _, s := range group {
			absolute = dirs.Eval(c, st, int(s), absolute[:0])
			for _, d := range absolute {
				for _, t := range c.G.Topo.Steps(st, s, d) {
					if !seen.Has(int(t)) && c.S.What(st, int(t)) == 0 {
						seen.Add(int(t))
						n++
					}
				}
			}
		}
		c.GiveDirs(absolute)
		c.GiveInts(group)
		c.GiveSet(seen)
		return n
	})
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
