package moves

import (
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
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

var shoots = rule.Forms(compileShoot, lowerShoot)

func compileShoot(k *game.Compiler, e *lgdl.Expr, decision bool) *game.Gen {
	a := clause.AnyShoot(e)
	what := onePiece(a.Piece()).Impl(k, e)
	w := &walk{lines: lines{compileFrom(k, a.From(), (*game.Context).LastTo), k.Directions(a.AbsoluteDirection(),
		"Adjacent")}, far: game.Infinity}
	to := compileTo(k, a.To(), toVar)
	// The between is checked and otherwise ignored, as in the reference.
	compileBetween(k, a.Between())
	if to.Given && !to.If.Given() {
		k.Fail(a.To(), "the (to …) of shoot needs a condition: (to if:<boolean>)")
	}
	w.ok = orBool(to.If, func(c *game.Context) bool { return c.S.IsEmpty(cell, c.To) })
	w.visit = func(c *game.Context, path []int32, out *game.MoveList) {
		piece, end := what.Get(c), len(path)-1
		if piece < 0 {
			return
		}
		m := made(c, game.Add(game.SiteType(w.from.Type), int(path[end]), piece, 1, game.Off, game.Off, game.Off, false),
			decision)
		c.SetBetween(&m, path[:end])
		out.Add(m)
		c.Between = int(path[end])
	}
	return k.Followed(w.eval, a.Then())
}

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
