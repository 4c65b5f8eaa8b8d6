package game

import "github.com/astragal/astragal/engine/board"

// Covered tells whether another occupied element of the type with a larger
// number lies at exactly the same x and y as a site of the board, that is above it.
func (c *Context) Covered(st board.SiteType, site int) bool {
	topo := c.G.Topo
	p := topo.Point(st, int32(site))
	for t := site + 1; t < topo.Num(st); t++ {
		if q := topo.Point(st, int32(t)); q.X == p.X && q.Y == p.Y && c.S.What(st, t) != 0 {
			return true
		}
	}
	return false
}
