package moves

import (
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
)

var forEachRows = []lgdl.Form{
	{Text: "(forEach Value min:int max:int moves [(then)])", Result: "moves:effect",
		Concepts: []string{"ControlFlowStatement"}, Meaning: "The moves for every value of an interval.",
		Impl: rule.OverInterval.Moves().Then()},
	{Text: "(forEach Piece [on:siteType] [string | {string}] [container:int | string] [moves] [(player) | roleType] [top:bool] [(then)])", Lower: lower.MovesRule(lowerForEachPiece), Result: "moves:effect",
		Concepts: []string{"ControlFlowStatement", "ForEachPiece"}, Marks: concept.Rule(forEachPieceConcepts),
		Meaning: "The moves of every piece of a player.", Impl: game.MovesRule(forEachPiece)},
	{Text: "(forEach Value ints moves [(then)])", Result: "moves:effect",
		Concepts: []string{"ControlFlowStatement"}, Meaning: "The moves for every value of an array.",
		Impl: rule.OverValues.Moves().Then()},
	{Text: "(forEach Player moves [(then)])", Result: "moves:effect",
		Concepts: []string{"ControlFlowStatement"}, Meaning: "The moves for every player.",
		Impl: rule.OverAllPlayers.Moves().Alone()},
	{Text: "(forEach ints moves [(then)])", Result: "moves:effect",
		Concepts: []string{"ControlFlowStatement"}, Meaning: "The moves for every player of an array.",
		Impl: rule.OverPlayers.Moves().Alone()},
	{Text: "(forEach Level [siteType] int [stackDirection] moves [(then)])", Result: "moves:effect",
		Concepts: []string{"ControlFlowStatement"}, Meaning: "The moves for every level of a stack.",
		Impl: rule.OverLevels.Moves().Then()},
	{Text: "(forEach Team moves [(then)])", Result: "moves:effect", Concepts: []string{"ControlFlowStatement"},
		Meaning: "The moves for every team.", Impl: rule.OverTeams.Moves().Then()},
	{Text: "(forEach Group [siteType] [direction] [if:bool] moves [(then)])", Result: "moves:effect",
		Concepts: []string{"ControlFlowStatement", "Group", "AdjacentDirection unless direction"},
		Meaning:  "The moves for every group of connected pieces.", Impl: rule.OverGroups(groupsOf).Moves().Then()},
	{Text: "(forEach Site sites moves [noMoveYet:moves] [(then)])", Result: "moves:effect",
		Concepts: []string{"ControlFlowStatement"}, Meaning: "The moves for every site of a region.",
		Impl: rule.OverArrivals("sites").Else("noMoveYet")},
	{Text: "(forEach Direction [(from)] [direction] [(between)] ((to) | moves) [(then)])", Result: "moves:effect",
		Concepts: []string{"ControlFlowStatement", "AdjacentDirection unless direction"},
		Meaning:  "The moves for every site in some directions.", Impl: directions},
	{Text: "(forEach Die [int] [combined:bool] [replayDouble:bool] [if:bool] moves [(then)])",
		Result: "moves:effect", Concepts: []string{"ControlFlowStatement", "Dice", "ByDieMove"},
		Meaning: "The moves for every die, each using it up.", Impl: rule.OverDice.Moves().Then()},
}
