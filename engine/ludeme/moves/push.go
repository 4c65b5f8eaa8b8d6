package moves

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var pushRows = []lgdl.Form{
	{Text: "(push [(from)] direction [(then)])", Lower: lower.MovesRule(lowerPush), Result: "moves:effect",
		Concepts: []string{"PushEffect", "skip direction"}, Meaning: "A line of pieces is pushed by one site.",
		Impl: game.MovesRule(compilePush)},
}

// compilePush compiles push: each piece taken or put down is a move of its own.
func compilePush(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	a := clause.Push(e)
	from, dirs := compileFrom(k, a.From(), (*game.Context).LastTo), k.Directions(a.Direction(), "Adjacent")
	return k.Followed(func(c *game.Context, out *game.MoveList) {
		origin := from.Loc.Get(c)
		if !c.G.OnBoard(from.Type, origin) {
			return
		}
		st := game.SiteType(from.Type)
		ds := dirs.Eval(c, from.Type, origin, c.TakeDirs())
		defer c.GiveDirs(ds)
		if len(ds) == 0 {
			return
		}
		for _, r := range c.G.Topo.Radials(from.Type, int32(origin), ds[0]) {
			carried := c.S.What(from.Type, origin)
			out.Add(c.One(game.Remove(st, origin, game.Off)))
			for _, x := range r.Path[1:] {
				s := int(x)
				here := c.S.What(from.Type, s)
				if here != 0 {
					out.Add(c.One(game.Remove(st, s, game.Off)))
				}
				out.Add(c.One(game.Add(st, s, carried, 1, game.Off, game.Off, game.Off, false)))
				if here == 0 {
					break
				}
				carried = here
			}
		}
	}, a.Then())
}

// lowerPush lowers a push: the pieces are those that stand there before it.
func lowerPush(k *lower.Lowerer, e *lgdl.Expr) {
	a, st := clause.Push(e), k.G.DefaultType
	if k.Stacked() {
		k.No(e, "stacks: %s", e.Form.Text)
	}
	origin := lowerOriginOf(k, a.From())
	remove := func(site *ir.Expr) {
		k.Emit(lower.Candidate{From: site, To: site}, a.Then(), func(_, to, _ *ir.Expr) { k.Clear(to) })
	}
	k.If(k.OnBoard(origin), func() {
		by, lines, row := k.FirstLines(st, a.Direction(), "Adjacent", origin)
		k.Row(by, row, func(line *ir.Expr) {
			carried, end := ir.Within("carried", 0, len(k.G.Components)-1), &ir.Label{Name: "pushed"}
			k.Add(ir.Put(carried, k.WhatAt(origin)))
			k.SpoilIf(ir.Calc(ir.Not, ir.Read(carried))) // nothing would be put down as a piece
			remove(origin)
			k.Add(&ir.Stmt{Op: ir.Scope, Label: end, Body: k.Inside(func() {
				k.Row(lines, line, func(site *ir.Expr) {
					here := k.Temp("here", k.WhatAt(site))
					k.If(here, func() { remove(site) })
					k.Emit(lower.Candidate{From: site, To: site, Data: ir.Read(carried)}, a.Then(), func(_, to,
						what *ir.Expr) {
						k.Put(to, what, nil)
					})
					k.Add(ir.When(ir.Calc(ir.Not, here), ir.Leave(end)), ir.Put(carried, here))
				})
			})})
		})
	})
}
