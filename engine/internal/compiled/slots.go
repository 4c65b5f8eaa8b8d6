package compiled

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/layout"
)

// slots is where in memory the slots of positions are (metric.Tally). It is found once for a game, and
// does not change.
type slots struct {
	list  []place
	sites []int32 // slots by site of the sets of sites that have held a piece, -1 for none
}

// place is the site that a slot stands for.
type place struct {
	st   board.SiteType
	site int32 // -1 for none
	layout.Contents
}

// slots finds where the slots of a game are.
func (c *Game) slots() slots {
	x := game.NewContext(c.p.G)
	l := slots{list: make([]place, x.S.Slots())}
	for i := range l.list {
		l.list[i].site = -1
	}
	slot := func(st board.SiteType, site int) int32 {
		st = c.p.G.TypeAt(st, site)
		i := x.S.SlotOf(game.SiteType(st), int32(site))
		if i >= 0 {
			l.list[i] = place{st, int32(site), c.p.Contents(st, site, main(c.p.G, st, site))}
		}
		return int32(i)
	}
	for site := 0; c.p.Counts() && site < c.p.Sites(); site++ {
		l.sites = append(l.sites, slot(c.p.G.DefaultType, site))
	}
	types, sites := c.p.Accounted()
	for i, st := range types {
		for site := range 64 * c.p.Words {
			if l.sites = append(l.sites, -1); site < sites[i] {
				l.sites[len(l.sites)-1] = slot(st, site)
			}
		}
	}
	return l
}

// main reports whether a site lies with those of the default type: all of a game that
// keeps one type, and those of hands.
func main(g *game.Game, st board.SiteType, site int) bool {
	return st == g.DefaultType || g.Plain() || site >= g.Topo.Num(st)
}
