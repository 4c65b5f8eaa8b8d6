package moves

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var avoidStoredStateRows = []lgdl.Form{
	{Text: "(avoidStoredState moves [(then)])", Lower: lower.MovesRule(lowerAvoidStoredState), Result: "moves:effect",
		Concepts: []string{"CopyContext", "PositionalSuperko"},
		Meaning:  "Keeps the moves that do not lead back to the stored position.", Impl: game.MovesRule(avoidStoredState)},
}

var firstMoveOnTrackRows = []lgdl.Form{
	{Text: "(firstMoveOnTrack [string] [roleType] moves [(then)])", Result: "moves:effect",
		Meaning: "The moves of the first site along a track that has any.", Impl: rule.OverTrack.First().Alone()},
}

var priorityRows = []lgdl.Form{
	{Text: "(priority {moves} [(then)])", Result: "moves:effect", Concepts: []string{"Priority"},
		Meaning: "The first of several lists of moves that is not empty.", Impl: parts(true)},
	{Text: "(priority moves moves [(then)])", Result: "moves:effect", Concepts: []string{"Priority"},
		Meaning: "The first of two lists of moves that is not empty.", Impl: parts(true)},
}

var whileRows = []lgdl.Form{
	{Text: "(while bool moves [(then)])", Lower: lower.MovesRule(lowerWhile), Result: "moves:effect",
		Concepts: []string{"CopyContext"}, Meaning: "Repeats moves as long as a condition holds.",
		Impl: game.MovesRule(while)},
}

// lowerAvoidStoredState lowers moves that must not lead back to the stored position. Consequents never run.
func lowerAvoidStoredState(k *lower.Lowerer, e *lgdl.Expr) {
	k.Unstored(func() { k.Moves(clause.AvoidStoredState(e).Moves()) })
}

func avoidStoredState(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	moves := k.Moves(clause.AvoidStoredState(e).Moves())
	k.Then(clause.AvoidStoredState(e).Then()) // compiled for its requirements only: it never runs
	return &game.Gen{Eval: func(c *game.Context, out *game.MoveList) {
		first := len(out.M)
		moves.Eval(c, out)
		out.Keep(first, func(m game.Move) bool {
			mark, t := c.Mark(), c.Temp()
			t.Apply(m)
			ok := t.PositionHash() != c.S.StoredHash
			c.GiveTemp(t)
			c.Release(mark)
			return ok
		})
	}}
}

// rounds bounds the repetitions of a (while …).
const rounds = 10_000

func while(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	a := clause.While(e)
	cond, moves := k.Bool(a.Bool()), k.Moves(a.Moves())
	return k.Followed(func(c *game.Context, out *game.MoveList) {
		t := c.Aside()
		for n := 0; cond.Get(t); n++ {
			if n == rounds {
				game.Fault(e, "the condition of (while …) still holds after %d rounds", rounds)
			}
			from := len(out.M)
			moves.Eval(t, out)
			for _, m := range out.M[from:] {
				t.Resolve(m)
			}
		}
		c.Join(t)
	}, a.Then())
}

// lowerWhile lowers effects that are repeated as long as a condition holds.
func lowerWhile(k *lower.Lowerer, e *lgdl.Expr) {
	a := clause.While(e)
	k.EmitRounds(a.Bool(), a.Moves(), a.Then(), rounds)
}
