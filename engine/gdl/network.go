package gdl

import (
	"fmt"
	"slices"
	"strings"
)

// network is a game as propositional networks: immutable and shared by all wires.
type network struct {
	terms  *terms   // with all texts
	base   []term   // fluents in canonical order; bit i of a state is base[i]
	inputs [][]term // by role: moves in canonical order
	first  []int    // by role: number of its first input among all inputs
	start  state
	made   []int32  // by role: the move that is on in the values of play, -1
	play   *circuit // views: legal moves by role, terminal, next fluents
	// What joint moves do, nil where play says it. Then play has no moves, and views of
	// next fluents only where they usually change.
	effects *effects
	goals   *circuit   // views: goal values by role
	scores  *goalCodes // the same in terms of play, nil if there is too much to ask
	sees    *circuit   // views: percepts by role
	// Where in the views of play things are, in words.
	legalAt    []int       // by role: moves that are legal by themselves
	guarded    [][]guarded // by role
	terminalAt int
	nextAt     int
	// Values that the views of goals and sees stand for, by role in canonical order,
	// and the number of the first view.
	goalTerms, seesTerms [][]term
	goalAt, seesAt       []int
	size                 Size
}

// guarded are moves that are legal if a guard holds, too.
type guarded struct {
	at    int // of the moves, in words
	guard int // its bit
}

// Size counts the parts of a network.
type Size struct {
	Fluents, Moves int
	// Gates and Wires are those of the part that plays: legal moves, end, and what
	// comes next. The conditions of triggered gates count as wires.
	Gates, Wires int
	// Cycles counts the groups of gates that depend on each other.
	Cycles int
}

// ground makes the network of a program; the error says which bound forbids it, or
// is that of poll, if not nil, which is asked now and then.
func ground(prog *program, limits groundLimits, poll func() error) (n *network, err error) {
	defer caught(&err)
	return buildNetwork(newGrounder(prog, limits, poll))
}

// builder turns ground rules into formulas and these into circuits.
type netBuilder struct {
	g     *grounder
	f     *formulas
	rules [][]int32 // by atom: instances, by their place in instances
	lits  []lit     // by atom; -1 before it is known
	fixed map[term]bool
	baseL map[term]lit // by fluent

	base   []term
	inputs [][]term
}

// maxRounds bounds how often fluents that turn out never to change are replaced.
const maxRounds = 4

func buildNetwork(g *grounder) (*network, error) {
	b := &netBuilder{g: g, rules: make([][]int32, len(g.atoms)), fixed: map[term]bool{}}
	for i := 0; i < len(g.instances); i += 3 {
		a := g.instances[i]
		b.rules[a] = append(b.rules[a], int32(i))
	}
	b.inputs = make([][]term, len(g.prog.roles))
	for a, rel := range g.rels {
		args := g.terms.arguments(g.atoms[a])
		switch rel {
		case relTrue:
			b.base = append(b.base, args[0])
		case relDoes:
			r := slices.Index(g.prog.roles, args[0])
			b.inputs[r] = append(b.inputs[r], args[1])
		}
	}
	g.terms.sort(b.base)
	for _, list := range b.inputs {
		g.terms.sort(list)
	}
	for round := range maxRounds {
		if err := b.formulas(); err != nil {
			return nil, err
		}
		if changed := b.fix(); !changed && (round > 0 || !b.f.excludes()) {
			break
		}
	}
	return b.network(), nil
}

// atom gives the number of an atom, -1 if it can never hold.
func (b *netBuilder) atom(rel int, args ...term) int32 {
	t := b.g.atomTerm(rel, args)
	if int(t) >= len(b.g.atomOf) {
		return -1
	}
	return b.g.atomOf[t] - 1
}

// formulas gives every atom its formula, those first that others are made of.
func (b *netBuilder) formulas() error {
	g := b.g
	before := b.f
	b.f = newFormulas()
	if before != nil {
		b.f.before = before.excluded
	}
	b.lits = make([]lit, len(g.atoms))
	for i := range b.lits {
		b.lits[i] = -1
	}
	b.baseL = map[term]lit{}
	for _, t := range b.base {
		l := b.f.node(nodeBase, nil)
		b.baseL[t] = l
		if value, fixed := b.fixed[t]; fixed {
			if l = litFalse; value {
				l = litTrue
			}
		}
		b.lits[b.atom(relTrue, t)] = l
	}
	for r, list := range b.inputs {
		for _, t := range list {
			b.lits[b.atom(relDoes, g.prog.roles[r], t)] = b.f.input(r)
		}
	}
	for len(b.f.inputs) < len(b.inputs) {
		b.f.choice() // roles without moves
	}
	b.classes()
	successors := make([][]int32, len(g.atoms))
	for a := range g.atoms {
		if b.lits[a] >= 0 {
			continue
		}
		for _, i := range b.rules[a] {
			for _, t := range g.literals[g.instances[i+1]:g.instances[i+2]] {
				if s := b.numbered(t); s >= 0 && b.lits[s] < 0 {
					successors[a] = append(successors[a], s)
				}
			}
		}
	}
	component, count := components(len(g.atoms), func(i int) []int32 { return successors[i] })
	members := make([][]int32, count)
	for a := range g.atoms {
		if b.lits[a] < 0 {
			members[component[a]] = append(members[component[a]], int32(a))
		}
	}
	for c, list := range members {
		if c%1024 == 0 {
			g.look()
		}
		switch len(list) {
		case 0:
		case 1:
			b.lits[list[0]] = b.f.cases(b.bodies(list[0]))
		default:
			if err := b.cycle(int32(c+1), list); err != nil {
				return err
			}
		}
	}
	return nil
}

