package main

// families are forms whose rules are one: they have the arguments in common that have the same name at the same place,
// and the first ones under the names that are given here.
var families = []struct {
	name, what string
	forms, as  []string
}{
	{"AnyRules", "(rules … (play …) …) or (rules … phases:…)", []string{"RulesPlay", "RulesPhases"}, nil},
	{"AnyFromTo", "(fromTo (from) (to) …) or (move (from) (to) …)", []string{"FromTo", "MoveFrom"}, nil},
	{"AnyMap", "(map …)", []string{"MapInts", "MapPairs"}, nil},
	{"Arithmetic", "(+ int int), (max int int) or the like",
		[]string{"SumInt", "ProductInt", "QuotientInt", "Modulo", "PowerInt", "MaxIntInt", "MinIntInt"}, nil},
	{"FloatArithmetic", "(+ float float) or the like",
		[]string{"SumFloat", "MinusFloat", "ProductFloat", "PowerFloat", "MaxFloat", "MinFloat"}, nil},
	{"FloatFunction", "(sin float) or the like",
		[]string{"AbsFloat", "Cos", "Exp", "Sin", "Tan", "Log", "Log10", "Sqrt"}, nil},
	{"FloatReduction", "(+ {float}) or the like", []string{"SumFloats", "ProductFloats", "MaxFloats", "MinFloats"}, nil},
	{"Comparison", "(= int …), (< int int) or the like",
		[]string{"EqualInt", "UnequalInt", "Less", "AtMost", "Greater", "AtLeast"}, nil},
	{"SitesComparison", "(= sites sites) or (!= sites sites)", []string{"EqualSites", "UnequalSites"}, nil},
	{"SitesPair", "(union sites sites) or (intersection sites sites)", []string{"UnionSites", "IntersectionSites"}, nil},
	{"RegionList", "(union {sites}) or (intersection {sites})", []string{"UnionRegions", "IntersectionRegions"}, nil},
	{"DirectionsPair", "(union directions directions) or (difference directions directions)",
		[]string{"UnionDirection", "DifferenceDirection"}, nil},
	{"Flanking", "(custodial …) or (intervene …)", []string{"Custodial", "Intervene"}, nil},
	{"PuzzleConstraint", "(is Count …), (is Sum …) or (is Unique …)", []string{"IsPuzzleRegionResult", "IsUnique"}, nil},
	{"Component", "(piece …), (die …), (card …), (tile …) or (domino …)",
		[]string{"PieceString", "Die", "CardString", "Tile", "Domino"}, nil},
	{"AnyConcept", "(concept string …)", []string{"ConceptStringFloat", "ConceptStringMaxValue",
		"ConceptStringMinValue"}, nil},
	{"AnyFrom", "(from …) or (to …) of a move", []string{"From", "To"}, nil},
	{"AnyHint", "(hint int! …) or (hint {int!} …) of the equipment", []string{"HintInt", "HintInts"},
		[]string{"Sites", "Value"}},
	{"AnyPair", "(pair …) of a map", []string{"PairIntString", "PairRoleTypeString", "PairRoleTypeLandmarkType",
		"PairStringRoleType", "PairIntInt", "PairRoleTypeInt", "PairRoleTypeRoleType", "PairStringString"},
		[]string{"Key", "Value"}},
	{"AnyPlayer", "(player int) or (player directionFacing)", []string{"PlayerInt", "PlayerDirectionFacing"},
		[]string{"Which"}},
	{"AnyPlayers", "(players …)", []string{"PlayersInt", "PlayersPlayers"}, []string{"Which"}},
	{"AnyRange", "(exact int), (max int), (min int) or (range …)", []string{"Range", "Exact", "MaxInt", "MinInt"},
		[]string{"Bound"}},
	{"Equality", "(= int …) or (!= int …)", []string{"EqualInt", "UnequalInt"}, nil},
}

// pairs are forms that say the same, an effect and the decision with a word more in front: they have the arguments in
// common that have the same name, at whatever place.
var pairs = []struct {
	name, what string
	forms      []string
}{
	{"AnyAdd", "(add …) or (move Add …)", []string{"AddTo", "MoveSite"}},
	{"AnyClaim", "(claim …) or (move Claim …)", []string{"Claim", "MoveSite"}},
	{"AnyHop", "(hop …) or (move Hop …)", []string{"Hop", "MoveHop"}},
	{"AnyLeap", "(leap …) or (move Leap …)", []string{"Leap", "MoveLeap"}},
	{"AnyPromote", "(promote …) or (move Promote …)", []string{"Promote", "MovePromote"}},
	{"AnyRemove", "(remove …) or (move Remove …)", []string{"RemoveInt", "MoveRemove"}},
	{"AnySelect", "(select …) or (move Select …)", []string{"Select", "MoveSelect"}},
	{"AnySetRotation", "(set Rotation …) or (move Set Rotation …)", []string{"SetRotation", "MoveSetRotation"}},
	{"AnyShoot", "(shoot …) or (move Shoot …)", []string{"Shoot", "MoveShoot"}},
	{"AnySlide", "(slide …) or (move Slide …)", []string{"Slide", "MoveSlide"}},
	{"AnyStep", "(step …) or (move Step …)", []string{"Step", "MoveStep"}},
	{"AnySwapPieces", "(swap Pieces …) or (move Swap Pieces …)", []string{"SwapPieces", "MoveSwapPieces"}},
	{"AnySwapPlayers", "(swap Players …) or (move Swap Players …)", []string{"SwapPlayers", "MoveSwapPlayers"}},
}
