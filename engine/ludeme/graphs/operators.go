package graphs

import (
	"fmt"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
)

func clip(b *Builder, e *lgdl.Expr) (*board.Graph, error) {
	return board.Clip(b.source(e), b.polyOf(e))
}

func keep(b *Builder, e *lgdl.Expr) (*board.Graph, error) {
	return board.Keep(b.source(e), b.polyOf(e))
}

func hole(b *Builder, e *lgdl.Expr) (*board.Graph, error) {
	return board.Hole(b.source(e), b.polyOf(e))
}

func complete(b *Builder, e *lgdl.Expr) (*board.Graph, error) {
	return board.Complete(b.source(e), flag(e, "eachCell", false))
}

func dual(b *Builder, e *lgdl.Expr) (*board.Graph, error) { return board.DualOf(b.source(e)) }

func intersect(b *Builder, e *lgdl.Expr) (*board.Graph, error) { return board.Intersect(b.graphs(e)) }

func layers(b *Builder, e *lgdl.Expr) (*board.Graph, error) {
	n, _ := dims(e)
	if n < 1 || n > 256 {
		return nil, fmt.Errorf("layers: %d layers are out of range; there must be between 1 and 256", n)
	}
	copies := make([]*board.Graph, n)
	total := 0
	place := b.place
	for k := range copies {
		b.place = place // every copy uses the same polygons, inflated once more
		copies[k] = b.source(e)
		if total += copies[k].Num(board.Vertex); total > board.MaxElements {
			return nil, fmt.Errorf("layers: the board would have more than %d elements", board.MaxElements)
		}
	}
	return board.Layers(copies)
}

func makeFaces(b *Builder, e *lgdl.Expr) (*board.Graph, error) { return board.MakeFaces(b.source(e)) }

func merge(b *Builder, e *lgdl.Expr) (*board.Graph, error) {
	return board.Merge(b.graphs(e), flag(e, "connect", false))
}

func union(b *Builder, e *lgdl.Expr) (*board.Graph, error) {
	return board.Union(b.graphs(e), flag(e, "connect", false))
}

func same(b *Builder, e *lgdl.Expr) (*board.Graph, error) { return b.source(e), nil }

func renumber(b *Builder, e *lgdl.Expr) (*board.Graph, error) {
	var types []board.SiteType
	for _, a := range typed(e, "siteType") {
		st, _ := board.ParseSiteType(a.Text)
		types = append(types, st)
	}
	return board.Renumber(b.source(e), types)
}

// amounts returns the unlabelled float arguments of a clause.
func amounts(e *lgdl.Expr) []float64 {
	var out []float64
	for i, a := range e.Args {
		if t := e.Form.Slots[i].Type; a != nil && (t == "float" || t == "float!") {
			out = append(out, float64(float(a)))
		}
	}
	return out
}

func rotate(b *Builder, e *lgdl.Expr) (*board.Graph, error) {
	return board.RotateGraph(b.source(e), amounts(e)[0])
}

func scale(b *Builder, e *lgdl.Expr) (*board.Graph, error) {
	s := amounts(e)
	if len(s) == 1 {
		s = append(s, s[0])
	}
	if len(s) == 2 {
		s = append(s, 1)
	}
	return board.Scale(b.source(e), s[0], s[1], s[2])
}

func shift(b *Builder, e *lgdl.Expr) (*board.Graph, error) {
	d := append(amounts(e), 0)
	return board.Shift(b.source(e), d[0], d[1], d[2])
}

func skew(b *Builder, e *lgdl.Expr) (*board.Graph, error) {
	return board.Skew(b.source(e), amounts(e)[0])
}

func splitCrossings(b *Builder, e *lgdl.Expr) (*board.Graph, error) {
	return board.SplitCrossings(b.source(e))
}

func subdivide(b *Builder, e *lgdl.Expr) (*board.Graph, error) {
	least := 1
	if a := e.Arg("min"); a != nil {
		least = dim(a)
	}
	return board.Subdivide(b.sites, b.source(e), least)
}

func trim(b *Builder, e *lgdl.Expr) (*board.Graph, error) { return board.Trim(b.source(e)) }
