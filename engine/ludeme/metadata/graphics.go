package metadata

import (
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/lgdl"
)

// graphics has the entries that say how a game is drawn.
var graphics = []lgdl.Form{
	{Text: "(graphics (graphicsItem | {graphicsItem}))", Result: "(graphics)", Meaning: "How the game is drawn."},
	{Text: "(board Colour boardGraphicsType (colour))", Result: "graphicsItem", Meaning: "Colours a part of the board."},
	{Text: "(board pieceGroundType [image:string] [fillColour:(colour)] [edgeColour:(colour)] [scale:float] [scaleX:float] [scaleY:float] [rotation:int] [offsetX:float] [offsetY:float])", Result: "graphicsItem", Meaning: "Draws an image behind or before the board."},
	{Text: "(board Checkered [bool])", Result: "graphicsItem", Meaning: "Colours the cells by their phase."},
	{Text: "(board StyleThickness boardGraphicsType float)", Result: "graphicsItem", Meaning: "Sets the width of lines of the board."},
	{Text: "(board Style containerStyleType [replaceComponentsWithFilledCells:bool])", Result: "graphicsItem", Concepts: []string{"ChessStyle if Chess", "GoStyle if Go", "PenAndPaperStyle if PenAndPaper", "ShibumiStyle if Shibumi", "BackgammonStyle if Backgammon", "JanggiStyle if Janggi", "XiangqiStyle if Xiangqi", "ShogiStyle if Shogi", "TableStyle if Table", "SurakartaStyle if Surakarta", "TaflStyle if Tafl", "GraphStyle if Graph", "MancalaStyle if Mancala", "MancalaBoard if Mancala"}, Marks: concept.Rule(mancalaConcepts), Meaning: "Chooses how the board is drawn."},
	{Text: "(board Placement [scale:float] [offsetX:float] [offsetY:float])", Result: "graphicsItem", Meaning: "Moves and scales the board."},
	{Text: "(board Curvature float)", Result: "graphicsItem", Meaning: "Bends the curved lines of the board."},
	{Text: "(hand Placement roleType [scale:float] [offsetX:float] [offsetY:float] [vertical:bool])", Result: "graphicsItem", Meaning: "Moves and scales a hand."},
	{Text: "(no noBooleanType [bool])", Result: "graphicsItem", Concepts: []string{"NoBoard if Board"}, Meaning: "Leaves something undrawn."},
	{Text: "(hiddenImage string)", Result: "graphicsItem", Meaning: "Names the image of hidden pieces."},
	{Text: "(stackType [roleType] [string] [int] [siteType] [sites:{int} | site:int] [state:int] [value:int] pieceStackType [float] [limit:int])", Result: "graphicsItem", Concepts: []string{"StackType", "Stack if Default|None|Backgammon|Reverse"}, Meaning: "Chooses how stacks are drawn."},
	{Text: "(suitRanking {suitType})", Result: "graphicsItem", Meaning: "Orders the suits of cards."},
	{Text: "(piece Colour [roleType] [string] [container:int] [state:int] [value:int] [fillColour:(colour)] [strokeColour:(colour)] [secondaryColour:(colour)])", Result: "graphicsItem", Meaning: "Colours pieces."},
	{Text: "(piece pieceGroundType [roleType] [string] [container:int] [state:int] [value:int] [image:string] [text:string] [fillColour:(colour)] [edgeColour:(colour)] [scale:float] [scaleX:float] [scaleY:float] [rotation:int] [offsetX:float] [offsetY:float])", Result: "graphicsItem", Meaning: "Draws an image or text behind or before pieces."},
	{Text: "(piece Families {string})", Result: "graphicsItem", Marks: concept.Rule(familiesConcepts), Meaning: "Lists the sets of images that may be chosen."},
	{Text: "(piece pieceNameType [roleType] [piece:string] [container:int] [state:int] [value:int] [string])", Result: "graphicsItem", Meaning: "Changes the name by which the image of a piece is found."},
	{Text: "(piece Style [roleType] [string] componentStyleType)", Result: "graphicsItem", Meaning: "Chooses how pieces are drawn."},
	{Text: "(piece Rotate [roleType] [string] [container:int] [state:int] [value:int] degrees:int)", Result: "graphicsItem", Meaning: "Turns the image of pieces."},
	{Text: "(piece Scale [roleType] [string] [container:int] [state:int] [value:int] [float] [scaleX:float] [scaleY:float])", Result: "graphicsItem", Meaning: "Scales the image of pieces."},
	{Text: "(player Name roleType string)", Result: "graphicsItem", Meaning: "Names a player."},
	{Text: "(player Colour roleType (colour))", Result: "graphicsItem", Meaning: "Gives a player a colour."},
	{Text: "(adversarialPuzzle [bool])", Result: "graphicsItem", Meaning: "Draws the puzzle as a game against an opponent."},
	{Text: "(drawHint puzzleDrawHintType)", Result: "graphicsItem", Meaning: "Chooses where hints of a puzzle are drawn."},
	{Text: "(hintLocation puzzleHintLocationType)", Result: "graphicsItem", Meaning: "Chooses to what hints of a puzzle belong."},
	{Text: "(region Colour [string] [roleType] [siteType] [{int} | int] [sites] [regionSiteType:siteType] [(colour)] [scale:float])", Result: "graphicsItem", Meaning: "Colours a region."},
	{Text: "(show Line {{int}} [siteType] [lineStyle] [(colour)] [scale:float] [curve:{float}] [curveType])", Result: "graphicsItem", Meaning: "Draws lines between sites."},
	{Text: "(show Edges [edgeType] [relationType] [connection:bool] [lineStyle] [(colour)])", Result: "graphicsItem", Meaning: "Draws edges of the board's graph."},
	{Text: "(show showBooleanType [bool])", Result: "graphicsItem", Meaning: "Draws something that is not drawn by itself."},
	{Text: "(show Symbol [string] [text:string] [string] [roleType] [siteType] [{int} | int] [sites] [boardGraphicsType] [fillColour:(colour)] [edgeColour:(colour)] [scale:float] [scaleX:float] [scaleY:float] [rotation:int] [offsetX:float] [offsetY:float])", Result: "graphicsItem", Concepts: []string{"Symbols"}, Meaning: "Draws a symbol on sites."},
	{Text: "(show showSiteDataType [siteType] [int])", Result: "graphicsItem", Meaning: "Draws the numbers of sites."},
	{Text: "(show showSiteDataType {int} holeType)", Result: "graphicsItem", Meaning: "Draws sites as holes of a shape."},
	{Text: "(show Score [whenScoreType] [roleType] [int] [string])", Result: "graphicsItem", Meaning: "Says when scores are shown."},
	{Text: "(show Check [roleType] [string])", Result: "graphicsItem", Meaning: "Marks a threatened piece."},
	{Text: "(show Piece showComponentDataType [roleType] [string] [valueLocationType] [offsetImage:bool] [valueOutline:bool] [scale:float] [offsetX:float] [offsetY:float])", Result: "graphicsItem", Concepts: []string{"ShowPieceValue if Value", "ShowPieceState if State"}, Meaning: "Shows the state or value of pieces."},
	{Text: "(colour int int int)", Result: "(colour)", Meaning: "Red, green and blue from 0 to 255."},
	{Text: "(colour int int int int)", Result: "(colour)", Meaning: "Red, green, blue and opacity from 0 to 255."},
	{Text: "(colour string)", Result: "(colour)", Meaning: "A colour in hexadecimal notation."},
	{Text: "(colour userColourType)", Result: "(colour)", Meaning: "A colour by its name."},
}
