package gdl

import (
	"fmt"
	"math"
	"slices"
)

// Bounds of grounding: what exceeds them is played by the prover.
type groundLimits struct {
	steps    int // rows looked at in joins
	literals int // of all ground rules
	static   int // steps of the prover for one relation that never changes
}

var usualLimits = groundLimits{steps: 25_000_000, literals: 7_000_000, static: 3_000_000}

// maxGroundDepth bounds functions inside each other.
const maxGroundDepth = 50

// grounder finds all ground rules that can ever matter. It lets everything that may
// be legal be done and everything that may come next hold, until nothing new
// appears; conditions that never change are evaluated away, the rest of the
// negations is kept but not believed.
//
// Atoms are numbered as they are found and processed in that order. Each is joined
// with those before it, so that every ground rule is found once.
type grounder struct {
	prog    *program
	terms   *terms
	dynamic []bool    // by relation
	static  []*tuples // by relation, nil until asked for
	prover  *prover
	symbols []symbol // by relation: its symbol as the function of atoms

	atomOf []int32  // by term: atom+1
	atoms  []term   // by atom: the atom as a term
	rels   []int32  // by atom
	parts  [][]part // by relation: the processed atoms

	uses      [][]use // by relation: the conditions that it can meet
	instances []int32 // by three: head atom, first literal, literal after the last
	literals  []int32 // atoms as terms, negative when negated
	steps     int
	limits    groundLimits
	poll      func() error // whether to stop; may be nil

	projections []projection
	env         []term
	trail       []int32
	at          int32 // atom being processed
}

// part holds the processed atoms of a relation. Those of true and does are taken
// apart by the function of their last argument, whose arguments are columns.
type part struct {
	sym   symbol // of the function, where taken apart
	rows  *tuples
	atoms []int32 // by row
}

// use is a condition of a rule that atoms of a relation can meet, with the order in
// which the others are solved then.
type use struct {
	rule, goal int
	order      []int
}

// apart reports whether a relation's atoms are kept by the function of the last argument.
func apart(rel int) bool { return rel == relTrue || rel == relDoes }

// newGrounder grounds a program. It panics with a limitError beyond the bounds, and
// with the error of poll, if not nil, which is asked now and then.
func newGrounder(prog *program, limits groundLimits, poll func() error) *grounder {
	prog, projections := project(prog)
	g := &grounder{
		prog: prog, projections: projections, prover: newProver(prog), limits: limits, poll: poll,
		dynamic: make([]bool, len(prog.relations)),
		static:  make([]*tuples, len(prog.relations)),
		parts:   make([][]part, len(prog.relations)),
		uses:    make([][]use, len(prog.relations)),
	}
	g.prover.bound, g.prover.poll = limits.static, poll
	g.prover.load(nil)
	g.terms = g.prover.terms
	for i := range prog.relations {
		r := &prog.relations[i]
		g.symbols = append(g.symbols, g.terms.symbol("\x00"+r.name, r.arity))
	}
	g.classify()
	g.plan()
	g.seed()
	for g.at = 0; int(g.at) < len(g.atoms); g.at++ {
		g.process(g.at)
	}
	return g
}

// classify finds the relations that are not evaluated away.
func (g *grounder) classify() {
	for _, r := range []int{relTrue, relDoes, relNext, relLegal, relGoal, relTerminal, relSees} {
		g.dynamic[r] = true
	}
	for changed := true; changed; {
		changed = false
		for i := range g.prog.rules {
			r := &g.prog.rules[i]
			for j := range r.body {
				if b := &r.body[j]; b.kind <= goalFails && g.dynamic[b.rel] && !g.dynamic[r.rel] {
					g.dynamic[r.rel] = true
					changed = true
				}
			}
		}
	}
}

