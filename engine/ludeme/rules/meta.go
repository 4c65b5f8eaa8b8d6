package rules

import (
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

var metaRows = []lgdl.Form{
	{Text: "(automove)", Result: "metaRule", Concepts: []string{"AutoMove"},
		Meaning: "Moves that are the only ones to their site follow a move at once.",
		Impl:    game.MetaRule(func(k *game.Compiler, _ *lgdl.Expr) { k.G.Meta.Automove = true })},
	{Text: "(gravity [PyramidalDrop])", Result: "metaRule", Concepts: []string{"CopyContext"},
		Meaning: "Pieces fall to the empty vertices below them after every move.",
		Impl:    game.MetaRule(func(k *game.Compiler, _ *lgdl.Expr) { k.G.Meta.Gravity = true })},
	{Text: "(no Repeat [repetitionType])", Result: "metaRule",
		Concepts: []string{"TurnKo if PositionalInTurn", "PositionalSuperko if Positional",
			"SituationalTurnKo if SituationalInTurn", "SituationalSuperko if Situational"},
		Marks: concept.Rule(noRepeatConcepts), Meaning: "Forbids moves that bring back an earlier position of the game or " +
			"of the turn.",
		Impl: game.MetaRule(noRepeat)},
	{Text: "(no Suicide)", Result: "metaRule", Meaning: "Forbids moves by which the mover loses.",
		Impl: game.MetaRule(func(k *game.Compiler, _ *lgdl.Expr) { k.G.Meta.NoSuicide = true })},
	{Text: "(noStackOn Fallen)", Result: "metaRule", Meaning: "Forbids putting a piece on the line above its own origin.",
		Impl: game.MetaRule(func(k *game.Compiler, _ *lgdl.Expr) { k.G.Meta.NoStackOn = true })},
	{Text: "(passEnd passEndType)", Result: "metaRule", Meaning: "Says whether the game ends when all players pass.",
		Impl: game.MetaRule(func(k *game.Compiler, e *lgdl.Expr) {
			if e.Selector() == "NoEnd" {
				k.Require(game.NotAllPass)
			}
		})},
	{Text: "(pin SupportMultiple)", Result: "metaRule",
		Meaning: "Forbids moving or removing a piece that supports several others.",
		Impl:    game.MetaRule(func(k *game.Compiler, _ *lgdl.Expr) { k.G.Meta.Pin = true })},
	{Text: "(swap)", Result: "metaRule", Concepts: []string{"SwapOption", "SwapPlayersDecision"},
		Meaning: "Lets the last player to make a first move exchange sides with the player before.",
		Impl:    game.MetaRule(func(k *game.Compiler, _ *lgdl.Expr) { k.G.Meta.Swap = true; k.Require(game.SwapRule) })},
}

func noRepeat(k *game.Compiler, e *lgdl.Expr) {
	kind := "Positional"
	if a := e.Args[len(e.Args)-1]; a != nil {
		kind = a.Text
	}
	f := map[string]game.Flag{"Positional": game.RepeatPositionalInGame, "PositionalInTurn": game.RepeatPositionalInTurn,
		"Situational": game.RepeatSituationalInGame, "SituationalInTurn": game.RepeatSituationalInTurn}[kind]
	k.NoRepeat(f)
}
