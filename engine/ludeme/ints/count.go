package ints

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var countRows = slices.Concat([]lgdl.Form{
	{Text: "(count SizeBiggestLine [siteType] [absoluteDirection] [if:bool])", Result: "int",
		Concepts: []string{"Group", "AdjacentDirection unless absoluteDirection"},
		Meaning:  "The length of the longest line of sites.", Impl: game.IntRule(biggestLine),
		Lower: lower.IntRule(lowerBiggestLine)},
	{Text: "(count Liberties [siteType] [at:int] [direction] [if:bool])",
		Result: "int", Concepts: []string{"AdjacentDirection unless direction"},
		Meaning: "The number of empty sites next to a group of like pieces.", Impl: liberties},
	{Text: "(count SitesPlatformBelow [siteType] [int] roleType)", Result: "int",
		Meaning: "The number of pieces of a player right below a site.", Impl: game.IntRule(platform),
		Lower: lower.IntRule(lowerPlatform)},
	{Text: "(count Steps [siteType] [relationType] [(step)] [newRotation:int] int (int | sites))", Result: "int",
		Concepts: []string{"Distance"}, Meaning: "The number of steps between two sites.", Impl: countSteps},
	{Text: "(count StepsOnTrack [roleType | (player) | string] [int] [int])", Result: "int",
		Meaning: "The number of steps between two sites along a track.", Impl: stepsOnTrack},
	{Text: "(count Value int in:ints)", Result: "int",
		Meaning: "How often a number occurs in an array.", Impl: howMany("in", &value)},
	{Text: "(count Stack [stackDirection] [siteType] (at:int | to:sites) [if:bool] [stop:bool])",
		Result: "int", Concepts: []string{"StackState"},
		Meaning: "The number of pieces in stacks that meet a condition.", Impl: countStack.Needs(game.Stacking)},
	{Text: "(count countSimpleType [siteType])", Result: "int",
		Meaning: "A number that describes the game or the play so far, such as Moves or Rows.",
		Impl:    counts.At("countSimpleType").Typed()},
	{Text: "(count countGroupsType [siteType] [direction] [if:bool] [min:int] [isVisible:bool])",
		Result: "int", Concepts: []string{"Group if Groups", "AdjacentDirection unless direction"},
		Meaning: "The number of groups of sites, or the size of the biggest one.", Impl: groupCounts},
	{Text: "(count countComponentType [siteType] [roleType | of:int] [string] [in:sites] [if:bool])", Result: "int",
		Concepts: []string{"Dice if Pips", "SumDice if Pips", "skip if:"},
		Meaning:  "The number of pieces of players, or the sum of the pips of the dice.", Impl: countComponent},
	{Text: "(count [countSiteType] [siteType] [in:sites | at:int | string])",
		Result: "int", Concepts: []string{"PieceCount unless countSiteType"},
		Meaning: "The number of pieces on sites, or of sites, or of the neighbours of a site.",
		Impl:    countSites},
	{Text: "(countSizeBiggestGroup [siteType] [direction] [if:bool | isVisible:bool])",
		Result: "int", Concepts: []string{"AdjacentDirection unless direction"},
		Meaning: "The size of the biggest group of sites.", Impl: biggestGroup},
})

var value = rule.Arg("int")

// howMany is the number of the elements of an array, or of those that are a number.
func howMany(list string, number *rule.Int) rule.Int {
	return rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
		if number == nil {
			return ofArray(k, e.Named(list), func(_ *game.Context, v []int32) int { return len(v) })
		}
		want := number.Impl(k, e)
		return ofArray(k, e.Named(list), func(c *game.Context, v []int32) (n int) {
			want := int32(want.Get(c))
			for _, x := range v {
				if x == want {
					n++
				}
			}
			return n
		})
	}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		var want *ir.Expr
		if number != nil {
			want = k.Temp("want", number.Lower(k, e))
		}
		n := k.Let("n", ir.Num(0))
		k.EachInt(e.Named(list), func(v *ir.Expr) {
			is := ir.Num(1)
			if want != nil {
				is = ir.Calc(ir.Eq, v, want)
			}
			k.If(is, func() { k.Add(ir.Increment(n)) })
		})
		return ir.Read(n)
	}, Args: []string{list}}
}

