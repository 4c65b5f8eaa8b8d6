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

var countRows = slices.Concat([]lgdl.Form{
	{Text: "(count SizeBiggestLine [siteType] [absoluteDirection] [if:bool])", Result: "int",
		Concepts: []string{"Group", "AdjacentDirection unless absoluteDirection"},
		Meaning:  "The length of the longest line of sites.", Impl: game.IntRule(biggestLine)},
	{Text: "(count Liberties [siteType] [at:int] [direction] [if:bool])",
		Result: "int", Concepts: []string{"AdjacentDirection unless direction"},
		Meaning: "The number of empty sites next to a group of like pieces.", Impl: liberties},
	{Text: "(count SitesPlatformBelow [siteType] [int] roleType)", Result: "int",
		Meaning: "The number of pieces of a player right below a site.", Impl: game.IntRule(platform)},
	{Text: "(count Steps [siteType] [relationType] [(step)] [newRotation:int] int (int | sites))",
		Lower: lower.IntRule(lowerSteps), Result: "int", Concepts: []string{"Distance"},
		Meaning: "The number of steps between two sites.", Impl: game.IntRule(countSteps)},
	{Text: "(count StepsOnTrack [roleType | (player) | string] [int] [int])", Lower: lower.IntRule(lowerStepsOnTrack),
		Result: "int", Meaning: "The number of steps between two sites along a track.", Impl: game.IntRule(stepsOnTrack)},
	{Text: "(count Value int in:ints)", Lower: lower.IntRule(lowerCountValue), Result: "int",
		Meaning: "How often a number occurs in an array.", Impl: game.IntRule(countValue)},
	{Text: "(count Stack [stackDirection] [siteType] (at:int | to:sites) [if:bool] [stop:bool])",
		Lower: lower.IntRule(lowerCountStack), Result: "int", Concepts: []string{"StackState"},
		Meaning: "The number of pieces in stacks that meet a condition.", Impl: game.IntRule(countStack)},
	{Text: "(count countSimpleType [siteType])", Result: "int",
		Meaning: "A number that describes the game or the play so far, such as Moves or Rows.",
		Impl:    counts.At("countSimpleType").Typed()},
	{Text: "(count countGroupsType [siteType] [direction] [if:bool] [min:int] [isVisible:bool])",
		Result: "int", Concepts: []string{"Group if Groups", "AdjacentDirection unless direction"},
		Meaning: "The number of groups of sites, or the size of the biggest one.", Impl: groupCounts},
	{Text: "(count countComponentType [siteType] [roleType | of:int] [string] [in:sites] [if:bool])",
		Lower: lower.IntRule(lowerCountPieces), Result: "int",
		Concepts: []string{"Dice if Pips", "SumDice if Pips", "skip if:"},
		Meaning:  "The number of pieces of players, or the sum of the pips of the dice.", Impl: game.IntRule(countComponent)},
	{Text: "(count [countSiteType] [siteType] [in:sites | at:int | string])",
		Result: "int", Concepts: []string{"PieceCount unless countSiteType"},
		Meaning: "The number of pieces on sites, or of sites, or of the neighbours of a site.",
		Impl:    rule.Int{Impl: countSites, Lower: lowerCountSites, Args: piecesOn.Args}},
	{Text: "(countSizeBiggestGroup [siteType] [direction] [if:bool | isVisible:bool])",
		Result: "int", Concepts: []string{"AdjacentDirection unless direction"},
		Meaning: "The size of the biggest group of sites.", Impl: biggestGroup},
})

func countValue(k *game.Compiler, e *lgdl.Expr) game.Int {
	value := k.Int(clause.CountValue(e).Int())
	list := k.Ints(clause.CountValue(e).In())
	return game.IntFn(func(c *game.Context) int {
		want := int32(value.Get(c))
		v := list.Eval(c, c.TakeInts())
		n := 0
		for _, x := range v {
			if x == want {
				n++
			}
		}
		c.GiveInts(v)
		return n
	})
}

// countStack counts level by level; a level at which stop holds ends its stack.
func countStack(k *game.Compiler, e *lgdl.Expr) game.Int {
	a := clause.CountStack(e)
	k.Require(game.Stacking)
	fromTop := a.StackDirection() != nil && a.StackDirection().Text == "FromTop"
	st := k.SiteTypeOr(a.SiteType())
	sites := k.SiteList(a.To(), a.At())
	cond := k.BoolOr(a.If(), true)
	stop := k.BoolOr(a.Stop(), false)
	return game.IntFn(func(c *game.Context) int {
		n := 0
		to, level := c.To, c.Level
		sites.Each(c, func(s int) bool {
			if c.S.What(st, s) == 0 {
				return true
			}
			c.To = s
			size := c.S.SizeAt(st, s)
			for i := range size {
				c.Level = i
				if fromTop {
					c.Level = size - 1 - i
				}
				if stop.Get(c) {
					break
				}
				if cond.Get(c) {
					n++
				}
			}
			return true
		})
		c.To, c.Level = to, level
		return n
	})
}

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
			return ir.Calc(ir.Ones, ir.Calc(ir.Wide, k.Fields.Get(lower.Active)))
		}},
	"Turns":         rule.Number(lower.Turns),
	"Moves":         rule.Number(lower.MoveNumber),
	"MovesThisTurn": rule.Number(lower.TurnMoves),
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

func countSites(k *game.Compiler, e *lgdl.Expr) game.Int {
	a := clause.Count(e)
	kind, in, at, name := a.CountSiteType(), a.In(), a.At(), a.String()
	if kind == nil {
		return piecesOn.Impl(k, e)
	}
	st := k.SiteTypeOr(a.SiteType())
	switch kind.Text {
	case "Sites":
		return numberOfSites(k, e, in, at, name)
	case "Off":
		k.Fail(kind, "(count Off) cannot be evaluated: Off is the number -1")
	}
	sites := k.SiteList(in, at)
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
}

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

// numberOfSites is (count Sites …): of a region, or of a container given by its
// number or name.
func numberOfSites(k *game.Compiler, e, in, at, name *lgdl.Expr) game.Int {
	switch {
	case in != nil:
		region := k.Region(in)
		if region.Static != nil {
			return game.IntOf(region.Static.Len())
		}
		return game.IntFn(region.Count)
	case at != nil:
		container := k.Int(at)
		size := 0
		k.Later(func() {
			if !container.Const {
				k.Fail(e, "the container whose sites are counted must be constant")
			}
			if container.V < 0 || container.V >= len(k.G.Containers) {
				k.Fail(e, "there is no container %d", container.V)
			}
			size = k.G.Containers[container.V].Sites
		})
		return game.IntFn(func(*game.Context) int { return size })
	case name != nil:
		size := 0
		k.Later(func() {
			i := slices.IndexFunc(k.G.Containers, func(x game.Container) bool { return x.Name == name.Text })
			if i < 0 {
				k.Fail(name, "there is no container named %q", name.Text)
			}
			size = k.G.Containers[i].Sites
		})
		return game.IntFn(func(*game.Context) int { return size })
	}
	return game.IntFn(func(c *game.Context) int {
		if c.LastTo() >= 0 {
			return 1
		}
		return 0
	})
}
