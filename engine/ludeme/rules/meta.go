package rules

import "github.com/astragal/astragal/engine/lgdl"

var metaRows = []lgdl.Form{
	{Text: "(automove)", Result: "metaRule"},
	{Text: "(gravity [PyramidalDrop])", Result: "metaRule"},
	{Text: "(no Repeat [repetitionType])", Result: "metaRule"},
	{Text: "(no Suicide)", Result: "metaRule"},
	{Text: "(noStackOn Fallen)", Result: "metaRule"},
	{Text: "(passEnd passEndType)", Result: "metaRule"},
	{Text: "(pin SupportMultiple)", Result: "metaRule"},
	{Text: "(swap)", Result: "metaRule"},
}
