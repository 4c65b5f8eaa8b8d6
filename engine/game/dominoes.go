package game

import "github.com/astragal/astragal/engine/board"

// The line of play of domino games (part 3, §7.5): after a domino was put on
// the board, only the cells in front of the open ends of the dominoes are
// playable. The record shows that the cells beside an end are not: a double is
// never laid across.

// dominoEnds are the pairs of cells of a footprint that the line may be
// continued from, and the way each looks, in quarter turns from north, when the
// local state is 0. The last two are open in doubles only.
var dominoEnds = [...]struct{ a, b, turn int }{{0, 1, 3}, {7, 6, 1}, {2, 5, 0}, {3, 4, 2}}

var quarters = [4]board.Direction{board.N, board.E, board.S, board.W}

const (
	dominoCells  = 8 // cells under a domino
	dominoLength = 4 // cells of its long side
)

// openEnds marks anew the cells on which the next domino may lie.
func (c *Context) openEnds() {
	g, s := c.G, c.S
	if !g.Boardless || g.DefaultType != board.Cell {
		return
	}
	clear(s.layers[board.Cell].playable)
	cells := c.TakeInts()
	for root := range g.Topo.Num(board.Cell) {
		what := s.What(board.Cell, root)
		if what == 0 || g.Components[what].Kind != "domino" {
			continue
		}
		k := &g.Components[what]
		state := s.StateAt(board.Cell, root, Off)
		if cells = c.Footprint(what, root, state, cells[:0]); len(cells) != dominoCells {
			continue
		}
		ends := dominoEnds[:]
		if k.Value != k.Value2 {
			ends = ends[:2]
		}
		for _, e := range ends {
			c.openEnd(cells[e.a], cells[e.b], quarters[(e.turn+state)%len(quarters)])
		}
	}
	c.GiveInts(cells)
}

// openEnd marks the cells in front of the pair a, b looking in direction d, as
// far as a domino reaches and both lines are free.
func (c *Context) openEnd(a, b int32, d board.Direction) {
	t, l := c.G.Topo, &c.S.layers[board.Cell]
	ra, rb := t.Radials(board.Cell, a, d), t.Radials(board.Cell, b, d)
	if len(ra) == 0 || len(rb) == 0 {
		return
	}
	pa, pb := ra[0].Path, rb[0].Path
	if len(pa) < 3 || len(pb) < 3 {
		return
	}
	for i := 1; i <= dominoLength && i < len(pa) && i < len(pb); i++ {
		if !l.empty.Has(int(pa[i])) || !l.empty.Has(int(pb[i])) {
			return
		}
		l.playable.Add(int(pa[i]))
		l.playable.Add(int(pb[i]))
	}
}
