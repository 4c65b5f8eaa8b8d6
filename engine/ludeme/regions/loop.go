package regions

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// loop is a compiled (sites Loop …).
type loop struct {
	st       board.SiteType
	inside   game.Bool
	surround []game.Int // owners of the area, nil for any
	dirs     game.Directions
	colour   game.Int
	start    game.Int
}

func sitesLoop(k *game.Compiler, e *lgdl.Expr) game.Region {
	a := clause.SitesLoop(e)
	l := &loop{inside: k.BoolOr(a.Inside(), false), st: k.SiteTypeOr(a.SiteType()),
		dirs:   k.Directions(a.Direction(), "Adjacent"),
		colour: k.Role("Mover")}
	l.surround = k.Roles(a.Surround(), a.RoleTypes())
	if a.Int1() != nil {
		l.colour = k.Int(a.Int1())
	}
	// A region of starts is compiled for its requirements; the search ignores it.
	l.start = k.SiteOrLast(a.Int2())
	if a.Sites() != nil {
		k.Region(a.Sites())
	}
	return game.RegionFn(l.eval)
}

func (l *loop) eval(c *game.Context, out game.Set) {
	start := l.start.Get(c)
	if !c.G.OnBoard(l.st, start) {
		return
	}
	what := c.S.What(l.st, start)
	if what == 0 {
		return
	}
	outer := c.TakeSet()
	for _, s := range c.G.Topo.Set(l.st, board.Outer) {
		outer.Add(int(s))
	}
	area, border := c.TakeInts(), c.TakeInts()
	seeds := c.G.Topo.Steps(l.st, int32(start), board.Adjacent)
	for i := len(seeds) - 1; i >= 0; i-- {
		seed := seeds[i]
		if outer.Has(int(seed)) || !l.admits(c, seed) {
			continue
		}
		var ok bool
		if area, ok = l.area(c, seed, what, outer, area[:0]); !ok {
			continue
		}
		if border, ok = l.border(c, area, what, border[:0]); !ok {
			continue
		}
		if l.inside.Get(c) {
			border = append(border[:0], area...)
		} else {
			border = l.minimal(c, border)
		}
		for _, s := range border {
			out.Add(int(s))
		}
		break
	}
	c.GiveInts(border)
	c.GiveInts(area)
	c.GiveSet(outer)
}

// admits reports whether the owner of a site is one of those that may be surrounded.
func (l *loop) admits(c *game.Context, site int32) bool {
	if l.surround == nil {
		return true
	}
	who := c.S.Who(l.st, int(site))
	for i := range l.surround {
		if l.surround[i].Get(c) == who {
			return true
		}
	}
	return false
}

// area collects what lies around a seed up to pieces like the last one; it
// fails where it meets the rim of the board.
func (l *loop) area(c *game.Context, seed int32, what int, outer game.Set, area []int32) ([]int32, bool) {
	area = append(area, seed)
	for head := 0; head < len(area); head++ {
		for _, r := range c.G.Topo.Radials(l.st, area[head], board.Orthogonal) {
			for _, s := range r.Path[1:] {
				if c.S.What(l.st, int(s)) == what {
					break
				}
				if outer.Has(int(s)) {
					return area, false
				}
				if l.admits(c, s) && !slices.Contains(area, s) {
					area = append(area, s)
				}
			}
		}
	}
	return area, true
}

// border collects the chain of pieces around an area. It fails if one belongs to
// another player, or if they do not hang together.
func (l *loop) border(c *game.Context, area []int32, what int, border []int32) ([]int32, bool) {
	colour := l.colour.Get(c)
	for _, g := range area {
		for _, s := range c.G.Topo.Steps(l.st, g, board.Orthogonal) {
			if slices.Contains(area, s) || slices.Contains(border, s) {
				continue
			}
			if c.S.Who(l.st, int(s)) != colour {
				return border, false
			}
			border = append(border, s)
		}
	}
	border = slices.DeleteFunc(border, func(s int32) bool { return c.S.What(l.st, int(s)) != what })
	list := append(c.TakeInts(), border...)
	border = slices.DeleteFunc(border, func(s int32) bool { return l.neighbours(c, s, list) == 0 })
	c.GiveInts(list)
	return border, len(border) > 0 && l.chained(c, border)
}

// neighbours counts the sites of a list next to a site.
func (l *loop) neighbours(c *game.Context, site int32, list []int32) int {
	n := 0
	dirs := l.dirs.Eval(c, l.st, int(site), c.TakeDirs())
	for _, d := range dirs {
		for _, t := range c.G.Topo.Steps(l.st, site, d) {
			if slices.Contains(list, t) {
				n++
			}
		}
	}
	c.GiveDirs(dirs)
	return n
}

// chained reports whether all sites of a list are reached from the first by
// neighbours within the list.
func (l *loop) chained(c *game.Context, list []int32) bool {
	seen := c.TakeSet()
	reached := c.Flood(l.st, int(list[0]), l.dirs, c.TakeInts(), seen,
		func(_, s int) bool { return slices.Contains(list, int32(s)) })
	all := len(reached) == len(list)
	c.GiveInts(reached)
	c.GiveSet(seen)
	return all
}

// minimal drops, from the last to the first, every site without which the rest
// is still one chain that closes.
func (l *loop) minimal(c *game.Context, list []int32) []int32 {
	rest := c.TakeInts()
	for i := len(list) - 1; i >= 0 && len(list) > 3; i-- {
		rest = append(append(rest[:0], list[:i]...), list[i+1:]...)
		closes := l.chained(c, rest)
		for _, s := range rest {
			closes = closes && l.neighbours(c, s, rest) >= 2
		}
		if closes {
			list = append(list[:0], rest...)
		}
	}
	c.GiveInts(rest)
	return list
}
