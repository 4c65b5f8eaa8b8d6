package graphs

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
)

func literal(b *Builder, e *lgdl.Expr) (*board.Graph, error) {
	return board.NewGraph(points(e.Arg("vertices")), pairs(e.Arg("edges")))
}

// ends reads a list of pairs of positions.
func ends(e *lgdl.Expr) [][2]board.Point {
	out := make([][2]board.Point, len(e.Items))
	for i, x := range e.Items {
		p := points(x)
		if len(p) < 2 {
			fail(x, "an edge needs two positions")
		}
		out[i] = [2]board.Point{p[0], p[1]}
	}
	return out
}

// outlines reads a list of lists of positions.
func outlines(e *lgdl.Expr) [][]board.Point {
	out := make([][]board.Point, len(e.Items))
	for i, x := range e.Items {
		out[i] = points(x)
	}
	return out
}

func add(b *Builder, e *lgdl.Expr) (*board.Graph, error) {
	a := board.Additions{Vertices: points(e.Arg("vertices")), Connect: flag(e, "connect", false)}
	if edges := e.Arg("edges"); depth(edges) == 3 {
		a.EdgesAt = ends(edges)
	} else {
		a.Edges = pairs(edges)
	}
	if curved := e.Arg("edgesCurved"); curved != nil {
		for _, x := range curved.Items {
			p := points(x)
			if len(p) < 4 {
				fail(x, "a curved edge needs two ends and two tangents")
			}
			a.Curved = append(a.Curved, board.CurvedEdge{A: p[0], B: p[1], TangentA: p[2], TangentB: p[3]})
		}
	}
	if cells := e.Arg("cells"); depth(cells) == 3 {
		a.CellsAt = outlines(cells)
	} else if cells != nil {
		for _, x := range cells.Items {
			a.Cells = append(a.Cells, numbers(x))
		}
	}
	return board.Add(b.source(e), a)
}

func remove(b *Builder, e *lgdl.Expr) (*board.Graph, error) {
	r := board.Removals{KeepEdges: !flag(e, "trimEdges", true)}
	if cells := e.Arg("cells"); depth(cells) == 3 {
		r.CellsAt = outlines(cells)
	} else {
		r.Cells = numbers(cells)
	}
	if edges := e.Arg("edges"); depth(edges) == 3 {
		r.EdgesAt = ends(edges)
	} else {
		r.Edges = pairs(edges)
	}
	if vertices := e.Arg("vertices"); depth(vertices) == 2 {
		r.VerticesAt = points(vertices)
	} else {
		r.Vertices = numbers(vertices)
	}
	return board.Remove(b.source(e), r)
}

func removeInside(b *Builder, e *lgdl.Expr) (*board.Graph, error) {
	return board.Remove(b.source(e), board.Removals{Inside: b.polyOf(e), KeepEdges: !flag(e, "trimEdges", true)})
}
