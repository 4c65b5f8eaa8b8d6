package moves

import (
	"cmp"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// Effects on the turn, and messages between the players.
var turnRows = []lgdl.Form{
	{Text: "(moveAgain [(then)])", Lower: lower.MovesRule(lowerMoveAgain), Result: "moves:effect",
		Concepts: []string{"MoveAgain"}, Meaning: "The mover moves again.", Impl: game.MovesRule(compileMoveAgain)},
	{Text: "(note [player:int | player:roleType] (string | int | ints | float | bool | sites | range | direction | graph) [to:(player) | to:roleType])", Lower: lower.MovesRule(lowerNote), Result: "moves:effect",
		Concepts: []string{"skip direction"}, Meaning: "A message to players.", Impl: game.MovesRule(compileNote)},
	{Text: "(pass [(then)])", Lower: lower.MovesRule(lowerPass), Result: "moves:effect", Concepts: []string{"PassEffect"},
		Meaning: "A move that does nothing.", Impl: asEffect(compilePass)},
	{Text: "(playCard [(then)])", Result: "moves:effect", Meaning: "A card of the mover is played.",
		Impl: asEffect(compilePlayCard)},
	{Text: "(propose (string | {string}) [(then)])", Lower: lowerEffect(lowerBallot(false)), Result: "moves:effect",
		Concepts: []string{"ProposeEffect"}, Meaning: "Something is proposed for the players to vote on.",
		Impl: asEffect(compilePropose)},
	{Text: "(trigger string (int | roleType) [(then)])", Lower: lower.MovesRule(lowerTrigger), Result: "moves:effect",
		Concepts: []string{"Trigger"}, Meaning: "An event is triggered for a player.", Impl: game.MovesRule(compileTrigger)},
	{Text: "(vote (string | {string}) [(then)])", Lower: lowerEffect(lowerBallot(true)), Result: "moves:effect",
		Concepts: []string{"VoteEffect"}, Meaning: "A vote on a proposal.", Impl: asEffect(compileVote)},
}

func compileMoveAgain(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	k.Require(game.MoveAgain)
	then := k.Then(clause.MoveAgain(e).Then())
	return siteless(func(c *game.Context, out *game.MoveList) {
		c.AddThen(out, c.One(game.Player(game.ActSetNextPlayer, c.S.Mover, game.Off)), then)
	})
}

// compileSimple compiles (move Pass …) and (move PlayCard …), which share a form.
func compileSimple(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	if clause.MoveSimple(e).MoveSimpleType().Text == "PlayCard" {
		return compilePlayCard(k, e, true)
	}
	return compilePass(k, e, true)
}

func compilePass(k *game.Compiler, e *lgdl.Expr, decision bool) *game.Gen {
	if k.G.Players == 1 {
		k.Require(game.NotAllPass)
	}
	then := k.Then(argsOf(e, decision)[0])
	return siteless(func(c *game.Context, out *game.MoveList) {
		c.AddThen(out, made(c, game.Pass(false), decision), then)
	})
}

func compilePlayCard(k *game.Compiler, e *lgdl.Expr, decision bool) *game.Gen {
	k.Require(game.CellFlag | game.Card | game.HiddenInfo | game.NotAllPass)
	then := k.Then(argsOf(e, decision)[0])
	return &game.Gen{Eval: func(c *game.Context, out *game.MoveList) {
		first, to := out.Len(), c.S.Mover-1
		for i := 1; i < len(c.G.Containers); i++ {
			hand := &c.G.Containers[i]
			if hand.Owner != c.S.Mover {
				continue
			}
			for s := hand.First; s < hand.First+hand.Sites; s++ {
				for level := range c.S.SizeAt(cell, s) {
					m := c.One(decide(game.MovePiece(cellType, s, level, cellType, to, game.Off, game.Off, game.Off, game.Off, false),
						decision))
					m.LevelMin, m.LevelMax = int32(level), int32(level)
					m.Mover = int32(c.S.Mover)
					out.Add(m)
				}
			}
		}
		c.ThenAll(out, first, then)
	}}
}

// compileMessage compiles (move Propose …) and (move Vote …), which share a form.
func compileMessage(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	if clause.MoveMessage(e).MoveMessageType().Text == "Vote" {
		return compileVote(k, e, true)
	}
	return compilePropose(k, e, true)
}

func compilePropose(k *game.Compiler, e *lgdl.Expr, decision bool) *game.Gen {
	g := compileBallot(k, e, decision, game.ActPropose)
	g.CanMoveTo = never
	return g
}

func compileVote(k *game.Compiler, e *lgdl.Expr, decision bool) *game.Gen {
	return compileBallot(k, e, decision, game.ActVote)
}

// compileBallot compiles propose and vote: one move for each string.
func compileBallot(k *game.Compiler, e *lgdl.Expr, decision bool, kind game.Kind) *game.Gen {
	k.Require(game.Vote)
	a := argsOf(e, decision)
	var names []int32
	for _, s := range stringsOf(a[0], a[1]) {
		names = append(names, k.Name(s))
	}
	then := k.Then(a[2])
	return &game.Gen{Eval: func(c *game.Context, out *game.MoveList) {
		first := out.Len()
		for _, name := range names {
			out.Add(made(c, game.Named(kind, name, game.Off), decision))
		}
		c.ThenAll(out, first, then)
	}}
}

// compileTrigger ignores its consequents, as the reference does.
func compileTrigger(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	args := clause.Trigger(e)
	name := k.Name(args.String().Text)
	player := k.Int(cmp.Or(args.Int(), args.RoleType()))
	k.Then(args.Then())
	trigger := func(c *game.Context) game.Action {
		a := game.Player(game.ActTrigger, player.Get(c), game.Off)
		a.Name = name
		return a
	}
	g := &game.Gen{
		Eval:      func(c *game.Context, out *game.MoveList) { out.Add(c.One(trigger(c))) },
		CanMoveTo: never,
	}
	return g
}

func lowerMoveAgain(k *lower.Lowerer, e *lgdl.Expr) {
	k.Emit(lower.Candidate{}, clause.MoveAgain(e).Then(), func(_, _, _ *ir.Expr) { k.SetNext(ir.Num(k.Mover)) })
}

func lowerPass(k *lower.Lowerer, e *lgdl.Expr) { k.EmitPass(clause.Pass(e).Then()) }
