package moves

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
)

// Effects on the turn, and messages between the players.
var turnRows = []lgdl.Form{
	{Text: "(moveAgain [(then)])", Result: "moves:effect", Concepts: []string{"MoveAgain"},
		Meaning: "The mover moves again.", Impl: rule.Effect{Kind: game.ActSetNextPlayer, Of: rule.About(rule.Mover),
			Needs: game.MoveAgain}.Moves()},
	{Text: "(note [player:int | player:roleType] (string | int | ints | float | bool | sites | range | direction | graph) [to:(player) | to:roleType])", Result: "moves:effect",
		Concepts: []string{"skip direction"}, Meaning: "A message to players.",
		Impl: rule.Effect{Kind: game.ActNote, Of: notes, Needs: game.NoteFlag, Idle: true}.Moves()},
	{Text: "(pass [(then)])", Result: "moves:effect", Concepts: []string{"PassEffect"},
		Meaning: "A move that does nothing.", Impl: pass},
	{Text: "(playCard [(then)])", Result: "moves:effect", Meaning: "A card of the mover is played.",
		Impl: game.MovesRule(playCard), Lower: lower.MovesRule(lowerPlayCard)},
	{Text: "(propose (string | {string}) [(then)])", Result: "moves:effect", Concepts: []string{"ProposeEffect"},
		Meaning: "Something is proposed for the players to vote on.", Impl: propose},
	{Text: "(trigger string (int | roleType) [(then)])", Result: "moves:effect", Concepts: []string{"Trigger"},
		Meaning: "An event is triggered for a player.", Impl: rule.Effect{Kind: game.ActTrigger,
			Of: rule.About(rule.Arg("int", "roleType")), Name: nameOf, Alone: true}.Moves()},
	{Text: "(vote (string | {string}) [(then)])", Result: "moves:effect", Concepts: []string{"VoteEffect"},
		Meaning: "A vote on a proposal.", Impl: vote},
}

// nameOf is the name that an action has, 0 where it is left out.
func nameOf(k *game.Compiler, e *lgdl.Expr) int32 {
	if x := e.Named("string"); x != nil {
		return k.Name(x.Text)
	}
	return 0
}

// pass is a move that does nothing; alone, a player who passes has not come to the end.
var pass = rule.Moves{Impl: func(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	if k.G.Players == 1 {
		k.Require(game.NotAllPass)
	}
	return rule.Effect{Kind: game.ActPass, Of: rule.Once, Mine: true}.Moves().Impl(k, e)
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) { k.EmitPass(e.Named("then")) }, Args: []string{"then"}}

// propose and vote are moves for each of some names.
var propose, vote = ballot(game.ActPropose), ballot(game.ActVote)

func ballot(kind game.Kind) rule.Moves {
	return rule.Effect{Kind: kind, Of: ballots, Needs: game.Vote, Mine: true}.Moves()
}

var ballots = rule.Pairs{Impl: func(k *game.Compiler, e *lgdl.Expr) rule.PairsOf {
	names := namesOf(k, e)
	return func(_ *game.Context, dst []int32) []int32 {
		for _, name := range names {
			dst = append(dst, name, game.Off)
		}
		return dst
	}
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr, each func(p, v *ir.Expr)) {
	for _, name := range namesOf(k.Parts, e) {
		each(ir.Num(int(name)), ir.Num(game.Off))
	}
}, Args: []string{"string", "strings"}, Names: true}

func namesOf(k *game.Compiler, e *lgdl.Expr) (names []int32) {
	for _, x := range lgdl.Flat(e.Named("string"), e.Named("strings")) {
		names = append(names, k.Name(x.Text))
	}
	return names
}

func playCard(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	k.Require(game.CellFlag | game.Card | game.HiddenInfo | game.NotAllPass)
	decision := rule.Decision(e)
	return k.Followed(func(c *game.Context, out *game.MoveList) {
		to := c.S.Mover - 1
		for i := 1; i < len(c.G.Containers); i++ {
			hand := &c.G.Containers[i]
			if hand.Owner != c.S.Mover {
				continue
			}
			for s := hand.First; s < hand.First+hand.Sites; s++ {
				for level := range c.S.SizeAt(cell, s) {
					m := c.One(decide(moveCard(s, level, to), decision))
					m.Mover = int32(c.S.Mover)
					m.LevelMin, m.LevelMax = int32(level), int32(level)
					out.Add(m)
				}
			}
		}
	}, e.Named("then"))
}
