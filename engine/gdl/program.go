package gdl

import "fmt"

// program is a valid description in the form that the reasoners work on:
// relations and rules over interned terms. It is immutable.
type program struct {
	terms     *terms
	relations []relation
	byKey     map[string]int
	rules     []rule
	roles     []term // in textual order, random included
	random    int    // index of random in roles, -1
	hidden    bool   // GDL-II: players see only what they perceive
}

// Relations with a meaning of their own, by number.
const (
	relTrue = iota
	relDoes
	relRole
	relInit
	relNext
	relLegal
	relGoal
	relTerminal
	relSees
	numReserved
)

var reservedRelations = [numReserved]string{"true/1", "does/2", "role/1", "init/1", "next/1", "legal/2", "goal/2",
	"terminal/0", "sees/2"}

// span says on what the extension of a relation depends.
type span uint8

const (
	always   span = iota // neither state nor moves
	perState             // the state
	perMove              // the joint move, too
)

type relation struct {
	name  string
	arity int
	span  span
	facts *tuples // ground facts; complete before any rule is used
	rules []int   // other rules
}

// rule is a clause with its variables numbered.
type rule struct {
	rel   int
	head  []pattern
	body  []goal
	slots int
	text  *Term // the head as written, for messages
}

// goalKind is the kind of a condition of a rule.
type goalKind uint8

const (
	goalHolds goalKind = iota
	goalFails
	goalDistinct
	goalEqual
)

// goal is a condition of a rule.
type goal struct {
	kind goalKind
	rel  int // of goalHolds and goalFails
	args []pattern
}

// pattern is a term with variables. Exactly one of the three forms is meant: a
// ground term (term ≠ 0), a variable (args nil), or a function applied to patterns.
type pattern struct {
	term term
	slot int
	sym  symbol
	args []pattern
}

func (p *pattern) isVar() bool { return p.term == 0 && p.args == nil }

// compileProgram translates a description without faults. What it says by base and
// input is never used in play; hints has it kept to be looked at.
func compileProgram(d *Description, hints bool) (*program, error) {
	clauses, errs := d.clauses()
	if errs != nil {
		return nil, errs
	}
	p := &program{terms: newTerms(), byKey: map[string]int{}, random: -1}
	for _, key := range reservedRelations {
		var name string
		var arity int
		for i := range key {
			if key[i] == '/' {
				name, arity = key[:i], int(key[i+1]-'0')
			}
		}
		p.relation(name, arity)
	}
	for i := range clauses {
		cl := &clauses[i]
		if !hints && (cl.head.Name == "base" || cl.head.Name == "input") {
			continue
		}
		p.add(cl)
	}
	p.spans()
	roles := p.relations[relRole].facts
	for i := range roles.n {
		r := roles.row(i)[0]
		if p.terms.text(r) == "random" {
			p.random = len(p.roles)
			p.hidden = true
		}
		p.roles = append(p.roles, r)
	}
	sees := &p.relations[relSees]
	p.hidden = p.hidden || len(sees.rules) > 0 || sees.facts.n > 0
	// Texts are made now because the store must not change once it is shared.
	for t := 1; t < len(p.terms.nodes); t++ {
		p.terms.text(term(t))
	}
	return p, nil
}

func (p *program) relation(name string, arity int) int {
	key := fmt.Sprintf("%s/%d", name, arity)
	i, known := p.byKey[key]
	if !known {
		i = len(p.relations)
		p.byKey[key] = i
		p.relations = append(p.relations, relation{name: name, arity: arity, facts: newTuples(arity)})
	}
	return i
}

// add translates a clause.
func (p *program) add(cl *clause) {
	slots := map[string]int{}
	r := rule{rel: p.relation(cl.head.Name, len(cl.head.Args)), text: cl.head}
	ground := true
	for _, a := range cl.head.Args {
		ground = ground && a.Ground()
	}
	args := func(t *Term) []pattern {
		ps := make([]pattern, len(t.Args))
		for i, a := range t.Args {
			ps[i] = p.pattern(a, slots)
		}
		return ps
	}
	r.head = args(cl.head)
	for i := range cl.body {
		b := &cl.body[i]
		g := goal{args: args(b.atom)}
		switch {
		case b.isDistinct() && b.neg:
			g.kind = goalEqual
		case b.isDistinct():
			g.kind = goalDistinct
		case b.neg:
			g.kind = goalFails
		}
		if !b.isDistinct() {
			g.rel = p.relation(b.atom.Name, len(b.atom.Args))
		}
		r.body = append(r.body, g)
	}
	r.slots = len(slots)
	if ground && len(r.body) == 0 {
		row := make([]term, len(r.head))
		for i := range row {
			row[i] = r.head[i].term
		}
		p.relations[r.rel].facts.add(row)
		return
	}
	p.relations[r.rel].rules = append(p.relations[r.rel].rules, len(p.rules))
	p.rules = append(p.rules, r)
}

func (p *program) pattern(t *Term, slots map[string]int) pattern {
	if t.IsVar() {
		s, known := slots[t.Name]
		if !known {
			s = len(slots)
			slots[t.Name] = s
		}
		return pattern{slot: s}
	}
	if t.Ground() {
		return pattern{term: p.terms.intern(t)}
	}
	q := pattern{sym: p.terms.symbol(t.Name, len(t.Args))}
	for _, a := range t.Args {
		q.args = append(q.args, p.pattern(a, slots))
	}
	return q
}

// spans finds what each relation depends on, by passing the spans on until
// nothing changes.
func (p *program) spans() {
	p.relations[relTrue].span = perState
	p.relations[relDoes].span = perMove
	for changed := true; changed; {
		changed = false
		for i := range p.rules {
			r := &p.rules[i]
			head := &p.relations[r.rel]
			for j := range r.body {
				if g := &r.body[j]; g.kind <= goalFails && p.relations[g.rel].span > head.span {
					head.span = p.relations[g.rel].span
					changed = true
				}
			}
		}
	}
}

// slotsOf calls f for every variable of a pattern.
func (p *pattern) slotsOf(f func(slot int)) {
	if p.isVar() {
		f(p.slot)
	}
	for i := range p.args {
		p.args[i].slotsOf(f)
	}
}

// eval gives the ground term of a pattern under a binding, 0 if it has a variable
// without value.
func (p *pattern) eval(ts *terms, env []term) term {
	if p.term != 0 {
		return p.term
	}
	if p.args == nil {
		return env[p.slot]
	}
	var buf [8]term
	args := buf[:0]
	for i := range p.args {
		t := p.args[i].eval(ts, env)
		if t == 0 {
			return 0
		}
		args = append(args, t)
	}
	return ts.make(p.sym, args)
}

// match extends a binding so that the pattern becomes the term; the variables that
// it binds are appended to the trail, also when it fails.
func (p *pattern) match(ts *terms, env []term, t term, trail *[]int32) bool {
	if p.term != 0 {
		return p.term == t
	}
	if p.args == nil {
		if v := env[p.slot]; v != 0 {
			return v == t
		}
		env[p.slot] = t
		*trail = append(*trail, int32(p.slot))
		return true
	}
	if ts.nodes[t].sym != p.sym {
		return false
	}
	for i, a := range ts.arguments(t) {
		if !p.args[i].match(ts, env, a, trail) {
			return false
		}
	}
	return true
}
