package gdl

import (
	"fmt"
	"math"
	"slices"
)

// prover answers questions about a position goal by goal: what is asked of a
// relation, with the arguments that are known, is answered from its rules once and
// kept in a table. Tables of relations that depend on the position are dropped when
// it changes, those that depend on the joint move when that changes.
//
// A table that asks for itself, directly or through others, gets the answers found
// so far. The outermost such table is evaluated again until nothing new appears,
// which gives the least model; negation never meets an unfinished table because the
// rules are stratified.
type prover struct {
	prog  *program
	terms *terms
	calls []callTables // by relation
	known []*tuples    // the relations' facts, with indexes of the prover's own
	plans [][]*plan    // by rule: those made so far

	state  []term    // the position, sorted by number
	parts  []*tuples // its fluents by symbol: their arguments
	active []symbol  // symbols with fluents
	joint  []term    // the joint move by role, nil before it is known

	depth int32 // tables under evaluation
	low   int32 // lowest depth that the evaluation at hand depends on
	round int   // of repeated evaluation
	added int   // answers found so far
	open  []*answers
	free  []*answers // for reuse
	envs  []term
	trail []int32
	steps int          // inference steps since the last question
	bound int          // on them
	total int          // steps that all questions together may still take
	poll  func() error // asked now and then; its error ends the reasoning; may be nil
}

// plan is an order of the conditions of a rule for given known arguments.
type plan struct {
	mask  uint64 // of the arguments of the head that are known
	order []int
	// single tells for each place in order that one solution of the condition is
	// enough: it binds nothing that is used later.
	single []bool
}

// Bounds on the work for one question.
const (
	maxSteps = 400_000_000
	maxDepth = 100_000
	// pollEvery is the number of steps between two looks at whether to stop.
	pollEvery = 1 << 14
)

func newProver(p *program) *prover {
	n := len(p.relations)
	return &prover{
		prog: p, terms: p.terms.clone(), calls: make([]callTables, n), known: make([]*tuples, n),
		plans: make([][]*plan, len(p.rules)), bound: maxSteps, total: math.MaxInt,
	}
}

// load makes a position the current one; it is sorted by term number.
func (p *prover) load(state []term) {
	if slices.Equal(state, p.state) && p.parts != nil {
		p.forget(perMove)
		p.joint = nil
		return
	}
	p.forget(perState)
	p.joint = nil
	p.state = append(p.state[:0], state...)
	for _, s := range p.active {
		p.parts[s].clear()
	}
	p.active = p.active[:0]
	for len(p.parts) < len(p.terms.symbols) {
		p.parts = append(p.parts, nil)
	}
	for _, f := range state {
		s := p.terms.nodes[f].sym
		if p.parts[s] == nil {
			p.parts[s] = newTuples(p.terms.symbols[s].arity)
		}
		if p.parts[s].n == 0 {
			p.active = append(p.active, s)
		}
		p.parts[s].add(p.terms.arguments(f))
	}
}

// move sets the joint move, one for each role.
func (p *prover) move(joint []term) {
	p.forget(perMove)
	p.joint = append(p.joint[:0], joint...)
}

// forget drops the tables of all relations with the span or a shorter life.
func (p *prover) forget(s span) {
	for i := range p.calls {
		if p.prog.relations[i].span < s {
			continue
		}
		for j := range p.calls[i].masks {
			m := &p.calls[i].masks[j]
			m.keys.clear()
			p.free = append(p.free, m.tables...)
			m.tables = m.tables[:0]
		}
	}
}

// reset drops whatever a panic left unfinished.
func (p *prover) reset() {
	p.forget(always)
	p.depth, p.open, p.envs, p.trail = 0, p.open[:0], p.envs[:0], p.trail[:0]
}

// ask gives all answers to a question: rows of the values of the arguments that
// mask leaves out. The result is valid until the position or the move changes.
func (p *prover) ask(rel int, mask uint64, args []term) *answers {
	p.steps = 0
	return p.solve(rel, mask, args)
}

