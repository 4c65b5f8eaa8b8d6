package booleans

import (
	"math"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// isAngle looks at pairs of sites; the site named by at: does not take part.
func isAngle(k *game.Compiler, e *lgdl.Expr) game.Bool {
	args := clause.IsAngle(e)
	var fits func(degrees float64) bool
	switch args.IsAngleType().Text {
	case "Acute":
		fits = func(a float64) bool { return a < 90 }
	case "Obtuse":
		fits = func(a float64) bool { return a > 90 }
	case "Reflex":
		fits = func(a float64) bool { return a > 180 }
	case "Right":
		fits = func(a float64) bool { return a == 90 }
	}
	st := k.SiteTypeOr(args.SiteType())
	at := k.Int(args.At())
	first := k.Bool(args.Bool1())
	second := k.Bool(args.Bool2())
	return game.BoolFn(func(c *game.Context) bool {
		s := at.Get(c)
		if !c.G.OnBoard(st, s) {
			return false
		}
		old := c.Site
		defer func() { c.Site = old }()
		n := c.G.Topo.Num(st)
		for a := range n {
			for b := a + 1; b < n; b++ {
				if a == s || b == s {
					continue
				}
				c.Site = a
				x := first.Get(c)
				c.Site = b
				y := second.Get(c)
				if x && y && fits(degrees(c.G.Topo, st, a, b)) {
					return true
				}
			}
		}
		return false
	})
}

func degrees(topo *board.Topology, st board.SiteType, a, b int) float64 {
	p, q := topo.Point(st, int32(a)), topo.Point(st, int32(b))
	return math.Abs(math.Atan2(q.X-p.X, -(q.Y-p.Y)) * 180 / math.Pi)
}
