package game

import "github.com/astragal/astragal/engine/board"

// IsTile tells whether a tile lies on a cell.
func (c *Context) IsTile(cell int) bool {
	what := c.S.What(board.Cell, cell)
	return what > 0 && c.G.Components[what].Kind == "tile"
}

// TileExits calls f with the cells to which the paths of a colour lead out of
// the tile on a cell, one for each end of each path that has a cell there, until
// f returns false. Sides are counted clockwise from the facing of the tile,
// north if it has none, through the orthogonal directions of the board.
func (c *Context) TileExits(cell, colour int, f func(next int32) bool) {
	topo := c.G.Topo
	tile := &c.G.Components[c.S.What(board.Cell, cell)]
	sides := topo.CellSides()
	if sides <= 0 {
		return
	}
	turned := 2 * c.S.RotationAt(board.Cell, cell, Off) / sides
	supported := topo.Supported(board.Cell, board.RelOrthogonal)
	facing := board.N
	if tile.HasFacing {
		facing = tile.Facing
	}
	for i := range tile.Paths {
		p := &tile.Paths[i]
		if p.Colour != colour {
			continue
		}
		for _, side := range [2]int{p.From, p.To} {
			d := board.Rotate(facing, (side+turned)%sides, supported)
			if d == board.NoDirection {
				continue
			}
			if to := topo.Steps(board.Cell, int32(cell), d); len(to) > 0 && !f(to[0]) {
				return
			}
		}
	}
}
