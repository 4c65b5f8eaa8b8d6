package main

// families are forms whose rules are one: they have the arguments in common that have the same name at the same place.
var families = []struct {
	name, what string
	forms      []string
}{
	{"AnyRules", "(rules … (play …) …) or (rules … phases:…)", []string{"RulesPlay", "RulesPhases"}},
	{"AnyFromTo", "(fromTo (from) (to) …) or (move (from) (to) …)", []string{"FromTo", "MoveFrom"}},
	{"AnyAddScore", "(addScore …)", []string{"AddScoreInts", "AddScorePlayer"}},
	{"AnyMap", "(map …)", []string{"MapInts", "MapPairs"}},
	{"Arithmetic", "(+ int int), (max int int) or the like",
		[]string{"SumInt", "ProductInt", "QuotientInt", "Modulo", "PowerInt", "MaxIntInt", "MinIntInt"}},
	{"FloatArithmetic", "(+ float float) or the like",
		[]string{"SumFloat", "MinusFloat", "ProductFloat", "PowerFloat", "MaxFloat", "MinFloat"}},
	{"FloatFunction", "(sin float) or the like", []string{"AbsFloat", "Cos", "Exp", "Sin", "Tan", "Log", "Log10", "Sqrt"}},
	{"FloatReduction", "(+ {float}) or the like", []string{"SumFloats", "ProductFloats", "MaxFloats", "MinFloats"}},
	{"Comparison", "(= int …), (< int int) or the like",
		[]string{"EqualInt", "UnequalInt", "Less", "AtMost", "Greater", "AtLeast"}},
	{"SitesComparison", "(= sites sites) or (!= sites sites)", []string{"EqualSites", "UnequalSites"}},
	{"SitesPair", "(union sites sites) or (intersection sites sites)", []string{"UnionSites", "IntersectionSites"}},
	{"RegionList", "(union {sites}) or (intersection {sites})", []string{"UnionRegions", "IntersectionRegions"}},
	{"DirectionsPair", "(union directions directions) or (difference directions directions)",
		[]string{"UnionDirection", "DifferenceDirection"}},
	{"Flanking", "(custodial …) or (intervene …)", []string{"Custodial", "Intervene"}},
	{"PuzzleConstraint", "(is Count …), (is Sum …) or (is Unique …)", []string{"IsPuzzleRegionResult", "IsUnique"}},
	{"Component", "(piece …), (die …), (card …), (tile …) or (domino …)",
		[]string{"PieceString", "Die", "CardString", "Tile", "Domino"}},
}
