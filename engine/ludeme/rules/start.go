package rules

import "github.com/astragal/astragal/engine/lgdl"

var startRows = []lgdl.Form{
	{Text: "(count string int)", Result: "(count)"},
	{Text: "(deal dealableType [int!])", Result: "startRule"},
	{Text: "(forEach ints startRule)", Result: "startRule"},
	{Text: "(forEach Team startRule)", Result: "startRule"},
	{Text: "(forEach Site sites [if:bool] startRule)", Result: "startRule"},
	{Text: "(forEach Value min:int max:int startRule)", Result: "startRule"},
	{Text: "(forEach Player startRule)", Result: "startRule"},
	{Text: "(place Random {string} [count:{int}] [state:int] [value:int] int [siteType])", Result: "startRule"},
	{Text: "(place Random {(count)} int [siteType])", Result: "startRule"},
	{Text: "(place string [string] [siteType] [int] [coord:string] [count:int] [state:int] [rotation:int] [value:int])", Result: "startRule"},
	{Text: "(place string [siteType] [{int}] [sites] [{string}] [counts:{int}] [state:int] [rotation:int] [value:int])", Result: "startRule"},
	{Text: "(place Stack (string | items:{string}) [string] [siteType] [int | {int} | sites | coord:string | {string}] [count:int | counts:{int}] [state:int] [rotation:int] [value:int])", Result: "startRule"},
	{Text: "(place Random [sites] {string} [count:int] [state:int] [value:int] [siteType])", Result: "startRule"},
	{Text: "(set [siteType] {{int!}})", Result: "startRule"},
	{Text: "(set setStartPlayerType [roleType] int)", Result: "startRule"},
	{Text: "(set setStartSitesType int [siteType] (at:int | to:sites))", Result: "startRule"},
	{Text: "(set Team int {roleType})", Result: "startRule"},
	{Text: "(set RememberValue [string] (int | sites) [unique:bool])", Result: "startRule"},
	{Text: "(set Hidden [hiddenData | {hiddenData}] [siteType] (at:int | sites) [level:int] [bool] to:roleType)", Result: "startRule"},
	{Text: "(set roleType [siteType] [int] [coord:string])", Result: "startRule"},
	{Text: "(set roleType [siteType] [{int}] [sites] [{string}])", Result: "startRule"},
	{Text: "(split Deck)", Result: "startRule"},
}
