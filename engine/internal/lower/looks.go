package lower

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

// looking is a way to look in the directions of a clause.
type looking struct {
	st     board.SiteType
	e      *lgdl.Expr
	def    string
	facing board.Direction
}

// seen is what is seen so, by site, and a text that tells it from all else.
type seen struct {
	list [][]board.Direction
	text string
}

// relation names what is worked out once for directions.
type relation struct {
	st   board.SiteType
	kind string
	text string
}

// known returns the tables of a relation of sites, which make makes.
func (k *Lowerer) known(st board.SiteType, kind string, h *heading, make func() [2]*Rows) [2]*Rows {
	if h.text == "" {
		return make()
	}
	r := relation{st, kind, h.text}
	rows, ok := k.relations[r]
	if !ok {
		rows = make()
		k.relations[r] = rows
	}
	return rows
}

// looks returns what the directions of a clause are by site, for a way to look, and a text that tells
// them from others.
func (k *Lowerer) looks(st board.SiteType, e *lgdl.Expr,
	def string) func(f board.Direction) ([][]board.Direction, string) {
	var dirs game.Directions
	var c *game.Context
	return func(facing board.Direction) ([][]board.Direction, string) {
		l := looking{st, e, def, facing}
		x, ok := k.looked[l]
		if !ok {
			if c == nil {
				dirs = k.Parts.Directions(e, def)
				if k.Fields.kept[Rotation] && dirs.Relative {
					k.No(e, "directions as seen by pieces that are turned")
				}
				c = k.Settle()
				c.Turned = 1
			}
			c.Facing = facing
			x.list = make([][]board.Direction, k.G.Topo.Num(st))
			for s := range x.list {
				x.list[s] = dirs.Eval(c, st, s, nil)
			}
			x.text = textOf(x.list)
			k.looked[l] = x
		}
		return x.list, x.text
	}
}
