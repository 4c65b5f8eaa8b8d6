package game

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
)

// ConstDirection compiles a direction constant: an absolute direction stands
// for itself, a relative one is resolved for the piece on the site.
func (k *Compiler) ConstDirection(e *lgdl.Expr, name string) Directions {
	if d, ok := board.ParseDirection(name); ok {
		return Directions{Fixed: true, Eval: func(_ *Context, _ board.SiteType, _ int, dst []board.Direction) []board.Direction {
			return append(dst, d)
		}}
	}
	if r, ok := board.ParseRelative(name); ok {
		return k.RelativeDirection(e, r, board.RelAdjacent, false)
	}
	k.Fail(e, "%q is not a direction", name)
	return Directions{}
}

// RelativeDirection is a relative direction among the directions that the board,
// or with bySite the site itself, supports for a relation. SameDirection and
// OppositeDirection are those of the last move. Without an element there are
// no directions (part 8, §5.1).
func (k *Compiler) RelativeDirection(e *lgdl.Expr, r board.RelativeDirection, rel board.Relation, bySite bool) Directions {
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
	return Directions{Fixed: true, Relative: true, Eval: func(c *Context, st board.SiteType, site int, dst []board.Direction) []board.Direction {
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

// isElement tells whether a site number is an element of the type, on the board
// or, for numbers beyond it, in another container.
func (g *Game) isElement(st board.SiteType, site int) bool {
	return g.OnBoard(st, site) || site >= 0 && g.ContainerAt(site) != 0
}
