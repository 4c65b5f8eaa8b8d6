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
	return rule.Effect{Kind: game.ActRemove, Flag: later, Needs: needs, Type: rule.SiteType, Mine: true,
		Of:    standing(rule.SiteType, rule.Arg("int"), func(e *lgdl.Expr) *lgdl.Expr { return e.Named("sites") }),
		Level: rule.ArgOr("level", game.Infinity), Times: rule.ArgOr("count", 1)}.Moves()
}

// removed is what captures do by default, (remove (between)) or (remove (to)).
func (t siteTest) removed() rule.Moves {
	none := func(*lgdl.Expr) *lgdl.Expr { return nil }
	at := rule.Iterator(t.site, func(k *lower.Lowerer) *ir.Expr { return t.lowered(&k.Env) })
	return rule.Effect{Kind: game.ActRemove, Of: standing(none, at, none), Type: none, Mine: true, Inner: true,
		Level: rule.Num(game.Infinity), Times: rule.Num(1)}.Moves()
}

// standing are the sites, one or those of a region, on which something stands.
func standing(siteType func(e *lgdl.Expr) *lgdl.Expr, at rule.Int, sites func(e *lgdl.Expr) *lgdl.Expr) rule.Pairs {
	return rule.Pairs{Impl: func(k *game.Compiler, e *lgdl.Expr) rule.PairsOf {
		st, all := k.SiteTypeOr(siteType(e)), places{}
		if region := sites(e); region != nil {
			all.region = k.Region(region)
		} else {
			all.at = at.Impl(k, e)
		}
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
		site := k.Temp("site", at.Lower(k, e))
		k.If(ir.Calc(ir.Ne, k.On(k.TypeOf(siteType(e)), site, 0, k.WhatAt), ir.Num(0)), func() { each(site, ir.Num(0)) })
	}, Set: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		if sites(e) == nil {
			return nil
		}
		st, sites := k.TypeOf(siteType(e)), k.Region(sites(e))
		if k.CellsBeyond(st) {
			sites = k.Keep(sites)
			k.SpoilIf(ir.Calc(ir.SetAny, k.AsCells(st, sites)))
		}
		if st != k.G.DefaultType {
			return ir.Calc(ir.SetAnd, sites, k.SitesOn(st, k.Standing))
		}
		return ir.Calc(ir.SetAnd, sites, k.Standing())
	}, Args: []string{"siteType", "int", "sites"}}
}
