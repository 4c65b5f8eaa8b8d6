package moves

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
)

var removeRows = []lgdl.Form{
	{Text: "(remove [siteType] (int | sites) [level:int] [at:whenType] [count:int] [(then)])", Result: "moves:effect",
		Concepts: []string{"RemoveEffect", "CaptureSequence if at:", "skip level:"},
		Meaning:  "Pieces are taken off their sites.", Impl: removes},
}

// removes is for now, or later: at the end of the turn.
var removes = rule.By("at", map[string]rule.Moves{
	"":            removal(0, false),
	"StartOfTurn": removal(game.SequenceCapture, false),
	"EndOfTurn":   removal(game.SequenceCapture, true),
})

func removal(needs game.Flag, later bool) rule.Moves {
	return rule.Effect{Kind: game.ActRemove, Flag: later, Needs: needs, Of: standing, Type: rule.SiteType, Mine: true,
		Level: rule.ArgOr("level", game.Infinity), Times: rule.ArgOr("count", 1)}.Moves()
}

// standing are the sites among (int | sites) on which something stands.
var standing = rule.Pairs{Impl: func(k *game.Compiler, e *lgdl.Expr) rule.PairsOf {
	st, all := k.SiteTypeOr(rule.SiteType(e)), compilePlaces(k, e.Named("int"), e.Named("sites"))
	return func(c *game.Context, dst []int32) []int32 {
		sites := all.append(c, c.TakeInts())
		for _, s := range sites {
			if c.S.What(c.G.TypeAt(st, int(s)), int(s)) != 0 {
				dst = append(dst, s, 0)
			}
		}
		c.GiveInts(sites)
		return dst
	}
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr, each func(p, v *ir.Expr)) {
	site := k.Temp("site", k.Int(e.Named("int")))
	k.If(ir.Calc(ir.Ne, k.On(k.TypeOf(rule.SiteType(e)), site, 0, k.WhatAt), ir.Num(0)), func() { each(site, ir.Num(0)) })
}, Set: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if e.Named("sites") == nil {
		return nil
	}
	occupied := func() *ir.Expr { return k.Pieces(e, "All") }
	sites := k.Region(e.Named("sites"))
	if st := k.TypeOf(rule.SiteType(e)); st != k.G.DefaultType {
		return ir.Calc(ir.SetAnd, sites, k.SitesOn(st, occupied))
	}
	return ir.Calc(ir.SetAnd, sites, occupied())
}, Args: []string{"siteType", "int", "sites"}}
