package ints

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerAhead lowers the site some steps ahead of a site, or the site itself where the
// board ends.
func lowerAhead(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.Ahead(e)
	st := k.TypeOf(a.SiteType())
	at := k.Temp("at", k.Int(a.Int()))
	to := k.Let("to", ir.Num(-1))
	k.Choose(k.OnBoardOf(st, at), func() {
		steps := k.Temp("steps", k.IntOr(a.Steps(), 1))
		ways, row := lowerWays(k, st, e, at)
		k.Add(ir.Put(to, at))
		k.If(ir.Calc(ir.Lt, ir.Num(0), steps), func() {
			k.Scope("ahead", func(end *ir.Label) {
				k.Row(ways.by, row, func(line *ir.Expr) {
					k.If(ir.Calc(ir.Le, steps, k.Length(ways.lines, line)), func() {
						k.Add(ir.Put(to, k.Entry(ways.lines, line, ir.Calc(ir.Sub, steps, ir.Num(1)))), ir.Leave(end))
					})
				})
			})
		})
	}, func() { k.If(ir.Calc(ir.Le, ir.Num(0), at), k.Spoil) })
	return ir.Read(to)
}

type ways struct{ by, lines *write.Rows }

// lowerWays are the lines from a site in the first of the directions of an (ahead …), or
// in that of the move that is made or was made last.
func lowerWays(k *lower.Lowerer, st board.SiteType, e *lgdl.Expr, at *ir.Expr) (ways, *ir.Expr) {
	switch d := firstDirection(clause.Ahead(e).Direction()); d {
	case "SameDirection", "OppositeDirection":
		a, b := lowerOrLast(k, k.Env.From, layout.LastFrom), lowerOrLast(k, k.Env.To, layout.LastTo)
		if d == "OppositeDirection" {
			a, b = b, a
		}
		by, lines, row := k.LinesBetween(st, e, at, a, b)
		return ways{by, lines}, row
	}
	by, lines, row := k.FirstLines(st, clause.Ahead(e).Direction(), "Forward", at)
	return ways{by, lines}, row
}

// lowerOrLast is an iterator, or that of the last move where it has no value.
func lowerOrLast(k *lower.Lowerer, it *ir.Expr, last layout.Var) *ir.Expr {
	if it == nil {
		return k.Fields.Get(last)
	}
	it = k.Temp("it", it)
	return ir.Cond(ir.Calc(ir.Lt, it, ir.Num(0)), k.Fields.Get(last), it)
}
