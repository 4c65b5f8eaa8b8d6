package regions

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// sitesWalk are the ends of walks from a site, begun in every orthogonal
// direction of the board or only in the first.
func sitesWalk(k *game.Compiler, e *lgdl.Expr) game.Region {
	a := clause.SitesStepTypes(e)
	st := k.SiteTypeOr(a.SiteType())
	start := k.IntElse(a.Int(), game.IntFn(func(c *game.Context) int { return c.From }))
	walks, rotations := k.Walks(a.StepTypes()), k.BoolOr(a.Rotations(), true)
	return game.RegionFn(func(c *game.Context, out game.Set) {
		s := start.Get(c)
		if !c.G.OnBoard(st, s) {
			return
		}
		all := len(c.G.Topo.Headings(st)) < 2 || rotations.Get(c)
		path := walkEnds(c.G.Topo, st, int32(s), walks, all, c.TakeInts(), func(end int32) { out.Add(int(end)) })
		c.GiveInts(path)
	})
}

// walkEnds visits the ends of walks from a site in all directions, or in the first. It returns the path that it works
// on.
func walkEnds(t *board.Topology, st board.SiteType, s int32, walks [][]board.Turn, all bool, path []int32,
	visit func(end int32)) []int32 {
	for i, d := range t.Headings(st) {
		for _, w := range walks {
			var ok bool
			if path, ok = t.Walk(append(path[:0], s), st, s, d, w); ok && (all || i == 0) {
				visit(path[len(path)-1])
			}
		}
	}
	return path
}

// sitesPattern are the sites of walks on which the pieces follow a sequence that repeats.
func sitesPattern(k *game.Compiler, e *lgdl.Expr) game.Region {
	a := clause.SitesPattern(e)
	walk, st := k.Walk(a.StepTypes()), k.SiteTypeOr(a.SiteType())
	at, whats := k.SiteOrLast(a.From()), k.IntList(a.What(), a.Whats())
	return game.RegionFn(func(c *game.Context, out game.Set) {
		s := at.Get(c)
		if !c.G.OnBoard(st, s) {
			return
		}
		what := int32(c.S.What(st, s))
		want := c.TakeInts()
		for i := range whats {
			want = append(want, int32(whats[i].Get(c)))
		}
		if whats == nil {
			want = append(want, what)
		}
		if len(want) > 0 && want[0] == what {
			path := c.TakeInts()
			for _, d := range c.G.Topo.Headings(st) {
				var ok bool
				path, ok = c.G.Topo.Walk(append(path[:0], int32(s)), st, int32(s), d, walk)
				for i := 1; ok && i < len(path); i++ {
					ok = int32(c.S.What(st, int(path[i]))) == want[i%len(want)]
				}
				if !ok {
					continue
				}
				for _, x := range path {
					out.Add(int(x))
				}
			}
			c.GiveInts(path)
		}
		c.GiveInts(want)
	})
}