// extension gives all rows of a relation that never changes.
func (g *grounder) extension(rel int) *tuples {
	if g.static[rel] == nil {
		if len(g.prog.relations[rel].rules) == 0 {
			g.static[rel] = g.prover.facts(rel)
		} else {
			t := g.prover.ask(rel, 0, nil)
			g.static[rel] = &tuples{width: t.width, n: t.n, rows: slices.Clone(t.rows)}
		}
	}
	return g.static[rel]
}

// relevant tells which relations can influence play; rules for others are dropped.
func (g *grounder) relevant() []bool {
	needed := make([]bool, len(g.prog.relations))
	var need func(rel int)
	need = func(rel int) {
		if needed[rel] {
			return
		}
		needed[rel] = true
		for _, i := range g.prog.relations[rel].rules {
			for j := range g.prog.rules[i].body {
				if b := &g.prog.rules[i].body[j]; b.kind <= goalFails {
					need(b.rel)
				}
			}
		}
	}
	for _, r := range []int{relNext, relLegal, relGoal, relTerminal, relSees} {
		need(r)
	}
	return needed
}

// plan prepares the joins: one for each condition that a new atom can meet.
func (g *grounder) plan() {
	needed := g.relevant()
	for i := range g.prog.rules {
		r := &g.prog.rules[i]
		if !g.dynamic[r.rel] || !needed[r.rel] {
			continue
		}
		for j := range r.body {
			b := &r.body[j]
			if b.kind == goalHolds && g.dynamic[b.rel] {
				order := g.prog.order(r, make([]bool, r.slots), []int{j}, g.cost)
				g.uses[b.rel] = append(g.uses[b.rel], use{i, j, order[1:]})
			}
		}
	}
}

// cost estimates the number of solutions of a condition in a join.
func (g *grounder) cost(b *goal, bound []bool) float64 {
	free := 1 - known(b.args, bound)
	if !g.dynamic[b.rel] {
		return math.Pow(float64(1+g.extension(b.rel).n), free)
	}
	return 0.9 + math.Pow(300, free)
}

// seed finds the atoms that are there from the start.
func (g *grounder) seed() {
	init := g.extension(relInit)
	for i := range init.n {
		g.discover(relTrue, init.row(i))
	}
	for rel := range g.prog.relations {
		if !g.dynamic[rel] {
			continue
		}
		facts := g.prog.relations[rel].facts
		for i := range facts.n {
			g.fact(rel, facts.row(i))
		}
	}
	for i := range g.prog.rules {
		r := &g.prog.rules[i]
		if !g.dynamic[r.rel] || slices.ContainsFunc(r.body,
			func(b goal) bool { return b.kind == goalHolds && g.dynamic[b.rel] }) {
			continue
		}
		g.env = append(g.env[:0], make([]term, r.slots)...)
		g.join(r, g.prog.order(r, make([]bool, r.slots), nil, g.cost), -1)
	}
}

// atomTerm is an atom as a term.
func (g *grounder) atomTerm(rel int, args []term) term { return g.terms.make(g.symbols[rel], args) }

// discover numbers an atom.
func (g *grounder) discover(rel int, args []term) int32 {
	t := g.atomTerm(rel, args)
	for len(g.atomOf) <= int(t) {
		g.atomOf = append(g.atomOf, make([]int32, len(g.atomOf)+1024)...)
	}
	if g.atomOf[t] == 0 {
		for _, a := range args {
			if g.terms.depth(a) > maxGroundDepth {
				panic(limitError{fmt.Sprintf("grounding limit reached: functions more than %d deep", maxGroundDepth)})
			}
		}
		g.atoms = append(g.atoms, t)
		g.rels = append(g.rels, int32(rel))
		g.atomOf[t] = int32(len(g.atoms))
	}
	return g.atomOf[t] - 1
}

// columns gives the part and the row of an atom.
func (g *grounder) columns(rel int, args []term, row []term) (symbol, []term) {
	if !apart(rel) {
		return 0, append(row, args...)
	}
	last := args[len(args)-1]
	row = append(row, args[:len(args)-1]...)
	return g.terms.nodes[last].sym, append(row, g.terms.arguments(last)...)
}

