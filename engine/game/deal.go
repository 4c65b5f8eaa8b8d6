package game

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/rng"
)

// Deal is what a start rule places at random: so many pieces of a component, with their local state and value, Off for
// none, each on one of the vacant sites that is drawn.
type Deal struct {
	What, Count, State, Value int
	Sites                     []int32 // of the region, vacant before anything is dealt, in ascending order
	Same                      bool    // the region is that of the deal before
	of                        *uint64 // its first word
}

// deals notes what start rules would place at random, and places none of it.
type deals struct {
	list  []Deal
	other bool // the rest may depend on it
	last  bool // nothing else was done since the last of them
	since bool // something else was done since the first
}

// Deals makes the start rules without what they place at random, which it returns, and whether that is the last that
// they do. ok is false where there is more that is drawn, or where something else may depend on what was placed.
func (c *Context) Deals() (list []Deal, last, ok bool) {
	d, live := &deals{}, rng.New(0)
	before := live
	c.deals = d
	c.Start(&live)
	c.deals = nil
	for i, x := range d.list {
		// Where sites run out it is not known whether anything was placed last.
		d.other = d.other || len(x.Sites) == 0 || d.last && d.since && !x.Same && crowded(d.list, i)
	}
	return d.list, d.last, !d.other && len(d.list) > 0 && live == before
}

// crowded reports whether more may be placed on the region of a deal than there is room for.
func crowded(list []Deal, i int) bool {
	sites, most, shared := list[i].Sites, 0, false
	for _, x := range list {
		if !x.Same {
			shared = slices.ContainsFunc(x.Sites, func(s int32) bool {
				_, found := slices.BinarySearch(sites, s)
				return found
			})
		}
		if shared {
			most += x.Count
		}
	}
	return most > len(sites)
}

// Dealing reports whether Deals asks for what is placed at random.
func (c *Context) Dealing() bool { return c.deals != nil }

// Dealt notes for Deals what is to be placed at random: so many pieces of a component on the vacant sites of a region,
// with numbers. Steady says that all of this is the same in any position.
func (c *Context) Dealt(what, count int, st board.SiteType, r Region, state, value int, steady bool) {
	d, g := c.deals, c.G
	if !steady || st != g.DefaultType || g.TypesKept() > 1 || len(r.Static) == 0 || what <= 0 ||
		what >= len(g.Components) || g.Components[what].Large() {
		d.other = true
		return
	}
	x := Deal{What: what, Count: max(count, 0), State: state, Value: value, of: &r.Static[0]}
	if n := len(d.list); n > 0 && d.list[n-1].of == x.of {
		x.Sites, x.Same = d.list[n-1].Sites, true
	} else {
		x.Sites = slices.Clone(c.Vacant(st, r))
	}
	if d.list = append(d.list, x); x.Count > 0 {
		d.last = true
		c.entered(0, 0)
	}
}

// unsettled notes, while Deals asks, that a start rule may do something else where something else was dealt before.
func (c *Context) unsettled(steady bool) {
	if d := c.deals; d != nil {
		d.other = d.other || !steady && len(d.list) > 0
	}
}
