package booleans

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// isComponent is (is Threatened …) and (is Within …).
func isComponent(k *game.Compiler, e *lgdl.Expr) game.Bool {
	a := clause.IsComponent(e)
	st := k.SiteTypeOr(a.SiteType())
	given := a.At() != nil || a.In() != nil
	sites := k.SiteList(a.In(), a.At())
	if a.IsComponentType().Text == "Within" {
		if a.Int() == nil {
			k.Fail(e, "(is Within …) needs a component")
		}
		what := k.Int(a.Int())
		return game.BoolFn(func(c *game.Context) bool { return within(c, what.Get(c), sites) })
	}
	t := &threat{st: st, sites: sites, given: given}
	if a.Int() != nil {
		t.what = k.Int(a.Int())
	}
	if a.Moves() != nil {
		t.moves = k.Moves(a.Moves())
	} else {
		k.Draws() // the moves of the game may
	}
	return game.BoolFn(func(c *game.Context) bool {
		if c.InThreat {
			return false
		}
		if t.what.Given() {
			return t.component(c, t.what.Get(c))
		}
		return t.anything(c)
	})
}

func within(c *game.Context, what int, sites game.SiteList) bool {
	if what <= 0 || what >= len(c.G.Components) {
		return false
	}
	for _, p := range c.S.Places(what) {
		if sites.Has(c, int(p.Site)) {
			return true
		}
	}
	return false
}

// threat is a compiled (is Threatened …).
type threat struct {
	st    board.SiteType
	what  game.Int
	sites game.SiteList
	given bool // sites were given
	moves *game.Gen
}

// component tests one component on each of the sites, where it need not stand.
func (t *threat) component(c *game.Context, what int) bool {
	if what < 1 || what >= len(c.G.Components) {
		return false
	}
	if !t.given {
		for s := range c.G.Topo.Num(t.st) {
			if c.S.What(t.st, s) == what {
				return t.on(c, s, what, game.Off)
			}
		}
		return false
	}
	if at, ok := t.sites.Single(); ok {
		s := at.Get(c)
		return s >= 0 && t.on(c, s, what, game.Off)
	}
	threatened := false
	t.sites.Each(c, func(s int) bool {
		threatened = t.on(c, s, what, game.Off)
		return !threatened
	})
	return threatened
}

// anything tests the pieces that stand on the sites, by default all pieces.
func (t *threat) anything(c *game.Context) bool {
	sites := c.TakeSet()
	if t.given {
		t.sites.Each(c, func(s int) bool { sites.Add(s); return true })
	} else {
		list := c.TakeInts()
		for p := 0; p <= c.G.Shared(); p++ {
			list = c.S.OwnedSites(p, list)
		}
		for _, s := range list {
			sites.Add(int(s))
		}
		c.GiveInts(list)
	}
	threatened := false
	for s := sites.Next(0); s >= 0 && !threatened; s = sites.Next(s + 1) {
		what := c.S.What(t.st, s)
		if what == 0 {
			continue
		}
		if c.S.Next < 1 || c.S.Next > c.G.Players {
			break
		}
		threatened = t.on(c, s, what, c.G.Components[what].Owner)
	}
	c.GiveSet(sites)
	return threatened
}

// on reports whether some player other than the owner has a move to the site when
// the component stands there; next is the player to move next meanwhile, -1 for no change.
func (t *threat) on(c *game.Context, site, what, next int) bool {
	owner := c.G.Components[what].Owner
	if owner < 1 || owner > c.G.Players {
		return false
	}
	threatened := false
	s := c.Suppose(t.st, site, what)
	s.InThreat = true
	s.S.Prev = owner
	if next >= 0 {
		s.S.Next = next
	}
	for e := 1; e <= s.G.Players && !threatened; e++ {
		if e == owner {
			continue
		}
		s.S.Mover = e
		moves := t.moves
		if moves == nil {
			moves = s.G.Phases[s.S.PhaseOf[e]].Play
		}
		threatened = s.CanMoveTo(moves, site)
	}
	c.GiveTemp(s)
	return threatened
}
