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

// A siteSum is that of a number of sites: of a region, of one site, or of the to of the last move where neither is given.
type siteSum struct {
	cells bool // are the sites where no type is given, whatever the board has
	of    func(c *game.Context, st board.SiteType, site int) int
	code  func(k *lower.Lowerer, st board.SiteType, site *ir.Expr) *ir.Expr
}

var (
	cost = siteSum{true, (*game.Context).CostAt, (*lower.Lowerer).CostAt}.rule()

	stackSize = siteSum{false, func(c *game.Context, st board.SiteType, s int) int { return c.S.SizeAt(st, s) },
		func(k *lower.Lowerer, st board.SiteType, site *ir.Expr) *ir.Expr { return k.On(st, site, 0, k.SizeAt) },
	}.rule().Needs(game.Stacking)

	// piecesOn are the pieces on sites; on vertices and edges those of the board only.
	piecesOn = siteSum{false, func(c *game.Context, st board.SiteType, s int) int {
		switch {
		case st != board.Cell && s >= c.G.Topo.Num(st):
			return 0
		case c.G.Stacks:
			return c.S.SizeAt(st, s)
		}
		return c.S.CountAt(st, s)
	}, func(k *lower.Lowerer, st board.SiteType, site *ir.Expr) *ir.Expr {
		return k.OnlyBoard(st, site, k.CountAt)
	},
	}.rule().Needs(game.Count)
)

func (x siteSum) rule() rule.Int {
	typed := func(e *lgdl.Expr, or func(e *lgdl.Expr) board.SiteType) board.SiteType {
		if e.Named("siteType") == nil && x.cells {
			return board.Cell
		}
		return or(e.Named("siteType"))
	}
	return rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
		st := typed(e, k.SiteTypeOr)
		sites := k.SiteList(e.Named("in"), e.Named("at"))
		if at, ok := sites.Single(); ok {
			return game.IntFn(func(c *game.Context) int {
				s := at.Get(c)
				if s < 0 {
					return 0
				}
				return x.of(c, st, s)
			})
		}
		return game.IntFn(func(c *game.Context) int {
			n := 0
			sites.Each(c, func(s int) bool { n += x.of(c, st, s); return true })
			return wrap(n)
		})
	}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		st := typed(e, k.TypeOf)
		if e.Named("in") == nil {
			return x.code(k, st, k.IntElse(e.Named("at"), k.Fields.Get(layout.LastTo)))
		}
		n := k.Let("n", ir.Num(0))
		k.Each(k.Region(e.Named("in")), func(site *ir.Expr) {
			k.Add(ir.Put(n, ir.Calc(ir.Add, ir.Read(n), x.code(k, st, site))))
		})
		return ir.Read(n)
	}, Args: []string{"siteType", "in", "at"}}
}
