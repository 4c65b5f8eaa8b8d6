package regions

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/ir"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lower"
)

var rows = []lgdl.Form{
	{Text: "(difference sites (sites | int))", Lower: lower.RegionRule(lowerDifference), Result: "sites", Concepts: []string{"Complement"}, Meaning: "The sites of a region without those of another, or without one.", Impl: game.RegionRule(difference)},
	{Text: "(expand [int | string] (sites | origin:int) [steps:int] [absoluteDirection] [siteType])", Lower: lower.RegionRule(lowerExpand), Result: "sites", Concepts: []string{"skip absoluteDirection"}, Meaning: "A region and its neighbours, a number of steps far.", Impl: game.RegionRule(expand)},
	{Text: "(forEach ints sites)", Lower: lower.RegionRule(lowerForEachPlayer), Result: "sites", Concepts: []string{"ControlFlowStatement"}, Meaning: "The union of a region evaluated for each player of a list.", Impl: game.RegionRule(forEachPlayer)},
	{Text: "(forEach Level [siteType] at:int [stackDirection] [if:bool] [startAt:int])", Result: "sites", Concepts: []string{"skip startAt:"}, Meaning: "The levels of a stack that meet a condition.", Impl: game.RegionRule(forEachLevel)},
	{Text: "(forEach Team sites)", Result: "sites", Concepts: []string{"ControlFlowStatement"}, Meaning: "The union of a region evaluated for each team.", Impl: game.RegionRule(forEachTeam)},
	{Text: "(forEach sites if:bool)", Lower: lower.RegionRule(lowerFiltered), Result: "sites", Concepts: []string{"ControlFlowStatement"}, Meaning: "The sites of a region that meet a condition.", Impl: game.RegionRule(forEachSite)},
	{Text: "(forEach of:sites sites)", Lower: lower.RegionRule(lowerForEachOf), Result: "sites", Concepts: []string{"ControlFlowStatement"}, Meaning: "The union of a region evaluated for each site of another.", Impl: game.RegionRule(forEachOf)},
	{Text: "(if bool sites [sites])", Lower: lower.RegionRule(lowerIfRegion), Result: "sites", Concepts: []string{"ConditionalStatement"}, Meaning: "One or the other region, by a condition.", Impl: game.RegionRule(ifRegion)},
	{Text: "(intersection sites sites)", Lower: lowerOperator(ir.SetAnd), Result: "sites", Concepts: []string{"Intersection"}, Meaning: "The sites that are in both regions.", Impl: game.RegionRule(intersection)},
	{Text: "(intersection {sites})", Lower: lowerList(ir.SetAnd), Result: "sites", Concepts: []string{"Intersection"}, Meaning: "The sites that are in all regions.", Impl: game.RegionRule(intersection)},
	{Text: "(last Between)", Result: "sites", Meaning: "The sites that the last move passed or captured on.", Impl: game.RegionRule(lastBetween)},
	{Text: "(sites [(player) | roleType] [siteType] [string])", Lower: lower.RegionRule(lowerRegions), Result: "sites", Meaning: "Regions of the equipment by player or name, a coordinate, or the current group.", Impl: game.RegionRule(sitesNamed)},
	{Text: "(sites Distance [siteType] [relationType] [(step)] [newRotation:int] from:int range)", Lower: lower.RegionRule(lowerDistance), Result: "sites", Concepts: []string{"Distance"}, Meaning: "The sites whose distance from a site is in a range.", Impl: game.RegionRule(sitesDistance)},
	{Text: "(sites Track [(player) | roleType] [string] [from:int] [to:int])", Lower: lower.RegionRule(lowerTrack), Result: "sites", Meaning: "The sites of a track, or of a part of it.", Impl: game.RegionRule(sitesTrack)},
	{Text: "(sites sitesPlayerType [siteType] [(player) | roleType] [nonDecision] [string])", Lower: lower.RegionRule(lowerHand), Result: "sites", Concepts: []string{"CopyContext if Winning"}, Meaning: "The hand of a player, or the sites a player can win by moving to.", Impl: game.RegionRule(sitesPlayer)},
	{Text: "(sites Side [siteType] [(player) | roleType | compassDirection])", Lower: lower.RegionRule(lowerSide), Result: "sites", Meaning: "The side of the board that faces a direction.", Impl: game.RegionRule(sitesSide)},
	{Text: "(sites sitesIndexType [siteType] [int])", Lower: lower.RegionRule(lowerIndex), Result: "sites", Concepts: []string{"skip siteType if Cell|Empty"}, Meaning: "A row, column, layer or phase, the empty sites, or the vertices of an element.", Impl: game.RegionRule(sitesIndex)},
	{Text: "(sites [siteType] [int] {{stepType}} [rotations:bool])", Lower: lower.RegionRule(lowerWalks), Result: "sites", Meaning: "The ends of walks given by steps and turns.", Impl: game.RegionRule(sitesWalk)},
	{Text: "(sites LineOfSight [lineOfSightType] [siteType] [at:int] [direction])", Lower: lower.RegionRule(lowerLineOfSight), Result: "sites", Concepts: []string{"LineOfSight", "AdjacentDirection unless direction"}, Meaning: "The sites seen from a site along straight lines.", Impl: game.RegionRule(sitesLineOfSight)},
	{Text: "(sites Direction (from:int | from:sites) [direction] [included:bool] [stop:bool] [stopIncluded:bool] [distance:int] [siteType])", Lower: lower.RegionRule(lowerDirection), Result: "sites", Concepts: []string{"AdjacentDirection unless direction"}, Meaning: "The sites along straight lines from sites.", Impl: game.RegionRule(sitesDirection)},
	{Text: "(sites Around [siteType] (int | sites) [regionTypeDynamic] [distance:int] [absoluteDirection] [if:bool] [includeSelf:bool])", Lower: lower.RegionRule(lowerAround), Result: "sites", Concepts: []string{"AdjacentDirection unless absoluteDirection"}, Meaning: "The sites at a distance in straight lines around sites.", Impl: game.RegionRule(sitesAround)},
	{Text: "(sites Incident siteType of:siteType at:int [owner:(player) | roleType])", Lower: lower.RegionRule(lowerIncident), Result: "sites", Meaning: "The elements that touch an element.", Impl: game.RegionRule(sitesIncident)},
	{Text: "(sites Occupied (by:(player) | by:roleType) [container:int | container:string] [component:int | component:string | components:{string}] [top:bool!] [on:siteType])", Lower: lower.RegionRule(lowerOccupied), Result: "sites", Meaning: "The sites with pieces of a player.", Impl: game.RegionRule(sitesOccupied)},
	{Text: "(sites Start (piece))", Lower: lower.RegionRule(lowerStart), Result: "sites", Meaning: "The sites on which a component stood when the play began.", Impl: game.RegionRule(sitesStart)},
	{Text: "(sites Hidden [hiddenData] [siteType] (to:(player) | to:roleType))", Lower: lower.RegionRule(lowerHidden), Result: "sites", Concepts: []string{"HiddenInformation", "InvisiblePiece unless hiddenData", "HidePieceType if What", "HidePieceOwner if Who", "HidePieceCount if Count", "HidePieceValue if Value", "HidePieceRotation if Rotation", "HidePieceState if State"}, Meaning: "The sites that are hidden from a player.", Impl: game.RegionRule(sitesHidden)},
	{Text: "(sites Between [direction] [siteType] from:int [fromIncluded:bool] to:int [toIncluded:bool] [cond:bool])", Lower: lower.RegionRule(lowerSitesBetween), Result: "sites", Concepts: []string{"AdjacentDirection unless direction"}, Meaning: "The sites between two sites of a straight line.", Impl: game.RegionRule(sitesBetween)},
	{Text: "(sites LargePiece [siteType] at:int)", Result: "sites", Meaning: "The sites that a large piece covers.", Impl: game.RegionRule(sitesLargePiece)},
	{Text: "(sites Random [sites] [num:int])", Result: "sites", Concepts: []string{"Stochastic"}, Meaning: "Sites of a region drawn at random.", Impl: game.RegionRule(sitesRandom)},
	{Text: "(sites Pattern {stepType} [siteType] [from:int] [what:int | whats:{int}])", Result: "sites", Concepts: []string{"Pattern"}, Meaning: "The sites of patterns of pieces given as a walk.", Impl: game.RegionRule(sitesPattern)},
	{Text: "(sites Loop [inside:bool] [siteType] [surround:roleType | {roleType}] [direction] [int] [int | sites])", Result: "sites", Concepts: []string{"Loop", "AdjacentDirection unless direction"}, Meaning: "The sites of a loop of pieces, or those inside it.", Impl: game.RegionRule(sitesLoop)},
	{Text: "(sites)", Result: "sites", Meaning: "The group that is looked at.", Impl: game.RegionRule(sitesCurrent)},
	{Text: "(sites sitesSimpleType [siteType])", Lower: lower.RegionRule(lowerSimple), Result: "sites", Concepts: []string{"skip siteType if Playable|LineOfPlay|ToClear"}, Meaning: "A part of the board, such as its corners, or a set that follows the play.", Impl: game.RegionRule(sitesSimple)},
	{Text: "(sites [siteType] {string})", Lower: lower.RegionRule(lowerStatic), Result: "sites", Meaning: "The sites with the given coordinates.", Impl: game.RegionRule(sitesCoordinates)},
	{Text: "(sites sitesMoveType moves)", Lower: lower.RegionRule(lowerMoveSites), Result: "sites", Meaning: "The sites that moves come from, pass or go to.", Impl: game.RegionRule(sitesMoves)},
	{Text: "(sites ({int} | ints))", Lower: lower.RegionRule(lowerInts), Result: "sites", Meaning: "The sites of a list of numbers.", Impl: game.RegionRule(sitesInts)},
	{Text: "(sites Crossing at:int [(player) | roleType])", Lower: lower.RegionRule(lowerCrossing), Result: "sites", Meaning: "The edges of a player that cross an edge.", Impl: game.RegionRule(sitesCrossing)},
	{Text: "(sites Group [siteType] (at:int | from:sites) [direction] [if:bool] [isVisible:bool])", Lower: lower.RegionRule(lowerGroup), Result: "sites", Concepts: []string{"Group", "AdjacentDirection unless direction"}, Meaning: "The groups of connected sites that contain given ones.", Impl: game.RegionRule(sitesGroup)},
	{Text: "(sites sitesEdgeType)", Lower: lower.RegionRule(lowerStatic), Result: "sites", Meaning: "The edges of a class, such as the vertical ones.", Impl: game.RegionRule(sitesEdges)},
	{Text: "(union sites sites)", Lower: lowerOperator(ir.SetOr), Result: "sites", Concepts: []string{"Union"}, Meaning: "The sites that are in either region.", Impl: game.RegionRule(union)},
	{Text: "(union {sites})", Lower: lowerList(ir.SetOr), Result: "sites", Concepts: []string{"Union"}, Meaning: "The sites that are in any of the regions.", Impl: game.RegionRule(union)},
}
