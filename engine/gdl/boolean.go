package gdl

import (
	"math"
	"slices"
)

// lit is a node of a formula, or with the lowest bit set its negation.
type lit int32

// Node 0 is the constant true.
const (
	litTrue  lit = 0
	litFalse lit = 1
)

func (l lit) not() lit  { return l ^ 1 }
func (l lit) node() int { return int(l >> 1) }
func (l lit) neg() bool { return l&1 != 0 }

type nodeKind uint8

const (
	nodeTrue  nodeKind = iota
	nodeBase           // a fluent
	nodeInput          // a move
	nodeAnd
	nodeOr
)

// formulas builds a shared graph of and- and or-nodes over fluents and moves, and
// simplifies on the way. It knows that each role makes exactly one of its moves,
// which is what shortens frame rules: "any move but these two".
type formulas struct {
	kinds    []nodeKind
	children [][]lit
	group    []int32 // by node: the cycle that it is part of, from 1; 0 for none
	known    map[string]lit
	current  int32   // the cycle being built, 0 outside
	roles    []int32 // by node: role of an input
	listed   []bool  // by node: scratch
	inputs   [][]lit // by role
	key      []byte
}

func newFormulas() *formulas {
	f := &formulas{known: map[string]lit{}}
	f.node(nodeTrue, nil)
	return f
}

func (f *formulas) node(k nodeKind, children []lit) lit {
	f.kinds = append(f.kinds, k)
	f.children = append(f.children, children)
	f.group = append(f.group, 0)
	f.roles = append(f.roles, -1)
	f.listed = append(f.listed, false)
	if len(f.kinds) > math.MaxInt32/4 {
		panic(limitError{"grounding limit reached: too many nodes"})
	}
	return lit(2 * (len(f.kinds) - 1))
}

func (f *formulas) input(role int) lit {
	l := f.node(nodeInput, nil)
	f.roles[l.node()] = int32(role)
	for len(f.inputs) <= role {
		f.inputs = append(f.inputs, nil)
	}
	f.inputs[role] = append(f.inputs[role], l)
	return l
}

// member makes an or-node of the current cycle, whose children come later.
func (f *formulas) member() lit {
	l := f.node(nodeOr, nil)
	f.group[l.node()] = f.current
	return l
}

// and is the conjunction; it may change the order of the list.
func (f *formulas) and(list []lit) lit { return f.join(nodeAnd, list) }

// or is the disjunction; it may change the order of the list.
func (f *formulas) or(list []lit) lit { return f.join(nodeOr, list) }

// join builds a node. The neutral element of "and" is true, the absorbing one
// false; of "or" the other way round.
func (f *formulas) join(k nodeKind, list []lit) lit {
	neutral, absorbing := litTrue, litFalse
	if k == nodeOr {
		neutral, absorbing = litFalse, litTrue
	}
	slices.Sort(list)
	list = slices.Compact(list)
	n := 0
	for i, l := range list {
		if l == absorbing || i > 0 && list[i-1]^1 == l {
			return absorbing
		}
		if l != neutral {
			list[n] = l
			n++
		}
	}
	list = list[:n]
	if l, done := f.choices(k, &list); done {
		return l
	}
	switch len(list) {
	case 0:
		return neutral
	case 1:
		return list[0]
	}
	f.key = append(f.key[:0], byte(k))
	for _, l := range list {
		f.key = append(f.key, byte(l), byte(l>>8), byte(l>>16), byte(l>>24))
	}
	if l, known := f.known[string(f.key)]; known {
		return l
	}
	l := f.node(k, slices.Clone(list))
	f.known[string(f.key)] = l
	if f.current != 0 && slices.ContainsFunc(list, func(c lit) bool { return f.group[c.node()] == f.current }) {
		f.group[l.node()] = f.current
	}
	return l
}

// choices uses that each role makes exactly one move. For "and": two moves of one
// role exclude each other, a move makes the negation of others superfluous, and the
// negation of many moves is the choice of few. For "or" the same holds negated.
func (f *formulas) choices(k nodeKind, list *[]lit) (result lit, done bool) {
	if !slices.ContainsFunc(*list, func(l lit) bool { return f.roles[l.node()] >= 0 }) {
		return 0, false
	}
	made := func(l lit) bool { return (k == nodeAnd) != l.neg() } // in "or" negations play this part
	for role := range f.inputs {
		first, pro, con := lit(-1), 0, 0
		for _, l := range *list {
			if f.roles[l.node()] != int32(role) {
				continue
			}
			if made(l) {
				first = l
				pro++
			} else {
				con++
			}
		}
		switch {
		case pro > 1: // two different moves
			return map[nodeKind]lit{nodeAnd: litFalse, nodeOr: litTrue}[k], true
		case pro == 1 && con > 0:
			*list = slices.DeleteFunc(*list, func(l lit) bool {
				return f.roles[l.node()] == int32(role) && l != first
			})
		case con > 1 && 2*con > len(f.inputs[role]):
			for _, l := range *list {
				f.listed[l.node()] = true
			}
			rest := make([]lit, 0, len(f.inputs[role])-con)
			for _, l := range f.inputs[role] {
				if !f.listed[l.node()] {
					rest = append(rest, l)
				}
			}
			for _, l := range *list {
				f.listed[l.node()] = false
			}
			*list = slices.DeleteFunc(*list, func(l lit) bool { return f.roles[l.node()] == int32(role) })
			others := slices.Clone(*list)
			some := f.or(rest)
			if k == nodeOr {
				some = some.not()
			}
			return f.join(k, append(others, some)), true
		}
	}
	return 0, false
}

// cases is the disjunction of conjunctions. Conjunctions that differ only in the
// move of one role are joined: that is what frame rules look like.
func (f *formulas) cases(bodies [][]lit) lit {
	if len(bodies) == 1 {
		return f.and(slices.Clone(bodies[0]))
	}
	type family struct {
		role  int32
		rest  lit
		moves []lit
	}
	var families []family
	at := map[[2]int32]int{}
	var all []lit
	for _, b := range bodies {
		move := -1
		for i, l := range b {
			if !l.neg() && f.roles[l.node()] >= 0 {
				move = i
			}
		}
		if move < 0 {
			all = append(all, f.and(slices.Clone(b)))
			continue
		}
		rest := f.and(slices.Delete(slices.Clone(b), move, move+1))
		role := f.roles[b[move].node()]
		k, known := at[[2]int32{role, int32(rest)}]
		if !known {
			k = len(families)
			at[[2]int32{role, int32(rest)}] = k
			families = append(families, family{role: role, rest: rest})
		}
		families[k].moves = append(families[k].moves, b[move])
	}
	// Families with equal rest and different roles share the rest.
	byRest := map[lit]int{}
	var rests []lit
	var moves [][]lit
	for _, fam := range families {
		k, known := byRest[fam.rest]
		if !known {
			k = len(rests)
			byRest[fam.rest] = k
			rests = append(rests, fam.rest)
			moves = append(moves, nil)
		}
		moves[k] = append(moves[k], f.or(fam.moves))
	}
	for k, rest := range rests {
		all = append(all, f.and([]lit{rest, f.or(moves[k])}))
	}
	return f.or(all)
}