// solve evaluates a call as far as it can be at this point.
func (p *prover) solve(rel int, mask uint64, args []term) *answers {
	t := p.table(rel, mask, args)
	switch t.status {
	case tableComplete:
		return t
	case tableActive:
		p.low = min(p.low, t.depth)
		return t
	case tableTentant:
		if t.round == p.round {
			p.low = min(p.low, t.low)
			return t
		}
	}
	if p.depth == maxDepth {
		panic(limitError{fmt.Sprintf("reasoning limit reached: more than %d questions inside each other", maxDepth)})
	}
	p.depth++
	t.status, t.depth = tableActive, p.depth
	outer, mark := p.low, len(p.open)
	for {
		before := p.added
		p.low = math.MaxInt32
		p.evaluate(t, rel, mask, args)
		switch {
		case t.width == 0 && t.n > 0:
			// True for good; what was found on the way may be unfinished.
			p.close(mark, tableFresh)
			t.status = tableComplete
			p.low = math.MaxInt32
		case p.low < p.depth:
			t.status, t.low, t.round = tableTentant, p.low, p.round
			p.open = append(p.open, t)
		case p.low == p.depth && p.added != before:
			p.round++
			continue
		default:
			p.close(mark, tableComplete)
			t.status = tableComplete
			p.low = math.MaxInt32
		}
		break
	}
	p.depth--
	p.low = min(outer, p.low)
	return t
}

// close gives a status to the tentative tables above a mark.
func (p *prover) close(mark int, s tableStatus) {
	for _, t := range p.open[mark:] {
		if t.status == tableTentant {
			t.status = s
		}
	}
	p.open = p.open[:mark]
}

// evaluate adds the answers that facts and rules give now.
func (p *prover) evaluate(t *answers, rel int, mask uint64, args []term) {
	r := &p.prog.relations[rel]
	var buf [usualArity]term
	put := func(row []term) {
		free := buf[:0]
		for i, x := range row {
			if mask>>i&1 == 0 {
				free = append(free, x)
			}
		}
		if t.add(free) {
			p.added++
		}
	}
	eachFact(p.facts(rel), mask, args, func(row []term) bool { put(row); return true })
	for _, i := range r.rules {
		if t.width == 0 && t.n > 0 {
			return
		}
		p.apply(t, i, mask, args)
	}
}

// facts gives the facts of a relation. The rows are the program's, shared with
// other provers; the indexes are not.
func (p *prover) facts(rel int) *tuples {
	if p.known[rel] == nil {
		f := p.prog.relations[rel].facts
		p.known[rel] = &tuples{width: f.width, n: f.n, rows: f.rows}
	}
	return p.known[rel]
}

// eachFact calls f for the rows that agree with the known arguments, until it
// gives false.
func eachFact(facts *tuples, mask uint64, args []term, f func(row []term) bool) {
	if mask == 0 || facts.width == 0 {
		for i := 0; i < facts.n; i++ {
			if !f(facts.row(i)) {
				return
			}
		}
		return
	}
	x := facts.index(mask)
	for i := x.first(facts, args); i >= 0; i = x.next(facts, args, i) {
		if !f(facts.row(i)) {
			return
		}
	}
}

// apply adds the answers that one rule gives.
func (p *prover) apply(t *answers, number int, mask uint64, args []term) {
	r := &p.prog.rules[number]
	base, mark := len(p.envs), len(p.trail)
	for range r.slots {
		p.envs = append(p.envs, 0)
	}
	s := solution{t: t, r: r, mask: mask, base: base}
	ok := true
	for i := range r.head {
		if mask>>i&1 != 0 && !r.head[i].match(p.terms, p.envs[base:base+r.slots], args[i], &p.trail) {
			ok = false
			break
		}
	}
	if ok {
		s.plan = p.plan(number, mask)
		p.body(&s, 0)
	}
	p.trail = p.trail[:mark]
	p.envs = p.envs[:base]
}

// solution is the search for the solutions of a rule's body.
type solution struct {
	t    *answers
	r    *rule
	plan *plan
	mask uint64
	base int // of the rule's variables in envs
}

// undo takes back the bindings above a mark of the trail.
func (p *prover) undo(s *solution, mark int) {
	for _, slot := range p.trail[mark:] {
		p.envs[s.base+int(slot)] = 0
	}
	p.trail = p.trail[:mark]
}

