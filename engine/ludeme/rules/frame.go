package rules

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

var frameRows = []lgdl.Form{
	{Text: "(equipment {item})", Result: "(equipment)", Impl: game.Structural{},
		Meaning: "What the game is played with."},
	{Text: "(game string (players) [(mode)] (equipment) (rules))", Result: "(game)", Impl: game.Structural{},
		Meaning: "A whole game: its name, players, equipment and rules."},
	{Text: "(games ((subgame) | {(subgame)}))", Result: "(games)", Impl: game.Structural{},
		Meaning: "The games that make up a match."},
	{Text: "(match string [(players)] (games) (end))", Result: "(match)", Impl: game.Structural{},
		Meaning: "Several games played one after the other for match scores."},
	{Text: "(meta ({metaRule} | metaRule))", Result: "(meta)", Impl: game.Structural{},
		Meaning: "Rules about the rules, applied to every list of legal moves."},
	{Text: "(mode modeType)", Result: "(mode)", Impl: game.Structural{},
		Meaning: "How the players take turns."},
	{Text: "(nextPhase [roleType | (player)] [bool] [string])", Result: "(nextPhase)", Impl: game.Structural{},
		Meaning: "When a condition holds after a move, a player goes on to another phase."},
	{Text: "(phase string [roleType] [(mode)] (play) [(end)] [(nextPhase) | {(nextPhase)}])", Result: "(phase)",
		Impl:    game.Structural{},
		Meaning: "A part of the game with moves, and perhaps ends, of its own."},
	{Text: "(play moves)", Result: "(play)", Impl: game.Structural{},
		Meaning: "The moves of a phase."},
	{Text: "(player int)", Result: "(player)", Impl: game.Structural{},
		Meaning: "A player by number."},
	{Text: "(player directionFacing)", Result: "(player)", Concepts: []string{"PieceDirection", "PlayersWithDirections"},
		Impl:    game.Structural{},
		Meaning: "A player who faces a direction."},
	{Text: "(players {(player)})", Result: "(players)", Impl: game.Structural{},
		Meaning: "The players, each with the direction he faces."},
	{Text: "(players int!)", Result: "(players)", Impl: game.Structural{},
		Meaning: "The number of players."},
	{Text: "(rules [(meta)] [(start)] (play) (end))", Result: "(rules)", Impl: game.Structural{},
		Meaning: "The rules of a game with one phase."},
	{Text: "(rules [(meta)] [(start)] [(play)] phases:{(phase)} [(end)])", Result: "(rules)", Impl: game.Structural{},
		Meaning: "The rules of a game with phases."},
	{Text: "(start ({startRule} | startRule))", Result: "(start)", Impl: game.Structural{},
		Meaning: "The placements before the first move."},
	{Text: "(subgame string [string] [next:int] [result:int])", Result: "(subgame)", Impl: game.Structural{},
		Meaning: "One game of a match, by name."},
}
