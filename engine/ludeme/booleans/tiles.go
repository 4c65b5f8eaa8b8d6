package booleans

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

// sidesMatch reports whether the ends of the paths of a tile have the colours of
// those that they meet on the neighbouring tiles.
func sidesMatch(c *game.Context, s int) bool {
	if s < 0 || c.S.What(board.Cell, s) == 0 {
		return false
	}
	if !c.IsTile(s) || !c.G.OnBoard(board.Cell, s) {
		return true
	}
	topo := c.G.Topo
	directions := topo.Supported(board.Cell, board.RelOrthogonal)
	n := len(directions)
	for _, y := range topo.Neighbours(board.Cell, board.RelOrthogonal, int32(s)) {
		if !c.IsTile(int(y)) {
			continue
		}
		side := slices.IndexFunc(directions, func(d board.Direction) bool {
			return slices.Contains(topo.Steps(board.Cell, int32(s), d), y)
		})
		if side < 0 {
			continue
		}
		opposite := (side + n/2) % n
		slots := termini(c, s, side, n)
		others := termini(c, int(y), opposite, n)
		for i := range slots {
			if terminus(c, s, side, i, n) != terminus(c, int(y), opposite, others-1-i, n) {
				return false
			}
		}
	}
	return true
}

// original returns the side of the unturned tile that a side of the board is next to.
func original(c *game.Context, s, side, n int) int {
	topo := c.G.Topo
	per := max(len(topo.Supported(board.Cell, board.RelAdjacent))/n, 1)
	turned := c.S.RotationAt(board.Cell, s, game.Off) / per
	return ((side-turned)%n + n) % n
}

// termini is the number of path ends on a side of a tile.
func termini(c *game.Context, s, side, n int) int {
	slots := c.G.Components[c.S.What(board.Cell, s)].Slots
	if len(slots) == 0 {
		return 1
	}
	if len(slots) == 1 {
		return slots[0]
	}
	return slots[original(c, s, side, n)%len(slots)]
}

// terminus is the colour of a path end of a tile, 0 where no path ends.
func terminus(c *game.Context, s, side, slot, n int) int {
	side = original(c, s, side, n)
	colour := 0
	for _, p := range c.G.Components[c.S.What(board.Cell, s)].Paths {
		if p.From == side && p.SlotFrom == slot || p.To == side && p.SlotTo == slot {
			colour = p.Colour
		}
	}
	return colour
}

// pipsMatch reports whether a domino just placed continues the line of dominoes.
func pipsMatch(c *game.Context, e *lgdl.Expr, s int) bool {
	if s < 0 {
		game.Fault(e, "there is no site %d", s)
	}
	what := c.S.What(board.Cell, s)
	if what == 0 || c.G.Components[what].Kind != "domino" {
		return true
	}
	domino := c.Footprint(what, s, c.S.StateAt(board.Cell, s, game.Off), c.TakeInts())
	defer c.GiveInts(domino)
	topo := c.G.Topo
	touched := c.TakeInts()
	defer func() { c.GiveInts(touched) }()
	for _, d := range domino {
		for _, y := range topo.Neighbours(board.Cell, board.RelOrthogonal, d) {
			if slices.Contains(domino, y) || c.S.IsEmpty(board.Cell, int(y)) {
				continue
			}
			if c.S.ValueAt(board.Cell, int(y), game.Off) != c.S.ValueAt(board.Cell, int(d), game.Off) {
				return false
			}
			touched = append(touched, y)
		}
	}
	if c.T.MoveNumber() <= 1 {
		return true
	}
	ok := false
	pair := c.TakeInts()
	defer func() { c.GiveInts(pair) }()
	for _, x := range touched {
		pair = append(pair[:0], x)
		radials := topo.Radials(board.Cell, x, board.Orthogonal)
		for i := range radials {
			for _, y := range radials[i].Path[1:] {
				if slices.Contains(touched, y) {
					pair = append(pair, y)
				}
			}
		}
		if len(pair) > 2 {
			return false
		}
		if len(pair) == 2 {
			ok = c.S.CountAt(board.Cell, int(pair[0])) == c.S.CountAt(board.Cell, int(pair[1]))
		}
	}
	return ok
}
