package transform

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Trials leaves out what makes no difference to a trial: to a function that puts the position back before it returns,
// on every way. Of the moves that it makes nothing matters but what is asked of the position they lead to. What they
// change beside that, and what is found for nothing else, is left out in functions of its own; moves that are played
// go on as they are. Nothing that is asked follows from calls of the functions in idle. Trials that go through much
// code stay as they are: what they change is little of that.
func Trials(p *ir.Program, idle ...*ir.Func) {
	var list []*ir.Func
	for _, f := range p.Funcs {
		if isTrial(f) && worked(f, map[*ir.Func]bool{}) <= mostTried {
			list = append(list, f)
		}
	}
	if len(list) == 0 {
		return
	}
	t := &trials{idle: idle, own: ownSets(p), fields: map[*ir.Field]bool{}, locals: map[*ir.Local]bool{},
		tried: map[*ir.Func]*ir.Func{}}
	for grown := true; grown; {
		before := len(t.fields) + len(t.locals)
		t.acts, t.asked = map[*ir.Func]bool{}, map[*ir.Func]bool{}
		for _, f := range list {
			t.ask(f)
		}
		grown = len(t.fields)+len(t.locals) > before
	}
	for _, f := range list {
		t.tried[f] = f
	}
	for _, f := range list {
		f.Body = t.body(f.Body)
	}
	p.Funcs = append(p.Funcs, t.made...)
}

// mostTried is the size of the code of a trial up to which it is looked at.
const mostTried = 1 << 10

// worked is the size of a function and of all that it calls, as far as it matters.
func worked(f *ir.Func, seen map[*ir.Func]bool) int {
	if seen[f] {
		return 0
	}
	seen[f] = true
	n := Size(f)
	ir.Walk(f.Body, nil, func(e *ir.Expr) {
		if e.Callee() != nil && n <= mostTried {
			n += worked(e.Callee(), seen)
		}
	})
	return n
}

// isTrial reports whether a function puts the position back right before it returns.
func isTrial(f *ir.Func) bool {
	end := len(f.Body) - 1
	if end < 1 || f.Body[end].Op != ir.Return || f.Body[end-1].Op != ir.Restore || f.Recursive {
		return false
	}
	returns, good := 0, 0
	var look func(body []*ir.Stmt)
	look = func(body []*ir.Stmt) {
		for i, s := range body {
			if s.Op == ir.Return && i > 0 && body[i-1].Op == ir.Restore {
				good++
			}
			look(s.Body)
			look(s.Else)
		}
	}
	look(f.Body)
	ir.Walk(f.Body, func(s *ir.Stmt) {
		if s.Op == ir.Return {
			returns++
		}
	}, nil)
	return good == returns
}

// ownSets are fields of sets whose sets are put there by whoever reads them, in the function that does.
func ownSets(p *ir.Program) map[*ir.Field]bool {
	own, lost := map[*ir.Field]bool{}, map[*ir.Field]bool{}
	var look func(body []*ir.Stmt, known []*ir.Field)
	var reads func(list []*ir.Expr, known []*ir.Field)
	read := func(f *ir.Field, known []*ir.Field) {
		if f == nil || f.Kind != ir.Scratch {
			return
		}
		if own[f] = true; !slices.Contains(known, f) {
			lost[f] = true
		}
	}
	reads = func(list []*ir.Expr, known []*ir.Field) {
		for _, e := range list {
			read(e.Field, known)
			reads(e.Args, known)
			look(e.Stmts(), known)
		}
	}
	look = func(body []*ir.Stmt, known []*ir.Field) {
		for _, s := range body {
			reads(s.Args, known)
			switch {
			case s.Op == ir.SetStore && s.Field.Len == p.Words && s.Field.Kind == ir.Scratch:
				known = append(slices.Clip(known), s.Field)
			case s.Op == ir.Include || s.Op == ir.Exclude || s.Op == ir.Store || s.Op == ir.SetStore:
				read(s.Field, known)
			}
			look(s.Body, known)
			look(s.Else, known)
		}
	}
	for _, f := range p.Funcs {
		look(f.Body, nil)
	}
	for f := range lost {
		delete(own, f)
	}
	return own
}

// trials finds what trials need.
type trials struct {
	idle   []*ir.Func
	own    map[*ir.Field]bool
	fields map[*ir.Field]bool // that are needed
	locals map[*ir.Local]bool
	asked  map[*ir.Func]bool // functions that have been gone through, as somebody needs what they do
	acts   map[*ir.Func]bool // functions of which it is known whether they do something that is needed
	tried  map[*ir.Func]*ir.Func
	made   []*ir.Func
}

// removable reports whether a statement does nothing but change what a trial does not leave behind.
func (t *trials) removable(s *ir.Stmt) bool {
	switch s.Op {
	case ir.Store, ir.SetStore, ir.Include, ir.Exclude:
		return s.Field.Kind == ir.State && !s.Field.Log || t.own[s.Field]
	}
	return false
}

