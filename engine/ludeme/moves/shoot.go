package moves

import (
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var shootRows = []lgdl.Form{
	{Text: "(shoot (piece) [(from)] [absoluteDirection] [(between)] [(to)] [(then)])",
		Result: "moves:effect", Concepts: []string{"ShootEffect", "AddEffect", "AdjacentDirection unless absoluteDirection",
			"LineOfSight", "skip (piece)"}, Marks: concept.Rule(shootConcepts),
		Meaning: "A piece is shot along a line of free sites.", Impl: shoots},
}

// shoots puts a piece on a site of a line. The (between …) is checked and otherwise ignored, as in the reference.
var shoots = walk{rays: absolute, far: true, or: unoccupied, shot: &shot{
	func(k *game.Compiler, e *lgdl.Expr, w *walker, decision bool) visit {
		what, st := onePiece(e.Named("piece")).Impl(k, e), game.SiteType(w.from.Type)
		compileBetween(k, e.Named("between"))
		if w.to.Given && !w.to.If.Given() {
			k.Fail(e.Named("to"), "the (to …) of shoot needs a condition: (to if:<boolean>)")
		}
		return func(c *game.Context, path []int32, out *game.MoveList) {
			if piece := what.Get(c); piece >= 0 {
				m := c.One(decide(game.Add(st, c.To, piece, 1, game.Off, game.Off, game.Off, false), decision))
				m.Mover = int32(c.S.Mover)
				c.SetBetween(&m, path[:len(path)-1])
				out.Add(m)
			}
		}
	}, func(k *lower.Lowerer, e *lgdl.Expr) func(to *ir.Expr) {
		k.NoStacks(e)
		k.NoBetween(e)
		what := k.Temp("piece", onePiece(e.Named("piece")).Lower(k, e))
		if n, ok := what.Number(); !ok || n < 1 || int(n) >= len(k.G.Components) {
			k.No(e.Named("piece"), "a piece that is not known before")
		}
		return func(to *ir.Expr) {
			k.Emit(lower.Candidate{From: to, To: to}, nil, func(_, to, _ *ir.Expr) { k.Put(to, what, nil) })
		}
	}}}.moves().Then()

// unoccupied is the condition that (to) is an empty cell.
var unoccupied = rule.Bool{Impl: func(*game.Compiler, *lgdl.Expr) game.Bool {
	return game.BoolFn(func(c *game.Context) bool { return c.S.IsEmpty(cell, c.To) })
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if k.G.DefaultType != cell {
		k.No(e, "empty cells among other sites")
	}
	return ir.Calc(ir.SetHas, k.Empty(), k.Env.To)
}}

// onePiece is the component that a (piece …) must be, by one name, exactly, or one number: -1 if there is none.
func onePiece(e *lgdl.Expr) rule.Int {
	switch a := clause.PieceStringInt(e); {
	case a.Int() != nil:
		return rule.The(a.Int())
	case a.String() != nil:
		return rule.Piece(a.String(), "")
	}
	return rule.Int{Impl: func(k *game.Compiler, _ *lgdl.Expr) game.Int {
		k.Fail(e, "expected one piece, by name or by number")
		return game.Int{}
	}}
}
