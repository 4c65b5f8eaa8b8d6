package ir

import "slices"

// Remember has what takes loops or calls to find found once, as long as nothing that it was found from is another:
// what rules ask of each of many sites is often the same for all of them, or asked in the next condition again. A
// variable tells whether the value is known, another one has it, and what writes any of what the value follows from
// says that it is known no more. What is found must leave nothing behind but working space that nobody looks at
// afterwards; budget and fault do not count.
func Remember(p *Program, budget, fault *Field) {
	m := &memory{p: p, budget: budget, fault: fault, access: accesses{}, cost: typical{}}
	for _, f := range p.Funcs {
		if f.Host || f.Recursive {
			return // what it does is not known
		}
		m.find(f)
	}
	if len(m.all) == 0 {
		return
	}
	m.look()
	var hits []*rememberer
	for _, f := range p.Funcs {
		if len(m.of[f]) > 0 {
			if c := m.hits(f); c != nil {
				hits = append(hits, c)
			}
		}
	}
	if len(hits) == 0 {
		return
	}
	some := map[*Field]bool{}
	for _, c := range hits {
		for _, q := range m.of[c.f] {
			for _, f := range q.writes {
				some[f] = q.hit && !m.apart(f) || some[f]
			}
		}
	}
	open := m.fromOutside(some)
	for _, c := range hits {
		c.change(open)
	}
}

// Values that take less than worthRemembered operations to find are found again; variables have sets of at most
// mostRemembered words; and of a function at most mostQuestions are looked at.
const (
	worthRemembered = 60
	mostRemembered  = 4
	mostQuestions   = 64
)

type memory struct {
	p             *Program
	budget, fault *Field
	access        accesses
	cost          typical
	all           []*asked
	of            map[*Func][]*question
	with          *exposure      // of what is looked at
	reads         tally          // of the function that is looked at
	times         map[*Field]int // how often it meets working space, nil while nobody has asked
	loop          *Stmt
	locals        map[*Local]bool // that it assigns
	emits         bool            // the function emits candidates
}

// asked is an expression that may be remembered.
type asked struct {
	e      *Expr
	in     *Func
	loop   *Stmt // it stands in
	cost   int
	shape  uint64 // what it does, but for variables and working space; 0 while nobody has asked
	twin   bool   // another one may be like it
	uses   []any  // variables and fields that its value follows from
	writes Fields // what it writes

	assigned []*Local       // what it assigns
	own      map[*Field]int // how often it meets working space, nil while nobody has asked
	is       *question      // nil if it cannot be remembered
}

// question is what several expressions ask alike, or one in a loop.
type question struct {
	first        *asked
	bit          uint64 // among those of its function, of which there are at most mostQuestions
	writes       Fields // what finding the value writes
	value, known *Local
	hit          bool // one of them may be asked when the value is known
}

// find notes the expressions of a function that take long and may be asked again: those in loops, and those of which
// another one may be like.
func (m *memory) find(f *Func) {
	from := len(m.all)
	if m.body(f, f.Body, nil); m.emits {
		m.all, m.emits = m.all[:from], false
		return
	}
	kept := m.all[:from]
	for i, a := range m.all[from:] {
		for j, b := range m.all[from:] {
			if i != j && a.cost == b.cost && a.e.Type == b.e.Type && a.told() == b.told() {
				a.twin = true
				break
			}
		}
	}
	for _, a := range m.all[from:] {
		if a.twin || a.loop != nil {
			kept = append(kept, a)
		}
	}
	m.all = kept
}

// told is a number that tells what an expression does, but for variables and working space.
func (a *asked) told() uint64 {
	if a.shape != 0 {
		return a.shape
	}
	h := uint64(1)
	add := func(op int, k int64, f *Field) {
		h = (h ^ uint64(op) ^ uint64(k)<<8) * 1099511628211
		if f != nil && f.Kind != Scratch {
			h = (h ^ uint64(f.Len) ^ uint64(f.Elem)<<32 ^ uint64(len(f.Name))<<40) * 1099511628211
		}
	}
	walkAll([]*Expr{a.e}, func(s *Stmt) { add(int(s.Op), 0, s.Field) }, func(e *Expr) {
		add(int(e.Op), e.K, e.Field)
		for _, w := range e.Words {
			add(0, int64(w), nil)
		}
	}, false)
	a.shape = h | 1
	return a.shape
}

