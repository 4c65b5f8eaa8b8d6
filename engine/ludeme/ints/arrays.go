package ints

import "github.com/astragal/astragal/engine/lgdl"

var arraysRows = []lgdl.Form{
	{Text: "(array sites)", Result: "ints"},
	{Text: "(array {int})", Result: "ints"},
	{Text: "(difference ints (ints | int))", Result: "ints"},
	{Text: "(if bool ints [ints])", Result: "ints"},
	{Text: "(intersection ints ints)", Result: "ints"},
	{Text: "(intersection {ints})", Result: "ints"},
	{Text: "(players playersManyType [of:int] [if:bool])", Result: "ints"},
	{Text: "(players playersTeamType [if:bool])", Result: "ints"},
	{Text: "(results (from:int | from:sites) (to:int | to:sites) int)", Result: "ints"},
	{Text: "(rotations (absoluteDirection | {absoluteDirection}))", Result: "ints"},
	{Text: "(sizes Group [siteType] [direction] [roleType | of:int | if:bool] [min:int])", Result: "ints"},
	{Text: "(team)", Result: "ints"},
	{Text: "(union ints ints)", Result: "ints"},
	{Text: "(union {ints})", Result: "ints"},
	{Text: "(values Remembered [string])", Result: "ints"},
}
