package ir

import "slices"

// exposure finds what a body may read before it has written it: fields and variables. What functions do that it calls
// is found out once; none of them may call itself.
type exposure struct {
	words   int // of a set
	skip    map[*Expr]bool
	some    map[*Field]bool // nothing else is looked at, unless it is nil
	funcs   map[*Func]*exposed
	written map[any]bool // on every way here
	noted   []any        // what is in written, in order
	missing map[any]bool
	inside  bool    // of a function
	ends    [][]any // what has been written on each way to its end
}

// exposed is what a function reads before it has written it, and what it has written wherever it ends.
type exposed struct {
	reads  Fields
	writes Fields
}

func newExposure(words int, skip map[*Expr]bool) *exposure {
	return &exposure{words: words, skip: skip, funcs: map[*Func]*exposed{}, written: map[any]bool{},
		missing: map[any]bool{}}
}

// begin forgets what has been found of another body.
func (x *exposure) begin() {
	clear(x.written)
	clear(x.missing)
	x.noted, x.ends = x.noted[:0], nil
}

// function is what a function does.
func (x *exposure) function(f *Func) *exposed {
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
		if field, ok := w.(*Field); ok && !slices.ContainsFunc(own.ends, fails) {
			is.writes = append(is.writes, field)
		}
	}
	for m := range own.missing {
		if field, ok := m.(*Field); ok {
			is.reads = append(is.reads, field)
		}
	}
	return is
}

// of reports whether it is asked for a field.
func (x *exposure) of(f *Field) bool { return x.some == nil || x.some[f] }

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
func (x *exposure) local(l *Local) {
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

func (x *exposure) body(body []*Stmt) {
	for _, s := range body {
		for _, a := range s.Args {
			x.expr(a)
		}
		switch s.Op {
		case Assign:
			x.local(s.Local)
		case SetStore:
			if x.of(s.Field) && s.Args[0].Is(0) && s.Field.Len == x.words {
				x.writes(s.Field)
			}
		case Store:
			if s.Field.Len == 1 && x.of(s.Field) {
				x.writes(s.Field)
			}
		case Include, Exclude, Restore:
			if x.of(s.Field) {
				x.reads(s.Field)
			}
		case If:
			x.apart(func() { x.body(s.Body) })
			x.apart(func() { x.body(s.Else) })
		case Each:
			x.apart(func() {
				x.local(s.Local)
				x.body(s.Body)
			})
		case Loop, Scope:
			x.apart(func() { x.body(s.Body) })
		case Return:
			if x.inside {
				x.ends = append(x.ends, slices.Clone(x.noted))
			}
		}
	}
}

func (x *exposure) expr(e *Expr) {
	if x.some != nil && len(e.Args) == 0 && e.Field == nil && e.Op != Call || x.skip[e] {
		return
	}
	switch e.Op {
	case Get:
		if x.some == nil {
			x.reads(e.Local)
		}
	case Both, Either, Choose:
		x.expr(e.Args[0])
		for _, a := range e.Args[1:] {
			x.apart(func() { x.expr(a) })
		}
		return
	case Block:
		x.body(e.Body)
	}
	for _, a := range e.Args {
		x.expr(a)
	}
	if f := e.Field; f != nil && f.Kind != Table && x.of(f) {
		x.reads(f)
	}
	if e.Op == Call {
		is := x.function(e.Func)
		for _, f := range is.reads {
			x.reads(f)
		}
		for _, f := range is.writes {
			x.writes(f)
		}
	}
}