func (g *grounder) part(rel int, sym symbol) *part {
	for i := range g.parts[rel] {
		if g.parts[rel][i].sym == sym {
			return &g.parts[rel][i]
		}
	}
	return nil
}

// process joins a new atom with those before it.
func (g *grounder) process(a int32) {
	rel := int(g.rels[a])
	args := slices.Clone(g.terms.arguments(g.atoms[a]))
	var buf [2 * usualArity]term
	sym, row := g.columns(rel, args, buf[:0])
	p := g.part(rel, sym)
	if p == nil {
		g.parts[rel] = append(g.parts[rel], part{sym: sym, rows: newTuples(len(row))})
		p = g.part(rel, sym)
	}
	p.rows.add(row)
	p.atoms = append(p.atoms, a)
	for i := range g.uses[rel] {
		u := &g.uses[rel][i]
		r := &g.prog.rules[u.rule]
		g.env = append(g.env[:0], make([]term, r.slots)...)
		g.trail = g.trail[:0]
		ok := true
		for k := range args {
			if !r.body[u.goal].args[k].match(g.terms, g.env, args[k], &g.trail) {
				ok = false
				break
			}
		}
		if ok {
			g.join(r, u.order, u.goal)
		}
	}
}

// join solves the conditions of a rule in the given order; the condition first has
// been met by the atom being processed. Conditions before that must be met by older
// atoms.
func (g *grounder) join(r *rule, order []int, first int) {
	g.count()
	if len(order) == 0 {
		g.found(r)
		return
	}
	b := &r.body[order[0]]
	var buf [usualArity]term
	args := room(buf[:], len(b.args))
	mask := uint64(0)
	for i := range b.args {
		if args[i] = b.args[i].eval(g.terms, g.env); args[i] != 0 {
			mask |= 1 << i
		}
	}
	next := func(patterns []pattern, row []term) {
		mark := len(g.trail)
		for i := range patterns {
			if !patterns[i].match(g.terms, g.env, row[i], &g.trail) {
				g.undo(mark)
				return
			}
		}
		g.join(r, order[1:], first)
		g.undo(mark)
	}
	switch {
	case b.kind == goalDistinct && args[0] == args[1], b.kind == goalEqual && args[0] != args[1]:
		return
	case b.kind == goalDistinct, b.kind == goalEqual:
		g.join(r, order[1:], first)
	case b.kind == goalFails:
		if g.dynamic[b.rel] || !g.extension(b.rel).has(args) {
			g.join(r, order[1:], first)
		}
	case !g.dynamic[b.rel]:
		t := g.extension(b.rel)
		if mask == fullMask(len(args)) {
			if t.has(args) {
				g.join(r, order[1:], first)
			}
			return
		}
		eachFact(t, mask, args, func(row []term) bool {
			g.count()
			next(b.args, row)
			return true
		})
	default:
		g.dynamicGoal(r, b, order, first, args, mask, next)
	}
}

// look stops the grounding if poll says so.
func (g *grounder) look() {
	if g.poll != nil {
		if err := g.poll(); err != nil {
			panic(stopped{err})
		}
	}
}

func (g *grounder) count() {
	if g.steps%pollEvery == 0 {
		g.look()
	}
	if g.steps++; g.steps > g.limits.steps {
		panic(limitError{fmt.Sprintf("grounding limit reached: more than %d steps", g.limits.steps)})
	}
}

func (g *grounder) undo(mark int) {
	for _, s := range g.trail[mark:] {
		g.env[s] = 0
	}
	g.trail = g.trail[:mark]
}

