package graphs

import "github.com/astragal/astragal/engine/lgdl"

var dimsRows = []lgdl.Form{
	{Text: "(abs dim)", Result: "dim"},
	{Text: "(max dim dim)", Result: "dim"},
	{Text: "(min dim dim)", Result: "dim"},
	{Text: "(* dim dim)", Result: "dim"},
	{Text: "(* {dim})", Result: "dim"},
	{Text: "(+ dim dim)", Result: "dim"},
	{Text: "(+ {dim})", Result: "dim"},
	{Text: "(- dim dim)", Result: "dim"},
	{Text: "(/ dim dim)", Result: "dim"},
	{Text: "(^ dim dim)", Result: "dim"},
}
