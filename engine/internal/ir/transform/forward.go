package transform

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Functions in place of their calls pass on what they know through variables and memory: where the last move went is
// written by the move and read by the condition behind it. Forward follows constants, copies of variables and what
// was stored at a place, along every way through a function, and puts them where they are read.

// maxCopies and maxPlaces bound what is known at a time, of which every branch makes a copy.
const (
	maxCopies = 32
	maxPlaces = 16
)

// Forward puts what is known in place of what is read, and then takes out the stores to brief fields that nothing
// reads any more.
func Forward(p *ir.Program) {
	w := &forwarder{numbering: numbering{p: p, effects: map[*ir.Func]changes{}}, assigned: map[*ir.Local]int{}}
	for _, f := range p.Funcs {
		for _, l := range f.Params {
			w.assigned[l] = 2
		}
		ir.Walk(f.Body, func(s *ir.Stmt) {
			if s.Op == ir.Assign {
				w.assigned[s.Local]++
			}
		}, nil)
	}
	for _, f := range p.Funcs {
		if !f.Host {
			w.known, w.ways = knowledge{}, map[*ir.Label][]knowledge{}
			f.Body = w.body(f.Body)
		}
	}
	unread(p)
}

// unread takes out the stores to brief fields that nothing reads.
func unread(p *ir.Program) {
	read := map[*ir.Field]bool{}
	for _, f := range p.Funcs {
		ir.Walk(f.Body, func(s *ir.Stmt) {
			if s.Op != ir.Store {
				read[s.Field] = true
			}
		}, func(e *ir.Expr) { read[e.Field] = true })
	}
	r := &ir.Rewriter{Sparing: true, Stmt: func(r *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) {
		return nil, s.Op == ir.Store && s.Field.Brief && !read[s.Field] && s.Args[0].Pure() && s.Args[1].Pure()
	}}
	for _, f := range p.Funcs {
		f.Body = r.Body(f.Body)
	}
}

// copied is a variable that is a constant or a copy of another one.
type copied struct {
	local *ir.Local
	of    *ir.Expr
}

// stored is an element of a field, at a place that is a constant or a variable, whose value is one or the other.
type stored struct {
	field     *ir.Field
	at, value *ir.Expr
}

// knowledge is what is known at a point.
type knowledge struct {
	dead   bool // nothing comes here
	copies []copied
	places []stored
}

type forwarder struct {
	numbering // which tells what bodies and functions change
	known     knowledge
	ways      map[*ir.Label][]knowledge // those that lead behind a statement
	assigned  map[*ir.Local]int         // statements that assign a variable; parameters have more than one
}

// clone is a copy that changes on its own.
func (k knowledge) clone() knowledge {
	k.copies, k.places = slices.Clone(k.copies), slices.Clone(k.places)
	return k
}

// equal reports whether two constants or variables are the same.
func equal(a, b *ir.Expr) bool {
	return a.Op == b.Op && a.Type == b.Type && (a.Op == ir.Const && a.K == b.K || a.Op == ir.Get && a.Local == b.Local)
}

// meet is what is known whichever of two ways was taken.
func (k knowledge) meet(o knowledge) knowledge {
	if k.dead {
		return o
	}
	if o.dead {
		return k
	}
	var both knowledge
	for _, x := range k.copies {
		if slices.ContainsFunc(o.copies, func(y copied) bool { return y.local == x.local && equal(x.of, y.of) }) {
			both.copies = append(both.copies, x)
		}
	}
	for _, x := range k.places {
		if slices.ContainsFunc(o.places, func(y stored) bool {
			return y.field == x.field && equal(x.at, y.at) && equal(x.value, y.value)
		}) {
			both.places = append(both.places, x)
		}
	}
	return both
}

// root is the constant or variable that a constant or variable is a copy of in the end.
func (w *forwarder) root(e *ir.Expr) *ir.Expr {
	if e.Op == ir.Get {
		for _, x := range w.known.copies {
			if x.local == e.Local {
				return x.of
			}
		}
	}
	return e
}

