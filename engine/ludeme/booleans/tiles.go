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
	if !c.IsTile(s) {
		return true
	}
	g := c.G
	n := len(g.Topo.Supported(board.Cell, board.RelOrthogonal))
	tile := func(cell int) *game.Component { return &g.Components[c.S.What(board.Cell, cell)] }
	own := func(cell, side int) int { // the side of the tile that is there
		turned := c.S.RotationAt(board.Cell, cell, game.Off) / g.TurnsPerSide()
		return ((side-turned)%n + n) % n
	}
	for _, y := range g.Topo.Neighbours(board.Cell, board.RelOrthogonal, int32(s)) {
		if side := g.SideTo(int32(s), y); side >= 0 && c.IsTile(int(y)) &&
			!game.PathsMeet(tile(s), own(s, side), tile(int(y)), own(int(y), (side+n/2)%n)) {
			return false
		}
	}
	return true
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
