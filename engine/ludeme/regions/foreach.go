package regions

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// forEachSite keeps the sites of a region for which a condition holds with
// (site) set to them.
func forEachSite(k *game.Compiler, e *lgdl.Expr) game.Region {
	sites, cond := k.Region(clause.ForEachSites(e).Sites()), k.Bool(clause.ForEachSites(e).If())
	return game.RegionFn(func(c *game.Context, out game.Set) {
		before := c.Site
		sites.Each(c, func(i int) bool {
			c.Tick(1)
			c.Site = i
			if cond.Get(c) {
				out.Add(i)
			}
			return true
		})
		c.Site = before
	})
}

// forEachOf unites a region evaluated for every site of another.
func forEachOf(k *game.Compiler, e *lgdl.Expr) game.Region {
	of, sites := k.Region(clause.ForEachOf(e).Of()), k.Region(clause.ForEachOf(e).Sites())
	return game.RegionFn(func(c *game.Context, out game.Set) {
		before := c.Site
		of.Each(c, func(i int) bool {
			c.Site = i
			sites.AddTo(c, out)
			return true
		})
		c.Site = before
	})
}

// forEachPlayer unites a region evaluated for every player of an array.
func forEachPlayer(k *game.Compiler, e *lgdl.Expr) game.Region {
	players, sites := k.Ints(clause.ForEachIntsSites(e).Ints()), k.Region(clause.ForEachIntsSites(e).Sites())
	return game.RegionFn(func(c *game.Context, out game.Set) {
		before := c.Player
		list := players.Eval(c, c.TakeInts())
		for _, p := range list {
			if p < 0 || int(p) > c.G.Players+1 {
				continue
			}
			c.Player = int(p)
			sites.AddTo(c, out)
		}
		c.GiveInts(list)
		c.Player = before
	})
}

// forEachTeam unites a region evaluated for every team that has players.
func forEachTeam(k *game.Compiler, e *lgdl.Expr) game.Region {
	sites := k.Region(clause.ForEachTeamSites(e).Sites())
	return game.RegionFn(func(c *game.Context, out game.Set) {
		before := c.Team
		members := c.TakeInts()
		for t := 1; t <= c.G.Players; t++ {
			members = members[:0]
			for p := 1; p <= c.G.Players; p++ {
				if int(c.S.TeamOf[p]) == t {
					members = append(members, int32(p))
				}
			}
			if len(members) > 0 {
				c.Team = members
				sites.AddTo(c, out)
			}
		}
		c.GiveInts(members)
		c.Team = before
	})
}

// forEachLevel is a set of levels of a stack, not of sites.
func forEachLevel(k *game.Compiler, e *lgdl.Expr) game.Region {
	a := clause.ForEachLevelAt(e)
	st := k.SiteTypeOr(a.SiteType())
	at, cond := k.Int(a.At()), k.Cond(a.If())
	up := a.StackDirection() != nil && a.StackDirection().Text == "FromBottom"
	start := k.IntOr(a.StartAt(), game.Off)
	return game.RegionFn(func(c *game.Context, out game.Set) {
		site, first := at.Get(c), start.Get(c)
		if site < 0 {
			game.Fault(e, "there is no site %d", site)
		}
		h := c.S.SizeAt(st, site)
		before := c.Level
		test := func(l int) {
			c.Level = l
			if cond.Ok(c) {
				put(e, out, l)
			}
		}
		if up {
			for l := max(first, 0); l < h; l++ {
				test(l)
			}
		} else {
			if first < 0 || first >= h {
				first = h - 1
			}
			for l := first; l >= 0; l-- {
				test(l)
			}
		}
		c.Level = before
	})
}

// lastBetween are the between sites of the last move.
func lastBetween(_ *game.Compiler, e *lgdl.Expr) game.Region {
	return game.RegionFn(func(c *game.Context, out game.Set) {
		if last := c.T.Last(); last != nil {
			for _, s := range last.Between {
				put(e, out, int(s))
			}
		}
	})
}
