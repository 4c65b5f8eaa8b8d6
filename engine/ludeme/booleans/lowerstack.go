package booleans

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
)

// lowerLinePiece is the test whether a component may be part of a line in stacks.
func lowerLinePiece(k *lower.Lowerer, e *lgdl.Expr, what *ir.Expr) func(comp *ir.Expr) *ir.Expr {
	switch {
	case e.Args[6] != nil:
		mask := k.Temp("mask", k.OwnerMask(e, e.Args[6].Text))
		return func(comp *ir.Expr) *ir.Expr {
			return ir.All(ir.Calc(ir.Ne, comp, ir.Num(0)), k.InMask(mask, comp))
		}
	case e.Args[7] != nil:
		what = k.Temp("kind", k.Int(e.Args[7]))
	}
	return func(comp *ir.Expr) *ir.Expr { return ir.Calc(ir.Eq, comp, what) }
}

// lowerLineLevels lowers lines level by level through the top of a stack: straight down,
// level along a line of the board, or one level up or down with every site.
func lowerLineLevels(k *lower.Lowerer, e *lgdl.Expr, length int, dir board.Direction, site, what *ir.Expr) *ir.Expr {
	if e.Args[9] != nil && !k.Bool(e.Args[9]).Is(0) {
		k.No(e.Args[9], "exact lines of levels")
	}
	is := lowerLinePiece(k, e, what)
	found, done := ir.Within("found", 0, 1), &ir.Label{Name: "levels"}
	n, slope, level := ir.Within("n", 0, 1<<15), ir.Within("slope", -1, 2), ir.NewLocal("level", ir.I32)
	height := k.Temp("height", k.SizeAt(site))
	top := k.Temp("top", ir.Calc(ir.Sub, height, ir.Num(1)))
	add := func(l *ir.Local, by *ir.Expr) *ir.Stmt { return ir.Put(l, ir.Calc(ir.Add, ir.Read(l), by)) }
	// climb counts the pieces of the line from a site on, at a level that rises with the slope.
	climb := func(t *lower.Rows, row, by *ir.Expr, first *ir.Expr) {
		k.Add(ir.Put(level, first))
		k.Scope("climb", func(end *ir.Label) {
			k.Row(t, row, func(v *ir.Expr) {
				k.Add(add(level, by))
				in := ir.Calc(ir.Below, ir.Read(level), k.Temp("size", k.SizeAt(v)))
				k.Add(ir.When(ir.Calc(ir.Not, in), ir.Leave(end)))
				k.Add(ir.When(ir.Calc(ir.Not, is(k.Temp("here", k.WhatOn(v, ir.Read(level))))), ir.Leave(end)), add(n, ir.Num(1)))
			})
		})
	}
	lines, ahead, back := lineTables(k, dir)
	yes := []*ir.Stmt{ir.Put(found, ir.Num(1)), ir.Leave(done)}
	k.Add(ir.Put(found, ir.Num(0)), &ir.Stmt{Op: ir.Scope, Label: done, Body: k.Inside(func() {
		onBoard := ir.All(k.OnBoard(site), ir.Calc(ir.Ne, height, ir.Num(0)))
		k.Add(ir.When(ir.Calc(ir.Not, onBoard), ir.Leave(done)))
		down := ir.Calc(ir.Le, ir.Num(length), height)
		for i := 1; i < length; i++ {
			l := ir.Calc(ir.Sub, top, ir.Num(i))
			down = ir.All(down, k.Scoped(func() *ir.Expr { return is(k.Temp("here", k.WhatOn(site, l))) }))
		}
		k.Add(ir.When(down, yes...))
		k.Row(lines, site, func(line *ir.Expr) {
			k.Add(ir.Put(slope, ir.Num(-1)))
			k.Loop("slopes", 4, func(loop *ir.Label) {
				k.Add(ir.When(ir.Calc(ir.Lt, ir.Num(1), ir.Read(slope)), ir.Leave(loop)))
				k.Add(ir.Put(n, ir.Num(0)))
				// The forward walk begins with the site itself.
				k.If(is(k.Temp("here", k.WhatOn(site, top))), func() {
					k.Add(ir.Put(n, ir.Num(1)))
					climb(ahead, line, ir.Read(slope), top)
				})
				climb(back, line, ir.Calc(ir.Sub, ir.Num(0), ir.Read(slope)), top)
				// Going down, a line of just the length is judged by the forward walk alone, which the
				// longer walk has passed before.
				k.Add(ir.When(ir.Calc(ir.Le, ir.Num(length), ir.Read(n)), yes...))
				k.Add(add(slope, ir.Num(1)))
			})
		})
	})})
	return ir.Read(found)
}

// lowerNoStacked lowers whether no piece of a role is in stacks on some sites: their sites
// are looked for in the position lists, and there any piece of the role will do.
func lowerNoStacked(k *lower.Lowerer, e *lgdl.Expr, in *ir.Expr) *ir.Expr {
	owners := k.OwnersOf(e, e.Args[3], e.Args[2])
	if e.Args[4] == nil && e.Args[5] == nil && k.Mirrored() {
		none := ir.Num(1)
		owners(func(owner int, is *ir.Expr) {
			none = ir.All(none, ir.Any(ir.Calc(ir.Not, is), ir.Calc(ir.Eq, k.NumberListed(owner), ir.Num(0))))
		})
		return none
	}
	mask := k.Temp("mask", k.MaskOf(owners))
	found := k.Var("found", 0, 1, ir.Num(0))
	k.Scope("found", func(end *ir.Label) {
		owners(func(owner int, is *ir.Expr) {
			k.If(is, func() {
				k.Each(ir.Calc(ir.SetAnd, k.ListedOf(owner), in), func(site *ir.Expr) {
					k.EachLevel(site, true, func(level *ir.Expr) {
						what := k.Temp("what", k.WhatOn(site, level))
						is := k.InMask(mask, what)
						if e.Args[4] != nil {
							is = ir.All(is, k.IsNamed(e.Args[4].Text, what))
						}
						k.Add(ir.When(is, ir.Put(found, ir.Num(1)), ir.Leave(end)))
					})
				})
			})
		})
	})
	return ir.Calc(ir.Not, ir.Read(found))
}

// lowerIsHidden lowers whether data of a site are hidden from a player.
func lowerIsHidden(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	// Slots: Hidden, datum, type, at, level, player, role.
	k.SiteType(e.Args[2])
	player := e.Args[6]
	if player == nil {
		player = e.Args[5].Args[0]
	}
	p := k.Temp("p", k.Int(player))
	if lo, hi := p.Range(); lo < 1 || int(hi) > k.G.Players {
		k.No(e, "a player who is not known before")
	}
	return ir.Has(k.P.Words, k.Hidden(e, lower.HiddenKind(e.Args[1]), p), k.Int(e.Args[3]))
}
