package booleans

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
)

// lowerLineStacked lowers lines through one site of pieces of the owner, or of the kind,
// of the piece on it, in games with stacks: along each line of the board through the site
// the accepted pieces on both sides of it are counted.
func lowerLineStacked(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	// Slots: Line, type, length, direction, through, throughAny, role, what, whats, exact, contiguous, if, …
	k.Only(e, 0, 1, 2, 3, 4, 6, 7, 9, 10, 12, 13)
	k.SiteType(e.Args[1])
	if e.Args[10] != nil && !k.Bool(e.Args[10]).Is(1) {
		k.No(e.Args[10], "lines with gaps in stacks")
	}
	length, ok := k.Int(e.Args[2]).Number()
	if !ok || length < 2 {
		k.No(e, "a line of a length that changes")
	}
	exact := k.BoolOr(e.Args[9], false)
	dir := board.Adjacent
	if d := e.Args[3]; d != nil {
		dir, _ = board.ParseDirection(d.Text)
	}
	site := k.IntElse(e.Args[4], k.Fields.Get(lower.LastTo))
	site = k.Temp("site", site)
	what := k.Temp("what", k.WhatAt(site))
	if e.Args[12] != nil && !k.Bool(e.Args[12]).Is(0) {
		return lowerLineLevels(k, e, int(length), dir, site, what)
	}
	accepted := lowerAccepted(k, e, what)
	if exact.Is(0) {
		if found := lowerWindows(k, dir, int(length), accepted, site); found != nil {
			return found
		}
	}
	found := k.Var("found", 0, 1, ir.Num(0))
	n := ir.Within("n", 0, 1<<15)
	count := func(t *lower.Rows, row *ir.Expr) {
		k.Scope("line", func(end *ir.Label) {
			k.Row(t, row, func(v *ir.Expr) {
				k.Add(ir.When(ir.Calc(ir.Not, ir.Calc(ir.SetHas, accepted, v)), ir.Leave(end)))
				k.Add(ir.Increment(n))
			})
		})
	}
	lines, ahead, back := lineTables(k, dir)
	k.If(ir.Has(k.P.Words, accepted, site), func() {
		k.Scope("lines", func(done *ir.Label) {
			k.Row(lines, site, func(line *ir.Expr) {
				k.Add(ir.Put(n, ir.Num(1)))
				count(ahead, line)
				count(back, line)
				enough := ir.Cond(exact, ir.Calc(ir.Eq, ir.Read(n), ir.Num(int(length))),
					ir.Calc(ir.Le, ir.Num(int(length)), ir.Read(n)))
				k.Add(ir.When(enough, ir.Put(found, ir.Num(1)), ir.Leave(done)))
			})
		})
	})
	return ir.Read(found)
}

// lowerAccepted is the set of sites whose pieces may form a line.
func lowerAccepted(k *lower.Lowerer, e *lgdl.Expr, what *ir.Expr) *ir.Expr {
	switch {
	case e.Args[13] == nil || !k.Bool(e.Args[13]).Is(1):
		// Any piece of a stack will do.
		set := k.NewSet()
		is := lowerLinePiece(k, e, what)
		k.Each(ir.Calc(ir.SetMinus, k.Board(), k.Empty()), func(site *ir.Expr) {
			k.EachLevel(site, false, func(level *ir.Expr) {
				k.If(is(k.Temp("here", k.WhatOn(site, level))), func() {
					k.Include(set, site)
				})
			})
		})
		return ir.SetAt(set, ir.Num(0))
	case e.Args[6] != nil:
		return k.Pieces(e, e.Args[6].Text)
	case e.Args[7] != nil:
		return ir.SetAt(k.Fields.At, k.Temp("kind", k.Int(e.Args[7])))
	}
	return ir.SetAt(k.Fields.At, what)
}
