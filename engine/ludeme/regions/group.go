package regions

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// group is a compiled (sites Group …).
type group struct {
	st      board.SiteType
	dirs    game.Directions
	cond    game.Bool
	visible game.Bool
}

func sitesGroup(k *game.Compiler, e *lgdl.Expr) game.Region {
	g := &group{st: k.SiteTypeOr(clause.SitesGroup(e).SiteType())}
	var at game.Int
	var region game.Region
	if clause.SitesGroup(e).At() != nil {
		at = k.Int(clause.SitesGroup(e).At())
	} else {
		region = k.Region(clause.SitesGroup(e).From())
	}
	g.dirs, g.cond, g.visible = k.Directions(clause.SitesGroup(e).Direction(), "Adjacent"),
		k.Cond(clause.SitesGroup(e).If()), k.BoolOr(clause.SitesGroup(e).IsVisible(), false)
	return game.RegionFn(func(c *game.Context, out game.Set) {
		starts := c.TakeInts()
		if region.Given() {
			starts = region.Sites(c, starts)
		} else if s := at.Get(c); s >= 0 {
			starts = append(starts, int32(s))
		}
		for _, s := range starts {
			if !c.G.OnBoard(g.st, int(s)) {
				game.Fault(e, "site %d is not on the board and has no group", s)
			}
			g.add(c, s, out)
		}
		c.GiveInts(starts)
	})
}

// add adds the group of a site to out.
func (g *group) add(c *game.Context, s int32, out game.Set) {
	seen := c.TakeSet()
	list := g.collect(c, s, seen, c.TakeInts())
	out.Union(seen)
	c.GiveInts(list)
	c.GiveSet(seen)
}

// collect appends the group of a site to queue and adds it to seen, an empty set.
func (g *group) collect(c *game.Context, start int32, seen game.Set, queue []int32) []int32 {
	from, to := c.From, c.To
	c.To = int(start)
	if g.cond.Given() && !g.cond.Get(c) {
		c.To = to
		return queue
	}
	c.From = int(start)
	topo := c.G.Topo
	what := c.S.What(g.st, int(start))
	head, absolute := len(queue), c.TakeDirs()
	queue = append(queue, start)
	seen.Add(int(start))
	for ; head < len(queue); head++ {
		c.Tick(4)
		s := queue[head]
		absolute = g.dirs.Eval(c, g.st, int(s), absolute[:0])
		for _, d := range absolute {
			for _, t := range topo.Steps(g.st, s, d) {
				if seen.Has(int(t)) {
					continue
				}
				c.To = int(t)
				if g.cond.Given() {
					if !g.cond.Get(c) {
						continue
					}
				} else if c.S.What(g.st, int(t)) != what {
					continue
				}
				if g.visible.Get(c) && g.hidden(c, s, t) {
					continue
				}
				seen.Add(int(t))
				queue = append(queue, t)
			}
		}
	}
	c.GiveDirs(absolute)
	c.From, c.To = from, to
	return queue
}

// hidden reports whether a site lies under another piece, or whether two pieces
// above hide it from its neighbour s.
func (g *group) hidden(c *game.Context, s, t int32) bool {
	if c.Covered(g.st, int(t)) {
		return true
	}
	shared := 0
	over := c.G.Topo.StepsTo(g.st, t, board.Vertex, board.Upward)
	for _, u := range c.G.Topo.StepsTo(g.st, s, board.Vertex, board.Upward) {
		if slices.Contains(over, u) && c.S.What(board.Vertex, int(u)) != 0 {
			shared++
		}
	}
	return shared >= 2
}

// sitesIncident are the elements of a type that touch an element.
func sitesIncident(k *game.Compiler, e *lgdl.Expr) game.Region {
	a := clause.SitesIncident(e)
	result, of := k.SiteTypeOr(a.SiteType()), k.SiteTypeOr(a.Of())
	at := k.Int(a.At())
	owner := k.Player(a.Owner(), a.RoleType())
	eval := func(c *game.Context, out game.Set) {
		s := at.Get(c)
		if !c.G.OnBoard(of, s) {
			return
		}
		incident(c.G.Topo, of, result, int32(s), out)
		if !owner.Given() {
			return
		}
		want := owner.Get(c)
		for x := out.Next(0); x >= 0; x = out.Next(x + 1) {
			who := c.S.Who(result, x)
			if who != want && (want != c.G.Shared() || who == 0) {
				out.Remove(x)
			}
		}
	}
	return fold(k, at.Const && !owner.Given(), eval)
}

// incident adds the elements of type to that touch an element of type from. For
// two vertices these are, oddly, the numbers of the cells beside the edges of the vertex.
func incident(topo *board.Topology, from, to board.SiteType, site int32, out game.Set) {
	if from != to {
		for _, x := range topo.Incident(from, site, to) {
			out.Add(int(x))
		}
		return
	}
	over, target := board.Edge, board.Cell
	switch from {
	case board.Edge:
		over, target = board.Vertex, board.Edge
	}
	for _, x := range topo.Incident(from, site, over) {
		for _, y := range topo.Incident(over, x, target) {
			if y != site {
				out.Add(int(y))
			}
		}
	}
}

// sitesCrossing are the edges of a player that cross an edge.
func sitesCrossing(k *game.Compiler, e *lgdl.Expr) game.Region {
	a := clause.SitesCrossing(e)
	k.RequireType(board.Edge)
	at, who := k.Int(a.At()), k.Player(a.Player(), a.RoleType())
	if !who.Given() {
		k.Fail(e, "(sites Crossing …) needs a player or a role")
	}
	return game.RegionFn(func(c *game.Context, out game.Set) {
		s, p := at.Get(c), who.Get(c)
		if s == game.Off {
			return
		}
		if !c.G.OnBoard(board.Edge, s) {
			game.Fault(e, "there is no edge %d", s)
		}
		for x := range c.G.Topo.Num(board.Edge) {
			mine := c.S.Who(board.Edge, x) == p
			if p == c.G.Shared() {
				mine = c.S.What(board.Edge, x) != 0
			}
			if x != s && mine && cross(c.G.Topo, int32(s), int32(x)) {
				out.Add(x)
			}
		}
	})
}

// cross reports whether two edges intersect well inside both.
func cross(topo *board.Topology, e, f int32) bool {
	ends := func(x int32) (a, b board.Point) {
		v := topo.Incident(board.Edge, x, board.Vertex)
		return topo.Point(board.Vertex, v[0]), topo.Point(board.Vertex, v[1])
	}
	a0, a1 := ends(e)
	b0, b1 := ends(f)
	ax, ay, bx, by := a1.X-a0.X, a1.Y-a0.Y, b1.X-b0.X, b1.Y-b0.Y
	det := float64(ax*by) - float64(ay*bx)
	if det < 1e-7 && det > -1e-7 {
		return false
	}
	dx, dy := b0.X-a0.X, b0.Y-a0.Y
	s := (float64(dx*by) - float64(dy*bx)) / det
	t := (float64(dx*ay) - float64(dy*ax)) / det
	return s > 0.01 && s < 0.99 && t > 0.01 && t < 0.99
}
