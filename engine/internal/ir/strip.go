package ir

import "slices"

// Strip takes out the state that nothing reads: statements that change a field which
// is read, if at all, for what such fields get. Fields that are read from outside are given.
func Strip(p *Program, kept ...*Field) {
	l := &liveness{this: numberings.Add(1)}
	fields := make([][]*Field, len(p.Funcs)) // by function: those that it changes and that may turn out not to be read
	for i, f := range p.Funcs {
		l.changed = nil
		l.body(f.Body)
		fields[i] = l.changed
	}
	for _, f := range kept {
		l.use(f)
	}
	r := &rewriter{sparing: true, stmt: func(r *rewriter, s *Stmt) ([]*Stmt, bool) {
		return nil, removable(s) && s.Field.read != l.this
	}}
	for i, f := range p.Funcs {
		if slices.ContainsFunc(fields[i], func(f *Field) bool { return f.read != l.this }) {
			f.Body = r.body(f.Body)
		}
	}
	// What is neither read nor written takes no room in the position. What is left reads nothing else.
	for _, f := range p.Fields {
		if f.Kind == State && f.used != l.this && f.read != l.this {
			f.Kind = Scratch
		}
	}
}

// removable reports whether a statement does nothing but change a field of the position.
func removable(s *Stmt) bool {
	switch s.Op {
	case Store, SetStore, Include, Exclude:
		for _, a := range s.Args {
			if !a.Pure() {
				return false
			}
		}
		return s.Field.Kind == State
	}
	return false
}

// liveness finds the fields that are read.
type liveness struct {
	this    int64    // the mark of the fields that are read, and of those of which needs are known
	changed []*Field // by removable statements of the function, as long as they have not been read
}

// use notes that a field is read, and so all that is read for what it gets.
func (l *liveness) use(f *Field) {
	if f == nil || f.read == l.this {
		return
	}
	f.read = l.this
	if f.needing == l.this {
		for _, x := range f.needs {
			l.use(x)
		}
	}
	f.needs = nil
}

// need notes that a field is read for what another one gets that is not read so far.
func (l *liveness) need(to, f *Field) {
	if to.needing != l.this {
		to.needing, to.needs = l.this, nil
	}
	if n := len(to.needs); n == 0 || to.needs[n-1] != f {
		to.needs = append(to.needs, f)
	}
}

func (l *liveness) body(body []*Stmt) {
	for _, s := range body {
		to := s.Field
		switch {
		case to == nil:
		case !removable(s):
			to.used, to = l.this, nil
		case to.read == l.this:
			to = nil
		default:
			l.changed = append(l.changed, to)
		}
		for _, a := range s.Args {
			l.expr(a, to)
		}
		l.body(s.Body)
		l.body(s.Else)
	}
}

// expr notes what an expression reads, for the value that a field gets or, with nil, for anything.
func (l *liveness) expr(e *Expr, to *Field) {
	switch {
	case to == nil:
		l.use(e.Field)
	case e.Field != nil && e.Field != to && e.Field.read != l.this:
		l.need(to, e.Field)
	}
	for _, a := range e.Args {
		l.expr(a, to)
	}
	if len(e.Body) > 0 {
		l.body(e.Body)
	}
}
