package moves

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
)

var pushRows = []lgdl.Form{
	{Text: "(push [(from)] direction [(then)])", Lower: lower.MovesRule(lowerPush).Nobodys(), Result: "moves:effect",
		Concepts: []string{"PushEffect", "skip direction"}, Meaning: "A line of pieces is pushed by one site.",
		Impl: game.MovesRule(compilePush)},
}

// pushed is the line that is pushed.
var pushed = rays{arg: "direction", name: "Adjacent", first: true}

// compilePush compiles push: each piece taken or put down is a move of its own.
func compilePush(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	all := pushed.compileRays(k, e)
	return k.Followed(func(c *game.Context, out *game.MoveList) {
		real, origin := all.from.Type, all.from.Loc.Get(c)
		st := game.SiteType(real)
		all.each(c, func(path []int32) {
			carried := c.S.What(real, origin)
			out.Add(c.One(game.Remove(st, origin, game.Off)))
			for _, x := range path {
				s := int(x)
				here := c.S.What(real, s)
				if here != 0 {
					out.Add(c.One(game.Remove(st, s, game.Off)))
				}
				out.Add(c.One(game.Add(st, s, carried, 1, game.Off, game.Off, game.Off, false)))
				if here == 0 {
					break
				}
				carried = here
			}
		})
	}, e.Named("then"))
}

// lowerPush lowers a push: the pieces are those that stand there before it.
func lowerPush(k *lower.Lowerer, e *lgdl.Expr) {
	k.NoStacks(e)
	remove := func(site *ir.Expr) {
		k.Emit(lower.Candidate{From: site, To: site}, e.Named("then"), func(_, to, _ *ir.Expr) { k.Clear(to) })
	}
	pushed.lowerRays(k, e, func(origin *ir.Expr, by, lines *write.Rows, row *ir.Expr) {
		k.Row(by, row, func(line *ir.Expr) {
			carried := ir.Within("carried", 0, len(k.G.Components)-1)
			k.Add(ir.Put(carried, k.WhatAt(origin)))
			k.SpoilIf(ir.Calc(ir.Not, ir.Read(carried))) // nothing would be put down as a piece
			remove(origin)
			k.Scope("pushed", func(end *ir.Label) {
				k.Row(lines, line, func(site *ir.Expr) {
					here := k.Temp("here", k.WhatAt(site))
					k.If(here, func() { remove(site) })
					k.Emit(lower.Candidate{From: site, To: site, Data: ir.Read(carried)}, e.Named("then"), func(_, to,
						what *ir.Expr) {
						k.Put(to, what, nil)
					})
					k.Add(ir.When(ir.Calc(ir.Not, here), ir.Leave(end)), ir.Put(carried, here))
				})
			})
		})
	})
}
