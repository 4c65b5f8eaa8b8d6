package ints

import "github.com/astragal/astragal/engine/lgdl"

var rangesRows = []lgdl.Form{
	{Text: "(exact int)", Result: "range"},
	{Text: "(max int)", Result: "range"},
	{Text: "(min int)", Result: "range"},
	{Text: "(range int [int])", Result: "range"},
}
