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

func forEachDirection(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	a := clause.ForEachDirection(e)
	w := &walk{lines: lines{from: compileFrom(k, a.From(), fromVar)}, far: 1, ok: game.BoolOf(true)}
	dirs := k.Directions(a.Direction(), "Adjacent")
	w.between = compileBetween(k, a.Between())
	var gen *game.Gen
	if a.To() != nil {
		to := compileTo(k, a.To(), toVar)
		if gen = to.Apply.Effect; gen == nil {
			k.Fail(a.To(), "forEach Direction expects the moves in (to … (apply <moves>)), or moves in its place")
		}
		if to.If.Given() {
			w.ok = to.If
		}
	} else {
		gen = k.Moves(a.Moves())
	}
	w.dirs.Eval = func(c *game.Context, st board.SiteType, site int, dst []board.Direction) []board.Direction {
		if c.From < 0 {
			game.Fault(e, "forEach Direction: (from) is not set")
		}
		what := c.S.What(st, c.From)
		if what == 0 {
			return dst
		}
		outer := c.Facing
		c.Facing = facing(c, st, what)
		dst = dirs.Eval(c, st, site, dst)
		c.Facing = outer
		return dst
	}
	w.visit = func(c *game.Context, _ []int32, out *game.MoveList) { gen.Eval(c, out) }
	return k.Followed(w.eval, a.Then())
}

// facing is where the piece at (from) is taken to look: along the step from
// (from) to (to) when that is one, else its own way.
func facing(c *game.Context, st board.SiteType, what int) board.Direction {
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
