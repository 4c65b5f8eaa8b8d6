package transform

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Remember has what takes loops or calls to find found once, as long as nothing that it was found from is another:
// what rules ask of each of many sites is often the same for all of them, or asked in the next condition again. A
// variable tells whether the value is known, another one has it, and what writes any of what the value follows from
// says that it is known no more. What is found must leave nothing behind but working space that nobody looks at
// afterwards; budget and fault do not count.
func Remember(p *ir.Program, budget, fault *ir.Field) {
	m := &memory{p: p, budget: budget, fault: fault, access: ir.Accesses{}, cost: typical{}}
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
	some := map[*ir.Field]bool{}
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
	p             *ir.Program
	budget, fault *ir.Field
	access        ir.Accesses
	cost          typical
	all           []*asked
	of            map[*ir.Func][]*question
	with          *exposure         // of what is looked at
	reads         ir.Tally          // of the function that is looked at
	times         map[*ir.Field]int // how often it meets working space, nil while nobody has asked
	loop          *ir.Stmt
	locals        map[*ir.Local]bool // that it assigns
	emits         bool               // the function emits candidates
}

// asked is an expression that may be remembered.
type asked struct {
	e      *ir.Expr
	in     *ir.Func
	loop   *ir.Stmt // it stands in
	cost   int
	shape  uint64    // what it does, but for variables and working space; 0 while nobody has asked
	twin   bool      // another one may be like it
	uses   []any     // variables and fields that its value follows from
	writes ir.Fields // what it writes

	assigned []*ir.Local       // what it assigns
	own      map[*ir.Field]int // how often it meets working space, nil while nobody has asked
	is       *question         // nil if it cannot be remembered
}

// question is what several expressions ask alike, or one in a loop.
type question struct {
	first        *asked
	bit          uint64    // among those of its function, of which there are at most mostQuestions
	writes       ir.Fields // what finding the value writes
	value, known *ir.Local
	hit          bool // one of them may be asked when the value is known
}