// effort is what a body or an expression takes, and whether something in it loops or is called.
type effort struct {
	cost         int
	loops, calls bool
}

func (x *effort) add(y effort) {
	x.cost, x.loops, x.calls = x.cost+y.cost, x.loops || y.loops, x.calls || y.calls
}

// body notes those of a body in a loop, nil for none.
func (m *memory) body(f *Func, body []*Stmt, loop *Stmt) (all effort) {
	for _, s := range body {
		if m.emits {
			return all
		}
		all.add(m.exprs(f, s.Args, loop))
		inside, rounds := loop, 1
		switch s.Op {
		case Loop, Each:
			inside, rounds, all.loops = s, 3, true
		case Emit, EmitSet, Generate:
			m.emits = true
		}
		own := m.body(f, s.Body, inside)
		own.add(m.body(f, s.Else, inside))
		own.cost = 1 + rounds*own.cost
		all.add(own)
	}
	return all
}

func (m *memory) exprs(f *Func, list []*Expr, loop *Stmt) (all effort) {
	for _, e := range list {
		if e.nodes > 0 {
			all.cost += int(e.nodes)
			continue
		}
		own := m.body(f, e.Body, loop)
		loops := own.loops
		own.add(m.exprs(f, e.Args, loop))
		own.cost++
		if e.Op == Call {
			own.cost, own.calls = m.cost.expr(e), true
		}
		if e.Op == Block && (e.Type == I32 || e.Type == Set && m.p.Words <= mostRemembered) && (loops || own.calls) &&
			own.cost >= worthRemembered {
			m.all = append(m.all, &asked{e: e, in: f, loop: loop, cost: own.cost})
		}
		all.add(own)
	}
	return all
}

// look finds out what may be remembered, and which expressions ask for the same.
func (m *memory) look() {
	m.of = map[*Func][]*question{}
	m.with = newExposure(m.p.Words, nil)
	var in *Func
	for _, a := range m.all {
		if in != a.in {
			in, m.reads, m.times = a.in, tallied(a.in.Body), nil
		}
		m.ask(a)
	}
}

// fromOutside are those of some fields that are read before they are written, if what may be remembered writes
// nothing.
func (m *memory) fromOutside(some map[*Field]bool) map[*Field]bool {
	skip, open, called := map[*Expr]bool{}, map[*Field]bool{}, map[*Func]bool{}
	for _, a := range m.all {
		skip[a.e] = true
	}
	for _, f := range m.p.Funcs {
		calls(f.Body, func(f *Func) { called[f] = true })
	}
	without := newExposure(m.p.Words, skip)
	without.some = some
	for _, f := range m.p.Funcs {
		if !called[f] || f.Export {
			for _, x := range without.function(f).reads {
				open[x] = true
			}
		}
	}
	return open
}

// calls tells of each call in a body.
func calls(body []*Stmt, tell func(f *Func)) {
	for _, s := range body {
		callsIn(s.Args, tell)
		calls(s.Body, tell)
		calls(s.Else, tell)
	}
}

func callsIn(list []*Expr, tell func(f *Func)) {
	for _, e := range list {
		if e.nodes > 0 {
			continue
		}
		if e.Op == Call {
			tell(e.Func)
		}
		callsIn(e.Args, tell)
		calls(e.Body, tell)
	}
}

// follows finds what a value follows from. It reports whether it may be remembered.
func (m *memory) follows(a *asked) bool {
	body := []*Stmt{{Op: Do, Args: []*Expr{a.e}}}
	if !a.twin && m.changes(a, body) {
		return false // each round asks for another one
	}
	m.with.begin()
	m.with.body(body)
	if !a.twin {
		for x := range m.with.missing {
			if l, ok := x.(*Local); ok && m.locals[l] {
				return false
			}
		}
	}
	ok := true
	var assigned []*Local
	var left, inside []*Label
	Walk(body, func(s *Stmt) {
		switch s.Op {
		case Assign, Each:
			assigned = append(assigned, s.Local)
		case Save, Restore, Return:
			ok = false
		case Break, Continue:
			left = append(left, s.Label)
		}
		if s.Op == Loop || s.Op == Scope || s.Op == Each {
			inside = append(inside, s.Label)
		}
	}, nil)
	if !ok || slices.ContainsFunc(left, func(l *Label) bool { return !slices.Contains(inside, l) }) {
		return false
	}
	within := gets(body)
	for _, l := range assigned {
		if within[l] != m.reads.of(l) || m.with.missing[l] { // read elsewhere, too, or before
			return false
		}
	}
	a.assigned = assigned
	does := m.access.of(body)
	if does.Unknown {
		return false
	}
	for x := range m.with.missing {
		if f, ok := x.(*Field); !ok || !m.apart(f) {
			a.uses = append(a.uses, x)
		}
	}
	a.writes = does.Writes
	return !slices.ContainsFunc(does.Writes, func(f *Field) bool {
		return !m.apart(f) && (f.Kind != Scratch || m.with.missing[f])
	})
}

