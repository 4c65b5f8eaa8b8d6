package graphs

import (
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/lgdl"
)

// What boards mark: their tiling and their shape (part 9, §3.3).

// sourceConcepts: the operator passes on what its graph is.
func sourceConcepts(w *concept.Walk, e *lgdl.Expr, s *concept.Set) {
	if g := concept.Slot(e, "graph"); g != nil {
		s.Unite(w.Of(g))
	}
}

// shapes are the shapes by the constants that name them.
var shapes = map[string]concept.ID{
	"Square": concept.SquareShape, "Rectangle": concept.RectangleShape, "Diamond": concept.DiamondShape,
	"Prism":    concept.PrismShape,
	"Triangle": concept.TriangleShape, "Hexagon": concept.HexShape, "Star": concept.StarShape,
	"Spiral": concept.SpiralShape,
	"Target": concept.TargetShape, "Parallelogram": concept.ParallelogramShape,
}

// form is how a generator was asked for a shape: the constant or "", and its sizes.
type form struct {
	shape string
	sizes []*lgdl.Expr
}

func formOf(e *lgdl.Expr, shapeType string) form {
	f := form{enum(e, shapeType), typed(e, "dim")}
	if f.shape == "NoShape" {
		f.shape = ""
	}
	return f
}

// two reports whether two sizes are written.
func (f *form) two() bool { return len(f.sizes) > 1 }

// pick returns one of two shapes: by default the first if one size is given,
// the second if two are.
func (f *form) pick(one, two string) string {
	if f.two() {
		return two
	}
	return one
}

// generatorConcepts: a generator of a family of boards.
func generatorConcepts(_ *concept.Walk, e *lgdl.Expr, s *concept.Set) {
	switch e.Form.Keyword {
	case "square", "rectangle":
		squareConcepts(e, s)
	case "hex":
		hexConcepts(e, s)
	case "tri":
		triConcepts(e, s)
	case "brick":
		f := formOf(e, "brickShapeType")
		if f.shape == "" {
			f.shape = f.pick("Square", "Rectangle")
		}
		if f.shape == "Diamond" {
			f.shape = f.pick("Diamond", "Prism")
		}
		addShape(s, f.shape)
	case "celtic":
		f := form{sizes: typed(e, "dim")}
		addShape(s, f.pick("Square", "Rectangle"))
	case "tiling":
		tilingConcepts(e, s)
	case "concentric":
		concentricConcepts(e, s)
	}
}

func addShape(s *concept.Set, shape string) {
	if id := shapes[shape]; id != 0 {
		s.Add(id)
	}
}

func squareConcepts(e *lgdl.Expr, s *concept.Set) {
	switch d := e.Arg("diagonals"); {
	case d == nil:
		s.Add(concept.SquareTiling)
	case d.Text == "Alternating":
		s.Add(concept.AlquerqueTiling)
	}
	f := formOf(e, "squareShapeType")
	if len(f.sizes) == 0 {
		return // drawn within an outline
	}
	if f.shape == "Diamond" {
		s.Add(concept.DiamondShape)
		return
	}
	s.Add(concept.RegularShape, concept.PolygonShape)
	a, err := Dim(f.sizes[0])
	b := a
	if f.two() && err == nil {
		b, err = Dim(f.sizes[1])
	}
	pyramidal := e.Arg("pyramidal") != nil && e.Arg("pyramidal").Int != 0
	switch equal := err == nil && a == b && f.shape != "Limping"; {
	case equal && pyramidal:
		s.Add(concept.SquarePyramidalShape)
	case equal:
		s.Add(concept.SquareShape)
	case pyramidal:
		s.Add(concept.RectanglePyramidalShape)
	default:
		s.Add(concept.RectangleShape)
	}
}

func hexConcepts(e *lgdl.Expr, s *concept.Set) {
	f := formOf(e, "hexShapeType")
	switch f.shape {
	case "", "Hexagon":
		if f.two() {
			return
		}
		f.shape = "Hexagon"
	case "Square":
		f.shape = "Rectangle"
	case "Diamond":
		f.shape = f.pick("Diamond", "Prism")
	case "Limping":
		return
	}
	s.Add(concept.RegularShape)
	addShape(s, f.shape)
}

func triConcepts(e *lgdl.Expr, s *concept.Set) {
	f := formOf(e, "triShapeType")
	switch f.shape {
	case "":
		f.shape = "Triangle"
	case "Square", "Rectangle":
		if f.two() {
			f.shape = "Rectangle"
		}
	case "Diamond":
		f.shape = f.pick("Diamond", "Prism")
	case "Limping":
		return
	}
	s.Add(concept.RegularShape)
	addShape(s, f.shape)
}

func tilingConcepts(e *lgdl.Expr, s *concept.Set) {
	f := form{sizes: typed(e, "dim")}
	switch enum(e, "tilingType") {
	case "T488":
		s.Add(concept.RegularShape)
		addShape(s, f.pick("Square", "Rectangle"))
	case "T3464":
		addShape(s, f.pick("Hexagon", "Parallelogram"))
	}
}

func concentricConcepts(e *lgdl.Expr, s *concept.Set) {
	sides := 0
	if a := e.Arg("sides"); a != nil {
		sides, _ = Dim(a)
	}
	shape := enum(e, "concentricShapeType")
	switch {
	case shape == "Target":
		s.Add(concept.TargetShape)
		return
	case shape == "" && sides == 0:
		s.Add(concept.CircleTiling, concept.CircleShape)
		return
	case shape == "":
		shape = map[int]string{3: "Triangle", 4: "Square", 6: "Hexagon"}[sides]
	}
	s.Add(concept.MorrisTiling, concept.RegularShape, concept.PolygonShape)
	addShape(s, shape)
}
