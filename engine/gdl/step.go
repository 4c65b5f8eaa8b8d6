package gdl

import (
	"cmp"
	"slices"
)

// step is an instruction of an effect: a question after a value, or an action.
type step struct {
	// test is a literal over values, twice the place plus 1 for the negation, with the
	// steps that follow by whether it holds; or, negative, what an action is about.
	test, yes, no int32
}

// Where code ends, by the answer that it has for who asked.
const (
	endFalse = -1
	endTrue  = -2
)

// Actions, in the place of no.
const (
	actClear  = iota // the fluent will be false
	actSet           // the fluent will be true
	actForget        // the scratch value is false
	actNote          // the scratch value is true
	actList          // fluents change, each on a condition: see script
)

// script is code with lists of changes, which actions of the kind actList are about: the
// number of changes, and for each a literal over values and what follows from it, twice
// the fluent, plus 1 if it will be true.
type script struct {
	code  []step
	lists []int32
}

// obey runs a script from a step on and gives the answer at its end. Fluents do not
// change yet: what would change is noted in changes, maybe several times.
func (w *wires) obey(x *script, at int32) int32 {
	for at >= 0 {
		s := &x.code[at]
		if s.test >= 0 {
			if at = s.no; int32(w.value[s.test>>1]) != s.test&1 {
				at = s.yes
			}
			continue
		}
		place := ^s.test
		at = s.yes
		switch {
		case s.no == actList:
			list := x.lists[place+1:][:2*x.lists[place]]
			for i := 0; i+1 < len(list); i += 2 {
				l, c := list[i], list[i+1]
				if int32(w.value[l>>1]) != l&1 && int32(w.value[c>>1]) != c&1 {
					w.changes = append(w.changes, c)
				}
			}
		case s.no >= actForget:
			w.value[place] = uint8(s.no - actForget)
		case w.value[place] != uint8(s.no):
			w.changes = append(w.changes, 2*place+s.no)
		}
	}
	return at
}

// coder writes code for literals over the nodes of a formula.
type coder struct {
	script
	// look gives the kind of a node and what it is made of, and where its value is kept,
	// -1 for those that are asked by what they are made of.
	look func(node int32) (kind nodeKind, children []lit, place int32)
	most int // steps; beyond them full is set and the code is of no use
	full bool
}

// emit adds a step and gives its number.
func (c *coder) emit(s step) int32 {
	if len(c.code) >= c.most {
		c.full = true
		return endFalse
	}
	c.code = append(c.code, s)
	return int32(len(c.code) - 1)
}

// ask writes the question after a literal, given the steps that follow by the answer,
// and gives the step to begin with. Code is written from its end.
func (c *coder) ask(l lit, yes, no int32) int32 {
	switch l {
	case litTrue:
		return yes
	case litFalse:
		return no
	}
	kind, children, place := c.look(int32(l.node()))
	if place >= 0 {
		return c.emit(step{2*place + int32(l&1), yes, no})
	}
	if l.neg() {
		yes, no = no, yes
	}
	for _, x := range slices.Backward(children) {
		if c.full {
			return endFalse
		}
		if kind == nodeAnd {
			yes = c.ask(x, yes, no)
		} else {
			no = c.ask(x, yes, no)
		}
	}
	if kind == nodeAnd {
		return yes
	}
	return no
}

// deed is a change of a fluent, twice its number, plus 1 if it will be true, with its
// conditions, all of which are to hold.
type deed struct {
	when   []lit
	change int32
	first  lit // scratch
}

// alternatives adds the ways in which a literal can come true, each a list of
// conditions, as far as they are written as such. A node that is known to be true or
// false is left out; none is 0, the constant.
func (c *coder) alternatives(all [][]lit, l, known lit) [][]lit {
	if kind, children, place := c.look(int32(l.node())); place < 0 && kind >= nodeAnd && (kind == nodeOr) != l.neg() {
		for _, x := range children {
			all = c.alternatives(all, x^(l&1), known)
		}
		return all
	}
	if list, possible := c.conditions(nil, l, known); possible {
		all = append(all, list)
	}
	return all
}

// conditions adds what must hold for a literal; false if something cannot.
func (c *coder) conditions(list []lit, l, known lit) ([]lit, bool) {
	switch l {
	case litTrue, known:
		return list, true
	case litFalse, known.not():
		return list, false
	}
	kind, children, place := c.look(int32(l.node()))
	if place >= 0 || kind < nodeAnd {
		return append(list, l), true
	}
	if (kind == nodeAnd) == l.neg() {
		switch ways := c.alternatives(nil, l, known); {
		case len(ways) == 0:
			return list, false
		case len(ways) == 1:
			return append(list, ways[0]...), true
		}
		return append(list, l), true
	}
	for _, x := range children {
		possible := false
		if list, possible = c.conditions(list, x^(l&1), known); !possible {
			return list, false
		}
	}
	return list, true
}

// fewDeeds are written one after the other even if they have conditions in common.
const fewDeeds = 2

// deeds writes code that does what the conditions allow and goes on with a step.
// Conditions that several deeds have in common are asked once. It changes the list.
func (c *coder) deeds(list []deed, next int32) int32 {
	if len(list) <= fewDeeds {
		for _, d := range slices.Backward(list) {
			next = c.deed(d, next)
		}
		return next
	}
	uses := map[lit]int{}
	for i := range list {
		for _, l := range list[i].when {
			uses[l]++
		}
	}
	for i := range list {
		list[i].first = c.foremost(&list[i], uses)
	}
	slices.SortStableFunc(list, func(a, b deed) int { return cmp.Compare(a.first, b.first) })
	for end := len(list); end > 0; {
		first, start := list[end-1].first, end
		for start > 0 && list[start-1].first == first {
			start--
		}
		group := list[start:end]
		end = start
		switch {
		case first < 0 && len(group) > fewDeeds:
			next = c.list(group, next)
		case first < 0:
			next = c.deeds(group, next)
		default:
			for i := range group {
				group[i].when = slices.DeleteFunc(group[i].when, func(x lit) bool { return x == first })
			}
			next = c.ask(first, c.deeds(group, next), next)
		}
	}
	return next
}

// foremost is the condition of a deed that most have, the first of them; -1 for deeds
// that can be listed with others.
func (c *coder) foremost(d *deed, uses map[lit]int) lit {
	first := lit(-1)
	for _, l := range d.when {
		if n := uses[l]; first < 0 || n > uses[first] || n == uses[first] && l < first {
			first = l
		}
	}
	if len(d.when) != 1 || uses[first] > fewDeeds {
		return first
	}
	if _, _, place := c.look(int32(first.node())); place < 0 {
		return first
	}
	return -1
}

// deed writes one of them.
func (c *coder) deed(d deed, next int32) int32 {
	at := c.emit(step{^(d.change >> 1), next, actClear + d.change&1})
	for _, l := range slices.Backward(d.when) {
		at = c.ask(l, at, next)
	}
	return at
}

// list writes deeds of at most one condition each, which has a place.
func (c *coder) list(list []deed, next int32) int32 {
	at := c.emit(step{^int32(len(c.lists)), next, actList})
	c.lists = append(c.lists, int32(len(list)))
	for _, d := range list {
		l := d.change // unless it is so already
		if len(d.when) > 0 {
			_, _, place := c.look(int32(d.when[0].node()))
			l = 2*place + int32(d.when[0]&1)
		}
		c.lists = append(c.lists, l, d.change)
	}
	return at
}