// body solves the conditions from a place in the plan on and reports whether there
// was a solution. It stops when the table needs no more.
func (p *prover) body(s *solution, at int) bool {
	if p.total--; p.total < 0 {
		panic(limitError{"reasoning limit reached: too many steps for all questions"})
	}
	if p.total%pollEvery == 0 && p.poll != nil {
		if err := p.poll(); err != nil {
			panic(stopped{err})
		}
	}
	if p.steps++; p.steps > p.bound {
		panic(limitError{fmt.Sprintf("reasoning limit reached: more than %d steps for one question", p.bound)})
	}
	env := p.envs[s.base : s.base+s.r.slots]
	if at == len(s.plan.order) {
		var buf [usualArity]term
		row := buf[:0]
		for i := range s.r.head {
			if s.mask>>i&1 == 0 {
				row = append(row, s.r.head[i].eval(p.terms, env))
			}
		}
		if s.t.add(row) {
			p.added++
		}
		return true
	}
	g := &s.r.body[s.plan.order[at]]
	var buf [usualArity]term
	args := room(buf[:], len(g.args))
	mask := uint64(0)
	for i := range g.args {
		if args[i] = g.args[i].eval(p.terms, env); args[i] != 0 {
			mask |= 1 << i
		}
	}
	switch g.kind {
	case goalDistinct:
		return args[0] != args[1] && p.body(s, at+1)
	case goalEqual:
		return args[0] == args[1] && p.body(s, at+1)
	case goalFails:
		return !p.holds(g.rel, args) && p.body(s, at+1)
	}
	switch g.rel {
	case relTrue:
		return p.fluents(s, at, &g.args[0], args[0])
	case relDoes:
		found := false
		for i, role := range p.prog.roles {
			if p.joint == nil || mask&1 != 0 && args[0] != role || mask&2 != 0 && args[1] != p.joint[i] {
				continue
			}
			if p.try(s, at, g.args, []term{role, p.joint[i]}, &found) {
				break
			}
		}
		return found
	}
	rel := &p.prog.relations[g.rel]
	if mask == fullMask(rel.arity) {
		return p.holds(g.rel, args) && p.body(s, at+1)
	}
	found := false
	if len(rel.rules) == 0 {
		eachFact(p.facts(g.rel), mask, args, func(row []term) bool { return !p.try(s, at, g.args, row, &found) })
		return found
	}
	t := p.solve(g.rel, mask, args)
	var rowBuf [usualArity]term
	row := room(rowBuf[:], rel.arity)
	copy(row, args)
	for k := 0; k < t.n; k++ { // answers may be added meanwhile
		free := t.row(k)
		for i := range row {
			if mask>>i&1 == 0 {
				row[i], free = free[0], free[1:]
			}
		}
		if p.try(s, at, g.args, row, &found) {
			break
		}
	}
	return found
}

// try matches the arguments of the condition at a place with a row and goes on. It
// reports whether no other row is needed.
func (p *prover) try(s *solution, at int, args []pattern, row []term, found *bool) (enough bool) {
	mark := len(p.trail)
	env := p.envs[s.base : s.base+s.r.slots]
	ok := true
	for i := range args {
		if !args[i].match(p.terms, env, row[i], &p.trail) {
			ok = false
			break
		}
	}
	if ok && p.body(s, at+1) {
		*found = true
		enough = s.plan.single[at] || s.t.width == 0
	}
	p.undo(s, mark)
	return enough
}

// holds reports whether a ground atom is true.
func (p *prover) holds(rel int, args []term) bool {
	switch rel {
	case relTrue:
		s := p.terms.nodes[args[0]].sym
		return int(s) < len(p.parts) && p.parts[s] != nil && p.parts[s].has(p.terms.arguments(args[0]))
	case relDoes:
		for i, role := range p.prog.roles {
			if role == args[0] {
				return p.joint != nil && p.joint[i] == args[1]
			}
		}
		return false
	}
	r := &p.prog.relations[rel]
	if len(r.rules) == 0 {
		return p.facts(rel).has(args)
	}
	return p.solve(rel, fullMask(r.arity), args).n > 0
}

// fluents solves a condition on the position.
func (p *prover) fluents(s *solution, at int, arg *pattern, value term) bool {
	found := false
	if value != 0 {
		return p.holds(relTrue, []term{value}) && p.body(s, at+1)
	}
	if arg.isVar() {
		one := []pattern{*arg}
		for _, f := range p.state {
			if p.try(s, at, one, []term{f}, &found) {
				break
			}
		}
		return found
	}
	if int(arg.sym) >= len(p.parts) || p.parts[arg.sym] == nil {
		return false
	}
	var buf [usualArity]term
	env := p.envs[s.base : s.base+s.r.slots]
	key := buf[:0]
	mask := uint64(0)
	for i := range arg.args {
		x := arg.args[i].eval(p.terms, env)
		if key = append(key, x); x != 0 {
			mask |= 1 << i
		}
	}
	eachFact(p.parts[arg.sym], mask, key, func(row []term) bool { return !p.try(s, at, arg.args, row, &found) })
	return found
}
