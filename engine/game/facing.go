package game

import "github.com/astragal/astragal/engine/board"

// FacingOf is the direction a component looks in before any rotation: the one
// declared for its owner, else its own, else north.
func (g *Game) FacingOf(component int) board.Direction {
	if component <= 0 || component >= len(g.Components) {
		return board.N
	}
	k := &g.Components[component]
	if k.Owner > 0 && k.Owner < len(g.Facings) && g.Facings[k.Owner].Specific() {
		return g.Facings[k.Owner]
	}
	if k.HasFacing {
		return k.Facing
	}
	return board.N
}

// FacingAt is the direction that relative directions start from at a site: that
// of its top piece, or Context.Facing while it is set, turned by the rotation of
// the site through the supported directions (part 4, §1.10).
func (c *Context) FacingAt(st board.SiteType, site int, supported []board.Direction) board.Direction {
	facing := c.Facing
	if !facing.Specific() {
		facing = c.G.FacingOf(c.S.What(st, site))
	}
	rotation := c.Turned - 1
	if rotation < 0 {
		rotation = c.S.RotationAt(st, site, Off)
	}
	return board.Rotate(facing, rotation, supported)
}
