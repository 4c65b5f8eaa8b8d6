package gdl

import "slices"

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
)

// obey runs code from a step on and gives the answer at its end. Fluents do not change
// yet: what would change is noted in changes, maybe several times.
func (w *wires) obey(code []step, at int32) int32 {
	for at >= 0 {
		s := &code[at]
		if s.test >= 0 {
			if at = s.no; int32(w.value[s.test>>1]) != s.test&1 {
				at = s.yes
			}
			continue
		}
		place := ^s.test
		at = s.yes
		switch {
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
	code []step
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

// deed is an action with its conditions, all of which are to hold.
type deed struct {
	when   []lit
	action step // without the step that follows
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
	if place >= 0 || kind < nodeAnd || (kind == nodeAnd) == l.neg() {
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
// Conditions that several have in common are asked once.
func (c *coder) deeds(list []deed, next int32) int32 {
	if c.full {
		return next
	}
	if len(list) <= fewDeeds {
		for i := len(list) - 1; i >= 0; i-- {
			at := list[i].action
			at.yes = next
			start := c.emit(at)
			for _, l := range slices.Backward(list[i].when) {
				start = c.ask(l, start, next)
			}
			next = start
		}
		return next
	}
	uses := map[lit]int{}
	for i := range list {
		for _, l := range list[i].when {
			uses[l]++
		}
	}
	best := func(d *deed) lit { // the condition that most have
		first := lit(-1)
		for _, l := range d.when {
			if n := uses[l]; first < 0 || n > uses[first] || n == uses[first] && l < first {
				first = l
			}
		}
		return first
	}
	var order []lit
	groups := map[lit][]deed{}
	for i := range list {
		l := best(&list[i])
		if groups[l] == nil {
			order = append(order, l)
		}
		groups[l] = append(groups[l], list[i])
	}
	slices.Sort(order)
	for _, l := range slices.Backward(order) {
		group := groups[l]
		if l < 0 { // without conditions
			for _, d := range slices.Backward(group) {
				d.action.yes = next
				next = c.emit(d.action)
			}
			continue
		}
		for i := range group {
			group[i].when = slices.DeleteFunc(slices.Clone(group[i].when), func(x lit) bool { return x == l })
		}
		next = c.ask(l, c.deeds(group, next), next)
	}
	return next
}