// find notes the expressions of a function that take long and may be asked again: those in loops, and those of which
// another one may be like.
func (m *memory) find(f *ir.Func) {
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
	add := func(op int, k int64, f *ir.Field) {
		h = (h ^ uint64(op) ^ uint64(k)<<8) * 1099511628211
		if f != nil && f.Kind != ir.Scratch {
			h = (h ^ uint64(f.Len) ^ uint64(f.Elem)<<32 ^ uint64(len(f.Name))<<40) * 1099511628211
		}
	}
	ir.WalkAll([]*ir.Expr{a.e}, func(s *ir.Stmt) { add(int(s.Op), 0, s.Field) }, func(e *ir.Expr) {
		add(int(e.Op), e.K, e.Field)
		for _, w := range e.Bits() {
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

// Body notes those of a body in a loop, nil for none.
func (m *memory) body(f *ir.Func, body []*ir.Stmt, loop *ir.Stmt) (all effort) {
	for _, s := range body {
		if m.emits {
			return all
		}
		all.add(m.exprs(f, s.Args, loop))
		inside, rounds := loop, 1
		switch s.Op {
		case ir.Loop, ir.Each:
			inside, rounds, all.loops = s, 3, true
		case ir.Emit, ir.EmitSet, ir.Generate:
			m.emits = true
		}
		own := m.body(f, s.Body, inside)
		own.add(m.body(f, s.Else, inside))
		own.cost = 1 + rounds*own.cost
		all.add(own)
	}
	return all
}

func (m *memory) exprs(f *ir.Func, list []*ir.Expr, loop *ir.Stmt) (all effort) {
	for _, e := range list {
		if e.Nodes > 0 {
			all.cost += int(e.Nodes)
			continue
		}
		own := m.body(f, e.Stmts(), loop)
		loops := own.loops
		own.add(m.exprs(f, e.Args, loop))
		own.cost++
		if e.Op == ir.Call {
			own.cost, own.calls = m.cost.expr(e), true
		}
		if e.Op == ir.Block && (e.Type == ir.I32 || e.Type == ir.Set && m.p.Words <= mostRemembered) &&
			(loops || own.calls) &&
			own.cost >= worthRemembered {
			m.all = append(m.all, &asked{e: e, in: f, loop: loop, cost: own.cost})
		}
		all.add(own)
	}
	return all
}

// look finds out what may be remembered, and which expressions ask for the same.
func (m *memory) look() {
	m.of = map[*ir.Func][]*question{}
	m.with = newExposure(m.p.Words, nil)
	var in *ir.Func
	for _, a := range m.all {
		if in != a.in {
			in, m.reads, m.times = a.in, tallied(a.in.Body), nil
		}
		m.ask(a)
	}
}

// fromOutside are those of some fields that are read before they are written, if what may be remembered writes
// nothing.
func (m *memory) fromOutside(some map[*ir.Field]bool) map[*ir.Field]bool {
	skip, open, called := map[*ir.Expr]bool{}, map[*ir.Field]bool{}, map[*ir.Func]bool{}
	for _, a := range m.all {
		skip[a.e] = true
	}
	for _, f := range m.p.Funcs {
		calls(f.Body, func(f *ir.Func) { called[f] = true })
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
func calls(body []*ir.Stmt, tell func(f *ir.Func)) {
	for _, s := range body {
		callsIn(s.Args, tell)
		calls(s.Body, tell)
		calls(s.Else, tell)
	}
}

func callsIn(list []*ir.Expr, tell func(f *ir.Func)) {
	for _, e := range list {
		if e.Nodes > 0 {
			continue
		}
		if e.Op == ir.Call {
			tell(e.Callee())
		}
		callsIn(e.Args, tell)
		calls(e.Stmts(), tell)
	}
}

// follows finds what a value follows from. It reports whether it may be remembered.
func (m *memory) follows(a *asked) bool {
	body := []*ir.Stmt{{Op: ir.Do, Args: []*ir.Expr{a.e}}}
	if !a.twin && m.changes(a, body) {
		return false // each round asks for another one
	}
	m.with.begin()
	m.with.body(body)
	if !a.twin {
		for x := range m.with.missing {
			if l, ok := x.(*ir.Local); ok && m.locals[l] {
				return false
			}
		}
	}
	ok := true
	var assigned []*ir.Local
	var left, inside []*ir.Label
	ir.Walk(body, func(s *ir.Stmt) {
		switch s.Op {
		case ir.Assign, ir.Each:
			assigned = append(assigned, s.Local)
		case ir.Save, ir.Restore, ir.Return:
			ok = false
		case ir.Break, ir.Continue:
			left = append(left, s.Label)
		}
		if s.Op == ir.Loop || s.Op == ir.Scope || s.Op == ir.Each {
			inside = append(inside, s.Label)
		}
	}, nil)
	if !ok || slices.ContainsFunc(left, func(l *ir.Label) bool { return !slices.Contains(inside, l) }) {
		return false
	}
	within := gets(body)
	for _, l := range assigned {
		if within[l] != m.reads.Of(l) || m.with.missing[l] { // read elsewhere, too, or before
			return false
		}
	}
	a.assigned = assigned
	does := m.access.Of(body)
	if does.Unknown {
		return false
	}
	for x := range m.with.missing {
		if f, ok := x.(*ir.Field); !ok || !m.apart(f) {
			a.uses = append(a.uses, x)
		}
	}
	a.writes = does.Writes
	return !slices.ContainsFunc(does.Writes, func(f *ir.Field) bool {
		return !m.apart(f) && (f.Kind != ir.Scratch || m.with.missing[f])
	})
}

// changes reports whether an expression reads what its loop assigns and it does not.
func (m *memory) changes(a *asked, body []*ir.Stmt) bool {
	if m.loop != a.loop {
		m.loop, m.locals = a.loop, map[*ir.Local]bool{}
		ir.Walk([]*ir.Stmt{a.loop}, func(s *ir.Stmt) { m.locals[s.Local] = true }, nil)
	}
	own, yes := map[*ir.Local]bool{}, false
	ir.Walk(body, func(s *ir.Stmt) { own[s.Local] = true }, nil)
	ir.Walk(body, nil, func(e *ir.Expr) { yes = yes || e.Op == ir.Get && m.locals[e.Local] && !own[e.Local] })
	return yes
}

// apart reports whether what a field holds does not matter to values.
func (m *memory) apart(f *ir.Field) bool { return f == m.budget || f == m.fault || f.Aside }

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
	t := matcher{locals: map[*ir.Local]*ir.Local{}, labels: map[*ir.Label]*ir.Label{}, fields: map[*ir.Field]*ir.Field{}}
	t.own = func(x, y *ir.Field) bool {
		return x != y && x.Len == y.Len && x.Elem == y.Elem && x.Aside == y.Aside && m.own(a, x) && m.own(b, y)
	}
	for _, x := range a.uses {
		switch x := x.(type) {
		case *ir.Local:
			t.locals[x] = x
		case *ir.Field:
			t.fields[x] = x
		}
	}
	if !t.exprs([]*ir.Expr{a.e}, []*ir.Expr{b.e}) || !each(t.locals) || !each(t.fields) {
		return false
	}
	for _, l := range a.assigned {
		if m.reads.Of(t.locals[l]) != m.reads.Of(l) { // read elsewhere, too
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

// Own reports whether a field is working space that nothing of the function but an expression meets.
func (m *memory) own(a *asked, f *ir.Field) bool {
	if f.Kind != ir.Scratch {
		return false
	}
	if m.times == nil {
		m.times = meetings(a.in.Body)
	}
	if a.own == nil {
		a.own = meetings([]*ir.Stmt{{Op: ir.Do, Args: []*ir.Expr{a.e}}})
	}
	return m.times[f] == a.own[f]
}

// meetings is how often a body meets working space.
func meetings(body []*ir.Stmt) map[*ir.Field]int {
	n := map[*ir.Field]int{}
	ir.Walk(body, func(s *ir.Stmt) {
		if s.Field != nil && s.Field.Kind == ir.Scratch {
			n[s.Field]++
		}
	}, func(e *ir.Expr) {
		if e.Field != nil && e.Field.Kind == ir.Scratch {
			n[e.Field]++
		}
	})
	return n
}
