package booleans

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// maxRegions bounds the regions of one connection test.
const maxRegions = 1024

// goals are the regions of a connection test.
type goals struct {
	fixed   []game.Region
	byOwner [][]game.Region // of the regions items of each player, when a role is given
	role    game.Int
}

func compileGoals(k *game.Compiler, e, list, role, static *lgdl.Expr) *goals {
	g := &goals{}
	switch {
	case list != nil:
		for _, x := range list.Items {
			g.fixed = append(g.fixed, k.Region(x))
		}
	case role != nil:
		g.role = k.Role(role.Text)
		k.AtEnd(func(c *game.Context) { g.byOwner = ownedRegions(c, e) })
	default:
		for _, sites := range k.G.StaticRegions(static.Text) {
			if len(sites) > 0 {
				g.fixed = append(g.fixed, regionOf(k.G, sites))
			}
		}
	}
	if len(g.fixed) > maxRegions {
		k.Fail(e, "a connection of %d regions; at most %d are supported", len(g.fixed), maxRegions)
	}
	return g
}

func regionOf(g *game.Game, sites []int32) game.Region {
	set := make(game.Set, g.SetWords)
	for _, s := range sites {
		if int(s) < 64*len(set) {
			set.Add(int(s))
		}
	}
	return game.RegionOf(set)
}

// ownedRegions lists the regions of every player as they are before the play:
// one for each function of a regions item, or one for its list of sites.
func ownedRegions(c *game.Context, e *lgdl.Expr) [][]game.Region {
	owned := make([][]game.Region, c.G.Players+2)
	for i := range c.G.Regions {
		r := &c.G.Regions[i]
		if r.Owner < 0 || r.Owner >= len(owned) {
			continue
		}
		if r.Ints != nil {
			owned[r.Owner] = append(owned[r.Owner], regionOf(c.G, r.Ints))
		}
		for j := range r.Parts {
			owned[r.Owner] = append(owned[r.Owner], regionOf(c.G, r.Parts[j].Sites(c, nil)))
		}
		if len(owned[r.Owner]) > maxRegions {
			game.Fault(e, "a connection of more than %d regions is not supported", maxRegions)
		}
	}
	return owned
}

// of returns the regions for an owner number; nil when there are none.
func (g *goals) of(owner int) []game.Region {
	if !g.role.Given() {
		return g.fixed
	}
	if owner < 0 || owner >= len(g.byOwner) {
		return nil
	}
	return g.byOwner[owner]
}

// tally counts regions as sites of them turn up; each counts once.
type tally struct {
	regions []game.Region
	met     [maxRegions / 64]uint64
	count   int
}

// meet counts the regions from number lo on, last first, that contain the site;
// it reports whether the count gets to wanted.
func (t *tally) meet(c *game.Context, site, lo, wanted int) bool {
	for i := len(t.regions) - 1; i >= lo; i-- {
		if t.met[i>>6]&(1<<(i&63)) == 0 && t.regions[i].Contains(c, site) {
			t.met[i>>6] |= 1 << (i & 63)
			t.count++
		}
		if t.count == wanted {
			return true
		}
	}
	return false
}

func isConnect(k *game.Compiler, e *lgdl.Expr) game.Bool {
	a := clause.IsConnect(e)
	st := k.SiteTypeOr(a.SiteType())
	dirs := k.Directions(a.Direction(), "Adjacent")
	regions := compileGoals(k, e, a.Regions(), a.RoleType(), a.RegionTypeStatic())
	var number game.Int
	if a.Int() != nil {
		number = k.Int(a.Int())
	}
	if a.IsConnectType().Text == "Blocked" {
		return game.BoolFn(func(c *game.Context) bool { return blocked(c, e, st, dirs, regions, number) })
	}
	at := k.SiteOrLast(a.At())
	return game.BoolFn(func(c *game.Context) bool { return connected(c, st, at.Get(c), dirs, regions, number) })
}

// connected reports whether the group of the owner of the piece on a site touches
// enough regions. The start site counts whoever the regions belong to.
func connected(c *game.Context, st board.SiteType, f int, dirs game.Directions, g *goals, number game.Int) bool {
	if !c.G.OnBoard(st, f) {
		return false
	}
	w := c.S.Who(st, f)
	if w <= 0 {
		return false
	}
	role := w
	if g.role.Given() {
		role = g.role.Get(c)
	}
	t := tally{regions: g.of(role)}
	wanted := len(t.regions)
	if number.Given() {
		wanted = number.Get(c)
	}
	if t.meet(c, f, 0, wanted) {
		return true
	}
	if role != w {
		return false
	}
	done := false
	seen := c.TakeSet()
	group := c.Flood(st, f, dirs, c.TakeInts(), seen, func(_, s int) bool {
		if done || c.S.Who(st, s) != w {
			return false
		}
		done = t.meet(c, s, 0, wanted)
		return true
	})
	c.GiveInts(group)
	c.GiveSet(seen)
	return done
}

// blocked reports whether no way over own and empty sites leads from the first
// region to enough of the others. A start site is not looked up in them.
func blocked(c *game.Context, e *lgdl.Expr, st board.SiteType, dirs game.Directions, g *goals, number game.Int) bool {
	w := c.S.Mover
	if g.role.Given() {
		w = g.role.Get(c)
	}
	regions := g.of(w)
	if len(regions) == 0 {
		game.Fault(e, "there are no regions to connect")
	}
	wanted := len(regions)
	if number.Given() {
		wanted = number.Get(c)
	}
	open := func(s int) bool { return c.S.Who(st, s) == w || c.S.What(st, s) == 0 }
	starts := regions[0].Sites(c, c.TakeInts())
	joined := false
	for _, f := range starts {
		if wanted == 1 {
			joined = true
			break
		}
		if !c.G.OnBoard(st, int(f)) || !open(int(f)) {
			continue
		}
		t := tally{regions: regions, count: 1}
		seen := c.TakeSet()
		group := c.Flood(st, int(f), dirs, c.TakeInts(), seen, func(_, s int) bool {
			if joined || !open(s) {
				return false
			}
			joined = t.meet(c, s, 1, wanted)
			return true
		})
		c.GiveInts(group)
		c.GiveSet(seen)
		if joined {
			break
		}
	}
	c.GiveInts(starts)
	return !joined
}
