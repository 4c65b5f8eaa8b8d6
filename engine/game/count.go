package game

import "github.com/astragal/astragal/engine/board"

// CountPieces is the number of pieces that stand on the sites in the position
// lists of a player, each site once, as far as their owners are in the mask; in
// games without stacks. The sites are added to seen.
func (c *Context) CountPieces(st board.SiteType, player int, owners uint32, seen Set) int {
	s, g := c.S, c.G
	on, beyond := s.reader(st), s.reader(st)
	edge := int(^uint(0) >> 1)
	if st != board.Cell {
		edge, beyond = g.Topo.Num(st), s.reader(board.Cell)
	}
	n := 0
	for _, comp := range g.ComponentsOf(player) {
		for _, place := range s.lists[comp] {
			site, l := int(place.Site), on
			if seen.Has(site) {
				continue
			}
			seen.Add(site)
			if site >= edge {
				l = beyond
			}
			if l == nil || site >= l.n || owners&(1<<l.who[site]) == 0 {
				continue
			}
			switch {
			case l.count != nil:
				n += int(l.count[site])
			case l.who[site] != 0 || l.what[site] != 0:
				n++
			}
		}
	}
	return n
}
