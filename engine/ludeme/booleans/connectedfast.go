package booleans

import (
	"math/bits"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
)

// fastLink is (is Connected …) in a game with one piece per site and up to 64
// constant regions: what regions a site belongs to is one word, and the group
// is flooded over a table of neighbours.
type fastLink struct {
	*goals
	ready   bool
	near    *game.Aims
	touch   [][]uint64 // by role, then by site: a bit for each region that the site is in
	regions []int      // by role: how many
}

func (g *goals) fast(k *game.Compiler, st board.SiteType, dirs game.Directions) *fastLink {
	f := &fastLink{goals: g, near: k.Neighbours(st, dirs)}
	if f.near == nil {
		return nil
	}
	k.AtEnd(func(c *game.Context) {
		if !c.G.Tabular() || c.G.TypeKept() != st {
			return
		}
		for role := range c.G.Players + 2 {
			regions := g.of(role)
			touch := make([]uint64, c.G.Topo.Num(st))
			if len(regions) > 64 {
				return
			}
			for i := range regions {
				if regions[i].Static == nil {
					return
				}
				regions[i].Static.Each(func(s int) bool {
					if s < len(touch) {
						touch[s] |= 1 << i
					}
					return true
				})
			}
			f.touch, f.regions = append(f.touch, touch), append(f.regions, len(regions))
		}
		f.ready = true
	})
	return f
}

// holds is connected for the start site p.
func (f *fastLink) holds(c *game.Context, st board.SiteType, p int, dirs game.Directions, number game.Int) bool {
	if !f.ready || !f.near.Ready(c) || !c.G.OnBoard(st, p) {
		return connected(c, st, p, dirs, f.goals, number)
	}
	w := c.S.Who(st, p)
	if w <= 0 {
		return false
	}
	role := w
	if f.role.Given() {
		role = f.role.Get(c)
	}
	if role < 0 || role >= len(f.touch) {
		return connected(c, st, p, dirs, f.goals, number)
	}
	wanted := f.regions[role]
	if number.Given() {
		wanted = number.Get(c)
	}
	if wanted < 1 {
		return connected(c, st, p, dirs, f.goals, number)
	}
	touch := f.touch[role]
	met := touch[p]
	if bits.OnesCount64(met) >= wanted {
		return true
	}
	if role != w {
		return false
	}
	owner := c.S.Owners()
	seen, group := c.TakeSet(), append(c.TakeInts(), int32(p))
	seen.Add(p)
	found := false
flood:
	for i := 0; i < len(group); i++ {
		for _, s := range f.near.Sites(c, int(group[i])) {
			if owner[s] != int32(w) || seen.Has(int(s)) {
				continue
			}
			seen.Add(int(s))
			group = append(group, s)
			if t := touch[s]; t != 0 {
				if met |= t; bits.OnesCount64(met) >= wanted {
					found = true
					break flood
				}
			}
		}
	}
	c.GiveInts(group)
	c.GiveSet(seen)
	return found
}
