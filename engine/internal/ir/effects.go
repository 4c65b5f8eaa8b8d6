package ir

import (
	"slices"
)

// Access is what a body does to memory.
type Access struct {
	Reads, Writes Fields
	Asks          Fields // those read other than to put a site into a set or to take it out
	Unknown       bool   // a function is called that has no body yet
	open          bool   // a function is called of which this is being found out
	this          int64  // the mark of the fields in the lists, until another one is found out
}

// Fields are some fields, each once.
type Fields []*Field

// Has reports whether a field is one of them. They are few, so that looking at all takes less than a map does.
func (l Fields) Has(f *Field) bool { return slices.Contains(l, f) }

// With are they and others.
func (l Fields) With(others Fields) Fields {
	all := slices.Clip(l)
	for _, f := range others {
		if !l.Has(f) {
			all = append(all, f)
		}
	}
	return all
}

// Effects returns the fields that a body, with the functions it calls and the
// generators it goes through, reads and writes.
func Effects(body []*Stmt) Access {
	var a Access
	seen := map[*Func]bool{}
	var enter func(f *Func)
	enter = func(f *Func) {
		if f != nil && !seen[f] {
			seen[f] = true
			a.Unknown = a.Unknown || f.Body == nil
			a.body(f.Body, enter)
		}
	}
	a = newAccess()
	a.body(body, enter)
	return a
}

// Indices are the indices at which a body, with the functions it calls, stores something in a field; -1 for one that is
// no constant.
func Indices(body []*Stmt, f *Field) (at []int) {
	Reach(body, func(s *Stmt) {
		if s.Field == f && (s.Op == Store || s.Op == SetStore) {
			n, known := s.Args[0].Number()
			if !known {
				n = -1
			}
			at = append(at, int(n))
		}
	})
	return at
}

// EffectsWith is Effects but for what the functions do that are called, which are told.
func EffectsWith(body []*Stmt, called func(f *Func)) Access {
	a := newAccess()
	a.body(body, called)
	return a
}

func newAccess() Access { return Access{this: NextMark()} }

func (a *Access) reads(f *Field) {
	if f.met != a.this {
		f.met = a.this
		a.Reads = append(a.Reads, f)
	}
}

func (a *Access) writes(f *Field) {
	if f.Written != a.this {
		f.Written = a.this
		a.Writes = append(a.Writes, f)
	}
}

func (a *Access) asks(f *Field) {
	if f.asked != a.this {
		f.asked = a.this
		a.Asks = append(a.Asks, f)
	}
}

// again has marks of its own once more, after another one has been found out.
func (a *Access) again() {
	own := *a
	a.Reads, a.Writes, a.Asks, a.this = own.Reads[:0], own.Writes[:0], own.Asks[:0], NextMark()
	a.join(own)
}

// join adds what another body does.
func (a *Access) join(other Access) {
	for _, f := range other.Reads {
		a.reads(f)
	}
	for _, f := range other.Writes {
		a.writes(f)
	}
	for _, f := range other.Asks {
		a.asks(f)
	}
	a.Unknown, a.open = a.Unknown || other.Unknown, a.open || other.open
}

// Body adds what a body does itself.
func (a *Access) body(body []*Stmt, called func(f *Func)) {
	for _, s := range body {
		a.exprs(s.Args, called)
		a.body(s.Body, called)
		a.body(s.Else, called)
		switch s.Op {
		case Store, SetStore, Save:
			a.writes(s.Field)
		case Include, Exclude:
			a.writes(s.Field)
			a.reads(s.Field)
		case Restore:
			a.reads(s.Field)
			a.asks(s.Field)
		}
		if s.Func != nil {
			called(s.Func)
		}
	}
}

// Exprs adds what expressions do.
func (a *Access) exprs(list []*Expr, called func(f *Func)) {
	for _, e := range list {
		if len(e.Args) > 0 {
			a.exprs(e.Args, called)
		}
		if len(e.Stmts()) > 0 {
			a.body(e.Stmts(), called)
		}
		if f := e.Field; f != nil && f.Kind != Table && f.asked != a.this {
			a.reads(f)
			a.asks(f)
		}
		if e.Callee() != nil {
			called(e.Callee())
		}
	}
}

// Accesses are what functions do to memory, of those of which it has been asked. As long as one is used no function
// may be given another body that does something else.
type Accesses map[*Func]Access

// Function is what a function does.
func (known Accesses) Function(f *Func) Access {
	a, ok := known[f]
	if !ok {
		known[f] = Access{open: true}
		if a = known.Of(f.Body); a.open {
			a = Effects(f.Body)
		}
		a.Unknown = a.Unknown || f.Body == nil
		known[f] = a
	}
	return a
}

// Of is Effects.
func (known Accesses) Of(body []*Stmt) Access {
	var called []*Func
	own := EffectsWith(body, func(f *Func) {
		if f != nil && !slices.Contains(called, f) {
			called = append(called, f)
		}
	})
	if len(called) == 0 {
		return own
	}
	for _, f := range called {
		known.Function(f)
	}
	own.again()
	for _, f := range called {
		own.join(known[f])
	}
	return own
}

// Lasting reports whether a body changes memory but for spoil, which tells that there was no room, and for sets of
// the working space that it makes anew before it looks at them: those it adds to made, unless that is nil.
func Lasting(body []*Stmt, words int, spoil *Field, made map[*Field]bool, access Accesses) bool {
	does := access.Of(body)
	if does.Unknown {
		return true
	}
	if len(does.Writes) == 0 {
		return false
	}
	u := NewUnsetter()
	u.Words, u.Access = words, access
	u.Body(body)
	for _, f := range does.Writes {
		switch {
		case f == spoil:
		case f.Kind != Scratch || f.Len != words || u.Missing[f]:
			return true
		case made != nil:
			made[f] = true
		}
	}
	return false
}

// LooksAt is how often a body reads a field, or changes it in part.
func LooksAt(body []*Stmt, f *Field) (n int) {
	Walk(body, func(s *Stmt) {
		if s.Field == f && s.Op != SetStore {
			n++
		}
	}, func(e *Expr) {
		if e.Field == f {
			n++
		}
	})
	return n
}

// Loops reports whether some statement of a body may run more than once.
func Loops(body []*Stmt) bool {
	yes := false
	Walk(body, func(s *Stmt) {
		yes = yes || s.Op == Loop || s.Op == Each || s.Op == EmitSet || s.Op == Generate
	}, nil)
	return yes
}

// Site is the local that stands for the site in an EmitSet.
func (s *Stmt) Site() *Local {
	if s.Local != nil {
		return s.Local
	}
	return Within("site", 0, 1<<15-1)
}

// Reach calls f for the statements of a body, and of all functions called there.
func Reach(body []*Stmt, f func(s *Stmt)) { ReachExcept(body, map[*Func]bool{}, f) }

// ReachExcept is Reach but for some functions.
func ReachExcept(body []*Stmt, but map[*Func]bool, f func(s *Stmt)) {
	call := func(g *Func) {
		if g != nil && !but[g] {
			but[g] = true
			ReachExcept(g.Body, but, f)
		}
	}
	Walk(body, func(s *Stmt) {
		f(s)
		call(s.Func)
	}, func(e *Expr) { call(e.Callee()) })
}
