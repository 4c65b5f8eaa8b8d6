package transform

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Strip takes out the state that nothing reads: statements that change a field which
// is read, if at all, for what such fields get. Fields that are read from outside are given.
func Strip(p *ir.Program, kept ...*ir.Field) {
	l := &liveness{this: ir.NextMark()}
	fields := make([][]*ir.Field, len(p.Funcs)) // by function: those that it changes and that may turn out not to be read
	for i, f := range p.Funcs {
		l.changed = nil
		l.body(f.Body)
		fields[i] = l.changed
	}
	for _, f := range kept {
		l.use(f)
	}
	r := &ir.Rewriter{Sparing: true, Stmt: func(r *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) {
		return nil, removable(s) && s.Field.Read != l.this
	}}
	for i, f := range p.Funcs {
		if slices.ContainsFunc(fields[i], func(f *ir.Field) bool { return f.Read != l.this }) {
			f.Body = r.Body(f.Body)
		}
	}
	// What is neither read nor written takes no room in the position. What is left reads nothing else.
	for _, f := range p.Fields {
		if f.Kind == ir.State && f.Used != l.this && f.Read != l.this {
			f.Kind = ir.Scratch
		}
	}
}

// removable reports whether a statement does nothing but change a field of the position.
func removable(s *ir.Stmt) bool {
	switch s.Op {
	case ir.Store, ir.SetStore, ir.Include, ir.Exclude:
		for _, a := range s.Args {
			if !a.Pure() {
				return false
			}
		}
		return s.Field.Kind == ir.State
	}
	return false
}

// liveness finds the fields that are read.
type liveness struct {
	this    int64       // the mark of the fields that are read, and of those of which needs are known
	changed []*ir.Field // by removable statements of the function, as long as they have not been read
}

// use notes that a field is read, and so all that is read for what it gets.
func (l *liveness) use(f *ir.Field) {
	if f == nil || f.Read == l.this {
		return
	}
	f.Read = l.this
	if f.Needing == l.this {
		for _, x := range f.Needs {
			l.use(x)
		}
	}
	f.Needs = nil
}

// need notes that a field is read for what another one gets that is not read so far.
func (l *liveness) need(to, f *ir.Field) {
	if to.Needing != l.this {
		to.Needing, to.Needs = l.this, nil
	}
	if n := len(to.Needs); n == 0 || to.Needs[n-1] != f {
		to.Needs = append(to.Needs, f)
	}
}

func (l *liveness) body(body []*ir.Stmt) {
	for _, s := range body {
		to := s.Field
		switch {
		case to == nil:
		case !removable(s):
			to.Used, to = l.this, nil
		case to.Read == l.this:
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

// Expr notes what an expression reads, for the value that a field gets or, with nil, for anything.
func (l *liveness) expr(e *ir.Expr, to *ir.Field) {
	switch {
	case to == nil:
		l.use(e.Field)
	case e.Field != nil && e.Field != to && e.Field.Read != l.this:
		l.need(to, e.Field)
	}
	for _, a := range e.Args {
		l.expr(a, to)
	}
	if len(e.Stmts()) > 0 {
		l.body(e.Stmts())
	}
}
