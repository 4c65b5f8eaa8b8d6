// Package metadata has the forms of the metadata block: who made a game, how it
// is drawn, what helps an agent to play it. Nothing in it touches the rules; the
// rows exist so that a misspelt entry is found when the description is checked.
package metadata

import (
	"slices"

	"github.com/astragal/astragal/engine/lgdl"
)

// Rows are the forms of the family, in the order in which candidates are tried.
var Rows = slices.Concat(frame, graphics, agents)

// frame has the block itself, its parts and the entries of info and recon.
var frame = []lgdl.Form{
	{Text: "(metadata [(info)] [(graphics)] [(ai)] [(recon)])", Result: "(metadata)",
		Meaning: "What is known about a game besides its rules."},
	{Text: "(info (infoItem | {infoItem}))", Result: "(info)", Meaning: "Bibliographic entries."},
	{Text: "(description string)", Result: "infoItem", Meaning: "Says in prose what the game is."},
	{Text: "(rules string)", Result: "infoItem", Meaning: "Says the rules in prose."},
	{Text: "(source string)", Result: "infoItem", Meaning: "Names a source of the rules."},
	{Text: "(id string)", Result: "infoItem", Meaning: "Number of the game or ruleset in the catalogue it came from."},
	{Text: "(version string)", Result: "infoItem",
		Meaning: "Version of the language that the description was written for."},
	{Text: "(classification string)", Result: "infoItem", Meaning: "Path of the game in the classification of games."},
	{Text: "(author string)", Result: "infoItem", Meaning: "Who invented the game."},
	{Text: "(credit string)", Result: "infoItem", Meaning: "Who wrote the description."},
	{Text: "(date string)", Result: "infoItem", Meaning: "When the game was invented or first recorded."},
	{Text: "(publisher string)", Result: "infoItem", Meaning: "Who published the game."},
	{Text: "(origin string)", Result: "infoItem", Meaning: "Where the game comes from."},
	{Text: "(aliases {string})", Result: "infoItem", Meaning: "Other names of the game."},
	{Text: "(recon (reconItem | {reconItem}))", Result: "(recon)",
		Meaning: "What a reconstruction of the rules has to fulfil."},
	{Text: "(concept string minValue:float [maxValue:float] [agent:string] [playouts:int] [weight:float])",
		Result: "reconItem", Meaning: "Bounds the value of a concept."},
	{Text: "(concept string maxValue:float [agent:string] [playouts:int] [weight:float])", Result: "reconItem",
		Meaning: "Bounds the value of a concept from above."},
	{Text: "(concept string (float | bool) [agent:string] [playouts:int] [weight:float])", Result: "reconItem",
		Meaning: "Fixes the value of a concept."},
	{Text: "(and {reconItem})", Result: "reconItem", Meaning: "Asks that all conditions hold."},
	{Text: "(or {reconItem})", Result: "reconItem", Meaning: "Asks that one of several conditions hold."},
	{Text: "(not reconItem)", Result: "reconItem", Meaning: "Asks that a condition not hold."},
	{Text: "(relation string [weight:float])", Result: "reconItem",
		Meaning: "Asks that an equation or inequality between concepts hold."},
	{Text: "(hole string [source:string] [certainty:float])", Result: "reconItem",
		Meaning: "Says what the choices of a hole rest on."},
	{Text: "(evidence string [reconItem] [name:string] [source:string] [reliability:float] [found:int] [loss:float] [pattern:string] [from:int] [to:int] [game:string] [odds:float])", Result: "reconItem",
		Meaning: "Says what was found, read or observed of the game."},
	{Text: "(given string [source:string] [certainty:float])", Result: "reconItem",
		Meaning: "Says what a rule that is known rests on."},
}
