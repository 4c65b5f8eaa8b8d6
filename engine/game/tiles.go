package game

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
)

// IsTile reports whether a tile lies on a cell of the board.
func (c *Context) IsTile(cell int) bool {
	return c.G.OnBoard(board.Cell, cell) && c.G.Components[c.S.What(board.Cell, cell)].Kind == "tile"
}

// FollowPaths calls f with the cells to which the paths of a colour lead, over tiles, from the tile on a cell but not
// back to the one that they come from, until it returns false. A way from one tile to another is followed once.
func (c *Context) FollowPaths(start int32, colour int, f func(next int32) bool) {
	g, sides := c.G, c.G.Topo.CellSides()
	if sides <= 0 {
		return
	}
	ways := append(c.TakeInts(), start, start) // pairs: a tile and the one that it was reached from
	defer func() { c.GiveInts(ways) }()
	for head := 0; head < len(ways); head += 2 {
		c.Tick(1 + len(ways)/16)
		at, from := ways[head], ways[head+1]
		tile := &g.Components[c.S.What(board.Cell, int(at))]
		turn := 2 * c.S.RotationAt(board.Cell, int(at), Off) / sides
		for i := range tile.Paths {
			p := &tile.Paths[i]
			if p.Colour != colour {
				continue
			}
			for _, side := range [2]int{p.From, p.To} {
				next := g.BesideTile(tile, at, (side+turn)%sides)
				if next < 0 || next == from {
					continue
				}
				if !f(next) {
					return
				}
				if c.IsTile(int(next)) && !isPair(ways, next, at) {
					ways = append(ways, next, at)
				}
			}
		}
	}
}

// isPair reports whether a list of pairs has one.
func isPair(list []int32, a, b int32) bool {
	for i := 2; i < len(list); i += 2 {
		if list[i] == a && list[i+1] == b {
			return true
		}
	}
	return false
}

// TileFacing is the direction from which the sides of a tile are counted clockwise, north where it looks nowhere.
func (x *Component) TileFacing() board.Direction {
	if x.HasFacing {
		return x.Facing
	}
	return board.N
}

// BesideTile is the cell next to a side of a tile that lies on a cell and is not turned, -1 where there is none. Sides
// are counted through the orthogonal directions of the board.
func (g *Game) BesideTile(tile *Component, cell int32, side int) int32 {
	d := board.Rotate(tile.TileFacing(), side, g.Topo.Supported(board.Cell, board.RelOrthogonal))
	if d == board.NoDirection {
		return Off
	}
	if to := g.Topo.Steps(board.Cell, cell, d); len(to) > 0 {
		return to[0]
	}
	return Off
}

// PathSlots is the number of slots on a side of a tile that is not turned.
func (x *Component) PathSlots(side int) int {
	if len(x.Slots) == 0 {
		return 1
	}
	return x.Slots[side%len(x.Slots)]
}

// PathEnd is the colour of the path that ends at a slot of such a side, 0 for none.
func (x *Component) PathEnd(side, slot int) (colour int) {
	for i := range x.Paths {
		p := &x.Paths[i]
		if p.From == side && p.SlotFrom == slot || p.To == side && p.SlotTo == slot {
			colour = p.Colour
		}
	}
	return colour
}

// PathsMeet reports whether the paths that end on a side of a tile have the colours of those on the side of another one
// that it touches, which are in the other order.
func PathsMeet(a *Component, side int, b *Component, other int) bool {
	slots, others := a.PathSlots(side), b.PathSlots(other)
	for i := range slots {
		if a.PathEnd(side, i) != b.PathEnd(other, others-1-i) {
			return false
		}
	}
	return true
}

// SideTo is the side of a cell that a neighbour is beside, -1 for none.
func (g *Game) SideTo(cell, neighbour int32) int {
	return slices.IndexFunc(g.Topo.Supported(board.Cell, board.RelOrthogonal), func(d board.Direction) bool {
		return slices.Contains(g.Topo.Steps(board.Cell, cell, d), neighbour)
	})
}

// TurnsPerSide is by how much the rotation of a tile changes that has another side where one was.
func (g *Game) TurnsPerSide() int {
	t := g.Topo
	return max(len(t.Supported(board.Cell, board.RelAdjacent))/len(t.Supported(board.Cell, board.RelOrthogonal)), 1)
}
