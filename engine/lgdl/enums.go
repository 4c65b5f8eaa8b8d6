package lgdl

import "strings"

// enumWords lists the constants of every enumeration type of the game
// language, in declaration order (spec 01 §15). The order numbers the constants
// (Expr.Int).
var enumWords = map[string]string{
	"absoluteDirection": "All Angled Adjacent Axial Orthogonal Diagonal OffDiagonal SameLayer Upward Downward " +
		"Rotational Base Support N E S W NE SE NW SW NNW WNW WSW SSW SSE ESE ENE NNE CW CCW In Out U UN UNE UE USE US USW " +
		"UW UNW D DN DNE DE DSE DS DSW DW DNW",
	"allSimpleType":       "DiceUsed DiceEqual Passed",
	"allSitesType":        "Sites Different",
	"brickShapeType":      "Square Rectangle Diamond Prism Spiral Limping",
	"cardSiteType":        "Rank Suit TrumpValue TrumpRank",
	"cardType":            "Joker Ace Two Three Four Five Six Seven Eight Nine Ten Jack Queen King",
	"compassDirection":    "N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW",
	"concentricShapeType": "Square Triangle Hexagon Target",
	"countComponentType":  "Pieces Pips",
	"countGroupsType":     "Groups SizeBiggestGroup",
	"countSimpleType": "Rows Columns Turns Moves Trials MovesThisTurn Phases Vertices Edges Cells Players " +
		"Active LegalMoves",
	"countSiteType":            "Sites Adjacent Neighbours Orthogonal Diagonal Off",
	"dealableType":             "Dominoes Cards",
	"diagonalsType":            "Implied Solid SolidNoSplit Alternating Concentric Radiating",
	"hexShapeType":             "NoShape Square Rectangle Diamond Triangle Hexagon Star Limping Prism",
	"hiddenData":               "What Who State Count Rotation Value",
	"isAngleType":              "Acute Right Obtuse Reflex",
	"isComponentType":          "Threatened Within",
	"isConnectType":            "Connected Blocked",
	"isGraphType":              "LastFrom LastTo",
	"isIntegerType":            "Odd Even Visited SidesMatch PipsMatch Flat AnyDie",
	"isPlayerType":             "Mover Next Prev Friend Enemy Active",
	"isPuzzleRegionResultType": "Count Sum",
	"isSimpleType":             "Cycle Pending Full",
	"isSiteType":               "Empty Occupied",
	"isStringType":             "Proposed Decided",
	"isTreeType":               "Tree SpanningTree CaterpillarTree TreeCentre",
	"landmarkType":             "CentreSite LeftSite RightSite Topsite BottomSite FirstSite LastSite",
	"lastType":                 "From LevelFrom To LevelTo",
	"lineOfSightType":          "Empty Farthest Piece",
	"maxMovesType":             "Moves Captures",
	"modeType":                 "Alternating Simultaneous Simulation",
	"moveMessageType":          "Propose Vote",
	"moveSimpleType":           "Pass PlayCard",
	"moveSiteType":             "Add Claim",
	"passEndType":              "Draw NoEnd",
	"playersManyType":          "All NonMover Enemy Friend Ally",
	"playersTeamType": "Team1 Team2 Team3 Team4 Team5 Team6 Team7 Team8 Team9 Team10 Team11 Team12 Team13 " +
		"Team14 Team15 Team16",
	"prevType":          "Mover MoverLastTurn",
	"puzzleElementType": "Cell Edge Vertex Hint",
	"regionTypeDynamic": "Empty NotEmpty Own NotOwn Enemy NotEnemy",
	"regionTypeStatic": "Rows Columns AllDirections HintRegions Layers Diagonals SubGrids Regions Vertices " +
		"Corners Sides SidesNoCorners AllSites Touching",
	"relationType": "Orthogonal Diagonal OffDiagonal Adjacent All",
	"relativeDirection": "Forward Backward Rightward Leftward Forwards Backwards Rightwards Leftwards FL FLL FLLL " +
		"BL BLL BLLL FR FRR FRRR BR BRR BRRR SameDirection OppositeDirection",
	"repetitionType": "SituationalInTurn PositionalInTurn Positional Situational",
	"resultType":     "Win Loss Draw Tie Abandon Crash",
	"roleType": "Neutral P1 P2 P3 P4 P5 P6 P7 P8 P9 P10 P11 P12 P13 P14 P15 P16 Team1 Team2 Team3 Team4 " +
		"Team5 Team6 Team7 Team8 Team9 Team10 Team11 Team12 Team13 Team14 Team15 Team16 TeamMover Each Shared All Mover " +
		"Next Prev NonMover Enemy Friend Ally Player",
	"rotationalDirection": "Out CW In CCW",
	"setPlayerType":       "Value Score",
	"setSiteType":         "Count State Value",
	"setStartPlayerType":  "Amount Score",
	"setStartSitesType":   "Count Cost Phase",
	"setValueType":        "Counter Pot",
	"siteType":            "Vertex Edge Cell",
	"sitesEdgeType":       "Axial Horizontal Vertical Angled Slash Slosh",
	"sitesIndexType":      "Row Column Phase Cell Edge State Empty Layer",
	"sitesMoveType":       "From Between To",
	"sitesPlayerType":     "Hand Winning",
	"sitesSimpleType": "Board Top Bottom Left Right Inner Outer Perimeter Corners ConcaveCorners ConvexCorners " +
		"Major Minor Centre Hint ToClear LineOfPlay Pending Playable LastTo LastFrom",
	"spatialDirection":    "D DN DNE DE DSE DS DSW DW DNW U UN UNE UE USE US USW UW UNW",
	"squareShapeType":     "NoShape Square Rectangle Diamond Limping",
	"stackDirection":      "FromBottom FromTop",
	"stepType":            "F L R",
	"storeType":           "None Outer Inner",
	"tilingBoardlessType": "Square Triangular Hexagonal",
	"tilingType":          "T31212 T3464 T488 T33434 T33336 T33344 T3636 T4612 T333333_33434",
	"triShapeType":        "NoShape Square Rectangle Diamond Triangle Hexagon Star Limping Prism",
	"valueSimpleType":     "Pending MoveLimit TurnLimit",
	"whenType":            "StartOfTurn EndOfTurn",

	// Of the metadata.
	"boardGraphicsType": "InnerEdges InnerVertices OuterEdges OuterVertices Phase0 Phase1 Phase2 Phase3 Phase4 " +
		"Phase5 Symbols",
	"componentStyleType": "Card Die Domino ExtendedShogi ExtendedXiangqi LargePiece NativeAmericanDice Piece Text Tile",
	"containerStyleType": "Backgammon Board Boardless Chess Connect4 ConnectiveGoal Deck Dice Futoshiki Go Graph " +
		"Hand Hashi HoundsAndJackals Isometric Janggi Kakuro Lasca Mancala PenAndPaper Puzzle Shibumi Shogi " +
		"SnakesAndLadders Spiral Sudoku Surakarta Table Tafl UltimateTicTacToe Xiangqi",
	"curveType":       "Bezier Spline",
	"edgeType":        "All Inner Interlayer Outer",
	"holeType":        "Oval Square",
	"lineStyle":       "Hidden Thick ThickDashed ThickDotted Thin ThinDashed ThinDotted",
	"noBooleanType":   "Animation Board Curves DicePips HandScale MaskedColour Sunken",
	"pieceGroundType": "Background Foreground Hidden",
	"pieceNameType":   "AddStateToName ExtendName Hidden Rename",
	"pieceStackType": "Backgammon Count CountColoured Default DefaultAndCount Fan FanAlternating Ground " +
		"GroundDynamic None Reverse Ring TowardsCenter",
	"puzzleDrawHintType":     "Default NextTo None TopLeft",
	"puzzleHintLocationType": "BetweenVertices Default",
	"showBooleanType": "Cost CurvedEdges EdgeDirections Hints LocalStateHoles Pits PlayerHoles PossibleMoves " +
		"RegionOwner StraightEdges",
	"showComponentDataType": "State Value",
	"showSiteDataType":      "AsHoles SiteIndex",
	"suitType":              "Clubs Spades Diamonds Hearts",
	"userColourType": "BabyBlue Black BlackSabbath Blue Bronze Brown Burgundy Cream Cyan Dark DarkBlue DarkBrown " +
		"DarkGreen DarkGrey DarkRed DeepPurple Gold Green Grey GunMetal Hidden HumanDark HumanLight IceBlue KingCrimson " +
		"LightBlue LightGreen LightGrey LightOrange LightRed LightTan Magenta Orange Pink PinkFloyd Purple Red Silver " +
		"TangerineDream Turquoise VeryDarkBrown VeryDarkGrey VeryLightBlue VeryLightGrey White Yellow",
	"valueLocationType": "CornerLeft CornerRight Middle None Top",
	"whenScoreType":     "Always AtEnd Never",
}

// enumUnions are the types whose constants are those of several enumerations.
// The first enumeration that has the constant gives Expr.Type.
var enumUnions = map[string][]string{
	"direction":       {"absoluteDirection", "relativeDirection"},
	"directionFacing": {"compassDirection", "rotationalDirection", "spatialDirection"},
}

// appConstants are the integers that have names. They take precedence over
// enumeration constants and stand wherever an integer literal may.
var appConstants = map[string]int{
	"Off":       -1,
	"End":       -2,
	"Undefined": -1,
	"Infinity":  1_000_000_000,
}

// Enum returns the constants of the enumeration type in declaration order, those
// of a union one enumeration after the other; nil when there is no such type.
func Enum(name string) []string {
	var words []string
	for _, part := range enumUnions[name] {
		words = append(words, Enum(part)...)
	}
	return append(words, strings.Fields(enumWords[name])...)
}
