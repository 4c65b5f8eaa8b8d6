package booleans

import (
	"math"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// isAngle looks at pairs of sites; the site named by at: does not take part.
func isAngle(k *game.Compiler, e *lgdl.Expr) game.Bool {
	args, fits := clause.IsAngle(e), angleOf(e)
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

// angleOf reports whether an angle is of the kind that a clause asks for.
func angleOf(e *lgdl.Expr) func(degrees float64) bool {
	switch clause.IsAngle(e).IsAngleType().Text {
	case "Acute":
		return func(a float64) bool { return a < 90 }
	case "Obtuse":
		return func(a float64) bool { return a > 90 }
	case "Reflex":
		return func(a float64) bool { return a > 180 }
	}
	return func(a float64) bool { return a == 90 } // Right
}

// lowerIsAngle finds the sites that meet the conditions, and compares those of the second with the sites after each of
// the first that form such an angle with it.
func lowerIsAngle(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a, t, st, fits := clause.IsAngle(e), k.G.Topo, k.G.DefaultType, angleOf(e)
	k.SiteType(a.SiteType())
	pairs := make([][]int32, k.Sites())
	for s := range t.Num(st) {
		for o := s + 1; o < t.Num(st); o++ {
			if fits(degrees(t, st, s, o)) {
				pairs[s] = append(pairs[s], int32(o))
			}
		}
	}
	after := k.Rows("angle", pairs)
	at, env := k.Temp("at", k.Int(a.At())), k.Env
	meet := func(cond *lgdl.Expr) *ir.Expr {
		set := k.NewSet()
		k.Each(k.Board(), func(site *ir.Expr) {
			k.Env.Site = site
			k.If(ir.All(ir.Calc(ir.Ne, site, at), k.Bool(cond)), func() { k.Include(set, site) })
			k.Env = env
		})
		return ir.SetAt(set, ir.Num(0))
	}
	found := k.Var("found", 0, 1, ir.Num(0))
	k.If(k.OnBoard(at), func() {
		first, second := meet(a.Bool1()), meet(a.Bool2())
		k.Each(first, func(s *ir.Expr) {
			k.If(ir.Calc(ir.SetAny, ir.Calc(ir.SetAnd, k.RowSet(after, s), second)), func() { k.Add(ir.Put(found, ir.Num(1))) })
		})
	})
	return ir.Read(found)
}

func degrees(topo *board.Topology, st board.SiteType, a, b int) float64 {
	p, q := topo.Point(st, int32(a)), topo.Point(st, int32(b))
	return math.Abs(math.Atan2(q.X-p.X, -(q.Y-p.Y)) * 180 / math.Pi)
}
