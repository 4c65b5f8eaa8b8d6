package transform

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// exposure finds what a body may read before it has written it: fields and variables. What functions do that it calls
// is found out once; none of them may call itself.
type exposure struct {
	words   int // of a set
	skip    map[*ir.Expr]bool
	some    map[*ir.Field]bool // nothing else is looked at, unless it is nil
	funcs   map[*ir.Func]*exposed
	written map[any]bool // on every way here
	noted   []any        // what is in written, in order
	missing map[any]bool
	inside  bool    // of a function
	ends    [][]any // what has been written on each way to its end
}

// exposed is what a function reads before it has written it, and what it has written wherever it ends.
type exposed struct {
	reads  ir.Fields
	writes ir.Fields
}

func newExposure(words int, skip map[*ir.Expr]bool) *exposure {
	return &exposure{words: words, skip: skip, funcs: map[*ir.Func]*exposed{}, written: map[any]bool{},
		missing: map[any]bool{}}
}

// begin forgets what has been found of another body.
func (x *exposure) begin() {
	clear(x.written)
	clear(x.missing)
	x.noted, x.ends = x.noted[:0], nil
}

// Function is what a function does.
func (x *exposure) function(f *ir.Func) *exposed {
	if is := x.funcs[f]; is != nil {
		return is
	}
	is := &exposed{}
	x.funcs[f] = is
	own := newExposure(x.words, x.skip)
	own.funcs, own.some, own.inside = x.funcs, x.some, true
	own.body(f.Body)
	own.ends = append(own.ends, own.noted)
	for _, w := range own.ends[0] {
		fails := func(end []any) bool { return !slices.Contains(end, w) }
		if field, ok := w.(*ir.Field); ok && !slices.ContainsFunc(own.ends, fails) {
			is.writes = append(is.writes, field)
		}
	}
	for m := range own.missing {
		if field, ok := m.(*ir.Field); ok {
			is.reads = append(is.reads, field)
		}
	}
	return is
}

// Of reports whether it is asked for a field.
func (x *exposure) of(f *ir.Field) bool { return x.some == nil || x.some[f] }

func (x *exposure) reads(what any) {
	if !x.written[what] {
		x.missing[what] = true
	}
}

func (x *exposure) writes(what any) {
	if !x.written[what] {
		x.written[what] = true
		x.noted = append(x.noted, what)
	}
}

// local notes that a variable is written.
func (x *exposure) local(l *ir.Local) {
	if x.some == nil {
		x.writes(l)
	}
}

// apart goes through what may be left anywhere, or not be entered.
func (x *exposure) apart(visit func()) {
	n := len(x.noted)
	visit()
	for _, w := range x.noted[n:] {
		delete(x.written, w)
	}
	x.noted = x.noted[:n]
}

func (x *exposure) body(body []*ir.Stmt) {
	for _, s := range body {
		for _, a := range s.Args {
			x.expr(a)
		}
		switch s.Op {
		case ir.Assign:
			x.local(s.Local)
		case ir.SetStore:
			if x.of(s.Field) && s.Args[0].Is(0) && s.Field.Len == x.words {
				x.writes(s.Field)
			}
		case ir.Store:
			if s.Field.Len == 1 && x.of(s.Field) {
				x.writes(s.Field)
			}
		case ir.Include, ir.Exclude, ir.Restore:
			if x.of(s.Field) {
				x.reads(s.Field)
			}
		case ir.If:
			x.apart(func() { x.body(s.Body) })
			x.apart(func() { x.body(s.Else) })
		case ir.Each:
			x.apart(func() {
				x.local(s.Local)
				x.body(s.Body)
			})
		case ir.Loop, ir.Scope:
			x.apart(func() { x.body(s.Body) })
		case ir.Return:
			if x.inside {
				x.ends = append(x.ends, slices.Clone(x.noted))
			}
		}
	}
}

func (x *exposure) expr(e *ir.Expr) {
	if x.some != nil && len(e.Args) == 0 && e.Field == nil && e.Op != ir.Call || x.skip[e] {
		return
	}
	switch e.Op {
	case ir.Get:
		if x.some == nil {
			x.reads(e.Local)
		}
	case ir.Both, ir.Either, ir.Choose:
		x.expr(e.Args[0])
		for _, a := range e.Args[1:] {
			x.apart(func() { x.expr(a) })
		}
		return
	case ir.Block:
		x.body(e.Stmts())
	}
	for _, a := range e.Args {
		x.expr(a)
	}
	if f := e.Field; f != nil && f.Kind != ir.Table && x.of(f) {
		x.reads(f)
	}
	if e.Op == ir.Call {
		is := x.function(e.Callee())
		for _, f := range is.reads {
			x.reads(f)
		}
		for _, f := range is.writes {
			x.writes(f)
		}
	}
}
