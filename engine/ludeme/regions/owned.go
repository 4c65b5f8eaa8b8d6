package regions

import (
	"strings"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// sitesNamed is what (sites …) means without a keyword: the current region of the iterator, a coordinate, the regions of
// a name, or those of a player.
var sitesNamed = rule.Of(func(e *lgdl.Expr) rule.Region {
	switch a := clause.Sites(e); {
	case a.String() != nil && isCoordinate(a.String().Text):
		return sitesCoordinate
	case a.Player() != nil || a.RoleType() != nil:
		return sitesOwned
	case a.String() != nil:
		return frozen(func(k *game.Compiler, e *lgdl.Expr) game.Region {
			name := clause.Sites(e).String().Text
			return equipmentRegions(k, e, func(r *game.NamedRegion) bool { return r.Name == name })
		})
	}
	return sitesCurrent
}, "player", "roleType", "siteType", "string")

// sitesCurrent is the region iterator.
var sitesCurrent = rule.Region{Impl: func(_ *game.Compiler, e *lgdl.Expr) game.Region {
	return game.RegionFn(func(c *game.Context, out game.Set) { out.Union(current(c, e)) })
}, Lower: (*lower.Lowerer).Group}

var sitesCoordinate = frozen(func(k *game.Compiler, e *lgdl.Expr) game.Region {
	a := clause.Sites(e)
	if a.Player() != nil || a.RoleType() != nil {
		k.Fail(e, "the coordinate %q belongs to no player", a.String().Text)
	}
	return labelled(k, k.SiteTypeOr(a.SiteType()), []string{a.String().Text})
})

// sitesOwned are the regions of a player: in code those of one who is known are what the rules have worked out.
var sitesOwned = rule.Region{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Region {
	a := clause.Sites(e)
	if a.SiteType() != nil {
		k.SiteTypeOr(a.SiteType())
	}
	return ownedRegions(k, e, k.Player(a.Player(), a.RoleType()))
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a, r := clause.Sites(e), k.Parts.Region(e)
	who := k.RoleOrPlayer(a.Player(), a.RoleType())
	if r.Constant {
		return k.Frozen(r)
	}
	return k.RegionsOf(who, a.String().Word(""))
}}

// frozen is a region that is worked out before the play, whose code is what came out.
func frozen(of func(k *game.Compiler, e *lgdl.Expr) game.Region) rule.Region {
	return rule.Region{Impl: of, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr { return k.Frozen(of(k.Parts, e)) }}
}

// current is the value of the region iterator.
func current(c *game.Context, e *lgdl.Expr) game.Set {
	if c.Sites == nil {
		game.Fault(e, "(sites) outside of a group")
	}
	return c.Sites
}

// equipmentRegions is the union of the (regions …) items that ok selects,
// frozen when the equipment is complete.
func equipmentRegions(k *game.Compiler, e *lgdl.Expr, ok func(r *game.NamedRegion) bool) game.Region {
	return later(k, func(c *game.Context, out game.Set) {
		for i := range c.G.Regions {
			if r := &c.G.Regions[i]; ok(r) {
				addItem(c, e, r, out)
			}
		}
	})
}

// addItem adds the sites of an item that e asks for. Items that refer to others
// are evaluated while these may not have a value yet.
func addItem(c *game.Context, e *lgdl.Expr, r *game.NamedRegion, out game.Set) {
	if r.Static != nil {
		out.Union(r.Static)
		return
	}
	for _, s := range r.Ints {
		if s >= 0 && int(s) < 64*len(out) {
			out.Add(int(s))
		}
	}
	c.EnterRegion(e)
	for _, p := range r.Parts {
		p.AddTo(c, out)
	}
	c.Leave()
}

// maxOwner is the greatest player number that regions can be asked for.
const maxOwner = 16

// ownedRegions are the sites of all regions of a player whose name contains the text.
func ownedRegions(k *game.Compiler, e *lgdl.Expr, owner game.Int) game.Region {
	part := clause.Sites(e).String().Word("")
	if owner.Const {
		if owner.V < 0 || owner.V > maxOwner {
			k.Fail(e, "there is no player %d", owner.V)
		}
		r := equipmentRegions(k, e, func(r *game.NamedRegion) bool {
			return r.Owner == owner.V && strings.Contains(r.Name, part)
		})
		return asked(k, e, r, func(*game.Context) int { return owner.V }, part)
	}
	var byOwner [maxOwner + 1]game.Set
	k.AtEnd(func(c *game.Context) {
		for p := range byOwner {
			byOwner[p] = c.G.RegionsOf(p, part)
		}
	})
	number := func(c *game.Context) int {
		p := owner.Get(c)
		if p < 0 || p > maxOwner {
			game.Fault(e, "there is no player %d", p)
		}
		return p
	}
	r := game.Region{
		Eval: func(c *game.Context, out game.Set) {
			p := number(c)
			if byOwner[p] != nil {
				copy(out, byOwner[p])
				return
			}
			for i := range c.G.Regions {
				if r := &c.G.Regions[i]; r.Owner == p && strings.Contains(r.Name, part) {
					addItem(c, e, r, out)
				}
			}
		},
		Has: func(c *game.Context, site int) bool {
			s := byOwner[number(c)]
			return s.Has(site)
		},
	}
	return asked(k, e, r, number, part)
}

// asked gives a player's regions their own answer to "is this site in it?": if
// some item of the game is not constant, the items are asked as they are now,
// although their enumeration stays frozen.
func asked(k *game.Compiler, e *lgdl.Expr, r game.Region, owner func(c *game.Context) int, part string) game.Region {
	frozen, live := r, false
	k.Later(func() {
		for i := range k.G.Regions {
			for _, p := range k.G.Regions[i].Parts {
				live = live || p.Static == nil && !p.Constant
			}
		}
	})
	r.Has = func(c *game.Context, site int) bool {
		if !live {
			return frozen.Contains(c, site)
		}
		p, in := owner(c), false
		c.EnterRegion(e)
		for i := 0; i < len(c.G.Regions) && !in; i++ {
			item := &c.G.Regions[i]
			if item.Owner != p || !strings.Contains(item.Name, part) {
				continue
			}
			in = item.Ints != nil && item.Static.Has(site)
			for _, part := range item.Parts {
				in = in || part.Contains(c, site)
			}
		}
		c.Leave()
		return in
	}
	return r
}