// countStack counts level by level; a level at which stop holds ends its stack.
var countStack = rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
	sites, st, down := stacksCounted.Impl(k, e), k.SiteTypeOr(e.Named("siteType")), fromTop(e)
	cond, stop := k.Cond(e.Named("if")), k.BoolOr(e.Named("stop"), false)
	return game.IntFn(func(c *game.Context) int {
		n, before := 0, c.Level
		sites.Each(c, func() bool {
			size := c.S.SizeAt(st, c.To)
			for i := range size {
				if c.Level = i; down {
					c.Level = size - 1 - i
				}
				if stop.Get(c) {
					break
				}
				if cond.Ok(c) {
					n++
				}
			}
			return true
		})
		c.Level = before
		return n
	})
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	k.SiteType(e.Named("siteType"))
	n := k.Let("n", ir.Num(0))
	stacksCounted.Lower(k, e)(func() {
		k.Scope("stack", func(end *ir.Label) {
			k.EachLevel(k.Env.To, fromTop(e), func(level *ir.Expr) {
				if k.Env.Level = level; e.Named("stop") != nil {
					k.Add(ir.When(k.Bool(e.Named("stop")), ir.Leave(end)))
				}
				k.If(k.Cond(e.Named("if")), func() { k.Add(ir.Increment(n)) })
			})
		})
	})
	return ir.Read(n)
}, Args: []string{"to", "at", "siteType", "stackDirection", "if", "stop"}}

var stacksCounted = rule.OverTo("to", "at")

func fromTop(e *lgdl.Expr) bool { return e.Named("stackDirection").Word("") == "FromTop" }

// counts are the numbers that describe the game or the play so far.
var counts = rule.Ints{
	"Rows":     rule.OfBoard(func(g *game.Game, st board.SiteType) int { return g.Topo.Rows(st).Len() }),
	"Columns":  rule.OfBoard(func(g *game.Game, st board.SiteType) int { return g.Topo.Columns(st).Len() }),
	"Cells":    elements(board.Cell).Needs(game.CellFlag),
	"Vertices": elements(board.Vertex).Needs(game.VertexFlag),
	"Edges":    elements(board.Edge).Needs(game.EdgeFlag),
	"Players":  rule.OfBoard(func(g *game.Game, _ board.SiteType) int { return g.Players }),
	"Phases":   rule.OfGame(func(g *game.Game) int { return len(g.Phases) }),
	"Active": {Impl: read(func(c *game.Context) int { return c.S.ActiveCount() }),
		Lower: func(k *lower.Lowerer, _ *lgdl.Expr) *ir.Expr {
			return ir.Calc(ir.Ones, ir.Calc(ir.Wide, k.Fields.Get(layout.Active)))
		}},
	"Turns":         rule.Number(layout.Turns),
	"Moves":         rule.Number(layout.MoveNumber),
	"MovesThisTurn": rule.Number(layout.TurnMoves),
	"LegalMoves": {Impl: func(k *game.Compiler, _ *lgdl.Expr) game.Int {
		k.Draws() // the moves of the game may
		return game.IntFn(func(c *game.Context) int { return len(c.Legal()) })
	}},
	"Trials": {Impl: func(_ *game.Compiler, e *lgdl.Expr) game.Int {
		return game.IntFn(func(c *game.Context) int {
			if c.Match == nil {
				game.Fault(e, "trials are counted in matches only")
			}
			return c.Match.Trials
		})
	}},
}

// elements is the number of elements of the board.
func elements(of board.SiteType) rule.Int {
	return rule.OfBoard(func(g *game.Game, _ board.SiteType) int { return g.Topo.Num(of) })
}

// countSites are the pieces on sites, their number, or that of the neighbours of a site.
var countSites = rule.Of(func(e *lgdl.Expr) rule.Int {
	switch e.Named("countSiteType").Word("") {
	case "":
		return piecesOn
	case "Sites":
		return numberOfSites
	}
	return countNeighbours
}, piecesOn.Args...)

