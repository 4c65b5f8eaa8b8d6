package graphs

import (
	"fmt"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

func brick(b *Builder, e *lgdl.Expr) (*board.Graph, error) {
	rows, cols := dims(e)
	name := enum(e, "brickShapeType")
	if name == "" {
		name = "Square"
	}
	shape, ok := board.ParseBrickShape(name)
	if !ok {
		return nil, fmt.Errorf("a wall of bricks cannot have the shape %s", name)
	}
	return board.NewBrick(shape, rows, cols, flag(e, "trim", false))
}

func celtic(b *Builder, e *lgdl.Expr) (*board.Graph, error) { return board.NewCeltic(dims(e)) }

func celticOutline(b *Builder, e *lgdl.Expr) (*board.Graph, error) {
	return b.outline(e, board.NewCelticPoly, board.NewCelticSides)
}

// sidesOf are the numbers of sides of the nested polygons.
var sidesOf = map[string]int{"Triangle": 3, "Square": 4, "Hexagon": 6}

func concentric(b *Builder, e *lgdl.Expr) (*board.Graph, error) {
	stagger := flag(e, "stagger", false)
	if list := typed(e, "{dim}"); len(list) > 0 {
		return board.NewCircle(b.sites, numbers(list[0]), stagger)
	}
	rings := 0
	if r := e.Arg("rings"); r != nil {
		rings = dim(r)
	}
	shape := enum(e, "concentricShapeType")
	if shape == "Target" {
		steps := e.Arg("steps")
		if steps == nil {
			return board.NewTarget(b.sites, rings)
		}
		if rings < 1 || rings > 512 {
			return nil, fmt.Errorf("concentric: %d rings are out of range", rings)
		}
		cells := make([]int, rings)
		for i := range cells {
			cells[i] = dim(steps)
		}
		return board.NewCircle(b.sites, cells, false)
	}
	if rings == 0 {
		return nil, fmt.Errorf("concentric: rings: is missing or 0")
	}
	r := board.Rings{
		Sides: sidesOf[shape], Count: rings,
		Midpoints:   flag(e, "midpoints", true),
		JoinMids:    flag(e, "joinMidpoints", true),
		JoinCorners: flag(e, "joinCorners", false),
	}
	if s := e.Arg("sides"); s != nil {
		r.Sides = dim(s)
	}
	return board.NewRings(b.sites, r)
}

// shapeOf reads the shape of a hexagonal or triangular board.
func shapeOf(e *lgdl.Expr, typ string, otherwise board.Shape) (board.Shape, error) {
	name := enum(e, typ)
	if name == "" {
		return otherwise, nil
	}
	s, ok := board.ParseShape(name)
	if !ok {
		return 0, fmt.Errorf("%s: the shape %s cannot be built", e.Form.Keyword, name)
	}
	return s, nil
}

func hex(b *Builder, e *lgdl.Expr) (*board.Graph, error) {
	s, err := shapeOf(e, "hexShapeType", board.ShapeHexagon)
	if err != nil {
		return nil, err
	}
	n, m := dims(e)
	return board.NewHex(s, n, m)
}

func hexOutline(b *Builder, e *lgdl.Expr) (*board.Graph, error) {
	return b.outline(e, board.NewHexPoly, board.NewHexSides)
}

func tri(b *Builder, e *lgdl.Expr) (*board.Graph, error) {
	s, err := shapeOf(e, "triShapeType", board.ShapeTriangle)
	if err != nil {
		return nil, err
	}
	n, m := dims(e)
	return board.NewTri(b.sites, s, n, m)
}

func triOutline(b *Builder, e *lgdl.Expr) (*board.Graph, error) {
	return b.outline(e, board.NewTriPoly, board.NewTriSides)
}

func tiling(b *Builder, e *lgdl.Expr) (*board.Graph, error) {
	n, m := dims(e)
	return board.NewTiling(enum(e, "tilingType"), n, m)
}

func tilingOutline(b *Builder, e *lgdl.Expr) (*board.Graph, error) {
	name := enum(e, "tilingType")
	return b.outline(e,
		func(p *board.Poly) (*board.Graph, error) { return board.NewTilingPoly(name, p) },
		func(sides []int) (*board.Graph, error) { return board.NewTilingSides(name, sides) })
}

func quadhex(b *Builder, e *lgdl.Expr) (*board.Graph, error) {
	n, _ := dims(e)
	return board.NewQuadHex(n, flag(e, "thirds", false))
}

// diagonals reads the kind of diagonals of a square lattice.
func diagonals(e *lgdl.Expr) board.Diagonals {
	a := e.Arg("diagonals")
	if a == nil {
		return board.NoDiagonals
	}
	d, ok := board.ParseDiagonals(a.Text)
	if !ok {
		fail(a, "there are no diagonals of kind %s", a.Text)
	}
	return d
}

func rectangle(b *Builder, e *lgdl.Expr) (*board.Graph, error) {
	rows, cols := dims(e)
	if cols == 0 {
		cols = rows
	}
	return board.NewRectangle(b.sites, rows, cols, diagonals(e), false)
}

func square(b *Builder, e *lgdl.Expr) (*board.Graph, error) {
	n, _ := dims(e)
	switch shape := enum(e, "squareShapeType"); shape {
	case "", "Square":
		return board.NewRectangle(b.sites, n, n, diagonals(e), flag(e, "pyramidal", false))
	case "Limping":
		return board.NewRectangle(b.sites, n, n+1, diagonals(e), flag(e, "pyramidal", false))
	case "Diamond":
		return board.NewSquareDiamond(n, diagonals(e))
	default:
		return nil, fmt.Errorf("a board of squares cannot have the shape %s", shape)
	}
}

func squareOutline(b *Builder, e *lgdl.Expr) (*board.Graph, error) {
	d := diagonals(e)
	return b.outline(e,
		func(p *board.Poly) (*board.Graph, error) { return board.NewSquarePoly(p, d) },
		func(sides []int) (*board.Graph, error) { return board.NewSquareSides(sides, d) })
}

func regular(b *Builder, e *lgdl.Expr) (*board.Graph, error) {
	n, _ := dims(e)
	star := len(e.Args) > 0 && clause.Regular(e).Star() != nil && clause.Regular(e).Star().Kind == lgdl.Const
	return board.NewRegular(b.sites, n, star)
}

func repeat(b *Builder, e *lgdl.Expr) (*board.Graph, error) {
	rows, cols := dims(e)
	steps := e.Arg("step")
	col, row := board.Point{X: 1}, board.Point{Y: 1}
	if steps != nil && len(steps.Items) >= 2 {
		col, row = point(steps.Items[0]), point(steps.Items[1])
	}
	var polys []*board.Poly
	for _, p := range typed(e, "(poly)") {
		polys = append(polys, b.poly(p))
	}
	for _, list := range typed(e, "{(poly)}") {
		for _, p := range list.Items {
			polys = append(polys, b.poly(p))
		}
	}
	return board.NewRepeat(rows, cols, col, row, polys)
}

func spiral(b *Builder, e *lgdl.Expr) (*board.Graph, error) {
	return board.NewSpiral(dim(e.Arg("turns")), dim(e.Arg("sites")), flag(e, "clockwise", true))
}

func wedge(b *Builder, e *lgdl.Expr) (*board.Graph, error) {
	rows, cols := dims(e)
	if cols == 0 {
		cols = 3
	}
	return board.NewWedge(rows, cols)
}
