package rule

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

// Groups is how a clause tells groups of sites, by its arguments, which are nil where they are left out: on sites of a
// type, by steps in directions, over sites that meet a condition with (to) at them.
type Groups struct {
	Type, Direction, If *lgdl.Expr
	Visible             *lgdl.Expr // whether sites that are hidden from above belong to none
	Alike               bool       // the group of a site has its piece everywhere, also where there is a condition
	Bound               bool       // the condition sees (from) at the site also where it is asked for the site itself
	Tops                bool       // lowered with stacks, too: of their top pieces
}

// Flood finds groups by the rules.
type Flood struct {
	St            board.SiteType
	Dirs          game.Directions
	cond, visible game.Bool
	alike, bound  bool
}

// Flood compiles the arguments.
func (g Groups) Flood(k *game.Compiler) *Flood {
	return &Flood{k.SiteTypeOr(g.Type), k.Directions(g.Direction, "Adjacent"), k.Cond(g.If), k.BoolOr(g.Visible, false),
		g.Alike || g.If == nil, g.Bound}
}

// Of appends the group of a site of the board to a list and adds it to an empty set: like pieces, or the sites that
// meet the condition, if the site does. (from) and (to) stay at what was looked at last.
func (f *Flood) Of(c *game.Context, site int, group []int32, seen game.Set) []int32 {
	c.To = site
	if f.bound {
		c.From = site
	}
	if !f.cond.Ok(c) {
		return group
	}
	c.From = site
	what := c.S.What(f.St, site)
	ok := func(s, t int) bool {
		c.To = t
		if f.alike && c.S.What(f.St, t) != what || !f.cond.Ok(c) {
			return false
		}
		return !f.visible.Get(c) || !f.hidden(c, board.Vertex, s, t)
	}
	return c.Flood(f.St, site, f.Dirs, group, seen, ok)
}

// hidden reports whether a site lies under another piece, or whether two pieces above it, on sites of some type, hide
// it from its neighbour s.
func (f *Flood) hidden(c *game.Context, above board.SiteType, s, t int) bool {
	if c.Covered(f.St, t) {
		return true
	}
	shared := 0
	over := c.G.Topo.StepsTo(f.St, int32(t), above, board.Upward)
	for _, u := range c.G.Topo.StepsTo(f.St, int32(s), above, board.Upward) {
		if slices.Contains(over, u) && c.S.What(above, int(u)) != 0 {
			shared++
		}
	}
	return shared >= 2
}

// each visits the groups of those sites of a list that begin one, in turn, until visit is false: whether it never was.
func (f *Flood) each(c *game.Context, starts []int32, begins func(s int) bool, ok func(s, t int) bool,
	visit func(group []int32, sites game.Set) bool) bool {
	done, seen, group := c.TakeSet(), c.TakeSet(), c.TakeInts()
	all := true
	for _, s := range starts {
		if !c.G.OnBoard(f.St, int(s)) || done.Has(int(s)) || !begins(int(s)) {
			continue
		}
		seen.Clear()
		group = c.Flood(f.St, int(s), f.Dirs, group[:0], seen, ok)
		done.Union(seen)
		if all = visit(group, seen); !all {
			break
		}
	}
	c.GiveInts(group)
	c.GiveSet(done)
	if all { // else the set of the last group may stay with the context
		c.GiveSet(seen)
	}
	return all
}

// All visits the groups of all sites that meet the condition, by default those that are occupied: pieces of all kinds
// join. The condition sees (from) as it is outside.
func (f *Flood) All(c *game.Context, visit func(size int)) {
	visible, to := f.visible.Get(c), c.To
	member, starts := c.TakeSet(), c.TakeInts()
	Members(c, f.St, f.cond, member)
	for s := member.Next(0); s >= 0; s = member.Next(s + 1) {
		starts = append(starts, int32(s))
	}
	begins, ok := member.Has, func(_, t int) bool { return member.Has(t) }
	if visible {
		begins = func(s int) bool { return !c.Covered(f.St, s) }
		ok = func(s, t int) bool { return member.Has(t) && !f.hidden(c, f.St, s, t) }
	}
	f.each(c, starts, begins, ok, func(group []int32, _ game.Set) bool { visit(len(group)); return true })
	c.GiveInts(starts)
	c.GiveSet(member)
	c.To = to
}

// Members adds the sites for which a condition, by default "occupied", holds with (to) at the site, which stays at the
// last one; in deduction puzzles these are the variables with a value.
func Members(c *game.Context, st board.SiteType, cond game.Bool, set game.Set) {
	n := c.G.Topo.Num(st)
	c.Tick(n)
	for c.To = range n {
		if c.G.DeductionPuzzle || !cond.Given() {
			if c.S.What(st, c.To) != 0 {
				set.Add(c.To)
			}
		} else if cond.Get(c) {
			set.Add(c.To)
		}
	}
}

// OfPieces visits the groups of sites that meet the condition, or member where there is none, from the pieces of some
// owners on, with (from) at their first site. Where visit is false it ends, and (from) and (to) stay.
func (f *Flood) OfPieces(c *game.Context, first, last int, member func(s int) bool,
	visit func(group []int32, sites game.Set) bool) bool {
	from, to := c.From, c.To
	starts := c.TakeInts()
	for p := first; p <= last; p++ {
		starts = c.S.OwnedSites(p, starts)
	}
	ok := func(_, t int) bool {
		c.To = t
		if f.cond.Given() {
			return f.cond.Get(c)
		}
		return member(t)
	}
	all := f.each(c, starts, func(s int) bool { c.From = s; return ok(s, s) }, ok, visit)
	c.GiveInts(starts)
	if all {
		c.From, c.To = from, to
	}
	return all
}

// OfMover visits the groups of the mover's pieces, or those that pieces begin of the sites that meet the condition,
// with (sites) at them, until visit is false: then (from), (to) and (sites) stay.
func (f *Flood) OfMover(c *game.Context, visit func() bool) bool {
	first, last, sites := c.S.Mover, c.S.Mover, c.Sites
	if f.cond.Given() {
		first, last = 0, c.G.Shared()
	}
	all := f.OfPieces(c, first, last, func(s int) bool { return c.S.Who(f.St, s) == c.S.Mover },
		func(_ []int32, group game.Set) bool {
			c.Sites = group
			return visit()
		})
	if all {
		c.Sites = sites
	}
	return all
}

// OfGroup is a number of the group of a site, 0 where the site does not meet the condition.
func OfGroup(args func(e *lgdl.Expr) (Groups, *lgdl.Expr), of func(c *game.Context, f *Flood, group []int32,
	seen game.Set) int, code GroupCode) Int {
	return Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
		g, site := args(e)
		f, at := g.Flood(k), k.SiteOrLast(site)
		return game.IntFn(func(c *game.Context) int {
			start := at.Get(c)
			if !c.G.OnBoard(f.St, start) {
				game.Fault(e, "site %d is not on the board", start)
			}
			from, to, seen := c.From, c.To, c.TakeSet()
			group := f.Of(c, start, c.TakeInts(), seen)
			n := of(c, f, group, seen)
			c.GiveInts(group)
			c.GiveSet(seen)
			c.From, c.To = from, to
			return n
		})
	}, Lower: code.lower(args)}
}
