package ints

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var thingRows = []lgdl.Form{
	{Text: "(card TrumpSuit)", Result: "int", Concepts: []string{"Card"}, Meaning: "The trump suit, -1 until it is set.",
		Impl: rule.Number(lower.TrumpSuit).Needs(game.Card | game.HiddenInfo | game.Stochastic)},
	{Text: "(card cardSiteType at:int [level:int])", Result: "int", Concepts: []string{"Card"},
		Meaning: "The rank, suit or trump value of the card at a site, -1 if there is none.", Impl: game.IntRule(card),
		Lower: lower.IntRule(lowerCard)},
	{Text: "(face int)", Result: "int", Concepts: []string{"Dice"},
		Meaning: "The number that the die at a site shows, -1 if there is none.", Impl: face},
	{Text: "(matchScore roleType)", Result: "int", Meaning: "The score of a player in the match, -1 outside of matches.",
		Impl: game.IntRule(matchScore)},
	{Text: "(pathExtent [int] [int | sites])", Result: "int", Concepts: []string{"PathExtent"},
		Meaning: "How far a path of tiles gets away from its start in rows or columns.", Impl: game.IntRule(pathExtent)},
}

// card reads the bottom card for ranks and trump values, and the top card for suits.
func card(k *game.Compiler, e *lgdl.Expr) game.Int {
	a := clause.CardSite(e)
	k.Require(game.Card | game.HiddenInfo)
	get, level := printed(a)
	at := k.Int(a.At())
	lv := k.IntOr(a.Level(), level)
	return game.IntFn(func(c *game.Context) int {
		s, l := at.Get(c), lv.Get(c)
		if s < 0 {
			game.Fault(e, "there is no site %d", s)
		}
		what := c.S.What(board.Cell, s)
		if l >= 0 {
			what = c.S.WhatAt(board.Cell, s, l)
		}
		if what == 0 || c.G.Components[what].Kind != "card" {
			return game.Off
		}
		return get(&c.G.Components[what])
	})
}

// printed is what is asked of a card, and the level that is meant where none is given.
func printed(a clause.CardSiteArgs) (get func(x *game.Component) int, level int) {
	switch a.CardSiteType().Text {
	case "Rank":
		return func(x *game.Component) int { return x.Rank }, 0
	case "Suit":
		return func(x *game.Component) int { return x.Suit }, game.Off
	case "TrumpRank":
		return func(x *game.Component) int { return x.TrumpRank }, 0
	}
	return func(x *game.Component) int { return x.TrumpValue }, 0
}

// lowerCard is the same from a table of all components.
func lowerCard(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.CardSite(e)
	if k.G.DefaultType != board.Cell || !k.Stacked() {
		k.No(e, "cards beside a board of other sites than cells")
	}
	get, level := printed(a)
	values := make([]int64, len(k.G.Components))
	for i := range values {
		values[i] = game.Off
		if x := &k.G.Components[i]; i > 0 && x.Kind == "card" {
			values[i] = int64(get(x))
		}
	}
	at, lv := k.Temp("at", k.Int(a.At())), ir.Num(level)
	if a.Level() != nil {
		lv = k.Temp("level", k.Int(a.Level()))
	}
	k.SpoilIf(ir.Calc(ir.Lt, at, ir.Num(0))) // what the rules fail at
	what := ir.Cond(ir.Calc(ir.Lt, lv, ir.Num(0)), k.WhatAt(at), k.WhatOn(at, lv))
	return ir.At(k.Table("cards", ir.Int, values), what)
}

var face = rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
	at := k.Int(clause.Face(e).Int())
	return game.IntFn(func(c *game.Context) int {
		s := at.Get(c)
		if s < 0 {
			return game.Off
		}
		what := c.S.What(c.G.TypeAt(board.Cell, s), s)
		if what == 0 {
			return game.Off
		}
		faces := c.G.Components[what].Faces
		if f := c.S.StateAt(board.Cell, s, game.Off); f < len(faces) {
			return faces[f]
		}
		return game.Off
	})
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr { return k.FaceAt(k.Int(clause.Face(e).Int())) }}

func matchScore(k *game.Compiler, e *lgdl.Expr) game.Int {
	role := k.Role(clause.MatchScore(e).RoleType().Text)
	return game.IntFn(func(c *game.Context) int {
		if c.Match == nil {
			return game.Off
		}
		p := role.Get(c)
		if p < 0 || p >= len(c.Match.Scores) {
			game.Fault(e, "player %d has no score in the match", p)
		}
		return c.Match.Scores[p]
	})
}

func pathExtent(k *game.Compiler, e *lgdl.Expr) game.Int {
	a := clause.PathExtent(e)
	colour := k.Role("Mover")
	if a.Int1() != nil {
		colour = k.Int(a.Int1())
	}
	var start game.Int
	var region game.Region
	switch {
	case a.Int2() != nil:
		start = k.Int(a.Int2())
	case a.Sites() != nil:
		region = k.Region(a.Sites())
	default:
		k.Require(game.MoveSites)
	}
	return game.IntFn(func(c *game.Context) int {
		starts := c.TakeInts()
		switch {
		case region.Given():
			starts = region.Sites(c, starts)
		case start.Given():
			starts = append(starts, int32(start.Get(c)))
		default:
			starts = c.LastTos(starts)
		}
		paint, extent := colour.Get(c), 0
		for _, s := range starts {
			if s < 0 || !c.IsTile(int(s)) {
				break
			}
			extent = max(extent, extentFrom(c, e, s, paint))
		}
		c.GiveInts(starts)
		return extent
	})
}

// maxTilePath bounds the walk along a path, which never ends on a closed one:
// rules must test for loops first.
const maxTilePath = 1 << 16

// extentFrom walks along the path of a colour away from a start tile in all
// directions and returns the greatest distance in rows or columns it gets to.
func extentFrom(c *game.Context, e *lgdl.Expr, start int32, colour int) int {
	topo := c.G.Topo
	row, col := topo.Row(board.Cell, start), topo.Column(board.Cell, start)
	extent := 0
	// The queue holds pairs: a tile and the tile it was entered from.
	queue := append(c.TakeInts(), start, start)
	for head := 0; head < len(queue); head += 2 {
		if head > maxTilePath {
			game.Fault(e, "the path of tiles from site %d is closed", start)
		}
		tile, origin := queue[head], queue[head+1]
		c.TileExits(int(tile), colour, func(next int32) bool {
			extent = max(extent, distance(topo.Row(board.Cell, next), row), distance(topo.Column(board.Cell, next), col))
			if next != origin && c.IsTile(int(next)) {
				queue = append(queue, next, tile)
			}
			return true
		})
	}
	c.GiveInts(queue)
	return extent
}

func distance(a, b int32) int { return int(max(a-b, b-a)) }
