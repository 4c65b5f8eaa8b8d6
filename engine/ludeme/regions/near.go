package regions

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
)

// near gives a region that follows from a site of a type alone, and is empty
// around anything else, the lists of sites that belong to every site, as of tells them.
func near(k *game.Compiler, st board.SiteType, at game.Int, r game.Region, of func(c *game.Context, site int, out game.Set)) game.Region {
	var lists [][]int32
	most := 0
	k.AtEnd(func(c *game.Context) {
		set := c.TakeSet()
		lists = make([][]int32, c.G.Topo.Num(st))
		for s := range lists {
			set.Clear()
			of(c, s, set)
			set.Each(func(x int) bool { lists[s] = append(lists[s], int32(x)); return true })
			most = max(most, len(lists[s]))
		}
		c.GiveSet(set)
	})
	general := r.Eval
	r.Most = func() int { return most }
	r.Near = func(c *game.Context) ([]int32, bool) {
		s := at.Get(c)
		if uint(s) >= uint(len(lists)) {
			return nil, lists != nil
		}
		return lists[s], true
	}
	list := r.Near
	r.Eval = func(c *game.Context, out game.Set) {
		sites, ok := list(c)
		if !ok {
			general(c, out)
			return
		}
		for _, x := range sites {
			out.Add(int(x))
		}
	}
	return r
}