// dynamicGoal solves a condition by the atoms processed so far.
func (g *grounder) dynamicGoal(r *rule, b *goal, order []int, first int, args []term, mask uint64,
	next func([]pattern, []term)) {
	older := order[0] < first // then the atom being processed is too young
	if mask == fullMask(len(args)) {
		if t := g.atomTerm(b.rel, args); int(t) < len(g.atomOf) {
			if a := g.atomOf[t] - 1; a >= 0 && (a < g.at || a == g.at && !older && first >= 0) {
				g.join(r, order[1:], first)
			}
		}
		return
	}
	patterns := b.args
	last := &b.args[len(b.args)-1]
	var key []term
	var buf [2 * usualArity]term
	for i := range g.parts[b.rel] {
		p := &g.parts[b.rel][i]
		switch {
		case !apart(b.rel):
			key = append(buf[:0], args...)
		case args[len(args)-1] != 0: // the whole last argument is known
			if g.terms.nodes[args[len(args)-1]].sym != p.sym {
				continue
			}
			key = append(append(buf[:0], args[:len(args)-1]...), g.terms.arguments(args[len(args)-1])...)
		case last.isVar():
			key = append(buf[:0], args[:len(args)-1]...)
			for len(key) < p.rows.width {
				key = append(key, 0)
			}
		case last.sym != p.sym:
			continue
		default:
			key = append(buf[:0], args[:len(args)-1]...)
			for k := range last.args {
				key = append(key, last.args[k].eval(g.terms, g.env))
			}
		}
		mask := uint64(0)
		for k, x := range key {
			if x != 0 {
				mask |= 1 << k
			}
		}
		visit := func(row int) {
			g.count()
			if a := p.atoms[row]; a == g.at && older {
				return
			}
			// The row is matched as the atom's arguments: they may be variables.
			next(patterns, g.terms.arguments(g.atoms[p.atoms[row]]))
		}
		if mask == 0 || p.rows.width == 0 {
			for row := 0; row < p.rows.n; row++ {
				visit(row)
			}
			continue
		}
		x := p.rows.index(mask)
		for row := x.first(p.rows, key); row >= 0; row = x.next(p.rows, key, row) {
			visit(row)
		}
	}
}

// found notes the ground rule of a solution.
func (g *grounder) found(r *rule) {
	var buf [usualArity]term
	row := buf[:0]
	for i := range r.head {
		row = append(row, r.head[i].eval(g.terms, g.env))
	}
	start := len(g.literals)
	for i := range r.body {
		b := &r.body[i]
		if b.kind > goalFails || !g.dynamic[b.rel] {
			continue
		}
		var buf [usualArity]term
		args := buf[:0]
		for k := range b.args {
			args = append(args, b.args[k].eval(g.terms, g.env))
		}
		t := int32(g.atomTerm(b.rel, args))
		if b.kind == goalFails {
			t = -t
		}
		g.literals = append(g.literals, t)
	}
	if len(g.literals) > g.limits.literals {
		panic(limitError{fmt.Sprintf("grounding limit reached: more than %d literals", g.limits.literals)})
	}
	if a := g.emit(r.rel, row); a >= 0 {
		g.instances = append(g.instances, a, int32(start), int32(len(g.literals)))
	} else {
		g.literals = g.literals[:start]
	}
}

// fact notes an atom that always holds.
func (g *grounder) fact(rel int, row []term) {
	if a := g.emit(rel, row); a >= 0 {
		g.instances = append(g.instances, a, int32(len(g.literals)), int32(len(g.literals)))
	}
}

// emit discovers the head of a ground rule and what may follow from it; -1 if it is
// of no use.
func (g *grounder) emit(rel int, row []term) int32 {
	if rel == relSees && !slices.Contains(g.prog.roles, row[0]) {
		return -1
	}
	a := g.discover(rel, row)
	switch {
	case rel == relNext:
		g.discover(relTrue, row)
	case rel == relLegal && slices.Contains(g.prog.roles, row[0]):
		g.discover(relDoes, row)
	}
	return a
}
