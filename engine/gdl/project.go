package gdl

import (
	"fmt"
	"slices"
)

// projection is a relation that says which of several kinds of moves a role makes:
// those that agree in some arguments.
type projection struct{ rel int }

// project rewrites rules that ask for a move without caring about all of its
// arguments. "Something moves from x y", asked of moves with four arguments, would
// be grounded for every target; instead a relation of its own keeps the arguments
// that matter. Frame rules ask such questions for every fluent.
//
// The program itself stays as it is.
func project(p *program) (*program, []projection) {
	q := *p
	q.relations = slices.Clone(p.relations)
	q.rules = slices.Clone(p.rules)
	type kind struct {
		sym  symbol
		kept uint64
	}
	known := map[kind]int{}
	var all []projection
	for i := range p.rules {
		r := &q.rules[i]
		count := make([]int, r.slots)
		note := func(s int) { count[s]++ }
		for k := range r.head {
			r.head[k].slotsOf(note)
		}
		for j := range r.body {
			for k := range r.body[j].args {
				r.body[j].args[k].slotsOf(note)
			}
		}
		body := slices.Clone(r.body)
		for j := range body {
			b := &body[j]
			if b.kind != goalHolds || b.rel != relDoes || b.args[1].args == nil {
				continue
			}
			move := &b.args[1]
			k := kind{sym: move.sym}
			args := []pattern{b.args[0]}
			for n, a := range move.args {
				if !a.isVar() || count[a.slot] > 1 {
					k.kept |= 1 << n
					args = append(args, a)
				}
			}
			if len(args) == len(move.args)+1 {
				continue
			}
			rel, done := known[k]
			if !done {
				rel = q.projection(k.sym, k.kept, len(move.args))
				known[k] = rel
				all = append(all, projection{rel})
			}
			*b = goal{kind: goalHolds, rel: rel, args: args}
		}
		r.body = body
	}
	return &q, all
}

// projection adds the relation between a role and the kept arguments of its move.
func (p *program) projection(sym symbol, kept uint64, arity int) int {
	r := rule{rel: len(p.relations), slots: arity + 1}
	r.head = append(r.head, pattern{slot: 0})
	move := pattern{sym: sym}
	for n := range arity {
		v := pattern{slot: n + 1}
		move.args = append(move.args, v)
		if kept>>n&1 != 0 {
			r.head = append(r.head, v)
		}
	}
	r.body = []goal{{kind: goalHolds, rel: relDoes, args: []pattern{{slot: 0}, move}}}
	p.relations = append(p.relations, relation{
		name: fmt.Sprintf("does %s %b", p.terms.symbols[sym].name, kept), arity: len(r.head), span: perMove,
		facts: newTuples(len(r.head)), rules: []int{len(p.rules)},
	})
	p.rules = append(p.rules, r)
	return r.rel
}

// classes gives the atoms of the projections their formulas: for each projection
// and role one of them holds in every step, or that none does.
func (b *netBuilder) classes() {
	for _, p := range b.g.projections {
		for r, role := range b.g.prog.roles {
			set := b.f.choice()
			covered := map[lit]bool{}
			for a, rel := range b.g.rels {
				if int(rel) != p.rel || b.g.terms.arguments(b.g.atoms[a])[0] != role {
					continue
				}
				var moves []lit
				for _, i := range b.rules[a] {
					for _, t := range b.g.literals[b.g.instances[i+1]:b.g.instances[i+2]] {
						l := b.lits[b.numbered(t)]
						moves = append(moves, l)
						covered[l] = true
					}
				}
				b.lits[a] = b.f.class(set, moves)
			}
			var others []lit
			for _, t := range b.inputs[r] {
				if l := b.lits[b.atom(relDoes, role, t)]; !covered[l] {
					others = append(others, l)
				}
			}
			b.f.class(set, others)
		}
	}
}

// choice begins a set of nodes of which exactly one holds in every step, as of the
// moves of a role.
func (f *formulas) choice() int {
	f.inputs = append(f.inputs, nil)
	return len(f.inputs) - 1
}

// class makes a node of such a set: any of the moves.
func (f *formulas) class(set int, moves []lit) lit {
	l := f.node(nodeOr, moves)
	f.roles[l.node()] = int32(set)
	f.inputs[set] = append(f.inputs[set], l)
	return l
}
