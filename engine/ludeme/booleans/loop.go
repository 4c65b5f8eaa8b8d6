package booleans

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// loop is a compiled (is Loop …).
type loop struct {
	st       board.SiteType
	surround []game.Int
	dirs     game.Directions
	colour   game.Int
	start    game.Int
	region   game.Region
	path     bool
}

func isLoop(k *game.Compiler, e *lgdl.Expr) game.Bool {
	a := clause.IsLoop(e)
	l := &loop{st: k.SiteTypeOr(a.SiteType()), dirs: k.Directions(a.Direction(), "Adjacent"), colour: k.Role("Mover")}
	l.surround = k.Roles(a.Surround(), a.RoleTypes())
	if a.Int1() != nil {
		l.colour = k.Int(a.Int1())
	}
	if a.Int2() != nil {
		l.start = k.Int(a.Int2())
	}
	if a.Sites() != nil {
		l.region = k.Region(a.Sites())
	}
	if l.path = a.Path() != nil && a.Path().Int == 1; l.path {
		k.Require(game.MoveSites)
	}
	return game.BoolFn(l.holds)
}

func (l *loop) holds(c *game.Context) bool {
	f := c.LastTo()
	if l.start.Given() {
		f = l.start.Get(c)
	}
	if !c.G.OnBoard(l.st, f) {
		return false
	}
	what := c.S.What(l.st, f)
	if what == 0 {
		return false
	}
	if l.path && c.G.Components[what].Kind == "tile" {
		return l.tiles(c, f)
	}
	outer := c.TakeSet()
	for _, s := range c.G.Topo.Set(l.st, board.Outer) {
		outer.Add(int(s))
	}
	surrounded := uint32(0)
	for i := range l.surround {
		if p := l.surround[i].Get(c); p >= 0 {
			surrounded |= 1 << p
		}
	}
	seeds := c.TakeInts()
	for _, s := range c.G.Topo.Steps(l.st, int32(f), board.Adjacent) {
		if !outer.Has(int(s)) && (l.surround == nil || surrounded&(1<<c.S.Who(l.st, int(s))) != 0) {
			seeds = append(seeds, s)
		}
	}
	found := false
	for i := len(seeds) - 1; i >= 0 && !found; i-- {
		found = l.encloses(c, seeds[i], what, outer, surrounded)
	}
	c.GiveInts(seeds)
	c.GiveSet(outer)
	return found
}

// encloses reports whether pieces of the colour go all around the area of a seed,
// and two like the last one are next to each other there.
func (l *loop) encloses(c *game.Context, seed int32, what int, outer game.Set, surrounded uint32) bool {
	topo := c.G.Topo
	inside := c.TakeSet()
	area := append(c.TakeInts(), seed)
	inside.Add(int(seed))
	open := false
grow:
	for head := 0; head < len(area); head++ {
		c.Tick(8 + len(area)/16)
		radials := topo.Radials(l.st, area[head], board.Orthogonal)
		for i := range radials {
			for _, s := range radials[i].Path[1:] {
				if inside.Has(int(s)) {
					continue
				}
				if c.S.What(l.st, int(s)) == what {
					break
				}
				if l.surround == nil || surrounded&(1<<c.S.Who(l.st, int(s))) != 0 && !outer.Has(int(s)) {
					inside.Add(int(s))
					area = append(area, s)
				}
				if outer.Has(int(s)) {
					open = true
					break grow
				}
			}
		}
	}
	ok := !open
	border := c.TakeInts()
	if ok {
		colour := l.colour.Get(c)
		for _, g := range area {
			for _, s := range topo.Steps(l.st, g, board.Orthogonal) {
				if !inside.Has(int(s)) && !slices.Contains(border, s) {
					border = append(border, s)
					ok = ok && c.S.Who(l.st, int(s)) == colour
				}
			}
		}
	}
	ok = ok && l.closed(c, border, what)
	c.GiveInts(border)
	c.GiveInts(area)
	c.GiveSet(inside)
	return ok
}

func (l *loop) closed(c *game.Context, border []int32, what int) bool {
	absolute := c.TakeDirs()
	closed := false
search:
	for _, s := range border {
		if c.S.What(l.st, int(s)) != what {
			continue
		}
		absolute = l.dirs.Eval(c, l.st, int(s), absolute[:0])
		for _, d := range absolute {
			for _, t := range c.G.Topo.Steps(l.st, s, d) {
				if slices.Contains(border, t) && c.S.What(l.st, int(t)) == what {
					closed = true
					break search
				}
			}
		}
	}
	c.GiveDirs(absolute)
	return closed
}

// tiles follows the paths of a colour from the start tiles until one comes back.
func (l *loop) tiles(c *game.Context, f int) bool {
	starts := c.TakeInts()
	switch {
	case l.start.Given():
		starts = append(starts, int32(f))
	case l.region.Given():
		starts = l.region.Sites(c, starts)
	default:
		starts = c.LastTos(starts)
	}
	colour := l.colour.Get(c)
	closed := false
	for _, s := range starts {
		if !closed && c.IsTile(int(s)) {
			c.FollowPaths(s, colour, func(next int32) bool {
				closed = next == s
				return !closed
			})
		}
	}
	c.GiveInts(starts)
	return closed
}
