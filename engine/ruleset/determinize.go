package ruleset

import (
	"cmp"
	"errors"
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
)

// holding is what is on a site.
type holding struct{ what, count, state, rotation, value int }

// sight is what a player sees of a site, and where it is: what looks alike to him may
// have changed places.
type sight struct {
	container, bits, who int
	st                   board.SiteType
	holding
}

// place is a level of a site of which something is hidden; it is level 0 where nothing is stacked.
type place struct {
	site, level int
	is          holding
}

// errLarge is the error of Determinize where a piece that covers several sites is hidden on a board.
var errLarge = errors.New("a large piece is hidden on the board; only random plays such games")

// Determinize returns a position that looks the same to a player: what is hidden from him
// on sites of one container that look alike to him, or on levels of stacks there, is dealt anew, drawn from r. How many
// pieces a stack has is seen. All
// positions that do so are equal for equal sights and draws, whatever is true. What
// he could conclude from the play so far does not count. It is for search alone: its
// legal moves are those of the position that was copied until a World has loaded it.
func (p *position) Determinize(agent int, r *rng.SplitMix64) (formal.Position, error) {
	if p.err != nil {
		return nil, p.err
	}
	q := p.Clone().(*position)
	c, player := q.c, q.player(agent)
	groups := map[sight][]place{}
	var order []sight
	for _, st := range []board.SiteType{board.Vertex, board.Edge, board.Cell} {
		for site := range sitesOf(c.G, st) {
			levels := 1
			if c.G.Stacks {
				levels = c.S.SizeAt(st, site)
			}
			for level := range levels {
				bits := c.S.HiddenBits(player, st, site, level)
				if bits == 0 {
					continue
				}
				is := held(c, st, site, level)
				look := sight{bits: bits, who: c.S.WhoAt(st, site, level), st: st, holding: is}
				if st == board.Cell {
					look.container = c.G.ContainerAt(site)
				}
				if is.what > 0 && look.container == 0 && c.G.Components[is.what].Large() {
					return nil, errLarge
				}
				mask(&look)
				if _, met := groups[look]; !met {
					order = append(order, look)
				}
				groups[look] = append(groups[look], place{site, level, is})
			}
		}
	}
	for _, look := range order {
		deal(c, look.st, groups[look], r)
	}
	for k := range c.G.Components {
		slices.SortFunc(c.S.Places(k), func(a, b game.Place) int {
			return cmp.Or(cmp.Compare(a.Type, b.Type), cmp.Compare(a.Site, b.Site), cmp.Compare(a.Level, b.Level))
		})
	}
	return q, nil
}

// held is what a level of a site has.
func held(c *game.Context, st board.SiteType, site, level int) holding {
	return holding{c.S.WhatAt(st, site, level), c.S.CountAt(st, site), c.S.StateAt(st, site, level),
		c.S.RotationAt(st, site, level), c.S.ValueAt(st, site, level)}
}

// mask takes out of a sight what is hidden.
func mask(s *sight) {
	for d, field := range map[int]*int{game.HiddenWhat: &s.what, game.HiddenWho: &s.who, game.HiddenCount: &s.count,
		game.HiddenState: &s.state, game.HiddenRotation: &s.rotation, game.HiddenValue: &s.value} {
		if s.bits&(1<<game.HiddenAll|1<<d) != 0 {
			*field = -1
		}
	}
}

// sitesOf is the number of sites of a type, those of hands included.
func sitesOf(g *game.Game, st board.SiteType) int {
	n := g.Topo.Num(st)
	if st == board.Cell {
		for i := range g.Containers {
			n = max(n, g.Containers[i].First+g.Containers[i].Sites)
		}
	}
	return n
}

// deal shuffles what is on places that look alike. Stacks keep their heights.
func deal(c *game.Context, st board.SiteType, places []place, r *rng.SplitMix64) {
	things := make([]holding, len(places))
	for i, p := range places {
		things[i] = p.is
	}
	slices.SortFunc(things, func(a, b holding) int {
		for _, x := range [...][2]int{{a.what, b.what}, {a.count, b.count}, {a.state, b.state}, {a.rotation, b.rotation},
			{a.value, b.value}} {
			if x[0] != x[1] {
				return x[0] - x[1]
			}
		}
		return 0
	})
	for i := len(things) - 1; i > 0; i-- {
		j := r.Below(i + 1)
		things[i], things[j] = things[j], things[i]
	}
	for i, p := range places {
		if things[i] == p.is {
			continue
		}
		if t := things[i]; c.G.Stacks {
			c.S.Replace(st, p.site, p.level, t.what, t.state, t.rotation, t.value)
			continue
		}
		var hidden [64]int // by player; those who see it go on seeing this site
		for q := 1; q <= c.G.Players; q++ {
			hidden[q] = c.S.HiddenBits(q, st, p.site, 0)
		}
		if p.is.what != 0 {
			c.Do(game.Remove(game.SiteType(st), p.site, game.Off))
		}
		if t := things[i]; t.what != 0 {
			c.Do(game.Add(game.SiteType(st), p.site, t.what, max(t.count, 1), t.state, t.rotation, t.value, false))
		}
		for q := 1; q <= c.G.Players; q++ {
			for d := game.HiddenAll; d <= game.HiddenValue; d++ {
				c.Do(game.SetHidden(d, game.SiteType(st), p.site, game.Off, q, hidden[q]&(1<<d) != 0))
			}
		}
	}
}
