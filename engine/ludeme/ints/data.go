package ints

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
)

// A datum is a number of the piece at a site, in a stack at a level.
type datum struct {
	flag  game.Flag
	level int  // where none is given; -1 is the top one, as it is where levels are not told apart
	cards bool // are levels told apart in stacks that come from cards only
	hands bool // has a site beyond the board a top piece only
	cells bool // is one of cells alone, of which there must be one
	board bool // is there, of vertices and edges without a level, no site beyond the board
	get   levelReader
	top   func(s *game.State, st board.SiteType, site int) int
	code  levelCode // of the top if the level is nil
}

var (
	what = datum{level: 0, cards: true, top: (*game.State).What, get: (*game.State).WhatAt,
		code: levelled((*lower.Lowerer).WhatAt, (*lower.Lowerer).WhatOn)}.rule()

	who = datum{level: game.Off, board: true, top: (*game.State).Who, get: (*game.State).WhoAt,
		code: levelled((*lower.Lowerer).WhoAt, (*lower.Lowerer).WhoOn)}.rule()

	state = datum{flag: game.SiteState, level: game.Off, cards: true, hands: true,
		top: topOf((*game.State).StateAt), get: (*game.State).StateAt,
		code: levelled((*lower.Lowerer).StateAt, datumOn(layout.State))}.rule()

	rotation = datum{flag: game.Rotation, level: game.Off, cards: true, hands: true,
		top: topOf((*game.State).RotationAt), get: (*game.State).RotationAt, code: datumOn(layout.Rotation)}.rule()

	pieceValue = datum{flag: game.PieceValue, level: game.Off,
		top: topOf((*game.State).ValueAt), get: (*game.State).ValueAt, code: datumOn(layout.Worth)}.rule()
)

func topOf(get levelReader) func(s *game.State, st board.SiteType, site int) int {
	return func(s *game.State, st board.SiteType, site int) int { return get(s, st, site, game.Off) }
}

type (
	levelReader = func(s *game.State, st board.SiteType, site, level int) int
	levelCode   = func(k *lower.Lowerer, site, level *ir.Expr) *ir.Expr
)

func datumOn(d layout.Datum) levelCode {
	return func(k *lower.Lowerer, site, level *ir.Expr) *ir.Expr { return k.DatumOn(d, site, level) }
}

// levelled reads the top of a site, or a level.
func levelled(top func(k *lower.Lowerer, site *ir.Expr) *ir.Expr, on levelCode) levelCode {
	return func(k *lower.Lowerer, site, level *ir.Expr) *ir.Expr {
		if level == nil {
			return top(k, site)
		}
		return on(k, site, level)
	}
}

// levels reports whether the levels of a game are told apart.
func (d *datum) levels(g *game.Game) bool { return g.Stacks && (d.cards || g.Has(game.Stacking)) }

func (d datum) rule() rule.Int {
	return rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
		k.Require(d.flag)
		st, at := d.siteType(k, e), k.Int(e.Named("at"))
		level := k.IntOr(e.Named("level"), d.level)
		top, get, hands := d.top, d.get, d.hands
		if level.Const && level.V == game.Off {
			boardOnly := d.board && st != board.Cell
			return game.IntFn(func(c *game.Context) int {
				s := at.Get(c)
				if s < 0 || boardOnly && s >= c.G.Topo.Num(st) {
					return d.nothing(e, s)
				}
				return top(c.S, st, s)
			})
		}
		return game.IntFn(func(c *game.Context) int {
			s := at.Get(c)
			if s < 0 {
				return d.nothing(e, s)
			}
			l := level.Get(c)
			if l < 0 || !d.levels(c.G) || hands && c.G.ContainerAt(s) != 0 {
				return top(c.S, st, s)
			}
			return get(c.S, st, s, l)
		})
	}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		st, site := d.siteType(k.Parts, e), k.Temp("site", k.Int(e.Named("at")))
		if d.cells {
			k.SpoilIf(ir.Calc(ir.Lt, site, ir.Num(0)))
		}
		level := k.Temp("level", k.IntOr(e.Named("level"), d.level))
		top := func(site *ir.Expr) *ir.Expr { return d.code(k, site, nil) }
		switch {
		case d.board && level.Is(game.Off):
			return k.OnlyBoard(st, site, top)
		case level.Is(game.Off), !d.levels(k.G):
			return k.On(st, site, 0, top)
		case d.hands:
			level = k.Temp("level", ir.Cond(k.OnBoardOf(st, site), level, ir.Num(game.Off)))
		}
		on := func(site *ir.Expr) *ir.Expr { return d.code(k, site, level) }
		if n, ok := level.Number(); ok && n >= 0 {
			return k.On(st, site, 0, on)
		}
		return ir.Cond(ir.Calc(ir.Lt, level, ir.Num(0)), k.Scoped(func() *ir.Expr { return k.On(st, site, 0, top) }),
			k.Scoped(func() *ir.Expr { return k.On(st, site, 0, on) }))
	}, Args: []string{"siteType", "at", "level"}}
}

// siteType is the type of the sites of a clause.
func (d *datum) siteType(k *game.Compiler, e *lgdl.Expr) board.SiteType {
	if d.cells {
		return board.Cell
	}
	return k.SiteTypeOr(e.Named("siteType"))
}

// nothing is what there is at no site.
func (d *datum) nothing(e *lgdl.Expr, site int) int {
	if d.cells {
		game.Fault(e, "there is no site %d", site)
	}
	return 0
}
