package game

import "github.com/astragal/astragal/engine/board"

// Imagine calls f with a context in which the component stands on a site; the
// position lists do not know it there. f may change mover, next and prev, test
// generators, and nothing else; afterwards all is as before (part 6, §5, is Threatened).
//
// The piece shows only if the board keeps a single site type and there are no
// stacks. Where that is safe f works on the position itself, which is much
// cheaper than a copy: it is not if generators draw random numbers, mark visited
// sites or change which cells are playable.
func (c *Context) Imagine(st board.SiteType, site, what int, f func(c *Context)) {
	g := c.G
	if g.Flags&(Stochastic|Visited) != 0 || g.Boardless {
		t := c.Temp()
		t.imagine(st, site, what)
		f(t)
		c.GiveTemp(t)
		return
	}
	s := c.S
	mover, next, prev, stalemated := s.Mover, s.Next, s.Prev, s.Stalemated
	from, to, between, at, level, value := c.From, c.To, c.Between, c.Site, c.Level, c.Value
	player, track, edge, hint, pips := c.Player, c.Track, c.Edge, c.Hint, c.Pips
	team, sites, hintSites := c.Team, c.Sites, c.HintSites
	inThreat, inNoMoves, temporary := c.InThreat, c.InNoMoves, c.Temporary
	c.Temporary = true
	odd, hash, stamp := s.odd, s.hash, s.stamp
	undo := c.imagine(st, site, what)
	f(c)
	if l := undo.layer; l != nil {
		l.what[site], l.who[site] = undo.what, undo.who
		s.odd, s.hash, s.stamp = odd, hash, stamp
		if undo.empty {
			l.empty.Add(site)
		}
	}
	s.Mover, s.Next, s.Prev, s.Stalemated = mover, next, prev, stalemated
	c.From, c.To, c.Between, c.Site, c.Level, c.Value = from, to, between, at, level, value
	c.Player, c.Track, c.Edge, c.Hint, c.Pips = player, track, edge, hint, pips
	c.Team, c.Sites, c.HintSites = team, sites, hintSites
	c.InThreat, c.InNoMoves, c.Temporary = inThreat, inNoMoves, temporary
}

// imagined is what was on a site before.
type imagined struct {
	layer     *layer
	what, who int32
	empty     bool
}

// imagine writes owner and component of a site and nothing else.
func (c *Context) imagine(st board.SiteType, site, what int) imagined {
	g, s := c.G, c.S
	kept := 0
	for _, k := range g.kept {
		if k {
			kept++
		}
	}
	if kept != 1 || g.Stacks {
		return imagined{}
	}
	st = g.typeAt(st, site)
	l := s.ok(st, int32(site))
	if l == nil {
		return imagined{}
	}
	before := imagined{l, l.what[site], l.who[site], l.empty.Has(site)}
	s.setSite(st, int32(site), int32(g.Components[what].Owner), int32(what), Off, Off, Off, Off)
	return before
}
