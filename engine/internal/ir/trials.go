package ir

import "slices"

// Trials leaves out what makes no difference to a trial: to a function that puts the position back before it returns,
// on every way. Of the moves that it makes nothing matters but what is asked of the position they lead to. What they
// change beside that, and what is found for nothing else, is left out in functions of its own; moves that are played
// go on as they are. Nothing that is asked follows from calls of the functions in idle. Trials that go through much
// code stay as they are: what they change is little of that.
func Trials(p *Program, idle ...*Func) {
	var list []*Func
	for _, f := range p.Funcs {
		if isTrial(f) && worked(f, map[*Func]bool{}) <= mostTried {
			list = append(list, f)
		}
	}
	if len(list) == 0 {
		return
	}
	t := &trials{idle: idle, own: ownSets(p), fields: map[*Field]bool{}, locals: map[*Local]bool{},
		tried: map[*Func]*Func{}}
	for grown := true; grown; {
		before := len(t.fields) + len(t.locals)
		t.acts, t.asked = map[*Func]bool{}, map[*Func]bool{}
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
func worked(f *Func, seen map[*Func]bool) int {
	if seen[f] {
		return 0
	}
	seen[f] = true
	n := Size(f)
	Walk(f.Body, nil, func(e *Expr) {
		if e.Func != nil && n <= mostTried {
			n += worked(e.Func, seen)
		}
	})
	return n
}

// isTrial reports whether a function puts the position back right before it returns.
func isTrial(f *Func) bool {
	end := len(f.Body) - 1
	if end < 1 || f.Body[end].Op != Return || f.Body[end-1].Op != Restore || f.Recursive {
		return false
	}
	returns, good := 0, 0
	var look func(body []*Stmt)
	look = func(body []*Stmt) {
		for i, s := range body {
			if s.Op == Return && i > 0 && body[i-1].Op == Restore {
				good++
			}
			look(s.Body)
			look(s.Else)
		}
	}
	look(f.Body)
	Walk(f.Body, func(s *Stmt) {
		if s.Op == Return {
			returns++
		}
	}, nil)
	return good == returns
}

// ownSets are fields of sets whose sets are put there by whoever reads them, in the function that does.
func ownSets(p *Program) map[*Field]bool {
	own, lost := map[*Field]bool{}, map[*Field]bool{}
	var look func(body []*Stmt, known []*Field)
	var reads func(list []*Expr, known []*Field)
	read := func(f *Field, known []*Field) {
		if f == nil || f.Kind != Scratch {
			return
		}
		if own[f] = true; !slices.Contains(known, f) {
			lost[f] = true
		}
	}
	reads = func(list []*Expr, known []*Field) {
		for _, e := range list {
			read(e.Field, known)
			reads(e.Args, known)
			look(e.Body, known)
		}
	}
	look = func(body []*Stmt, known []*Field) {
		for _, s := range body {
			reads(s.Args, known)
			switch {
			case s.Op == SetStore && s.Field.Len == p.Words && s.Field.Kind == Scratch:
				known = append(slices.Clip(known), s.Field)
			case s.Op == Include || s.Op == Exclude || s.Op == Store || s.Op == SetStore:
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
	idle   []*Func
	own    map[*Field]bool
	fields map[*Field]bool // that are needed
	locals map[*Local]bool
	asked  map[*Func]bool // functions that have been gone through, as somebody needs what they do
	acts   map[*Func]bool // functions of which it is known whether they do something that is needed
	tried  map[*Func]*Func
	made   []*Func
}

// removable reports whether a statement does nothing but change what a trial does not leave behind.
func (t *trials) removable(s *Stmt) bool {
	switch s.Op {
	case Store, SetStore, Include, Exclude:
		return s.Field.Kind == State && !s.Field.log || t.own[s.Field]
	}
	return false
}

// does reports whether a statement does something that is needed, or what it contains.
func (t *trials) does(s *Stmt) bool {
	for _, a := range s.Args {
		if t.doesIn(a) {
			return true
		}
	}
	switch s.Op {
	case Assign:
		return t.locals[s.Local]
	case Store, SetStore, Include, Exclude:
		return !t.removable(s) || t.fields[s.Field]
	case If, Loop, Scope, Each:
		return slices.ContainsFunc(s.Body, t.does) || slices.ContainsFunc(s.Else, t.does)
	case Break, Continue, Return, Do:
		return false
	}
	return true
}

// doesIn is does for what an expression contains.
func (t *trials) doesIn(e *Expr) bool {
	switch {
	case e.nodes > 0:
		return false
	case e.Func != nil && !slices.Contains(t.idle, e.Func) && t.doesFunc(e.Func):
		return true
	}
	return slices.ContainsFunc(e.Args, t.doesIn) || slices.ContainsFunc(e.Body, t.does)
}

func (t *trials) doesFunc(f *Func) bool {
	yes, known := t.acts[f]
	if !known {
		t.acts[f] = true // while it is found out
		yes = f.Host || f.Recursive || slices.ContainsFunc(f.Body, t.does)
		t.acts[f] = yes
	}
	return yes
}

// strays reports whether a statement may go on elsewhere than behind it.
func strays(s *Stmt, inside ...*Label) bool {
	switch s.Op {
	case Return:
		return true
	case Break, Continue:
		return !slices.Contains(inside, s.Label)
	}
	if s.Label != nil {
		inside = append(slices.Clip(inside), s.Label)
	}
	out := func(s *Stmt) bool { return strays(s, inside...) }
	found := slices.ContainsFunc(s.Body, out) || slices.ContainsFunc(s.Else, out)
	walkAll(s.Args, func(s *Stmt) {
		found = found || s.Op == Return || s.Op == Break || s.Op == Continue
	}, nil, true)
	return found
}

// needed reports whether a statement of a body that is needed is so itself.
func (t *trials) needed(s *Stmt) bool { return t.does(s) || strays(s) }

// ask notes what a function needs.
func (t *trials) ask(f *Func) {
	if !t.asked[f] {
		t.asked[f] = true
		t.follow(f.Body)
	}
}

// follow notes what the needed statements of a body need.
func (t *trials) follow(body []*Stmt) {
	for _, s := range body {
		if !t.needed(s) {
			continue
		}
		for _, a := range s.Args {
			t.need(a)
		}
		if s.Op == Include || s.Op == Exclude || s.Op == EmitSet {
			t.fields[s.Field] = true
		}
		t.follow(s.Body)
		t.follow(s.Else)
	}
}

func (t *trials) need(e *Expr) {
	if e.Field != nil {
		t.fields[e.Field] = true
	}
	if e.Local != nil {
		t.locals[e.Local] = true
	}
	for _, a := range e.Args {
		t.need(a)
	}
	t.follow(e.Body)
	if e.Func != nil && !slices.Contains(t.idle, e.Func) {
		t.ask(e.Func)
	}
}

// body is a body without what is not needed.
func (t *trials) body(in []*Stmt) []*Stmt {
	r := &rewriter{stmt: func(_ *rewriter, s *Stmt) ([]*Stmt, bool) { return nil, !t.needed(s) },
		expr: func(r *rewriter, e *Expr) (*Expr, bool) {
			if e.Func == nil {
				return nil, false
			}
			c := *e
			c.Args, c.Func = r.exprs(e.Args), t.of(e.Func)
			return &c, true
		}}
	return r.body(in)
}

// of is what a trial calls in place of a function: itself if all that it does is needed.
func (t *trials) of(f *Func) *Func {
	if g := t.tried[f]; g != nil {
		return g
	}
	t.tried[f] = f
	if f.Host || f.Recursive {
		return f
	}
	g := &Func{Name: f.Name + ".tried", Params: f.Params, Result: f.Result}
	alike := true
	if Walk(f.Body, func(s *Stmt) { alike = alike && t.needed(s) }, nil); alike {
		Walk(f.Body, nil, func(e *Expr) { alike = alike && (e.Func == nil || t.of(e.Func) == e.Func) })
	}
	if alike {
		return f
	}
	t.tried[f] = g
	g.Body = t.body(f.Body)
	t.made = append(t.made, g)
	return g
}
