package ints

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var thingRows = []lgdl.Form{
	{Text: "(card TrumpSuit)", Result: "int", Concepts: []string{"Card"}, Meaning: "The trump suit, -1 until it is set.",
		Impl: rule.Number(layout.TrumpSuit).Needs(game.Card | game.HiddenInfo | game.Stochastic)},
	{Text: "(card cardSiteType at:int [level:int])", Result: "int", Concepts: []string{"Card"},
		Meaning: "The rank, suit or trump value of the card at a site, -1 if there is none.", Impl: card},
	{Text: "(face int)", Result: "int", Concepts: []string{"Dice"},
		Meaning: "The number that the die at a site shows, -1 if there is none.", Impl: face},
	{Text: "(matchScore roleType)", Result: "int", Meaning: "The score of a player in the match, -1 outside of matches.",
		Impl: game.IntRule(matchScore)},
	{Text: "(pathExtent [int] [int | sites])", Result: "int", Concepts: []string{"PathExtent"},
		Meaning: "How far a path of tiles gets away from its start in rows or columns.", Impl: game.IntRule(pathExtent), Lower: lower.IntRule(lowerPathExtent)},
}

// card is what is printed on a card: the bottom one for ranks and trump values, and the top one for suits.
var card = rule.Of(func(e *lgdl.Expr) rule.Int {
	bottom, top := 0, game.Off
	switch e.Named("cardSiteType").Text {
	case "Rank":
		return onCard(bottom, func(x *game.Component) int { return x.Rank })
	case "Suit":
		return onCard(top, func(x *game.Component) int { return x.Suit })
	case "TrumpRank":
		return onCard(bottom, func(x *game.Component) int { return x.TrumpRank })
	}
	return onCard(bottom, func(x *game.Component) int { return x.TrumpValue })
}, "cardSiteType", "at", "level")

// onCard is a number of the card at a site, on a level unless a clause says which, -1 if there is none.
func onCard(level int, of func(x *game.Component) int) rule.Int {
	what := datum{flag: game.Card | game.HiddenInfo, level: level, cells: true, cards: true, top: (*game.State).What,
		get: (*game.State).WhatAt, code: levelled((*lower.Lowerer).WhatAt, (*lower.Lowerer).WhatOn)}.rule()
	return rule.OfPiece(what, "cards", func(x *game.Component) int {
		if x.Kind != "card" {
			return game.Off
		}
		return of(x)
	})
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
			if !c.IsTile(int(s)) {
				break
			}
			extent = max(extent, extentFrom(c, s, paint))
		}
		c.GiveInts(starts)
		return extent
	})
}

// extentFrom is the greatest distance in rows or columns to which the paths of a colour lead away from a tile.
func extentFrom(c *game.Context, start int32, colour int) (extent int) {
	topo := c.G.Topo
	row, col := topo.Row(board.Cell, start), topo.Column(board.Cell, start)
	c.FollowPaths(start, colour, func(next int32) bool {
		extent = max(extent, distance(topo.Row(board.Cell, next), row), distance(topo.Column(board.Cell, next), col))
		return true
	})
	return extent
}

func lowerPathExtent(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.PathExtent(e)
	colour := ir.Num(k.Mover)
	if a.Int1() != nil {
		colour = k.Temp("colour", k.Int(a.Int1()))
	}
	extent := k.Var("extent", 0, k.Sites(), ir.Num(0))
	k.EachPathStart(e, a.Int2(), a.Sites(), func(start *ir.Expr, end *ir.Label) {
		k.Choose(k.IsTile(start), func() {
			far := k.Temp("far", ir.Invoke(k.PathExtent(), start, colour))
			k.Add(ir.When(ir.Calc(ir.Lt, ir.Read(extent), far), ir.Put(extent, far)))
		}, func() { k.Add(ir.Leave(end)) })
	})
	return ir.Read(extent)
}

func distance(a, b int32) int { return int(max(a-b, b-a)) }