// countNeighbours is the number of neighbours of some kind of a site, the lowest one of a region.
var countNeighbours = rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
	a := clause.Count(e)
	st, kind, sites := k.SiteTypeOr(a.SiteType()), a.CountSiteType(), k.SiteList(a.In(), a.At())
	if kind.Text == "Off" {
		k.Fail(kind, "(count Off) cannot be evaluated: Off is the number -1")
	}
	return game.IntFn(func(c *game.Context) int {
		s := sites.First(c)
		if s < 0 {
			game.Fault(e, "there is no site whose neighbours could be counted")
		}
		if !c.G.OnBoard(st, s) {
			return game.Off
		}
		return neighbours(c.G.Topo, st, kind.Text, int32(s))
	})
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.Count(e)
	st, kind := k.TypeOf(a.SiteType()), a.CountSiteType().Text
	if _, ok := board.ParseRelation(kind); !ok && kind != "Neighbours" {
		k.No(e, "(count %s …)", kind)
	}
	var site *ir.Expr
	if a.In() != nil {
		site = k.Lowest(k.Region(a.In()))
	} else {
		site = k.Temp("site", k.IntElse(a.At(), k.Fields.Get(layout.LastTo)))
	}
	k.SpoilIf(ir.Calc(ir.Lt, site, ir.Num(0)))
	values := make([]int64, k.G.Topo.Num(st))
	for s := range values {
		values[s] = int64(neighbours(k.G.Topo, st, kind, int32(s)))
	}
	return k.OfSite("neighbours", values, site)
}}

// neighbours is the number of neighbours of some kind of a site.
func neighbours(topo *board.Topology, st board.SiteType, kind string, s int32) int {
	rel, _ := board.ParseRelation(kind)
	if kind == "Neighbours" {
		rel = board.RelAll
	}
	if st != board.Edge {
		return len(topo.Neighbours(st, rel, s))
	}
	if rel == board.RelDiagonal {
		return 0
	}
	n := 0
	for _, v := range topo.Incident(board.Edge, s, board.Vertex) {
		n += len(topo.Incident(board.Vertex, v, board.Edge))
	}
	return n
}

// numberOfSites is (count Sites …): of a region, or of a container given by its number or name.
var numberOfSites = rule.Of(func(e *lgdl.Expr) rule.Int {
	a := clause.Count(e)
	switch {
	case a.In() != nil:
		return sitesOfRegion
	case a.At() != nil || a.String() != nil:
		return sitesOfContainer
	}
	return rule.Int{Impl: read(func(c *game.Context) int {
		if c.LastTo() < 0 {
			return 0
		}
		return 1
	}),
		Lower: func(k *lower.Lowerer, _ *lgdl.Expr) *ir.Expr {
			return ir.Calc(ir.Le, ir.Num(0), k.Fields.Get(layout.LastTo))
		}}
})

var sitesOfRegion = rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
	region := k.Region(e.Named("in"))
	if region.Static != nil {
		return game.IntOf(region.Static.Len())
	}
	return game.IntFn(region.Count)
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr { return ir.Calc(ir.SetCount, k.Region(e.Named("in"))) }}

// sitesOfContainer needs a container that is known when all of the game is.
var sitesOfContainer = rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
	var container game.Int
	if e.Named("at") != nil {
		container = k.Int(e.Named("at"))
	}
	size := 0
	k.Later(func() {
		i, name := container.V, e.Named("string")
		switch {
		case name != nil:
			if i = k.G.ContainerNamed(name.Text); i < 0 {
				k.Fail(name, "there is no container named %q", name.Text)
			}
		case !container.Const:
			k.Fail(e, "the container whose sites are counted must be constant")
		case i < 0 || i >= len(k.G.Containers):
			k.Fail(e, "there is no container %d", i)
		}
		size = k.G.Containers[i].Sites
	})
	return game.IntFn(func(*game.Context) int { return size })
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if name := e.Named("string"); name != nil {
		return ir.Num(k.G.Containers[k.Container(e, name.Text)].Sites)
	}
	n, ok := k.Int(e.Named("at")).Number()
	if !ok || n < 0 || int(n) >= len(k.G.Containers) {
		k.No(e, "(count Sites …)")
	}
	return ir.Num(k.G.Containers[n].Sites)
}}
