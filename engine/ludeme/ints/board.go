package ints

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var boardRows = []lgdl.Form{
	{Text: "(ahead [siteType] int [steps:int] [direction])", Lower: lower.IntRule(lowerAhead), Result: "int",
		Concepts: []string{"ForwardDirection unless direction"},
		Meaning:  "The site some steps ahead of a site, or the site itself where the board ends.", Impl: game.IntRule(ahead)},
	{Text: "(arrayValue ints index:int)", Result: "int",
		Meaning: "An element of an array, -1 if there is none.", Impl: rule.OverValues.Nth("index")},
	{Text: "(centrePoint [siteType])", Result: "int",
		Meaning: "The first site of the centre of the board.", Impl: centrePoint},
	{Text: "(column [siteType] of:int)", Result: "int",
		Meaning: "The number of the column of a site.", Impl: coordinate((*board.Topology).Column)},
	{Text: "(coord [siteType] string)", Result: "int",
		Meaning: "The site with a coordinate, such as \"A1\".", Impl: coordLabel},
	{Text: "(coord [siteType] row:int column:int)", Result: "int",
		Meaning: "The first site in a row and a column.", Impl: coordRow},
	{Text: "(cost [siteType] (at:int | in:sites))", Result: "int", Meaning: "The sum of the costs of sites.",
		Impl: cost},
	{Text: "(layer of:int [siteType])", Result: "int",
		Meaning: "The number of the layer of a site.", Impl: coordinate((*board.Topology).Layer)},
	{Text: "(phase [siteType] of:int)", Result: "int",
		Meaning: "The colour of a site when the board is coloured so that neighbours differ.",
		Impl:    coordinate((*board.Topology).Phase)},
	{Text: "(regionSite sites index:int)", Result: "int",
		Meaning: "The site of a region at a position in ascending order, -1 if there is none.",
		Impl:    rule.OverSites("sites").Nth("index")},
	{Text: "(row [siteType] of:int)", Result: "int",
		Meaning: "The number of the row of a site.", Impl: coordinate((*board.Topology).Row)},
}

func ahead(k *game.Compiler, e *lgdl.Expr) game.Int {
	a := clause.Ahead(e)
	st := k.SiteTypeOr(a.SiteType())
	at := k.Int(a.Int())
	steps := k.IntOr(a.Steps(), 1)
	toward := toward(k, e, st)
	return game.IntFn(func(c *game.Context) int {
		s := at.Get(c)
		if s < 0 {
			return game.Off
		}
		if !c.G.OnBoard(st, s) {
			game.Fault(e, "site %d is not on the board", s)
		}
		if d := toward(c, s); d != board.NoDirection {
			return along(c, st, s, d, steps.Get(c))
		}
		return s
	})
}

// toward is the direction of an (ahead …) from a site: the first of those that it names, or that of the current from
// and to, or of the last move, or back.
func toward(k *game.Compiler, e *lgdl.Expr, st board.SiteType) func(c *game.Context, s int) board.Direction {
	d := firstDirection(clause.Ahead(e).Direction())
	if d != "SameDirection" && d != "OppositeDirection" {
		dirs := k.Directions(clause.Ahead(e).Direction(), "Forward")
		return func(c *game.Context, s int) board.Direction {
			list := dirs.Eval(c, st, s, c.TakeDirs())
			defer c.GiveDirs(list)
			if len(list) == 0 {
				return board.NoDirection
			}
			return list[0]
		}
	}
	return func(c *game.Context, _ int) board.Direction {
		a, b := c.From, c.To
		if a < 0 {
			a = c.LastFrom()
		}
		if b < 0 {
			b = c.LastTo()
		}
		if d == "OppositeDirection" {
			a, b = b, a
		}
		d, ok := c.G.Topo.LastBetween(st, int32(a), int32(b))
		if !ok {
			game.Fault(e, "no line runs from site %d to site %d", a, b)
		}
		return d
	}
}

// firstDirection returns the constant that a direction argument is or begins with.
func firstDirection(e *lgdl.Expr) string {
	switch {
	case e == nil:
		return ""
	case e.Kind == lgdl.List && len(e.Items) > 0:
		return firstDirection(e.Items[0])
	case e.Kind == lgdl.Const:
		return e.Text
	}
	return ""
}

// along returns the site so many steps from s on the first radial that is long
// enough, or s itself.
func along(c *game.Context, st board.SiteType, s int, d board.Direction, steps int) int {
	if steps <= 0 {
		return s
	}
	radials := c.G.Topo.Radials(st, int32(s), d)
	for i := range radials {
		if path := radials[i].Path; steps < len(path) {
			return int(path[steps])
		}
	}
	return s
}

var centrePoint = rule.Fixed(func(k *game.Compiler, e *lgdl.Expr) int {
	st := k.SiteTypeOr(clause.CentrePoint(e).SiteType())
	centre := k.G.Topo.Set(st, board.Centre)
	if len(centre) == 0 {
		k.Fail(e, "the board has no centre of type %s", st)
	}
	return int(slices.Min(centre))
}, "siteType")

// coordinate is the rule of a number that the board gives to each site, -1 for others.
func coordinate(number func(t *board.Topology, st board.SiteType, site int32) int32) rule.Int {
	return rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
		st := k.SiteTypeOr(e.Named("siteType"))
		of := k.Int(e.Named("of"))
		if of.Const && k.G.OnBoard(st, of.V) {
			return game.IntOf(int(number(k.G.Topo, st, int32(of.V))))
		}
		return game.IntFn(func(c *game.Context) int {
			s := of.Get(c)
			if !c.G.OnBoard(st, s) {
				return game.Off
			}
			return int(number(c.G.Topo, st, int32(s)))
		})
	}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		st := k.TypeOf(e.Named("siteType"))
		values := make([]int64, k.G.Topo.Num(st))
		for s := range values {
			values[s] = int64(number(k.G.Topo, st, int32(s)))
		}
		return k.OfSite("coordinate", values, k.Int(e.Named("of")))
	}, Args: []string{"siteType", "of"}}
}

var coordLabel = rule.Fixed(func(k *game.Compiler, e *lgdl.Expr) int {
	return int(k.G.Topo.Find(k.SiteTypeOr(clause.CoordString(e).SiteType()), clause.CoordString(e).String().Text))
}, "siteType", "string")

var coordRow = rule.Tabled(rule.Arg("row"), rule.Arg("column"), "", func(k *game.Compiler, e *lgdl.Expr) rule.Table {
	t, st := k.G.Topo, k.SiteTypeOr(e.Named("siteType"))
	return rule.Table{N: t.Rows(st).Len(), M: t.Columns(st).Len(), Name: "coord." + st.String(),
		Of: func(row, column int) int { return siteAt(t, st, row, column) }}
})

// siteAt is the first site in a row and a column, -1 if there is none.
func siteAt(topo *board.Topology, st board.SiteType, row, col int) int {
	lowest := game.Off
	for _, s := range topo.Rows(st).Row(int32(row)) {
		if int(topo.Column(st, s)) == col && (lowest < 0 || int(s) < lowest) {
			lowest = int(s)
		}
	}
	return lowest
}
