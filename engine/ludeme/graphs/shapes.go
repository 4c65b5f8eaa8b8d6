package graphs

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
)

// point reads a list of two or three numbers.
func point(e *lgdl.Expr) board.Point {
	if e.Kind != lgdl.List || len(e.Items) < 2 || len(e.Items) > 3 {
		fail(e, "a position needs two or three numbers")
	}
	p := board.Point{X: number(e.Items[0]), Y: number(e.Items[1])}
	if len(e.Items) == 3 {
		p.Z = number(e.Items[2])
	}
	return p
}

// number is a float, or a dimension, as a coordinate.
func number(e *lgdl.Expr) float64 {
	if e.Type == "dim" {
		return float64(float32(dim(e)))
	}
	x := float64(float(e))
	if !(x > -1e6 && x < 1e6) {
		fail(e, "coordinate %g is out of range", x)
	}
	return x
}

// points reads a list of positions.
func points(e *lgdl.Expr) []board.Point {
	if e == nil {
		return nil
	}
	out := make([]board.Point, len(e.Items))
	for i, x := range e.Items {
		out[i] = point(x)
	}
	return out
}

// pairs reads a list of pairs of numbers.
func pairs(e *lgdl.Expr) [][2]int {
	if e == nil {
		return nil
	}
	out := make([][2]int, len(e.Items))
	for i, x := range e.Items {
		if len(x.Items) < 2 {
			fail(x, "an edge needs the numbers of two vertices")
		}
		out[i] = [2]int{dim(x.Items[0]), dim(x.Items[1])}
	}
	return out
}

// numbers reads a list of numbers.
func numbers(e *lgdl.Expr) []int {
	if e == nil {
		return nil
	}
	out := make([]int, len(e.Items))
	for i, x := range e.Items {
		out[i] = dim(x)
	}
	return out
}

// depth is how deep lists are nested in the first elements of e.
func depth(e *lgdl.Expr) int {
	n := 0
	for e != nil && e.Kind == lgdl.List {
		n++
		if len(e.Items) == 0 {
			break
		}
		e = e.Items[0]
	}
	return n
}

// poly evaluates a polygon, once for each place it is written in.
func (b *Builder) poly(e *lgdl.Expr) *board.Poly {
	b.place++
	if b.place <= len(b.polys) {
		return b.polys[b.place-1]
	}
	var corners []board.Point
	for _, a := range e.Args {
		if a == nil || a.Kind != lgdl.List {
			continue
		}
		for _, x := range a.Items {
			if len(x.Items) < 2 {
				corners = nil
				break
			}
			corners = append(corners, board.Point{X: number(x.Items[0]), Y: number(x.Items[1])})
		}
	}
	rotations := 0
	if r := e.Arg("rotns"); r != nil {
		rotations = whole(r)
		if rotations < -360 || rotations > 360 {
			fail(r, "%d rotations are out of range", rotations)
		}
	}
	p := board.NewPoly(corners, rotations)
	b.polys = append(b.polys, p)
	return p
}

// polyOf evaluates the polygon argument of a clause.
func (b *Builder) polyOf(e *lgdl.Expr) *board.Poly {
	list := typed(e, "(poly)")
	if len(list) == 0 {
		fail(e, "%s needs a polygon", e.Form.Keyword)
	}
	return b.poly(list[0])
}

// outline calls one of two generators: for a polygon or for a list of sides.
func (b *Builder) outline(e *lgdl.Expr, poly func(*board.Poly) (*board.Graph, error),
	sides func([]int) (*board.Graph, error)) (*board.Graph, error) {
	if list := typed(e, "{dim}"); len(list) > 0 {
		return sides(numbers(list[0]))
	}
	return poly(b.polyOf(e))
}
