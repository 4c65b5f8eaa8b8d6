package gdl

import (
	"fmt"
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
	excluded []exclusions // by role, counted while building
	before   []exclusions // the same of the round before
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

// groups is the highest number of a cycle.
func (f *formulas) groups() int32 { return slices.Max(f.group) }

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
	var choosers [][]chooser
	for _, fam := range families {
		k, known := byRest[fam.rest]
		if !known {
			k = len(rests)
			byRest[fam.rest] = k
			rests = append(rests, fam.rest)
			choosers = append(choosers, nil)
		}
		choosers[k] = append(choosers[k], chooser{fam.role, fam.moves})
	}
	for k, rest := range rests {
		all = append(all, f.and(append(f.some(choosers[k]), rest)))
	}
	return f.factored(all)
}

// factored is a disjunction whose members' common conditions stand outside: of
// "empty, and one's turn; or empty, and the first step" it makes "empty, and one's
// turn or the first step", where the second part is the same for many squares.
func (f *formulas) factored(list []lit) lit {
	slices.Sort(list)
	list = slices.Compact(list)
	if len(list) < 2 || f.current != 0 {
		return f.or(list)
	}
	var common []lit
	for i, l := range list {
		if l.neg() || f.kinds[l.node()] != nodeAnd {
			return f.or(list)
		}
		children := f.children[l.node()]
		if i == 0 {
			common = slices.Clone(children)
			continue
		}
		common = slices.DeleteFunc(common, func(x lit) bool { return !slices.Contains(children, x) })
	}
	if len(common) == 0 {
		return f.or(list)
	}
	var rests []lit
	for _, l := range list {
		rests = append(rests, f.and(slices.DeleteFunc(slices.Clone(f.children[l.node()]),
			func(x lit) bool { return slices.Contains(common, x) })))
	}
	return f.and(append(common, f.factored(rests)))
}

// chooser is a role with some of its moves.
type chooser struct {
	role  int32
	moves []lit
}

// some tells, as a conjunction, that one of the roles makes one of the moves.
//
// Frame rules of games with turns say "somebody makes a move that is neither a pass
// nor touches this square". Written plainly, that changes twice for every square
// in every step, because the passes change hands. Where the excluded moves of both
// roles contain their passes, K, it is written instead as: somebody does not pass,
// and nobody touches the square while the other passes or touches it, too. That
// changes for the touched squares only.
func (f *formulas) some(list []chooser) []lit {
	type actor struct{ touches, acts lit }
	var plain []lit
	var actors []actor
	at := map[string]int{} // by passes
	split := true
	for _, c := range list {
		excluded := f.rest(c)
		f.note(c.role, excluded)
		common := f.passes(c.role)
		touch := slices.DeleteFunc(slices.Clone(excluded), func(l lit) bool { return slices.Contains(common, l) })
		split = split && len(common) > 0 && len(excluded)-len(touch) == len(common) && 2*len(excluded) < len(f.inputs[c.role])
		plain = append(plain, f.or(c.moves))
		if !split {
			continue
		}
		// Of several ways to look at the moves of one role, that one is excluded by
		// all counts.
		key := f.passesKey(common)
		k, known := at[key]
		if !known {
			k = len(actors)
			at[key] = k
			actors = append(actors, actor{litTrue, f.or(slices.Clone(common)).not()})
		}
		actors[k].touches = f.and([]lit{actors[k].touches, f.or(touch)})
	}
	switch {
	case split && len(actors) == 1:
		return []lit{actors[0].acts, actors[0].touches.not()}
	case split && len(actors) == 2:
		a, b := actors[0], actors[1]
		return []lit{
			f.or([]lit{a.acts, b.acts}),
			f.and([]lit{a.touches, b.acts.not()}).not(),
			f.and([]lit{b.touches, a.acts.not()}).not(),
			f.and([]lit{a.touches, b.touches}).not(),
		}
	}
	return []lit{f.or(plain)}
}

// passesKey tells sets of passes apart by the moves that they consist of.
func (f *formulas) passesKey(common []lit) string {
	var moves []lit
	for _, l := range common {
		if f.kinds[l.node()] == nodeInput {
			moves = append(moves, l)
		} else {
			moves = append(moves, f.children[l.node()]...)
		}
	}
	slices.Sort(moves)
	return fmt.Sprint(moves)
}

// rest gives the moves of a role that are not among those of a chooser.
func (f *formulas) rest(c chooser) []lit {
	for _, l := range c.moves {
		f.listed[l.node()] = true
	}
	var rest []lit
	for _, l := range f.inputs[c.role] {
		if !f.listed[l.node()] {
			rest = append(rest, l)
		}
	}
	for _, l := range c.moves {
		f.listed[l.node()] = false
	}
	return rest
}

// exclusions counts how often moves of a role are excluded where only a few are.
type exclusions struct {
	lists int
	moves map[lit]int
}

// note counts excluded moves.
func (f *formulas) note(role int32, excluded []lit) {
	for len(f.excluded) <= int(role) {
		f.excluded = append(f.excluded, exclusions{moves: map[lit]int{}})
	}
	e := &f.excluded[role]
	if 2*len(excluded) >= len(f.inputs[role]) {
		return
	}
	e.lists++
	for _, l := range excluded {
		e.moves[l]++
	}
}

// passes gives the moves of a role that were excluded in most cases when the same
// formulas were built before; none the first time. Literals are the same every time.
func (f *formulas) passes(role int32) []lit {
	if int(role) >= len(f.before) {
		return nil
	}
	e := f.before[role]
	var list []lit
	for _, l := range f.inputs[role] {
		if e.lists >= 4 && 2*e.moves[l] > e.lists {
			list = append(list, l)
		}
	}
	return list
}

// excludes reports whether another round could make use of what was counted.
func (f *formulas) excludes() bool {
	return slices.ContainsFunc(f.excluded, func(e exclusions) bool { return e.lists >= 4 })
}
