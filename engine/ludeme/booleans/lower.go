package booleans

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerCompare lowers a comparison, of the operands in the other order if turned.
func lowerCompare(op ir.Op, turned bool) lower.BoolRule {
	return func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		// In puzzles an order is one of two variables, whose numbers count.
		order := k.G.DeductionPuzzle && (op == ir.Lt || op == ir.Le)
		if x, y := clause.Comparison(e).Int1(), clause.Comparison(e).Int2(); !order && y != nil {
			enoughBeside(k, x, y)
			enoughBeside(k, y, x)
		}
		var a, b *ir.Expr
		sides := func() { a, b = k.Int(clause.Comparison(e).Int1()), k.Int(compared(e)) }
		if (op == ir.Eq || op == ir.Ne) && isOff(clause.Comparison(e).Int2()) {
			k.AnyOf(clause.Comparison(e).Int1(), sides) // whichever site it is
		} else {
			sides()
		}
		if turned {
			a, b = b, a
		}
		if order {
			return lowerPuzzleOrder(k, e, op, a, b)
		}
		if lo, _ := a.Range(); op == ir.Lt && turned && lo < 0 && isLiberties(clause.Comparison(e).Int1()) {
			b = k.Temp("liberties", b)
			return ir.All(ir.Calc(op, a, b), ir.Calc(ir.Lt, ir.Num(0), b))
		}
		return ir.Calc(op, a, b)
	}
}

// enoughBeside notes that a number which is compared with a constant is good enough where it is larger.
func enoughBeside(k *lower.Lowerer, number, constant *lgdl.Expr) {
	if constant.Kind == lgdl.Int && constant.Int >= 0 {
		k.Enough(number, constant.Int+1)
	}
}

// isOff reports whether a number is that of no site.
func isOff(e *lgdl.Expr) bool {
	return e != nil && (e.Kind == lgdl.Const && e.Text == "Off" || e.Kind == lgdl.Int && e.Int == game.Off)
}

// unknown refuses a question that is not lowered.
func unknown(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if e.Named("int") == nil {
		k.No(e, "%s", e.Form.Text)
	}
	k.No(e, "(is %s …)", e.Selector())
	return nil
}

// lowerFlat lowers whether a vertex is on the ground or on pieces only.
func lowerFlat(k *lower.Lowerer, site *ir.Expr) *ir.Expr {
	topo := k.G.Topo
	below := make([][]int32, topo.Num(board.Vertex))
	for s := range below {
		if topo.Layer(board.Vertex, int32(s)) > 0 {
			below[s] = topo.Steps(board.Vertex, int32(s), board.Downward)
		}
	}
	flat := k.Var("flat", 0, 1, ir.Num(1))
	if k.G.DefaultType == board.Vertex {
		none, _ := k.SitesWhere(func(site *ir.Expr) *ir.Expr { return ir.Calc(ir.Not, k.WhatAt(site)) })
		if none != nil { // all sites below are looked at at once
			k.Choose(k.OnBoardOf(board.Vertex, site), func() {
				holes := ir.Calc(ir.SetAnd, k.RowSet(k.Rows("below", below), site), none)
				k.Add(ir.Put(flat, ir.Calc(ir.Not, ir.Calc(ir.SetAny, holes))))
			}, k.Spoil)
			return ir.Read(flat)
		}
	}
	k.Choose(k.OnBoardOf(board.Vertex, site), func() {
		k.Row(k.Rows("below", below), site, func(t *ir.Expr) {
			k.If(ir.Calc(ir.Eq, k.On(board.Vertex, t, 0, k.WhatAt), ir.Num(0)), func() { k.Add(ir.Put(flat, ir.Num(0))) })
		})
	}, k.Spoil)
	return ir.Read(flat)
}
