package graphs

import (
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/lgdl"
)

var generatorRows = []lgdl.Form{
	{Text: "(brick [brickShapeType] dim [dim] [trim:bool!])", Result: "graph", Concepts: []string{"BrickTiling", "PolygonShape", "skip *"}, Marks: concept.Rule(generatorConcepts), Meaning: "A wall of bricks, each as long as two half bricks.", Impl: rule(brick)},
	{Text: "(celtic dim [dim])", Result: "graph", Concepts: []string{"CelticTiling", "PolygonShape", "skip *"}, Marks: concept.Rule(generatorConcepts), Meaning: "Squares standing on a corner, with a rounded border.", Impl: rule(celtic)},
	{Text: "(celtic ((poly) | {dim}))", Result: "graph", Concepts: []string{"CelticTiling", "PolygonShape", "skip *"}, Meaning: "Squares standing on a corner within an outline, with a rounded border.", Impl: rule(celticOutline)},
	{Text: "(concentric (concentricShapeType | sides:dim | {dim}) [rings:dim] [steps:dim] [midpoints:bool] [joinMidpoints:bool] [joinCorners:bool] [stagger:bool])", Result: "graph", Concepts: []string{"ConcentricTiling", "skip *"}, Marks: concept.Rule(generatorConcepts), Meaning: "Rings around a middle: nested polygons, circles of sites, or a target.", Impl: rule(concentric)},
	{Text: "(hex [hexShapeType] dim [dim])", Result: "graph", Concepts: []string{"HexTiling", "PolygonShape", "skip *"}, Marks: concept.Rule(generatorConcepts), Meaning: "A board of hexagons.", Impl: rule(hex)},
	{Text: "(hex ((poly) | {dim}))", Result: "graph", Concepts: []string{"HexTiling", "PolygonShape", "skip *"}, Meaning: "A board of hexagons within an outline.", Impl: rule(hexOutline)},
	{Text: "(quadhex dim [thirds:bool!])", Result: "graph", Concepts: []string{"QuadHexTiling", "HexShape", "PolygonShape", "skip *"}, Meaning: "A hexagon of quadrilaterals.", Impl: rule(quadhex)},
	{Text: "(rectangle dim [dim] [diagonals:diagonalsType])", Result: "graph", Concepts: []string{"skip *"}, Marks: concept.Rule(generatorConcepts), Meaning: "A rectangle of squares.", Impl: rule(rectangle)},
	{Text: "(regular [Star] dim)", Result: "graph", Concepts: []string{"RegularShape", "PolygonShape", "skip *"}, Meaning: "A regular polygon or star.", Impl: rule(regular)},
	{Text: "(repeat dim dim step:{{float!}} ((poly) | {(poly)}))", Result: "graph", Concepts: []string{"skip *"}, Meaning: "Polygons repeated in rows and columns.", Impl: rule(repeat)},
	{Text: "(spiral turns:dim sites:dim [clockwise:bool!])", Result: "graph", Concepts: []string{"SpiralTiling", "SpiralShape", "skip *"}, Meaning: "Sites along a spiral.", Impl: rule(spiral)},
	{Text: "(square [squareShapeType] dim [diagonals:diagonalsType | pyramidal:bool!])", Result: "graph", Concepts: []string{"skip *"}, Marks: concept.Rule(generatorConcepts), Meaning: "A square board, or one in another outline made of squares.", Impl: rule(square)},
	{Text: "(square ((poly) | {dim}) [diagonals:diagonalsType])", Result: "graph", Concepts: []string{"skip *"}, Marks: concept.Rule(generatorConcepts), Meaning: "A board of squares within an outline.", Impl: rule(squareOutline)},
	{Text: "(tiling tilingType ((poly) | {dim}))", Result: "graph", Concepts: []string{"SemiRegularTiling", "PolygonShape", "skip *"}, Meaning: "A semi-regular tiling within an outline.", Impl: rule(tilingOutline)},
	{Text: "(tiling tilingType dim [dim])", Result: "graph", Concepts: []string{"SemiRegularTiling", "PolygonShape", "skip *"}, Marks: concept.Rule(generatorConcepts), Meaning: "A board of a semi-regular tiling.", Impl: rule(tiling)},
	{Text: "(tri [triShapeType] dim [dim])", Result: "graph", Concepts: []string{"TriangleTiling", "PolygonShape", "skip *"}, Marks: concept.Rule(generatorConcepts), Meaning: "A board of triangles.", Impl: rule(tri)},
	{Text: "(tri ((poly) | {dim}))", Result: "graph", Concepts: []string{"TriangleTiling", "PolygonShape", "skip *"}, Meaning: "A board of triangles within an outline.", Impl: rule(triOutline)},
	{Text: "(wedge dim [dim])", Result: "graph", Concepts: []string{"PolygonShape", "skip *"}, Meaning: "A triangle of rows hanging from a point.", Impl: rule(wedge)},
}

