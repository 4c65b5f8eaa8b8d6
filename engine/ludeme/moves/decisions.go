package moves

import "github.com/astragal/astragal/engine/lgdl"

var decisionsRows = []lgdl.Form{
	{Text: "(move moveSimpleType [(then)])", Result: "moves:decision"},
	{Text: "(move Leap [(from)] {{stepType}} [forward:bool] [rotations:bool] (to) [(then)])", Result: "moves:decision"},
	{Text: "(move Promote [siteType] [int] (piece) [(player) | roleType] [(then)])", Result: "moves:decision"},
	{Text: "(move moveMessageType (string | {string}) [(then)])", Result: "moves:decision"},
	{Text: "(move moveSiteType [(piece)] (to) [count:int] [stack:bool!] [(then)])", Result: "moves:decision"},
	{Text: "(move Bet ((player) | roleType) range [(then)])", Result: "moves:decision"},
	{Text: "(move (from) (to) [count:int] [copy:bool] [stack:bool!] [roleType] [(then)])", Result: "moves:decision"},
	{Text: "(move Hop [(from)] [direction] [(between)] (to) [stack:bool!] [(then)])", Result: "moves:decision"},
	{Text: "(move Set NextPlayer ((player) | ints) [(then)])", Result: "moves:decision"},
	{Text: "(move Set TrumpSuit (int | (difference:ints)) [(then)])", Result: "moves:decision"},
	{Text: "(move Remove [siteType] (int | sites) [level:int] [at:whenType] [count:int] [(then)])", Result: "moves:decision"},
	{Text: "(move Swap Pieces [int] [int] [(then)])", Result: "moves:decision"},
	{Text: "(move Swap Players (int | roleType) (int | roleType) [(then)])", Result: "moves:decision"},
	{Text: "(move Select (from) [(to)] [roleType] [(then)])", Result: "moves:decision"},
	{Text: "(move Shoot (piece) [(from)] [absoluteDirection] [(between)] [(to)] [(then)])", Result: "moves:decision"},
	{Text: "(move Slide [(from)] [string] [direction] [(between)] [(to)] [stack:bool!] [(then)])", Result: "moves:decision"},
	{Text: "(move Step [(from)] [direction] (to) [stack:bool!] [(then)])", Result: "moves:decision"},
	{Text: "(move Set Rotation [(to)] [{int} | int] [previous:bool] [next:bool] [(then)])", Result: "moves:decision"},
}