// numbered gives the atom of a literal of a ground rule, -1 if it can never hold.
func (b *netBuilder) numbered(t int32) int32 { return b.g.atomOf[max(t, -t)] - 1 }

// bodies gives the conditions of an atom's ground rules. Rules that can never
// apply, and those by which the atom supports itself, are left out.
func (b *netBuilder) bodies(a int32) [][]lit {
	g := b.g
	var all [][]lit
rules:
	for _, i := range b.rules[a] {
		var body []lit
		for _, t := range g.literals[g.instances[i+1]:g.instances[i+2]] {
			l := litFalse
			if s := b.numbered(t); s == a && t > 0 {
				continue rules
			} else if s >= 0 {
				l = b.lits[s]
			}
			if t < 0 {
				l = l.not()
			}
			if l == litFalse {
				continue rules
			}
			body = append(body, l)
		}
		all = append(all, body)
	}
	return all
}

// cycle makes the formulas of atoms that depend on each other.
func (b *netBuilder) cycle(number int32, list []int32) error {
	inside := map[int32]bool{}
	for _, a := range list {
		inside[a] = true
	}
	for _, a := range list {
		for _, i := range b.rules[a] {
			for _, t := range b.g.literals[b.g.instances[i+1]:b.g.instances[i+2]] {
				if t < 0 && inside[b.numbered(t)] {
					return fmt.Errorf("grounded rules for %s depend negatively on themselves", b.g.terms.text(b.g.atoms[a]))
				}
			}
		}
	}
	b.f.current = number
	for _, a := range list {
		b.lits[a] = b.f.member()
	}
	for _, a := range list {
		all := b.f.cases(b.bodies(a))
		b.f.children[b.lits[a].node()] = []lit{all}
	}
	b.f.current = 0
	return nil
}

// next gives what a fluent will be.
func (b *netBuilder) next(t term) lit {
	if a := b.atom(relNext, t); a >= 0 {
		return b.lits[a]
	}
	return litFalse
}

// fix finds fluents that never change: true at the start and always true next, or
// kept, or the same for false. It reports whether it found new ones.
func (b *netBuilder) fix() bool {
	start := map[term]bool{}
	init := b.g.extension(relInit)
	for i := range init.n {
		start[init.row(i)[0]] = true
	}
	found := false
	for _, t := range b.base {
		if _, fixed := b.fixed[t]; fixed {
			continue
		}
		constant := litFalse
		if start[t] {
			constant = litTrue
		}
		if l := b.next(t); l == constant || l == b.baseL[t] {
			b.fixed[t] = start[t]
			found = true
		}
	}
	return found
}

