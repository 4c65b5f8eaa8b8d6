package moves

import "github.com/astragal/astragal/engine/lgdl"

var partsRows = []lgdl.Form{
	{Text: "(apply if:bool nonDecision)", Result: "moves"},
	{Text: "(apply nonDecision)", Result: "moves"},
	{Text: "(apply if:bool)", Result: "moves"},
	{Text: "(between [before:int] [range] [after:int] [if:bool] [trail:int] [(apply)])", Result: "(between)"},
	{Text: "(flips int! int!)", Result: "(flips)"},
	{Text: "(from [siteType] [sites | int] [level:int] [if:bool])", Result: "(from)"},
	{Text: "(piece (string | int | {string} | {int}) [state:int])", Result: "(piece)"},
	{Text: "(then nonDecision [applyAfterAllMoves:bool!])", Result: "(then)"},
	{Text: "(to [siteType] [sites | int] [level:int] [(rotations)] [if:bool] [(apply)])", Result: "(to)"},
}