// changes reports whether an expression reads what its loop assigns and it does not.
func (m *memory) changes(a *asked, body []*Stmt) bool {
	if m.loop != a.loop {
		m.loop, m.locals = a.loop, map[*Local]bool{}
		Walk([]*Stmt{a.loop}, func(s *Stmt) { m.locals[s.Local] = true }, nil)
	}
	own, yes := map[*Local]bool{}, false
	Walk(body, func(s *Stmt) { own[s.Local] = true }, nil)
	Walk(body, nil, func(e *Expr) { yes = yes || e.Op == Get && m.locals[e.Local] && !own[e.Local] })
	return yes
}

// apart reports whether what a field holds does not matter to values.
func (m *memory) apart(f *Field) bool { return f == m.budget || f == m.fault || f.Aside }

// ask finds the question that an expression asks.
func (m *memory) ask(a *asked) {
	for _, q := range m.of[a.in] {
		if m.same(q.first, a) {
			a.is, q.writes = q, q.writes.With(a.writes)
			return
		}
	}
	n := len(m.of[a.in])
	if n == mostQuestions || !m.follows(a) {
		return
	}
	a.is = &question{first: a, writes: a.writes, bit: 1 << n}
	m.of[a.in] = append(m.of[a.in], a.is)
}

// same reports whether an expression differs from one that may be remembered in nothing but variables and working space
// of their own, and notes what it writes.
func (m *memory) same(a, b *asked) bool {
	if a.cost != b.cost || a.e.Type != b.e.Type || a.told() != b.told() {
		return false
	}
	t := matcher{locals: map[*Local]*Local{}, labels: map[*Label]*Label{}, fields: map[*Field]*Field{}}
	t.own = func(x, y *Field) bool {
		return x != y && x.Len == y.Len && x.Elem == y.Elem && x.Aside == y.Aside && m.own(a, x) && m.own(b, y)
	}
	for _, x := range a.uses {
		switch x := x.(type) {
		case *Local:
			t.locals[x] = x
		case *Field:
			t.fields[x] = x
		}
	}
	if !t.exprs([]*Expr{a.e}, []*Expr{b.e}) || !each(t.locals) || !each(t.fields) {
		return false
	}
	for _, l := range a.assigned {
		if m.reads.of(t.locals[l]) != m.reads.of(l) { // read elsewhere, too
			return false
		}
	}
	for _, f := range a.writes {
		if own := t.fields[f]; own != nil {
			f = own
		}
		b.writes = append(b.writes, f)
	}
	return true
}

// each reports whether nothing stands for two.
func each[T any](pairs map[*T]*T) bool {
	met := make(map[*T]bool, len(pairs))
	for _, y := range pairs {
		if met[y] {
			return false
		}
		met[y] = true
	}
	return true
}

// own reports whether a field is working space that nothing of the function but an expression meets.
func (m *memory) own(a *asked, f *Field) bool {
	if f.Kind != Scratch {
		return false
	}
	if m.times == nil {
		m.times = meetings(a.in.Body)
	}
	if a.own == nil {
		a.own = meetings([]*Stmt{{Op: Do, Args: []*Expr{a.e}}})
	}
	return m.times[f] == a.own[f]
}

// meetings is how often a body meets working space.
func meetings(body []*Stmt) map[*Field]int {
	n := map[*Field]int{}
	Walk(body, func(s *Stmt) {
		if s.Field != nil && s.Field.Kind == Scratch {
			n[s.Field]++
		}
	}, func(e *Expr) {
		if e.Field != nil && e.Field.Kind == Scratch {
			n[e.Field]++
		}
	})
	return n
}
