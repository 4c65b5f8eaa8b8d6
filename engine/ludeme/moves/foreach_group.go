package moves

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

func groupsOf(e *lgdl.Expr) rule.Groups {
	a := clause.ForEachGroup(e)
	return rule.Groups{Type: a.SiteType(), Direction: a.Direction(), If: a.If(), Tops: true}
}

// eachDirection is a compiled (forEach Direction …).
type eachDirection struct {
	expr    *lgdl.Expr
	from    fromPart
	dirs    game.Directions
	between betweenPart
	to      toPart
	gen     *game.Gen
}

func forEachDirection(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	a := clause.ForEachDirection(e)
	d := &eachDirection{expr: e, from: compileFrom(k, a.From(), fromVar), dirs: k.Directions(a.Direction(), "Adjacent"),
		between: compileBetween(k, a.Between())}
	if a.To() != nil {
		d.to = compileTo(k, a.To(), toVar)
		if d.gen = d.to.Apply.Effect; d.gen == nil {
			k.Fail(a.To(), "forEach Direction expects the moves in (to … (apply <moves>)), or moves in its place")
		}
	} else {
		d.gen = k.Moves(a.Moves())
	}
	return k.Followed(d.eval, a.Then())
}

// facing is where the piece at (from) is taken to look: along the step from
// (from) to (to) when that is one, else its own way.
func (d *eachDirection) facing(c *game.Context, what int) board.Direction {
	st := d.from.Type
	if c.To != game.Off && c.G.OnBoard(st, c.From) {
		supported := c.G.Topo.Supported(st, board.RelAll)
		for i := len(supported) - 1; i >= 0; i-- {
			if slices.Contains(c.G.Topo.Steps(st, int32(c.From), supported[i]), int32(c.To)) {
				return supported[i]
			}
		}
	}
	return c.G.FacingOf(what)
}

func (d *eachDirection) eval(c *game.Context, out *game.MoveList) {
	st := d.from.Type
	origin := d.from.Loc.Get(c)
	if !c.G.OnBoard(st, origin) {
		return
	}
	if c.From < 0 {
		game.Fault(d.expr, "forEach Direction: (from) is not set")
	}
	what := c.S.What(st, c.From)
	if what == 0 {
		return
	}
	from, to, between, facing := c.From, c.To, c.Between, c.Facing
	c.Facing = d.facing(c, what)
	dirs := d.dirs.Eval(c, st, origin, c.TakeDirs())
	c.Facing = facing
	lo, hi := d.between.limits(c, 1, 1)
	for _, dir := range dirs {
		for _, r := range c.G.Topo.Radials(st, int32(origin), dir) {
			for i := 1; i < len(r.Path) && i <= hi; i++ {
				t := int(r.Path[i])
				if d.between.If.Given() && lo > 1 && i < lo {
					c.Between = t
					ok := d.between.If.Get(c)
					c.Between = between
					if !ok {
						break
					}
				}
				c.To = t
				if !d.to.If.Ok(c) {
					break
				}
				if i >= lo {
					d.gen.Eval(c, out)
				}
			}
		}
	}
	c.GiveDirs(dirs)
	c.From, c.To, c.Between = from, to, between
}
