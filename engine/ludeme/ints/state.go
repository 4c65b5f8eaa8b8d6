package ints

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var stateRows = []lgdl.Form{
	{Text: "(amount (roleType | (player)))", Lower: lower.IntRule(lowerAmount), Result: "int",
		Meaning: "The money of a player.", Impl: game.IntRule(amount)},
	{Text: "(counter)", Lower: lower.IntRule(lowerCounter), Result: "int", Concepts: []string{"InternalCounter"},
		Meaning: "The counter that goes up with every move.", Impl: read(func(c *game.Context) int { return c.S.Counter })},
	{Text: "(mover)", Lower: lower.IntRule(lowerMover), Result: "int", Meaning: "The player who moves.",
		Impl: read(func(c *game.Context) int { return c.S.Mover })},
	{Text: "(next)", Lower: lower.IntRule(lowerNext), Result: "int", Meaning: "The player who moves next.",
		Impl: read(func(c *game.Context) int { return c.S.Next })},
	{Text: "(pot)", Lower: lower.IntRule(lowerPot), Result: "int", Meaning: "The money in the pot.",
		Impl: read(func(c *game.Context) int { return c.S.Pot })},
	{Text: "(prev [prevType])", Lower: lower.IntRule(lowerPrev), Result: "int",
		Meaning: "The player who moved before, or who had the turn before.", Impl: game.IntRule(prev)},
	{Text: "(rotation [siteType] at:int [level:int])", Lower: lowerSiteDatum(lower.Rotation), Result: "int",
		Concepts: []string{"PieceRotation"}, Meaning: "The rotation of the piece at a site.",
		Impl: siteDatum(game.Rotation, (*game.State).RotationAt)},
	{Text: "(score ((player) | roleType))", Lower: lower.IntRule(lowerScore), Result: "int", Concepts: []string{"Scoring"},
		Meaning: "The score of a player.", Impl: game.IntRule(score)},
	{Text: "(state [siteType] at:int [level:int])", Lower: lowerSiteDatum(lower.State), Result: "int",
		Concepts: []string{"SiteState"}, Meaning: "The local state of a site.",
		Impl: siteDatum(game.SiteState, (*game.State).StateAt)},
	{Text: "(var [string])", Lower: lower.IntRule(lowerVar), Result: "int", Concepts: []string{"Variable"},
		Meaning: "The value of a variable, -1 if it was never set.", Impl: game.IntRule(variable)},
	{Text: "(what [siteType] at:int [level:int])", Lower: lower.IntRule(lowerWhat), Result: "int",
		Meaning: "The component at a site, 0 if it is empty; in a stack the bottom one.", Impl: game.IntRule(what)},
	{Text: "(who [siteType] at:int [level:int])", Lower: lower.IntRule(lowerWho), Result: "int",
		Meaning: "The owner of the piece at a site, 0 if there is none.", Impl: game.IntRule(who)},
}

func amount(k *game.Compiler, e *lgdl.Expr) game.Int {
	k.Require(game.Bet)
	p := k.Player(clause.Amount(e).Player(), clause.Amount(e).RoleType())
	return game.IntFn(func(c *game.Context) int {
		if i := p.Get(c); i >= 1 && i <= c.G.Players {
			return int(c.S.AmountOf[i])
		}
		return game.Off
	})
}

func prev(_ *game.Compiler, e *lgdl.Expr) game.Int {
	if t := clause.Prev(e).PrevType(); t != nil && t.Text == "MoverLastTurn" {
		return game.IntFn(func(c *game.Context) int { return c.T.LastTurnMover(c.S.Mover) })
	}
	return game.IntFn(func(c *game.Context) int { return c.S.Prev })
}

func score(k *game.Compiler, e *lgdl.Expr) game.Int {
	k.Require(game.Score)
	p := k.Player(clause.ScorePlayer(e).Player(), clause.ScorePlayer(e).RoleType())
	return game.IntFn(func(c *game.Context) int {
		i := p.Get(c)
		if i < 0 || i >= len(c.S.ScoreOf) {
			game.Fault(e, "player %d has no score", i)
		}
		return int(c.S.ScoreOf[i])
	})
}

func variable(k *game.Compiler, e *lgdl.Expr) game.Int {
	k.Require(game.Variables)
	if clause.Var(e).String() == nil {
		return game.IntFn(func(c *game.Context) int { return c.S.Temp })
	}
	v := k.Var(clause.Var(e).String().Text)
	return game.IntFn(func(c *game.Context) int { return int(c.S.Vars[v]) })
}

// siteDatum is the rule of a datum of a piece: of the top one by default, and
// always of the top one beyond the board.
func siteDatum(flag game.Flag, get func(s *game.State, st board.SiteType, site, level int) int) game.IntRule {
	return func(k *game.Compiler, e *lgdl.Expr) game.Int {
		k.Require(flag)
		st := k.SiteTypeOr(clause.SiteDatum(e).SiteType())
		at := k.Int(clause.SiteDatum(e).At())
		if clause.SiteDatum(e).Level() == nil {
			return game.IntFn(func(c *game.Context) int {
				s := at.Get(c)
				if s < 0 {
					return 0
				}
				return get(c.S, st, s, game.Off)
			})
		}
		level := k.Int(clause.SiteDatum(e).Level())
		return game.IntFn(func(c *game.Context) int {
			s := at.Get(c)
			if s < 0 {
				return 0
			}
			l := level.Get(c)
			if c.G.ContainerAt(s) != 0 {
				l = game.Off
			}
			return get(c.S, st, s, l)
		})
	}
}

// what reads the bottom piece of a stack unless told otherwise, unlike who.
func what(k *game.Compiler, e *lgdl.Expr) game.Int {
	a := clause.What(e)
	st := k.SiteTypeOr(a.SiteType())
	at := k.Int(a.At())
	if level := a.Level(); level != nil {
		lv := k.Int(level)
		return game.IntFn(func(c *game.Context) int {
			s := at.Get(c)
			if s < 0 {
				return 0
			}
			if l := lv.Get(c); c.G.Stacks && l >= 0 {
				return c.S.WhatAt(st, s, l)
			}
			return c.S.What(st, s)
		})
	}
	return game.IntFn(func(c *game.Context) int {
		s := at.Get(c)
		if s < 0 {
			return 0
		}
		if c.G.Stacks {
			return c.S.WhatAt(st, s, 0)
		}
		return c.S.What(st, s)
	})
}

// who, of a vertex or an edge and without a level, reads the board only; with a
// level the site number tells the container.
func who(k *game.Compiler, e *lgdl.Expr) game.Int {
	a := clause.Who(e)
	st := k.SiteTypeOr(a.SiteType())
	at := k.Int(a.At())
	if l := a.Level(); l != nil {
		if lv := k.Int(l); !lv.Const || lv.V != game.Off {
			return game.IntFn(func(c *game.Context) int {
				s := at.Get(c)
				if s < 0 {
					return 0
				}
				if l := lv.Get(c); l >= 0 && c.G.Has(game.Stacking) {
					return c.S.WhoAt(st, s, l)
				}
				return c.S.Who(st, s)
			})
		}
	}
	boardOnly := st != board.Cell
	return game.IntFn(func(c *game.Context) int {
		s := at.Get(c)
		if s < 0 || boardOnly && s >= c.G.Topo.Num(st) {
			return 0
		}
		return c.S.Who(st, s)
	})
}