// does reports whether a statement does something that is needed, or what it contains.
func (t *trials) does(s *ir.Stmt) bool {
	for _, a := range s.Args {
		if t.doesIn(a) {
			return true
		}
	}
	switch s.Op {
	case ir.Assign:
		return t.locals[s.Local]
	case ir.Store, ir.SetStore, ir.Include, ir.Exclude:
		return !t.removable(s) || t.fields[s.Field]
	case ir.If, ir.Loop, ir.Scope, ir.Each:
		return slices.ContainsFunc(s.Body, t.does) || slices.ContainsFunc(s.Else, t.does)
	case ir.Break, ir.Continue, ir.Return, ir.Do:
		return false
	}
	return true
}

// doesIn is does for what an expression contains.
func (t *trials) doesIn(e *ir.Expr) bool {
	switch {
	case e.Nodes > 0:
		return false
	case e.Callee() != nil && !slices.Contains(t.idle, e.Callee()) && t.doesFunc(e.Callee()):
		return true
	}
	return slices.ContainsFunc(e.Args, t.doesIn) || slices.ContainsFunc(e.Stmts(), t.does)
}

func (t *trials) doesFunc(f *ir.Func) bool {
	yes, known := t.acts[f]
	if !known {
		t.acts[f] = true // while it is found out
		yes = f.Host || f.Recursive || slices.ContainsFunc(f.Body, t.does)
		t.acts[f] = yes
	}
	return yes
}

// strays reports whether a statement may go on elsewhere than behind it.
func strays(s *ir.Stmt, inside ...*ir.Label) bool {
	switch s.Op {
	case ir.Return:
		return true
	case ir.Break, ir.Continue:
		return !slices.Contains(inside, s.Label)
	}
	if s.Label != nil {
		inside = append(slices.Clip(inside), s.Label)
	}
	out := func(s *ir.Stmt) bool { return strays(s, inside...) }
	found := slices.ContainsFunc(s.Body, out) || slices.ContainsFunc(s.Else, out)
	ir.WalkAll(s.Args, func(s *ir.Stmt) {
		found = found || s.Op == ir.Return || s.Op == ir.Break || s.Op == ir.Continue
	}, nil, true)
	return found
}

// needed reports whether a statement of a body that is needed is so itself.
func (t *trials) needed(s *ir.Stmt) bool { return t.does(s) || strays(s) }

// ask notes what a function needs.
func (t *trials) ask(f *ir.Func) {
	if !t.asked[f] {
		t.asked[f] = true
		t.follow(f.Body)
	}
}

// follow notes what the needed statements of a body need.
func (t *trials) follow(body []*ir.Stmt) {
	for _, s := range body {
		if !t.needed(s) {
			continue
		}
		for _, a := range s.Args {
			t.need(a)
		}
		if s.Op == ir.Include || s.Op == ir.Exclude || s.Op == ir.EmitSet {
			t.fields[s.Field] = true
		}
		t.follow(s.Body)
		t.follow(s.Else)
	}
}

func (t *trials) need(e *ir.Expr) {
	if e.Field != nil {
		t.fields[e.Field] = true
	}
	if e.Local != nil {
		t.locals[e.Local] = true
	}
	for _, a := range e.Args {
		t.need(a)
	}
	t.follow(e.Stmts())
	if e.Callee() != nil && !slices.Contains(t.idle, e.Callee()) {
		t.ask(e.Callee())
	}
}

// Body is a body without what is not needed.
func (t *trials) body(in []*ir.Stmt) []*ir.Stmt {
	r := &ir.Rewriter{Stmt: func(_ *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) { return nil, !t.needed(s) },
		Expr: func(r *ir.Rewriter, e *ir.Expr) (*ir.Expr, bool) {
			if e.Callee() == nil {
				return nil, false
			}
			return e.Calling(t.of(e.Callee()), r.Exprs(e.Args)), true
		}}
	return r.Body(in)
}

// Of is what a trial calls in place of a function: itself if all that it does is needed.
func (t *trials) of(f *ir.Func) *ir.Func {
	if g := t.tried[f]; g != nil {
		return g
	}
	t.tried[f] = f
	if f.Host || f.Recursive {
		return f
	}
	g := &ir.Func{Name: f.Name + ".tried", Params: f.Params, Result: f.Result}
	alike := true
	if ir.Walk(f.Body, func(s *ir.Stmt) { alike = alike && t.needed(s) }, nil); alike {
		ir.Walk(f.Body, nil, func(e *ir.Expr) { alike = alike && (e.Callee() == nil || t.of(e.Callee()) == e.Callee()) })
	}
	if alike {
		return f
	}
	t.tried[f] = g
	g.Body = t.body(f.Body)
	t.made = append(t.made, g)
	return g
}
