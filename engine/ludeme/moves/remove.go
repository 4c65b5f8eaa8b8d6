package moves

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var removeRows = []lgdl.Form{
	{Text: "(remove [siteType] (int | sites) [level:int] [at:whenType] [count:int] [(then)])", Result: "moves:effect",
		Concepts: []string{"RemoveEffect", "CaptureSequence if at:", "skip level:"},
		Meaning:  "Pieces are taken off their sites.", Impl: removes},
}

var removes = rule.Forms(compileRemove, lowerRemove)

// remove is a compiled (remove …).
type remove struct {
	st       board.SiteType
	at       game.Int
	region   game.Region // given when no site is
	level    game.Int    // may be absent
	later    bool        // at the end of the turn
	count    game.Int
	decision bool
}

func compileRemove(k *game.Compiler, e *lgdl.Expr, decision bool) *game.Gen {
	a := clause.AnyRemove(e)
	r := &remove{st: k.SiteTypeOr(a.SiteType()), level: k.IntElse(a.Level(), game.Int{}), count: k.IntOr(a.Count(), 1),
		decision: decision}
	if a.Int() != nil {
		r.at = k.Int(a.Int())
	} else {
		r.region = k.Region(a.Sites())
	}
	if a.At() != nil {
		k.Require(game.SequenceCapture)
		r.later = a.At().Text == "EndOfTurn"
	}
	return k.Followed(r.eval, a.Then())
}

func (r *remove) eval(c *game.Context, out *game.MoveList) {
	count := r.count.Get(c)
	if r.at.Given() {
		r.add(c, out, r.at.Get(c), count)
	} else {
		set := r.region.Borrow(c)
		for s := set.Next(0); s >= 0; s = set.Next(s + 1) {
			r.add(c, out, s, count)
		}
		r.region.Return(c, set)
	}
}

func (r *remove) add(c *game.Context, out *game.MoveList, s, count int) {
	a, ok := r.action(c, s)
	if !ok {
		return
	}
	m := c.One(decide(a, r.decision))
	for ; count > 1; count-- {
		c.Extend(&m, a)
	}
	m.Mover = int32(c.S.Mover)
	out.Add(m)
}

// action is the removal of a piece from a site; false when there is none.
func (r *remove) action(c *game.Context, s int) (a game.Action, ok bool) {
	if s < 0 {
		return a, false
	}
	real := c.G.TypeAt(r.st, s)
	if c.S.What(real, s) == 0 {
		return a, false
	}
	st := game.SiteType(real)
	if r.later {
		return game.RemoveLater(st, s), true
	}
	if r.level.Given() {
		if level := max(r.level.Get(c), 0); c.G.Stacks && level != c.S.SizeAt(real, s)-1 {
			return game.Remove(st, s, level), true
		}
	}
	return game.Remove(st, s, game.Off), true
}

// lowerRemove lowers the removal of what stands on a site or on those of a region.
func lowerRemove(k *lower.Lowerer, e *lgdl.Expr) {
	a := clause.AnyRemove(e)
	st := k.TypeOf(a.SiteType())
	p := &packing{k: k}
	// Of several removals of one site the first is the decision.
	repeat := func(_ *ir.Expr, f func()) { f() }
	if a.Count() != nil {
		n := k.Temp("number", k.Int(a.Count()))
		times := p.put(a.Count(), ir.Cond(ir.Calc(ir.Lt, n, ir.Num(1)), ir.Num(1), n), 9)
		repeat = func(data *ir.Expr, f func()) {
			f()
			k.Undecided(func() { lowerRepeat(k, ir.Calc(ir.Sub, k.Temp("times", times(data)), ir.Num(1)), f) })
		}
	}
	// A level other than the top travels one up.
	leveled := a.Level() != nil && k.Stacked()
	var level func(data *ir.Expr) *ir.Expr
	take := func(_, to, data *ir.Expr) {
		at := ir.Num(0)
		if leveled {
			at = k.Temp("level", level(data))
			k.Arrive(k.Temp("arrived", ir.Cond(ir.Calc(ir.Eq, at, ir.Num(0)), at, ir.Calc(ir.Sub, at, ir.Num(1)))))
		}
		repeat(data, func() {
			k.At(st, to, func() {
				k.Choose(ir.Calc(ir.Eq, at, ir.Num(0)), func() { k.Clear(to) },
					func() { k.ClearLevel(to, ir.Calc(ir.Sub, at, ir.Num(1))) })
			})
		})
	}
	if a.At() != nil && a.At().Text == "EndOfTurn" {
		k.SiteType(a.SiteType())
		take = func(_, to, data *ir.Expr) { repeat(data, func() { k.Later(to) }) }
	}
	if a.Int() != nil {
		site := k.Temp("site", k.Int(a.Int()))
		k.If(ir.Calc(ir.Ne, k.On(st, site, 0, k.WhatAt), ir.Num(0)), func() {
			if leveled {
				l := k.Temp("level", k.Int(a.Level()))
				up := k.Temp("up", ir.Calc(ir.Add, ir.Cond(ir.Calc(ir.Lt, l, ir.Num(0)), ir.Num(0), l), ir.Num(1)))
				level = p.put(a.Level(), ir.Cond(ir.Calc(ir.Eq, up, k.SizeAt(site)), ir.Num(0), up), 11)
			}
			k.Emit(lower.Candidate{From: site, To: site, Data: p.value}, a.Then(), take)
		})
		return
	}
	if leveled {
		k.No(a.Level(), "a level of the sites of a region")
	}
	occupied := k.Pieces(e, "All")
	if st != k.G.DefaultType {
		occupied = k.SitesOn(st, func() *ir.Expr { return k.Pieces(e, "All") })
	}
	k.EmitSet(lower.Candidate{Data: p.value}, ir.Calc(ir.SetAnd, k.Region(a.Sites()), occupied), a.Then(), take)
}
