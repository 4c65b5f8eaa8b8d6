package ir

import "slices"

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

// effects is Effects but for what the functions do that are called, which are told.
func effects(body []*Stmt, called func(f *Func)) Access {
	a := newAccess()
	a.body(body, called)
	return a
}

func newAccess() Access { return Access{this: numberings.Add(1)} }

func (a *Access) reads(f *Field) {
	if f.met != a.this {
		f.met = a.this
		a.Reads = append(a.Reads, f)
	}
}

func (a *Access) writes(f *Field) {
	if f.written != a.this {
		f.written = a.this
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
	a.Reads, a.Writes, a.Asks, a.this = own.Reads[:0], own.Writes[:0], own.Asks[:0], numberings.Add(1)
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

// body adds what a body does itself.
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

// exprs adds what expressions do.
func (a *Access) exprs(list []*Expr, called func(f *Func)) {
	for _, e := range list {
		if len(e.Args) > 0 {
			a.exprs(e.Args, called)
		}
		if len(e.Body) > 0 {
			a.body(e.Body, called)
		}
		if f := e.Field; f != nil && f.Kind != Table && f.asked != a.this {
			a.reads(f)
			a.asks(f)
		}
		if e.Func != nil {
			called(e.Func)
		}
	}
}

// accesses are what functions do to memory, of those of which it has been asked. As long as one is used no function
// may be given another body that does something else.
type accesses map[*Func]Access

// function is what a function does.
func (known accesses) function(f *Func) Access {
	a, ok := known[f]
	if !ok {
		known[f] = Access{open: true}
		if a = known.of(f.Body); a.open {
			a = Effects(f.Body)
		}
		a.Unknown = a.Unknown || f.Body == nil
		known[f] = a
	}
	return a
}

// of is Effects.
func (known accesses) of(body []*Stmt) Access {
	var called []*Func
	own := effects(body, func(f *Func) {
		if f != nil && !slices.Contains(called, f) {
			called = append(called, f)
		}
	})
	if len(called) == 0 {
		return own
	}
	for _, f := range called {
		known.function(f)
	}
	own.again()
	for _, f := range called {
		own.join(known[f])
	}
	return own
}

// lasting reports whether a body changes memory but for spoil, which tells that there was no room, and for sets of
// the working space that it makes anew before it looks at them: those it adds to made, unless that is nil.
func lasting(body []*Stmt, words int, spoil *Field, made map[*Field]bool, access accesses) bool {
	does := access.of(body)
	if does.Unknown {
		return true
	}
	if len(does.Writes) == 0 {
		return false
	}
	u := newUnsetter()
	u.words, u.access = words, access
	u.body(body)
	for _, f := range does.Writes {
		switch {
		case f == spoil:
		case f.Kind != Scratch || f.Len != words || u.missing[f]:
			return true
		case made != nil:
			made[f] = true
		}
	}
	return false
}

// looksAt is how often a body reads a field, or changes it in part.
func looksAt(body []*Stmt, f *Field) (n int) {
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

// Performed is a body whose candidates are applied where they are emitted, by the
// function of their rule: of from, to and data.
func Performed(body []*Stmt, apply func(rule int) *Func) []*Stmt {
	r := &rewriter{sparing: true}
	r.stmt = func(r *rewriter, s *Stmt) ([]*Stmt, bool) {
		switch s.Op {
		case Emit:
			a := r.exprs(s.Args)
			return []*Stmt{{Op: Do, Args: []*Expr{Invoke(apply(int(a[0].K)), a[1:]...)}}}, true
		case EmitSet:
			a := r.exprs(s.Args)
			site, from := s.site(), a[1]
			if from.Is(-1) {
				from = Read(site)
			}
			return []*Stmt{{Op: Each, Local: site, Label: &Label{Name: "each"}, Args: []*Expr{a[2]}, Body: []*Stmt{
				{Op: Do, Args: []*Expr{Invoke(apply(int(a[0].K)), from, Read(site), a[3])}},
			}}}, true
		}
		return nil, false
	}
	return r.body(body)
}

// site is the local that stands for the site in an EmitSet.
func (s *Stmt) site() *Local {
	if s.Local != nil {
		return s.Local
	}
	return Within("site", 0, 1<<15-1)
}

// Emitted returns the numbers of the rules of the candidates that a body emits, ascending.
func Emitted(body []*Stmt) []int {
	numbers := Emissions(body)
	slices.Sort(numbers)
	return slices.Compact(numbers)
}

// EmitsAny reports whether a body emits a candidate of a rule with a number for which f does.
func EmitsAny(body []*Stmt, f func(number int) bool) bool {
	return slices.ContainsFunc(body, func(s *Stmt) bool {
		return (s.Op == Emit || s.Op == EmitSet) && f(int(s.Args[0].K)) || EmitsAny(s.Body, f) || EmitsAny(s.Else, f)
	})
}

// Emissions are the numbers of the rules of what a body emits, by where they are in it.
func Emissions(body []*Stmt) []int {
	var numbers []int
	EmitsAny(body, func(n int) bool {
		numbers = append(numbers, n)
		return false
	})
	return numbers
}

// Searches reports whether a generator looks for what it emits: it calls functions, or has a loop in which nothing is
// emitted. Finding its candidates then takes far longer than listing them.
func Searches(body []*Stmt) bool {
	for _, s := range body {
		found := false
		walkAll(s.Args, func(s *Stmt) { found = found || s.Op == Loop || s.Op == Each },
			func(e *Expr) { found = found || e.Op == Call }, true)
		switch s.Op {
		case Emit, EmitSet: // what the parts of a set have come from is asked of the drawn one
			continue
		case Loop, Each:
			found = found || !emits(s.Body)
		}
		if found || Searches(s.Body) || Searches(s.Else) {
			return true
		}
	}
	return false
}

// EmittedBefore calls f for every place of a body where a candidate is emitted, with the number of
// its rule and those of the candidates that may have been emitted before it.
func EmittedBefore(body []*Stmt, f func(number int, before []int)) { emittedBefore(body, nil, f) }

// emittedBefore is the same after other candidates; it returns them with those of the body.
func emittedBefore(body []*Stmt, before []int, f func(number int, before []int)) []int {
	for _, s := range body {
		switch s.Op {
		case If:
			yes := emittedBefore(s.Body, slices.Clip(before), f)
			no := emittedBefore(s.Else, slices.Clip(before), f)
			before = slices.Clip(yes)
			for _, n := range no {
				if !slices.Contains(before, n) {
					before = append(before, n)
				}
			}
		case Loop, Each:
			before = emittedBefore(s.Body, slices.Concat(before, Emitted(s.Body)), f) // those of the rounds before, too
		case Emit, EmitSet:
			n, after := int(s.Args[0].K), before
			if !slices.Contains(before, n) {
				after = append(slices.Clip(before), n)
			}
			if s.Op == EmitSet { // one by one
				before = after
			}
			f(n, before)
			before = after
		default:
			before = emittedBefore(s.Body, before, f)
		}
	}
	return before
}

// Listed is a body whose candidates are appended to a list one by one.
func Listed(c *Candidates, body []*Stmt) []*Stmt {
	r := &rewriter{sparing: true}
	r.stmt = func(r *rewriter, s *Stmt) ([]*Stmt, bool) {
		switch s.Op {
		case Emit:
			return c.append(r.exprs(s.Args)), true
		case EmitSet:
			a := r.exprs(s.Args)
			site, from := s.site(), a[1]
			if from.Is(-1) {
				from = Read(site)
			}
			return []*Stmt{{Op: Each, Local: site, Label: &Label{Name: "each"}, Args: []*Expr{a[2]},
				Body: c.append([]*Expr{a[0], from, Read(site), a[3]})}}, true
		}
		return nil, false
	}
	return r.body(body)
}

// Existing is a body that does found, which leaves it, at the first candidate.
func Existing(body []*Stmt, found ...*Stmt) []*Stmt {
	r := &rewriter{sparing: true}
	r.stmt = func(r *rewriter, s *Stmt) ([]*Stmt, bool) {
		switch s.Op {
		case Emit:
			return found, true
		case EmitSet:
			return occurring(r.rewrite(s.Args[2]), found), true
		}
		return nil, false
	}
	return r.body(body)
}

// occurring is a body that does found, which leaves it, if a set is not empty: at its first site, where sites are
// collected one by one under conditions that take loops.
func occurring(set *Expr, found []*Stmt) []*Stmt {
	all := []*Stmt{When(Calc(SetAny, set), found...)}
	if set.Op != Block || set.Args[0].Op != SetLoad || set.Args[0].Field.Kind != Scratch ||
		!set.Args[0].Args[0].Is(0) {
		return all
	}
	into, fit, inside := set.Args[0], true, false
	Walk(set.Body, func(s *Stmt) {
		if s.Field != into.Field {
			fit = fit && s.Op != Return && s.Op != Generate
			return
		}
		fit = fit && s.Args[0].Is(0) && (s.Op == Include || s.Op == SetStore && s == set.Body[0])
	}, func(e *Expr) { fit = fit && e.Op != Call })
	if !fit {
		return all
	}
	r := &rewriter{sparing: true, stmt: func(r *rewriter, s *Stmt) ([]*Stmt, bool) {
		if s.Op != If || len(s.Body) != 1 || len(s.Else) > 0 || s.Body[0].Op != Include || s.Body[0].Field != into.Field ||
			!searched(s.Args[0]) {
			return nil, false
		}
		inside = true
		return []*Stmt{When(s.Args[0], append([]*Stmt{s.Body[0]}, found...)...)}, true
	}}
	body := r.body(set.Body)
	if !inside {
		return all
	}
	return append(body, When(Calc(SetAny, into), found...))
}

// Noted is a body with a statement in front of each of its candidates.
func Noted(body []*Stmt, note *Stmt) []*Stmt {
	r := &rewriter{sparing: true}
	r.stmt = func(r *rewriter, s *Stmt) ([]*Stmt, bool) {
		if s.Op != Emit && s.Op != EmitSet {
			return nil, false
		}
		x := *s
		x.Args = r.exprs(s.Args)
		return []*Stmt{note, &x}, true
	}
	return r.body(body)
}

// AllOf is the body of a generator without parameters that emits all candidates where the
// generator emits the best of some, which around makes something of; nil for nothing.
func AllOf(gen *Func, around func(body []*Stmt) []*Stmt) []*Stmt {
	r := &rewriter{sparing: true, stmt: func(r *rewriter, s *Stmt) ([]*Stmt, bool) {
		if s.Op == If && s.Best {
			if around == nil {
				return r.body(s.Body), true
			}
			return around(r.body(s.Body)), true
		}
		return nil, false
	}}
	return r.body(gen.Body)
}

// Inlined is the body of a generator without parameters, to be put into another one.
func Inlined(gen *Func) []*Stmt {
	r := &rewriter{sparing: true}
	return r.body(gen.Body)
}

// Gathered is a body that does what one gives at each candidate, from its from and to,
// and what set gives at candidates to all sites of a set; from -1 is the site itself.
func Gathered(body []*Stmt, one func(from, to *Expr) []*Stmt, set func(from, sites *Expr) []*Stmt) []*Stmt {
	r := &rewriter{sparing: true}
	r.stmt = func(r *rewriter, s *Stmt) ([]*Stmt, bool) {
		switch s.Op {
		case Emit:
			a := r.exprs(s.Args)
			return one(a[1], a[2]), true
		case EmitSet:
			a := r.exprs(s.Args)
			return set(a[1], a[2]), true
		}
		return nil, false
	}
	return r.body(body)
}

// singly is a body that does what f gives for each candidate, an Emit of its own also where
// it is one of those to all sites of a set.
func singly(body []*Stmt, f func(emit *Stmt) []*Stmt) []*Stmt {
	r := &rewriter{sparing: true}
	r.stmt = func(r *rewriter, s *Stmt) ([]*Stmt, bool) {
		switch s.Op {
		case Emit:
			x := *s
			x.Args = r.exprs(s.Args)
			return f(&x), true
		case EmitSet:
			a := r.exprs(s.Args)
			site, from := Within("site", 0, 1<<15-1), a[1]
			if from.Is(-1) {
				from = Read(site)
			}
			return []*Stmt{{Op: Each, Local: site, Label: &Label{Name: "each"}, Args: []*Expr{a[2]},
				Body: f(&Stmt{Op: Emit, Args: []*Expr{a[0], from, Read(site), a[3]}})}}, true
		}
		return nil, false
	}
	return r.body(body)
}
