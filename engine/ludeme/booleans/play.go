package booleans

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var playRows = []lgdl.Form{
	{Text: "(can Move moves)", Result: "boolean", Concepts: []string{"CanMove"},
		Meaning: "There is at least one such move.", Impl: canMove},
	{Text: "(no Pieces [siteType] [roleType | of:int] [string] [in:sites])", Result: "boolean",
		Concepts: []string{"NoPiece", "NoPieceMover if Mover", "NoPieceNext if Next"},
		Meaning:  "Players have no pieces.", Impl: rule.NoPieces},
	{Text: "(no Moves roleType)", Result: "boolean",
		Concepts: []string{"NoMoves", "NoMovesMover if Mover", "NoMovesNext if Next"}, Meaning: "A player cannot move.",
		Impl: noMoves},
	{Text: "(was Pass)", Result: "boolean", Meaning: "The last move was a pass.", Impl: wasPass},
	{Text: "(forAll puzzleElementType bool)", Lower: lower.BoolRule(lowerForAll), Result: "boolean",
		Concepts: []string{"DeductionPuzzle", "skip puzzleElementType"},
		Meaning:  "In a deduction puzzle: a condition holds for all elements of the board or all hints.",
		Impl:     game.BoolRule(forAll)},
}

// canMove marks the sites of the last move as visited during the test, where
// visited sites are kept, and unmarks both afterwards whatever they were before.
var canMove = rule.Bool{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Bool {
	gen := k.Moves(clause.Can(e).Moves())
	return game.BoolFn(func(c *game.Context) bool {
		last := c.T.Last()
		if !c.G.Has(game.Visited) || last == nil {
			return c.CanMove(gen)
		}
		for _, s := range [2]int32{last.From, last.To} {
			if s >= 0 && int(s) < c.G.Sites {
				c.S.Visited.Add(int(s))
			}
		}
		can := c.CanMove(gen)
		for _, s := range [2]int32{last.From, last.To} {
			if s >= 0 && int(s) < c.G.Sites {
				c.S.Visited.Remove(int(s))
			}
		}
		return can
	})
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	return k.Visiting(func() *ir.Expr { return k.FoundLegal(func() { k.Moves(clause.Can(e).Moves()) }) })
}}

// noMoves reads the stalemated flag of a player; for Next it determines it anew.
var noMoves = rule.Bool{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Bool {
	role := k.Role(clause.NoMoves(e).RoleType().Text)
	flag := func(c *game.Context) bool {
		p := role.Get(c)
		return p >= 0 && p < 32 && c.S.Stalemated&(1<<p) != 0
	}
	if clause.NoMoves(e).RoleType().Text != "Next" {
		k.G.ReadsStuck = true
		return game.BoolFn(flag)
	}
	k.Draws() // the moves of the game may
	return game.BoolFn(func(c *game.Context) bool {
		if c.InNoMoves {
			return false
		}
		if !c.S.Over && c.S.ActiveCount() > 0 {
			c.RefreshNextStalemated()
		}
		return flag(c)
	})
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if clause.NoMoves(e).RoleType().Text != "Next" {
		who := k.Role(clause.NoMoves(e).RoleType())
		return bit(k.Fields.Get(layout.Stuck), who)
	}
	return k.NextStuck()
}}

var wasPass = rule.Bool{Impl: func(_ *game.Compiler, e *lgdl.Expr) game.Bool {
	return game.BoolFn(func(c *game.Context) bool {
		last := c.T.Last()
		if last == nil {
			game.Fault(e, "no move was made yet")
		}
		return last.Pass
	})
}, Lower: func(k *lower.Lowerer, _ *lgdl.Expr) *ir.Expr {
	passed := k.Temp("passed", k.Fields.Get(layout.Passed))
	k.SpoilIf(ir.Calc(ir.Lt, passed, ir.Num(0)))
	return passed
}}
