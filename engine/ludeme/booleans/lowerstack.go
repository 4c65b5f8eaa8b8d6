package booleans

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerLinePiece is the test whether a component may be part of a line in stacks.
func lowerLinePiece(k *lower.Lowerer, e *lgdl.Expr, what *ir.Expr) func(comp *ir.Expr) *ir.Expr {
	a := clause.IsLine(e)
	switch {
	case a.RoleType() != nil:
		owner := k.Temp("owner", lowerLineOwner(k, a.RoleType()))
		return func(comp *ir.Expr) *ir.Expr {
			return ir.All(ir.Calc(ir.Ne, comp, ir.Num(0)), ir.Calc(ir.Eq, ir.At(k.Fields.Owner, comp), owner))
		}
	case a.What() != nil:
		what = k.Temp("kind", k.Int(a.What()))
	}
	return func(comp *ir.Expr) *ir.Expr { return ir.Calc(ir.Eq, comp, what) }
}

// lowerLineLevels lowers lines level by level through the top of a stack: straight down,
// level along a line of the board, or one level up or down with every site.
func lowerLineLevels(k *lower.Lowerer, e *lgdl.Expr, length int, dir board.Direction, site, what *ir.Expr) *ir.Expr {
	a := clause.IsLine(e)
	if a.Exact() != nil && !k.Bool(a.Exact()).Is(0) {
		k.No(a.Exact(), "exact lines of levels")
	}
	hollow := k.Fields.Stacks.Hollow
	if a.RoleType() == nil && a.What() == nil && !hollow {
		if found := lowerLevelWindows(k, length, dir, site, what); found != nil {
			return found
		}
	}
	is := lowerLinePiece(k, e, what)
	if a.What() != nil && !hollow { // nothing is no piece of a line, whatever kind is asked for
		kind := is
		is = func(comp *ir.Expr) *ir.Expr { return ir.All(ir.Calc(ir.Ne, comp, ir.Num(0)), kind(comp)) }
	}
	found, done := ir.Within("found", 0, 1), &ir.Label{Name: "levels"}
	n, level := ir.Within("n", 0, 1<<15), ir.NewLocal("level", ir.I32)
	height := k.Temp("height", k.SizeAt(site))
	top := ir.Read(ir.Within("top", 0, k.MaxHeight()-1))
	on := func(v, level *ir.Expr) *ir.Expr { return is(k.Temp("here", k.LevelOrNone(v, level))) }
	if hollow { // but as a level of its own it is one
		on = func(v, level *ir.Expr) *ir.Expr {
			level = k.Temp("level", level)
			return ir.All(ir.Calc(ir.Below, level, k.SizeAt(v)), is(k.Temp("here", k.LevelOrNone(v, level))))
		}
	}
	// climb counts the pieces of the line from a site on, at a level that rises with the slope. Most lines end where
	// they begin, which is found without going along them.
	climb := func(t *write.Rows, row *ir.Expr, by int) {
		first := k.Temp("first", k.FirstOr(t, row, game.Off))
		rise := func(l *ir.Expr) *ir.Expr { return ir.Calc(ir.Add, l, ir.Num(by)) }
		k.If(ir.Calc(ir.Le, ir.Num(0), first), func() {
			k.If(on(first, rise(top)), func() {
				k.Add(ir.Put(level, top))
				k.Scope("climb", func(end *ir.Label) {
					k.Row(t, row, func(v *ir.Expr) {
						k.Add(ir.Put(level, rise(ir.Read(level))))
						k.Add(ir.When(ir.Calc(ir.Not, on(v, ir.Read(level))), ir.Leave(end)), ir.Increment(n))
					})
				})
			})
		})
	}
	lines, ahead, back := k.DistinctLines(dir)
	yes := []*ir.Stmt{ir.Put(found, ir.Num(1)), ir.Leave(done)}
	k.Add(ir.Put(found, ir.Num(0)), &ir.Stmt{Op: ir.Scope, Label: done, Body: k.Inside(func() {
		onBoard := ir.All(k.OnBoard(site), ir.Calc(ir.Ne, height, ir.Num(0)))
		k.Add(ir.When(ir.Calc(ir.Not, onBoard), ir.Leave(done)))
		k.Add(ir.Put(top.Local, ir.Calc(ir.Sub, height, ir.Num(1))))
		down := ir.Calc(ir.Le, ir.Num(length), height)
		for i := 1; i < length; i++ {
			l := ir.Calc(ir.Sub, top, ir.Num(i))
			down = ir.All(down, k.Scoped(func() *ir.Expr { return on(site, l) }))
		}
		k.Add(ir.When(down, yes...))
		own := ir.Num(1) // whether the piece itself is of the line
		if a.RoleType() != nil || a.What() != nil {
			own = k.Temp("own", on(site, top))
		}
		k.Row(lines, site, func(line *ir.Expr) {
			for slope := -1; slope <= 1; slope++ {
				k.Add(ir.Put(n, own))
				// The forward walk begins with the site itself.
				k.If(own, func() { climb(ahead, line, slope) })
				climb(back, line, -slope)
				// Going down, a line of just the length is judged by the forward walk alone, which the
				// longer walk has passed before.
				k.Add(ir.When(ir.Calc(ir.Le, ir.Num(length), ir.Read(n)), yes...))
			}
		})
	})})
	return ir.Read(found)
}