var editRows = []lgdl.Form{
	{Text: "(add [graph] [vertices:{{float}}] [edges:{{{float}}} | edges:{{dim}}] [edgesCurved:{{{float}}}] [cells:{{{float}}} | cells:{{dim}}] [connect:bool!])", Result: "graph", Concepts: []string{"skip *"}, Marks: concept.Rule(sourceConcepts), Meaning: "The graph with further vertices, edges, curved edges and cells.", Impl: rule(add)},
	{Text: "(graph vertices:{{float!}} [edges:{{int!}}])", Result: "graph", Concepts: []string{"skip *"}, Meaning: "A graph given by its vertices and edges.", Impl: rule(literal)},
	{Text: "(remove graph [cells:{{{float!}}} | cells:{dim}] [edges:{{{float!}}} | edges:{{dim}}] [vertices:{{float!}} | vertices:{dim}] [trimEdges:bool!])", Result: "graph", Concepts: []string{"skip *"}, Meaning: "The graph without some of its cells, edges or vertices.", Impl: rule(remove)},
	{Text: "(remove graph (poly) [trimEdges:bool!])", Result: "graph", Concepts: []string{"skip *"}, Meaning: "The graph without the vertices inside a polygon.", Impl: rule(removeInside)},
}

var operatorRows = []lgdl.Form{
	{Text: "(clip graph (poly))", Result: "graph", Concepts: []string{"skip *"}, Meaning: "The graph without the vertices inside a polygon.", Impl: rule(clip)},
	{Text: "(complete graph [eachCell:bool!])", Result: "graph", Concepts: []string{"skip *"}, Meaning: "The graph with all vertices joined to each other, or those of each cell.", Impl: rule(complete)},
	{Text: "(dual graph)", Result: "graph", Concepts: []string{"skip *"}, Meaning: "The graph with a vertex for every cell and an edge for every inner edge.", Impl: rule(dual)},
	{Text: "(hole graph (poly))", Result: "graph", Concepts: []string{"skip *"}, Meaning: "The graph without the cells inside a polygon.", Impl: rule(hole)},
	{Text: "(intersect graph graph)", Result: "graph", Concepts: []string{"skip *"}, Meaning: "What several graphs have in common.", Impl: rule(intersect)},
	{Text: "(intersect {graph})", Result: "graph", Concepts: []string{"skip *"}, Meaning: "What several graphs have in common.", Impl: rule(intersect)},
	{Text: "(keep graph (poly))", Result: "graph", Concepts: []string{"skip *"}, Meaning: "The part of a graph inside a polygon.", Impl: rule(keep)},
	{Text: "(layers dim graph)", Result: "graph", Concepts: []string{"skip *"}, Marks: concept.Rule(sourceConcepts), Meaning: "Copies of a graph on top of each other.", Impl: rule(layers)},
	{Text: "(makeFaces graph)", Result: "graph", Concepts: []string{"skip *"}, Meaning: "The graph with its cells found anew.", Impl: rule(makeFaces)},
	{Text: "(merge graph graph [connect:bool!])", Result: "graph", Concepts: []string{"skip *"}, Meaning: "Graphs laid over each other, with coinciding vertices made one.", Impl: rule(merge)},
	{Text: "(merge {graph} [connect:bool!])", Result: "graph", Concepts: []string{"skip *"}, Meaning: "Graphs laid over each other, with coinciding vertices made one.", Impl: rule(merge)},
	{Text: "(recoordinate [siteType] [siteType] [siteType] graph)", Result: "graph", Concepts: []string{"skip *"}, Marks: concept.Rule(sourceConcepts), Meaning: "The graph with its coordinates assigned anew, which happens in any case.", Impl: rule(same)},
	{Text: "(renumber [siteType] [siteType] [siteType] graph)", Result: "graph", Concepts: []string{"skip *"}, Marks: concept.Rule(sourceConcepts), Meaning: "The graph with its elements numbered row by row.", Impl: rule(renumber)},
	{Text: "(rotate float graph)", Result: "graph", Concepts: []string{"skip *"}, Marks: concept.Rule(sourceConcepts), Meaning: "The graph turned counter-clockwise by so many degrees.", Impl: rule(rotate)},
	{Text: "(scale float [float] [float] graph)", Result: "graph", Concepts: []string{"skip *"}, Marks: concept.Rule(sourceConcepts), Meaning: "The graph made larger or smaller.", Impl: rule(scale)},
	{Text: "(shift float float [float] graph)", Result: "graph", Concepts: []string{"skip *"}, Marks: concept.Rule(sourceConcepts), Meaning: "The graph moved.", Impl: rule(shift)},
	{Text: "(skew float! graph)", Result: "graph", Concepts: []string{"skip *"}, Marks: concept.Rule(sourceConcepts), Meaning: "The graph slanted to the right.", Impl: rule(skew)},
	{Text: "(splitCrossings graph)", Result: "graph", Concepts: []string{"skip *"}, Meaning: "The graph with a vertex wherever edges cross.", Impl: rule(splitCrossings)},
	{Text: "(subdivide graph [min:dim])", Result: "graph", Concepts: []string{"skip *"}, Meaning: "The graph with its larger cells divided about their middles.", Impl: rule(subdivide)},
	{Text: "(trim graph)", Result: "graph", Concepts: []string{"skip *"}, Meaning: "The graph without dangling edges and lonely vertices.", Impl: rule(trim)},
	{Text: "(union graph graph [connect:bool!])", Result: "graph", Concepts: []string{"skip *"}, Meaning: "Graphs side by side, without making anything one.", Impl: rule(union)},
	{Text: "(union {graph} [connect:bool!])", Result: "graph", Concepts: []string{"skip *"}, Meaning: "Graphs side by side, without making anything one.", Impl: rule(union)},
}

var polyRows = []lgdl.Form{
	{Text: "(poly {{float!}} [rotns:int!])", Result: "(poly)", Meaning: "A polygon, given by its corners, and its rotations about the origin."},
	{Text: "(poly {{dim}} [rotns:int!])", Result: "(poly)", Meaning: "A polygon, given by its corners, and its rotations about the origin."},
}
