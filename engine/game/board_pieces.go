package game

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
)

// ConstDirection compiles a direction constant: an absolute direction stands
// for itself, a relative one is resolved for the piece on the site.
func (k *Compiler) ConstDirection(e *lgdl.Expr, name string) Directions {
	if d, ok := board.ParseDirection(name); ok {
		return Directions{Eval: func(_ *Context, _ board.SiteType, _ int,
			dst []board.Direction) []board.Direction {
			return append(dst, d)
		}}
	}
	if r, ok := board.ParseRelative(name); ok {
		return k.RelativeDirection(e, r, board.RelAdjacent, false)
	}
	k.Fail(e, "%q is not a direction", name)
	return Directions{}
}

// DirectionOf is the absolute direction that an argument says, that of all adjacent sites where it is left out.
func DirectionOf(e *lgdl.Expr) board.Direction {
	if e == nil {
		return board.Adjacent
	}
	d, _ := board.ParseDirection(e.Text)
	return d
}

// RelativeDirection is a relative direction among the directions that the board,
// or with bySite the site itself, supports for a relation. SameDirection and
// OppositeDirection are those of the last move. Without an element there are
// no directions (part 8, §5.1).
func (k *Compiler) RelativeDirection(e *lgdl.Expr, r board.RelativeDirection, rel board.Relation,
	bySite bool) Directions {
	supported := func(c *Context, st board.SiteType, site int) []board.Direction {
		if bySite {
			if !c.G.OnBoard(st, site) {
				return nil
			}
			return c.G.Topo.SupportedAt(st, rel, int32(site))
		}
		return c.G.Topo.Supported(st, rel)
	}
	if r == board.SameDirection || r == board.OppositeDirection {
		return Directions{Eval: func(c *Context, st board.SiteType, site int, dst []board.Direction) []board.Direction {
			if !c.G.isElement(st, site) {
				return dst
			}
			last := c.T.Last()
			if last == nil {
				Fault(e, "%s before the first move", r)
			}
			if r == board.SameDirection {
				return c.G.Topo.Between(dst, st, last.From, last.To, supported(c, st, site))
			}
			return c.G.Topo.Between(dst, st, last.To, last.From, supported(c, st, site))
		}}
	}
	var table [][]board.Direction // by facing, for the board's own site type
	if !bySite {
		k.Later(func() {
			t := k.G.Topo
			table = make([][]board.Direction, board.NumDirections)
			for f := board.N; int(f) < board.NumDirections; f++ {
				table[f] = board.Relative(nil, r, f, t.Supported(k.G.DefaultType, rel))
			}
		})
	}
	return Directions{Relative: true,
		Eval: func(c *Context, st board.SiteType, site int, dst []board.Direction) []board.Direction {
			if !c.G.isElement(st, site) {
				return dst
			}
			s := supported(c, st, site)
			f := c.FacingAt(st, site, s)
			if table != nil && st == c.G.DefaultType && f.Specific() {
				return append(dst, table[f]...)
			}
			return board.Relative(dst, r, f, s)
		}}
}

// isElement reports whether a site number is an element of the type, on the board
// or, for numbers beyond it, in another container.
func (g *Game) isElement(st board.SiteType, site int) bool {
	return g.OnBoard(st, site) || site >= 0 && g.ContainerAt(site) != 0
}

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

// Covered reports whether another occupied element of the type with a larger
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

// The line of play of domino games (part 3, §7.5): after a domino was put on
// the board, only the cells in front of the open ends of the dominoes are
// playable. The record shows that the cells beside an end are not: a double is
// never laid across.

// DominoEnd is a pair of cells of the footprint of a domino that the line may be continued from, and the way it looks,
// in quarter turns from north, when the local state is 0.
type DominoEnd struct{ A, B, Turn int }

// DominoEnds are the ends of a domino; the last two are open in doubles only.
var DominoEnds = [...]DominoEnd{{0, 1, 3}, {7, 6, 1}, {2, 5, 0}, {3, 4, 2}}

// DominoSides is the number of the first ends, which all dominoes have.
const DominoSides = 2

var quarters = [...]board.Direction{board.N, board.E, board.S, board.W}

// Quarters is the number of ways in which the line of play goes on.
const Quarters = len(quarters)

const (
	// DominoCells is the number of cells under a domino.
	DominoCells  = 8
	dominoLength = 4 // cells of its long side
)

// InFront returns the cells in front of a cell, so many quarter turns from north, as far as a domino reaches; none at
// the edge, and right beside it.
func (g *Game) InFront(cell int32, quarter int) []int32 {
	r := g.Topo.Radials(board.Cell, cell, quarters[quarter])
	if len(r) == 0 || len(r[0].Path) < 3 {
		return nil
	}
	return r[0].Path[1:min(1+dominoLength, len(r[0].Path))]
}

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
		if cells = c.Footprint(what, root, state, cells[:0]); len(cells) != DominoCells {
			continue
		}
		ends := DominoEnds[:]
		if k.Value != k.Value2 {
			ends = ends[:DominoSides]
		}
		for _, e := range ends {
			c.openEnd(cells[e.A], cells[e.B], (e.Turn+state)%Quarters)
		}
	}
	c.GiveInts(cells)
}

// openEnd marks the cells in front of the pair a, b, as far as both lines are free.
func (c *Context) openEnd(a, b int32, quarter int) {
	l := &c.S.layers[board.Cell]
	pa, pb := c.G.InFront(a, quarter), c.G.InFront(b, quarter)
	for i := range min(len(pa), len(pb)) {
		if !l.empty.Has(int(pa[i])) || !l.empty.Has(int(pb[i])) {
			return
		}
		l.playable.Add(int(pa[i]))
		l.playable.Add(int(pb[i]))
	}
}
