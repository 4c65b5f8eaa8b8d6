package rbg

import (
	"slices"
	"strconv"
)

// entries is the number of entries of a table over some variables, at most one more than the limit.
func (r *regular) entries(asked []int) int {
	n := 1
	for _, i := range asked {
		if n *= len(r.values[i]); n > maxRegularTable {
			return maxRegularTable + 1
		}
	}
	return n
}

// scratch is a state in which expressions are evaluated.
func (r *regular) scratch() *State { return &State{vars: make([]int64, len(r.values))} }

// fit is a flat expression with the same value as a, whose table is not too large: parts of it are kept in
// variables of their own, which the actions before set and those after forget.
func (r *regular) fit(a *arith, before, after *[]string) *arith {
	if a.l == nil || r.entries(a.asked(nil)) <= maxRegularTable {
		return a
	}
	b := &arith{kind: a.kind, num: a.num, l: r.fit(a.l, before, after), r: r.fit(a.r, before, after)}
	r.fitBoth(&b.l, &b.r, before, after)
	return b
}

// fitBoth has two expressions fit a table together.
func (r *regular) fitBoth(x, y **arith, before, after *[]string) {
	for _, z := range []**arith{x, y} {
		if r.entries((*y).asked((*x).asked(nil))) > maxRegularTable {
			*z = r.part(*z, before, after)
		}
	}
	if r.entries((*y).asked((*x).asked(nil))) > maxRegularTable {
		refuseTranslation("an expression takes a table of more than %d entries", maxRegularTable)
	}
}

// part keeps the value of an expression in a variable of its own.
func (r *regular) part(a *arith, before, after *[]string) *arith {
	asked := a.asked(nil)
	if len(asked) == 0 || a.l == nil {
		return a
	}
	key := "part " + a.key()
	if i, ok := r.parts[key]; ok {
		return r.keep(i, a, before, after)
	}
	var values []int64
	found := map[int64]bool{}
	s := r.scratch()
	r.each(s, asked, func() {
		if v, ok := s.eval(a); ok && !found[v] {
			found[v] = true
			values = append(values, v)
		}
	})
	if len(values) == 0 {
		values = []int64{0} // a division by what is always zero
	}
	if len(values) > maxRegularValues {
		refuseTranslation("an expression has more than %d values", maxRegularValues)
	}
	slices.Sort(values)
	i := len(r.values)
	r.values = append(r.values, values)
	r.vars = append(r.vars, r.fresh("part"+strconv.Itoa(len(r.parts)+1)))
	r.sets = append(r.sets, r.fresh("Value_"+r.vars[i]))
	r.parts[key] = i
	return r.keep(i, a, before, after)
}

// keep sets variable i to the value of an expression, and forgets it afterwards: nothing else tells moves apart.
func (r *regular) keep(i int, a *arith, before, after *[]string) *arith {
	actions, _ := r.setting(i, a, func(int64) bool { return true })
	*before = append(*before, actions...)
	*after = append(*after, r.vars[i]+" = "+r.numeral(r.values[i][0]))
	return &arith{kind: aVar, num: int64(i)}
}

// setting are the actions that give a variable the value of a flat expression, if it is allowed; false where it
// never is.
func (r *regular) setting(i int, a *arith, allowed func(int64) bool) (actions []string, ever bool) {
	asked := a.asked(nil)
	s := r.scratch()
	var values []string
	always := true
	r.each(s, asked, func() {
		v, ok := s.eval(a)
		if ok = ok && allowed(v); ok {
			values = append(values, r.numeral(v))
			ever = true
			return
		}
		values, always = append(values, r.words.none), false
	})
	left, set := r.vars[i], r.sets[i]
	switch {
	case !ever:
		return nil, false
	case len(asked) == 0:
		return []string{left + " = " + values[0]}, true
	case always:
		return []string{left + " = " + r.lookup("value", set, asked, values)}, true
	}
	t := r.lookup("value", r.optional(set, i), asked, values)
	return []string{t + " != " + r.words.none, left + " = " + set + "(" + t + ")"}, true
}

// assign builds an assignment, which is possible where the value is within its bound.
func (r *regular) assign(e *expr, from, to int, inside bool) {
	var before, after []string
	f := r.fit(r.flat(e.left), &before, &after)
	set, ever := r.setting(e.num, f, func(v int64) bool { return v >= 0 && v <= r.bound(e.num) })
	if ever {
		r.chain(from, to, slices.Concat(r.tags(e, inside), before, set, after)...)
	}
}

// compare builds a comparison; it fails where a side has no value.
func (r *regular) compare(e *expr, from, to int) {
	var before, after []string
	left, right := r.fit(r.flat(e.left), &before, &after), r.fit(r.flat(e.right), &before, &after)
	r.fitBoth(&left, &right, &before, &after)
	asked := right.asked(left.asked(nil))
	s := r.scratch()
	n := &node{left: left, right: right, compare: comparisons[e.cmp]}
	var values []string
	held := 0
	r.each(s, asked, func() {
		holds := s.compare(n)
		if holds {
			held++
		}
		values = append(values, map[bool]string{false: "0", true: "1"}[holds])
	})
	switch {
	case held == 0:
	case held == len(values):
		r.chain(from, to, slices.Concat(before, after)...)
	default:
		test := []string{r.lookup("test", "Bool", asked, values) + " == 1"}
		r.chain(from, to, slices.Concat(before, test, after)...)
	}
}

// optional names the type of the values of a variable and none.
func (r *regular) optional(set string, i int) string {
	key := "optional " + set
	t, ok := r.tables[key]
	if !ok {
		t = r.fresh(set + "OrNone")
		r.tables[key] = t
		text := "type " + t + " = { "
		for _, v := range r.values[i] {
			text += r.numeral(v) + ", "
		}
		r.consts.WriteString(text + r.words.none + " };\n")
	}
	return t
}

// lookup is the expression that asks a table for the values that variables have.
func (r *regular) lookup(name, set string, asked []int, values []string) string {
	typ, index := "", ""
	for _, i := range asked {
		typ += r.sets[i] + " -> "
		index += "[" + r.vars[i] + "]"
	}
	return r.table(name, typ+set, r.nested(asked, values)) + index
}

// nested writes a table over several variables.
func (r *regular) nested(asked []int, values []string) string {
	args := r.numerals(r.values[asked[0]])
	if len(asked) == 1 {
		return function(args, values)
	}
	part := len(values) / len(args)
	var rows []string
	for i := range args {
		rows = append(rows, r.nested(asked[1:], values[i*part:(i+1)*part]))
	}
	return function(args, rows)
}

// numeral is the symbol of a number; those of negative ones, which only parts of expressions have, begin with a letter.
func (r *regular) numeral(v int64) string {
	if v < 0 {
		return "minus_" + strconv.FormatInt(-v, 10)
	}
	return strconv.FormatInt(v, 10)
}

func (r *regular) numerals(values []int64) []string {
	var out []string
	for _, v := range values {
		out = append(out, r.numeral(v))
	}
	return out
}
