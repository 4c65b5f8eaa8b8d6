// Package graphs has the ludemes that build boards: graph generators and
// operators, polygons, and the dimensions they take.
//
// Boards are made when a game is compiled, so these rows are evaluated rather
// than compiled: Graph, Dim and Float take a checked expression to its value,
// and Board takes a whole board item to its topology and tracks.
package graphs

import (
	"fmt"
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
)

// Rows are the forms of the family, in the order in which candidates are tried.
var Rows = slices.Concat(dimRows, generatorRows, editRows, operatorRows, polyRows)

// GraphRule is the implementation of a row that makes a graph.
type GraphRule func(b *Builder, e *lgdl.Expr) (*board.Graph, error)

// rule wraps the implementation of a row.
func rule(f func(b *Builder, e *lgdl.Expr) (*board.Graph, error)) GraphRule { return f }

// Builder evaluates graph expressions for a board whose sites have one type.
// Polygons that operators inflate in place stay inflated when the same
// expression is evaluated again, so a Builder serves for one board only.
type Builder struct {
	sites board.SiteType
	polys []*board.Poly // in the order in which they are written
	place int           // how many have been passed
}

// failure carries an error out of an evaluation.
type failure struct{ err error }

// fail ends the evaluation with an error at the position of e.
func fail(e *lgdl.Expr, format string, args ...any) {
	panic(failure{&lgdl.Error{Pos: e.Pos, Via: e.Via, Msg: fmt.Sprintf(format, args...)}})
}

func recoverFailure(err *error) {
	if r := recover(); r != nil {
		f, ok := r.(failure)
		if !ok {
			panic(r)
		}
		*err = f.err
	}
}

// graph evaluates a graph clause. Errors of the board package get the position
// of the innermost clause they arose in.
func (b *Builder) graph(e *lgdl.Expr) *board.Graph {
	if e.Kind != lgdl.Clause {
		fail(e, "expected a graph, found %q", e.Text)
	}
	impl, ok := e.Form.Impl.(GraphRule)
	if !ok {
		fail(e, "not yet playable: %s", e.Form.Text)
	}
	g, err := impl(b, e)
	if err != nil {
		fail(e, "%v", err)
	}
	return g
}

// graphs evaluates all graph arguments of a clause: in its slots or in a list.
func (b *Builder) graphs(e *lgdl.Expr) []*board.Graph {
	var out []*board.Graph
	for i, a := range e.Args {
		if a == nil {
			continue
		}
		switch e.Form.Slots[i].Type {
		case "graph":
			out = append(out, b.graph(a))
		case "{graph}":
			for _, x := range a.Items {
				out = append(out, b.graph(x))
			}
		}
	}
	return out
}

// source evaluates the one graph argument of a clause; an absent one is empty.
func (b *Builder) source(e *lgdl.Expr) *board.Graph {
	for i, a := range e.Args {
		if a != nil && e.Form.Slots[i].Type == "graph" {
			return b.graph(a)
		}
	}
	return &board.Graph{}
}

// typed returns the arguments of a clause in slots of a type, in order.
func typed(e *lgdl.Expr, typ string) []*lgdl.Expr {
	var out []*lgdl.Expr
	for i, a := range e.Args {
		if a != nil && e.Form.Slots[i].Type == typ && e.Form.Slots[i].Label == "" {
			out = append(out, a)
		}
	}
	return out
}

// dims returns the unlabelled dimensions of a clause: two, 0 when absent.
func dims(e *lgdl.Expr) (a, b int) {
	list := typed(e, "dim")
	if len(list) > 0 {
		a = dim(list[0])
	}
	if len(list) > 1 {
		b = dim(list[1])
		if b == 0 {
			fail(list[1], "dimension 0 is out of range")
		}
	}
	return a, b
}

// flag returns the value of a labelled truth value, or its default.
func flag(e *lgdl.Expr, label string, otherwise bool) bool {
	a := e.Arg(label)
	if a == nil {
		return otherwise
	}
	if a.Kind != lgdl.Bool {
		fail(a, "a board needs a constant truth value here")
	}
	return a.Int != 0
}

// enum returns the constant in the slot of an enum, or "".
func enum(e *lgdl.Expr, typ string) string {
	if list := typed(e, typ); len(list) > 0 {
		return list[0].Text
	}
	return ""
}
