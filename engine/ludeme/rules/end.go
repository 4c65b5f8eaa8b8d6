package rules

import "github.com/astragal/astragal/engine/lgdl"

var endRows = []lgdl.Form{
	{Text: "(byScore [{(score)}] [misere:bool])", Result: "(byScore)"},
	{Text: "(end (endRule | {endRule}))", Result: "(end)"},
	{Text: "(forEach [roleType | Track] if:bool (result))", Result: "endRule"},
	{Text: "(if bool [(if) | {(if)}] [(result)])", Result: "endRule"},
	{Text: "(payoff roleType float)", Result: "(payoff)"},
	{Text: "(payoffs {(payoff)})", Result: "(payoffs)"},
	{Text: "(result roleType resultType)", Result: "(result)"},
	{Text: "(score roleType int)", Result: "(score)"},
}