// network makes the circuits.
func (b *netBuilder) network() *network {
	g := b.g
	n := &network{base: b.base, inputs: b.inputs, start: make(state, (len(b.base)+63)/64)}
	sources := &sources{}
	for _, t := range b.base {
		sources.base = append(sources.base, b.baseL[t])
	}
	for r, list := range b.inputs {
		n.first = append(n.first, len(sources.inputs))
		for _, t := range list {
			sources.inputs = append(sources.inputs, b.lits[b.atom(relDoes, g.prog.roles[r], t)])
		}
	}
	init := g.extension(relInit)
	for i := range init.n {
		at, _ := slices.BinarySearchFunc(b.base, init.row(i)[0],
			func(x, y term) int { return strings.Compare(g.terms.text(x), g.terms.text(y)) })
		n.start[at/64] |= 1 << (at % 64)
	}
	// Views begin at whole words.
	var views []lit
	pad := func() int {
		for len(views)%64 != 0 {
			views = append(views, litFalse)
		}
		return len(views) / 64
	}
	var shared []lit
	for r, list := range b.inputs {
		legal := make([]lit, len(list))
		for i, t := range list {
			legal[i] = litFalse
			if a := b.atom(relLegal, g.prog.roles[r], t); a >= 0 {
				legal[i] = b.lits[a]
			}
		}
		var apart []guarded
		for i, x := range b.f.guards(legal) {
			at := pad()
			views = append(views, x.inner...)
			if i == 0 {
				n.legalAt = append(n.legalAt, at)
				continue
			}
			apart = append(apart, guarded{at: at, guard: len(shared)})
			shared = append(shared, x.shared)
		}
		n.guarded = append(n.guarded, apart)
	}
	at := 64 * pad()
	for _, apart := range n.guarded {
		for i := range apart {
			apart[i].guard += at
		}
	}
	views = append(views, shared...)
	n.terminalAt = pad()
	l := litFalse
	if a := b.atom(relTerminal); a >= 0 {
		l = b.lits[a]
	}
	views = append(views, l)
	n.nextAt = pad()
	n.terms = g.terms
	b.player(n, sources, views)
	goals, goalTerms, goalAt := b.column(relGoal)
	n.goalTerms, n.goalAt = goalTerms, goalAt
	if n.codeGoals(b.f, goals); n.scores == nil {
		n.goals, _ = newCircuit(b.f, sources, goals, nil, n.start, false, nil)
	}
	sees, seesTerms, seesAt := b.column(relSees)
	n.seesTerms, n.seesAt = seesTerms, seesAt
	n.sees, _ = newCircuit(b.f, sources, sees, nil, n.start, false, nil)
	n.size.Fluents, n.size.Moves = len(b.base), len(sources.inputs)
	for t := 1; t < len(g.terms.nodes); t++ {
		if g.terms.symbols[g.terms.nodes[t].sym].name[0] != 0 {
			g.terms.text(term(t))
		}
	}
	return n
}

// player makes the part that plays, given the views up to those of next fluents.
func (b *netBuilder) player(n *network, s *sources, views []lit) {
	next, fixed := make([]lit, len(b.base)), make([]bool, len(b.base))
	for i, t := range b.base {
		next[i] = b.next(t)
		_, fixed[i] = b.fixed[t]
	}
	whole := func(list []lit) []lit {
		all := slices.Concat(views, list)
		for len(all)%64 != 0 {
			all = append(all, litFalse)
		}
		return all
	}
	n.made = make([]int32, len(n.inputs))
	if !scripted {
		// by gates alone
	} else if x, changes, other := newEffects(b.f, len(b.inputs), s, next, views, fixed); x != nil {
		n.effects = x
		n.play, x.gateOf = newCircuit(b.f, &sources{base: s.base}, whole(changes), other, n.start, false, nil)
		x.places = int32(len(n.play.value))
		for r := range n.made {
			n.made[r] = -1
		}
		if x.few() || !n.simultaneous() {
			n.size = Size{Gates: n.play.gates(), Wires: n.play.size + len(x.below), Cycles: len(n.play.cycles)}
			return
		}
		n.effects = nil
	}
	all := whole(next)
	n.play, _ = newCircuit(b.f, s, all, nil, n.start, true, nil)
	n.prime()
	if lasting := n.lasting(); len(lasting) > 0 {
		n.play, _ = newCircuit(b.f, s, all, nil, n.start, true, lasting)
		n.prime()
	}
	n.size = Size{Gates: n.play.gates(), Wires: n.play.size + n.play.triggers.size, Cycles: len(n.play.cycles)}
}

// prime makes some move of every role in the initial state, so that the values that
// plays begin with are those of a step, in which each role has made a move.
func (n *network) prime() {
	for r := range n.made {
		n.made[r] = -1
	}
	b := newBoard(n)
	n.made = b.made
	for r := range n.inputs {
		if b.legal(r) > 0 {
			b.decide(r, b.option(r, 0))
		}
	}
	b.play.spread()
	n.play.count, n.play.run, n.play.value, n.play.bits = b.play.count, b.play.run, b.play.value, b.play.bits
}

// column gives the views of a relation between roles and values.
func (b *netBuilder) column(rel int) (views []lit, values [][]term, at []int) {
	values = make([][]term, len(b.g.prog.roles))
	for a, r := range b.g.rels {
		if int(r) != rel {
			continue
		}
		args := b.g.terms.arguments(b.g.atoms[a])
		if i := slices.Index(b.g.prog.roles, args[0]); i >= 0 {
			values[i] = append(values[i], args[1])
		}
	}
	for r, list := range values {
		b.g.terms.sort(list)
		at = append(at, len(views))
		for _, v := range list {
			views = append(views, b.lits[b.atom(rel, b.g.prog.roles[r], v)])
		}
	}
	for len(views)%64 != 0 {
		views = append(views, litFalse)
	}
	return views, values, at
}
