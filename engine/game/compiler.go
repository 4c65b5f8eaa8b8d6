package game

import (
	"fmt"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// The kinds of compile functions that ludeme rows carry in Form.Impl, one for
// each result category. A row without one is legal to check but not yet playable.
type (
	IntRule        func(k *Compiler, e *lgdl.Expr) Int
	BoolRule       func(k *Compiler, e *lgdl.Expr) Bool
	FloatRule      func(k *Compiler, e *lgdl.Expr) Float
	IntsRule       func(k *Compiler, e *lgdl.Expr) Ints
	RangeRule      func(k *Compiler, e *lgdl.Expr) Range
	RegionRule     func(k *Compiler, e *lgdl.Expr) Region
	DirectionsRule func(k *Compiler, e *lgdl.Expr) Directions
	MovesRule      func(k *Compiler, e *lgdl.Expr) *Gen
	StartRule      func(k *Compiler, e *lgdl.Expr) Start
	EndRuleRule    func(k *Compiler, e *lgdl.Expr) EndRule
	MetaRule       func(k *Compiler, e *lgdl.Expr)
	ItemRule       func(k *Compiler, e *lgdl.Expr)
)

// Structural marks rows whose clauses are read by the ludeme around them, such
// as (to …), (then …) or (phase …).
type Structural struct{}

// Compiler turns a checked description into a Game. Compile functions report
// errors with Fail, which does not return.
type Compiler struct {
	G *Game

	later        []func()
	last         []func(c *Context)
	placed       []func(c *Context) int
	generators   []pieceGenerator
	nameIDs      map[string]int32
	varIDs       map[string]int32
	forEachPiece bool
	ThreeD       bool                // the rules ask for layers
	wholes       map[*lgdl.Expr]bool // alternatives that are credited with all their moves
	drawers      int                 // ludemes compiled that draw random numbers
	blank        *State              // that of Settle, nil before it
}

type failure struct{ err error }

// Fail ends the compilation with an error at the position of e.
func (k *Compiler) Fail(e *lgdl.Expr, format string, args ...any) {
	var pos lgdl.Pos
	if e != nil {
		pos = e.Pos
	}
	panic(failure{&lgdl.Error{Pos: pos, Msg: fmt.Sprintf(format, args...)}})
}

// NotPlayable ends the compilation: the ludeme checks but cannot be played yet.
func (k *Compiler) NotPlayable(e *lgdl.Expr) {
	what := e.Text
	if e.Form != nil {
		what = e.Form.Text
	}
	k.Fail(e, "not yet playable: %s", what)
}

// Require raises requirements of the game.
func (k *Compiler) Require(f Flag) { k.G.Flags |= f }

// RequireType raises the requirements of an explicit site type argument.
func (k *Compiler) RequireType(st board.SiteType) {
	switch st {
	case board.Vertex:
		k.Require(VertexFlag | GraphFlag)
	case board.Edge:
		k.Require(EdgeFlag | GraphFlag)
	default:
		k.Require(CellFlag)
	}
}

// Later runs f once all rules are compiled and the requirements are known.
func (k *Compiler) Later(f func()) { k.later = append(k.later, f) }

// Name interns a string used by actions; 0 is no name.
func (k *Compiler) Name(s string) int32 {
	if id, ok := k.nameIDs[s]; ok {
		return id
	}
	id := int32(len(k.G.names))
	k.G.names = append(k.G.names, s)
	k.nameIDs[s] = id
	return id
}

// Var interns the name of a variable (set Var, var).
func (k *Compiler) Var(s string) int32 {
	if id, ok := k.varIDs[s]; ok {
		return id
	}
	id := int32(len(k.G.varNames))
	k.G.varNames = append(k.G.varNames, s)
	k.varIDs[s] = id
	return id
}

// SiteTypeOr returns the site type of a siteType constant, raising its
// requirement, or the board's default type when e is nil.
func (k *Compiler) SiteTypeOr(e *lgdl.Expr) board.SiteType {
	if e == nil {
		return k.G.DefaultType
	}
	var st board.SiteType
	switch e.Text {
	case "Vertex":
		st = board.Vertex
	case "Edge":
		st = board.Edge
	default:
		st = board.Cell
	}
	k.RequireType(st)
	return st
}

func (k *Compiler) impl(e *lgdl.Expr) any {
	if e.Form == nil {
		k.Fail(e, "internal: %q was not resolved to a ludeme", e.Text)
	}
	if e.Form.Impl == nil {
		k.NotPlayable(e)
	}
	return e.Form.Impl
}

// Int compiles an int argument: a literal, a constant or a clause.
func (k *Compiler) Int(e *lgdl.Expr) Int {
	switch e.Kind {
	case lgdl.Int:
		return IntOf(e.Int)
	case lgdl.Const:
		switch e.Text {
		case "Off", "Undefined":
			return IntOf(Off)
		case "End":
			return IntOf(-2)
		case "Infinity":
			return IntOf(Infinity)
		}
		return k.Role(e.Text)
	case lgdl.Clause:
		if f, ok := k.impl(e).(IntRule); ok {
			return f(k, e)
		}
	}
	k.Fail(e, "expected an int, found %s", e.Text)
	return Int{}
}

// IntOr compiles an optional int argument: def when e is nil.
func (k *Compiler) IntOr(e *lgdl.Expr, def int) Int {
	if e == nil {
		return IntOf(def)
	}
	return k.Int(e)
}

// IntElse compiles an optional int argument: def when e is nil.
func (k *Compiler) IntElse(e *lgdl.Expr, def Int) Int {
	if e == nil {
		return def
	}
	return k.Int(e)
}

// Bool compiles a boolean argument.
func (k *Compiler) Bool(e *lgdl.Expr) Bool {
	switch e.Kind {
	case lgdl.Bool:
		return BoolOf(e.Text == "True" || e.Int == 1)
	case lgdl.Const:
		return BoolOf(e.Text == "True")
	case lgdl.Clause:
		if f, ok := k.impl(e).(BoolRule); ok {
			return f(k, e)
		}
	}
	k.Fail(e, "expected a boolean, found %s", e.Text)
	return Bool{}
}

// BoolOr compiles an optional boolean argument: def when e is nil.
func (k *Compiler) BoolOr(e *lgdl.Expr, def bool) Bool {
	if e == nil {
		return BoolOf(def)
	}
	return k.Bool(e)
}

// Cond compiles an optional condition: the zero Bool, which holds, when e is nil.
func (k *Compiler) Cond(e *lgdl.Expr) Bool {
	if e == nil {
		return Bool{}
	}
	return k.Bool(e)
}

// Float compiles a float argument; int literals count as floats.
func (k *Compiler) Float(e *lgdl.Expr) Float {
	switch e.Kind {
	case lgdl.Int:
		return Float{Const: true, V: float64(e.Int)}
	case lgdl.Float:
		return Float{Const: true, V: e.Float}
	case lgdl.Clause:
		if f, ok := k.impl(e).(FloatRule); ok {
			return f(k, e)
		}
	}
	k.Fail(e, "expected a float, found %s", e.Text)
	return Float{}
}

// Ints compiles an int array argument: a clause, or a list of ints where the form allows one.
func (k *Compiler) Ints(e *lgdl.Expr) Ints {
	if e.Kind == lgdl.List {
		items := make([]Int, len(e.Items))
		for i, x := range e.Items {
			items[i] = k.Int(x)
		}
		return Ints{Eval: func(c *Context, dst []int32) []int32 {
			for i := range items {
				dst = append(dst, int32(items[i].Get(c)))
			}
			return dst
		}}
	}
	if e.Kind == lgdl.Clause {
		if f, ok := k.impl(e).(IntsRule); ok {
			return f(k, e)
		}
	}
	k.Fail(e, "expected an array of ints, found %s", e.Text)
	return Ints{}
}

// Range compiles a range clause.
func (k *Compiler) Range(e *lgdl.Expr) Range {
	if e.Kind == lgdl.Clause {
		if f, ok := k.impl(e).(RangeRule); ok {
			return f(k, e)
		}
	}
	k.Fail(e, "expected a range, found %s", e.Text)
	return Range{}
}

// Region compiles a sites argument.
func (k *Compiler) Region(e *lgdl.Expr) Region {
	if e.Kind == lgdl.Clause {
		if f, ok := k.impl(e).(RegionRule); ok {
			return f(k, e)
		}
	}
	k.Fail(e, "expected a region, found %s", e.Text)
	return Region{}
}

// IsRegion reports whether e resolved to a region clause; for slots that take (int | sites).
func IsRegion(e *lgdl.Expr) bool {
	return e.Kind == lgdl.Clause && e.Form != nil && e.Form.Result == "sites"
}

// IsInts reports whether e resolved to an int array clause or is a list.
func IsInts(e *lgdl.Expr) bool {
	return e.Kind == lgdl.List || e.Kind == lgdl.Clause && e.Form != nil && e.Form.Result == "ints"
}

// Directions compiles a direction argument: a constant, a list of constants or a
// clause; nil takes the absolute direction def.
func (k *Compiler) Directions(e *lgdl.Expr, def string) Directions {
	if e == nil {
		return k.ConstDirection(nil, def)
	}
	switch e.Kind {
	case lgdl.Const:
		return k.ConstDirection(e, e.Text)
	case lgdl.List:
		parts := make([]Directions, len(e.Items))
		relative := false
		for i, x := range e.Items {
			parts[i] = k.Directions(x, "")
			relative = relative || parts[i].Relative
		}
		return Directions{Relative: relative,
			Eval: func(c *Context, st board.SiteType, site int, dst []board.Direction) []board.Direction {
				for i := range parts {
					dst = parts[i].Eval(c, st, site, dst)
				}
				return dst
			}}
	case lgdl.Clause:
		if f, ok := k.impl(e).(DirectionsRule); ok {
			return f(k, e)
		}
	}
	k.Fail(e, "expected a direction, found %s", e.Text)
	return Directions{}
}

// Moves compiles a moves argument.
func (k *Compiler) Moves(e *lgdl.Expr) *Gen {
	if e.Kind == lgdl.Clause {
		if f, ok := k.impl(e).(MovesRule); ok {
			return k.credited(e, f)
		}
	}
	k.Fail(e, "expected moves, found %s", e.Text)
	return nil
}

// Then compiles a (then …) argument into the number of a consequent for
// Context.Then; 0 when e is nil.
func (k *Compiler) Then(e *lgdl.Expr) int32 {
	if e == nil {
		return 0
	}
	g := k.Moves(clause.Then(e).NonDecision())
	k.G.thens = append(k.G.thens, g)
	t := int32(len(k.G.thens) - 1)
	if len(e.Args) > 1 && clause.Then(e).ApplyAfterAllMoves() != nil && k.Bool(clause.Then(e).ApplyAfterAllMoves()).V {
		k.AfterAll(t)
	}
	return t
}

// Followed are moves with a consequent, the argument (then …): nil for none.
func (k *Compiler) Followed(eval func(c *Context, out *MoveList), then *lgdl.Expr) *Gen {
	t := k.Then(then)
	if t == 0 {
		return &Gen{Eval: eval}
	}
	return &Gen{Eval: func(c *Context, out *MoveList) {
		first := out.Len()
		eval(c, out)
		c.ThenAll(out, first, t)
	}}
}
