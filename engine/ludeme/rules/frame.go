package rules

import "github.com/astragal/astragal/engine/lgdl"

var frameRows = []lgdl.Form{
	{Text: "(equipment {item})", Result: "(equipment)"},
	{Text: "(game string (players) [(mode)] (equipment) (rules))", Result: "(game)"},
	{Text: "(games ((subgame) | {(subgame)}))", Result: "(games)"},
	{Text: "(match string [(players)] (games) (end))", Result: "(match)"},
	{Text: "(meta ({metaRule} | metaRule))", Result: "(meta)"},
	{Text: "(mode modeType)", Result: "(mode)"},
	{Text: "(nextPhase [roleType | (player)] [bool] [string])", Result: "(nextPhase)"},
	{Text: "(phase string [roleType] [(mode)] (play) [(end)] [(nextPhase) | {(nextPhase)}])", Result: "(phase)"},
	{Text: "(play moves)", Result: "(play)"},
	{Text: "(player int)", Result: "(player)"},
	{Text: "(player directionFacing)", Result: "(player)"},
	{Text: "(players {(player)})", Result: "(players)"},
	{Text: "(players int!)", Result: "(players)"},
	{Text: "(rules [(meta)] [(start)] (play) (end))", Result: "(rules)"},
	{Text: "(rules [(meta)] [(start)] [(play)] phases:{(phase)} [(end)])", Result: "(rules)"},
	{Text: "(start ({startRule} | startRule))", Result: "(start)"},
	{Text: "(subgame string [string] [next:int] [result:int])", Result: "(subgame)"},
}
