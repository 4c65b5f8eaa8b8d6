package game

import (
	"fmt"
	"maps"
	"slices"

	"github.com/astragal/astragal/engine/lgdl"
)

// SitesOf evaluates an int, a list of ints or a region of the description on
// the blank state of the game, as questions about the description need it that
// no play has begun for. The game is not changed. The error says why the
// expression has no value there.
func (g *Game) SitesOf(e *lgdl.Expr) (sites []int, err error) {
	k := reopen(g.sketch())
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v: no value before the game has started: %v", e.Pos, r)
		}
	}()
	err = Catch(func() {
		var eval func(c *Context)
		switch {
		case IsRegion(e):
			r := k.Region(e)
			eval = func(c *Context) { r.Each(c, func(s int) bool { sites = append(sites, s); return true }) }
		case IsInts(e):
			list := k.Ints(e)
			eval = func(c *Context) {
				for _, s := range list.Eval(c, nil) {
					sites = append(sites, int(s))
				}
			}
		default:
			n := k.Int(e)
			eval = func(c *Context) { sites = append(sites, n.Get(c)) }
		}
		k.settle()
		eval(NewContext(k.G))
	})
	return sites, err
}

// sketch returns a copy of the game that can be compiled into without changing it.
func (g *Game) sketch() *Game {
	h := *g
	h.names, h.varNames, h.thens = slices.Clip(g.names), slices.Clip(g.varNames), slices.Clip(g.thens)
	h.Regions, h.Starts = slices.Clip(g.Regions), slices.Clip(g.Starts)
	h.afterAll = maps.Clone(g.afterAll)
	return &h
}
