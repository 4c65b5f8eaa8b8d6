package regions

import "github.com/astragal/astragal/engine/lgdl"

var directionsRows = []lgdl.Form{
	{Text: "(difference direction direction)", Result: "directions"},
	{Text: "(directions Random direction num:int)", Result: "directions"},
	{Text: "(directions siteType from:int to:int)", Result: "directions"},
	{Text: "(directions [relativeDirection | {relativeDirection}] [of:relationType] [bySite:bool!])", Result: "directions"},
	{Text: "(directions (absoluteDirection | {absoluteDirection}))", Result: "directions"},
	{Text: "(if bool direction direction)", Result: "directions"},
	{Text: "(union direction direction)", Result: "directions"},
}