// assign forgets what was known by a variable.
func (w *forwarder) assign(l *ir.Local) {
	is := func(e *ir.Expr) bool { return e.Op == ir.Get && e.Local == l }
	k := &w.known
	k.copies = slices.DeleteFunc(k.copies, func(x copied) bool { return x.local == l || is(x.of) })
	k.places = slices.DeleteFunc(k.places, func(x stored) bool { return is(x.at) || is(x.value) })
}

// lose forgets what a body may change.
func (w *forwarder) lose(does changes) {
	for _, l := range does.locals {
		w.assign(l)
	}
	if does.memory {
		w.known.places = nil
	}
	w.known.places = slices.DeleteFunc(w.known.places, func(x stored) bool {
		return slices.Contains(does.fields, x.field)
	})
}

// fits reports whether an element of a field has room for a value.
func (w *forwarder) fits(f *ir.Field, value *ir.Expr) bool {
	lo, hi := value.Range()
	switch f.Elem {
	case ir.U8:
		return lo >= 0 && hi <= 255
	case ir.I16:
		return lo >= -1<<15 && hi < 1<<15
	}
	return true
}

// note keeps the value of an element, if it is simple and so is the place.
func (w *forwarder) note(f *ir.Field, at, value *ir.Expr) {
	if !at.Simple() || !value.Simple() || f.Kind == ir.Table || f.Snapshot {
		return
	}
	k := &w.known
	if len(k.places) == maxPlaces {
		k.places = slices.Delete(k.places, 0, 1)
	}
	k.places = append(k.places, stored{f, w.root(at), value})
}

// store forgets the elements of a field that may be the one at a place.
func (w *forwarder) store(f *ir.Field, at *ir.Expr) {
	w.known.places = slices.DeleteFunc(w.known.places, func(x stored) bool {
		return x.field == f && (at.Op != ir.Const || x.at.Op != ir.Const || at.K == x.at.K)
	})
}

func (w *forwarder) body(in []*ir.Stmt) []*ir.Stmt {
	out := in
	var more []*ir.Stmt // in place of out, once there is more in it
	for i, s := range in {
		x, first := w.stmt(s)
		switch {
		case more == nil && first == nil:
			out = replaced(in, out, i, x)
			continue
		case more == nil:
			more = append(make([]*ir.Stmt, 0, len(in)+1), out[:i]...)
		}
		if first != nil {
			more = append(more, first)
		}
		more = append(more, x)
	}
	if more != nil {
		return more
	}
	return out
}

// Stmt is a statement with what is known in it, and one that goes before it or nil.
func (w *forwarder) stmt(s *ir.Stmt) (is, first *ir.Stmt) {
	args, body, alt := s.Args, s.Body, s.Else
	for i, a := range s.Args {
		args = replaced(s.Args, args, i, w.expr(a))
	}
	switch s.Op {
	case ir.Assign:
		w.assigns(s.Local, args[0])
	case ir.Store:
		w.store(s.Field, args[0])
		at, value := args[0], args[1]
		if s.Field.Brief && at.Op == ir.Const && !value.Simple() { // so that it can be read without the field
			first = ir.Put(ir.NewLocal(s.Field.Name, value.Type), value)
			value = ir.Read(first.Local)
			args = []*ir.Expr{at, value}
		}
		if w.fits(s.Field, value) {
			w.note(s.Field, at, value)
		}
	case ir.If:
		before := w.known.clone()
		w.holds(args[0])
		body = w.body(s.Body)
		after := w.known
		w.known = before
		w.fails(args[0])
		alt = w.body(s.Else)
		w.known = after.meet(w.known)
	case ir.Loop:
		w.lose(w.writes(s.Body))
		body = w.body(s.Body)
		w.known = knowledge{dead: true}
		w.behind(s.Label)
	case ir.Scope:
		body = w.body(s.Body)
		w.behind(s.Label)
	case ir.Break:
		w.ways[s.Label] = append(w.ways[s.Label], w.known)
		w.known = knowledge{dead: true}
	case ir.Continue, ir.Return:
		w.known = knowledge{dead: true}
	case ir.Save, ir.Restore:
		w.lose(w.writes([]*ir.Stmt{{Op: s.Op, Field: s.Field}}))
	}
	if ir.SameList(args, s.Args) && ir.SameList(body, s.Body) && ir.SameList(alt, s.Else) {
		return s, nil
	}
	n := *s
	n.Args, n.Body, n.Else = args, body, alt
	return &n, first
}

