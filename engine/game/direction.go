package game

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
)

// ConstDirection compiles a direction constant: an absolute direction stands
// for itself, a relative one is resolved for the piece on the site.
func (k *Compiler) ConstDirection(e *lgdl.Expr, name string) Directions {
	if d, ok := board.ParseDirection(name); ok {
		return Directions{Eval: func(_ *Context, _ board.SiteType, _ int, dst []board.Direction) []board.Direction {
			return append(dst, d)
		}}
	}
	if r, ok := board.ParseRelative(name); ok {
		return RelativeDirection(r, board.RelAdjacent)
	}
	k.Fail(e, "%q is not a direction", name)
	return Directions{}
}

// RelativeDirection is a relative direction among the directions that the board
// supports for a relation. SameDirection and OppositeDirection are those of the last move.
func RelativeDirection(r board.RelativeDirection, rel board.Relation) Directions {
	return Directions{Eval: func(c *Context, st board.SiteType, site int, dst []board.Direction) []board.Direction {
		t := c.G.Topo
		supported := t.Supported(st, rel)
		if r == board.SameDirection || r == board.OppositeDirection {
			e := c.T.Last()
			if e == nil {
				return dst
			}
			if r == board.SameDirection {
				return t.Between(dst, st, e.From, e.To, supported)
			}
			return t.Between(dst, st, e.To, e.From, supported)
		}
		return board.Relative(dst, r, c.FacingAt(st, site, supported), supported)
	}}
}
