package ints

import "github.com/astragal/astragal/engine/lgdl"

var floatsRows = []lgdl.Form{
	{Text: "(abs float)", Result: "float"},
	{Text: "(cos float)", Result: "float"},
	{Text: "(exp float)", Result: "float"},
	{Text: "(log float)", Result: "float"},
	{Text: "(log10 float)", Result: "float"},
	{Text: "(max float float)", Result: "float"},
	{Text: "(max {float})", Result: "float"},
	{Text: "(min float float)", Result: "float"},
	{Text: "(min {float})", Result: "float"},
	{Text: "(sin float)", Result: "float"},
	{Text: "(sqrt float)", Result: "float"},
	{Text: "(tan float)", Result: "float"},
	{Text: "(toFloat (bool | int))", Result: "float"},
	{Text: "(* float float)", Result: "float"},
	{Text: "(* {float})", Result: "float"},
	{Text: "(+ float float)", Result: "float"},
	{Text: "(+ {float})", Result: "float"},
	{Text: "(- float float)", Result: "float"},
	{Text: "(/ float float)", Result: "float"},
	{Text: "(^ float float)", Result: "float"},
}