// behind goes on behind a statement that was left for its label.
func (w *forwarder) behind(l *ir.Label) {
	for _, k := range w.ways[l] {
		w.known = w.known.meet(k)
	}
	delete(w.ways, l)
}

// assigns notes what a variable becomes. One that is assigned nowhere else is never beyond the bounds of that, or 0.
func (w *forwarder) assigns(l *ir.Local, v *ir.Expr) {
	if l.Type == ir.I32 && w.assigned[l] == 1 {
		lo, hi := v.Range()
		lo, hi = min(lo, 0), max(hi, 0)
		if l.Lo > l.Hi {
			l.Lo, l.Hi = int(lo), int(hi)
		} else if int(lo) <= l.Hi && int(hi) >= l.Lo {
			l.Lo, l.Hi = max(l.Lo, int(lo)), min(l.Hi, int(hi))
		}
	}
	w.assign(l)
	for v.Op == ir.Block {
		v = v.Args[0]
	}
	k := &w.known
	switch of := w.root(v); {
	case v.Op == ir.Load:
		if at := v.Args[0]; !(at.Op == ir.Get && at.Local == l) {
			w.note(v.Field, at, ir.Read(l))
		}
	case v.Simple() && !(of.Op == ir.Get && of.Local == l):
		if len(k.copies) == maxCopies {
			k.copies = slices.Delete(k.copies, 0, 1)
		}
		k.copies = append(k.copies, copied{l, of})
	}
}

// holds notes what follows from a condition.
func (w *forwarder) holds(c *ir.Expr) {
	if c.Op == ir.Both && c.Pure() {
		w.holds(c.Args[0])
		w.holds(c.Args[1])
	}
	if c.Op != ir.Eq || c.Args[1].Op != ir.Const {
		return
	}
	switch x := c.Args[0]; x.Op {
	case ir.Load:
		w.note(x.Field, x.Args[0], c.Args[1])
	case ir.Get:
		k := &w.known
		k.copies = slices.DeleteFunc(k.copies, func(y copied) bool { return y.local == x.Local })
		k.copies = append(k.copies, copied{x.Local, c.Args[1]})
	}
}

// fails notes what follows from a condition that does not hold.
func (w *forwarder) fails(c *ir.Expr) {
	switch {
	case c.Op == ir.Either && c.Pure():
		w.fails(c.Args[0])
		w.fails(c.Args[1])
	case c.Op == ir.Load && c.Type == ir.I32:
		w.note(c.Field, c.Args[0], ir.Num(0))
	}
}

// Expr is an expression with what is known in place of what it reads.
func (w *forwarder) expr(e *ir.Expr) *ir.Expr {
	switch e.Op {
	case ir.Const:
		return e
	case ir.Get:
		return w.get(e)
	}
	args, body := e.Args, e.Stmts()
	if e.Op == ir.Block {
		body = w.body(e.Stmts())
	}
	for i, a := range e.Args {
		if i > 0 && (e.Op == ir.Both || e.Op == ir.Either || e.Op == ir.Choose) && !a.Pure() {
			before := w.known.clone()
			args = replaced(e.Args, args, i, w.expr(a))
			w.known = before.meet(w.known)
			continue
		}
		args = replaced(e.Args, args, i, w.expr(a))
	}
	switch {
	case e.Op == ir.Call:
		w.lose(w.called(e.Callee()))
	case e.Op == ir.Load && args[0].Simple():
		at := w.root(args[0])
		for _, x := range w.known.places {
			if x.field == e.Field && equal(x.at, at) {
				return w.get(x.value)
			}
		}
	}
	if ir.SameList(args, e.Args) && ir.SameList(body, e.Stmts()) {
		return e
	}
	return ir.Simplify(e.With(args, body).Weigh())
}

// get is a constant or variable, or what it is a copy of where no less is known of that.
func (w *forwarder) get(e *ir.Expr) *ir.Expr {
	of := w.root(e)
	if of.Op == ir.Get {
		a, b := e.Range()
		if c, d := of.Range(); c < a || d > b {
			return e
		}
	}
	return of
}
