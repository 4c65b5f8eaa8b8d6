package rg

import (
	"slices"
	"strconv"
	"strings"
)

// values gives names their symbols.
type values map[string]string

func (v values) with(name, symbol string) values {
	out := values{name: symbol}
	for k, s := range v {
		if k != name {
			out[k] = s
		}
	}
	return out
}

// Limits of what is computed beforehand.
const (
	maxCalls  = 2_000_000 // terms evaluated
	maxRecurs = 2_000     // functions that call each other
)

// symbol is the name of a term of a domain at the low level.
func symbol(name string, args []string) string {
	for _, a := range args {
		name += "_" + a
	}
	return name
}

// expand lists the symbols of the terms of a domain, in order.
func (l *lowering) expand(d *domain) []token {
	var out []token
	for i := range d.terms {
		t := &d.terms[i]
		names := map[string]bool{}
		for _, r := range t.ranges {
			names[r.name.text] = true
		}
		l.through(t.ranges, values{}, func(v values) {
			var build func(t *pattern) string
			build = func(t *pattern) string {
				if t.args == nil {
					if s, ok := v[t.name.text]; ok {
						return s
					}
					return t.name.text
				}
				var args []string
				for i := range t.args {
					args = append(args, build(&t.args[i]))
				}
				s := symbol(t.name.text, args)
				parts := append([]string{t.name.text}, args...)
				if old := l.parts[s]; old != nil && !slices.Equal(old, parts) {
					l.fail(t.name.pos, "two terms have the symbol %s", s)
				}
				l.parts[s] = parts
				return s
			}
			s := build(t)
			if strings.Contains(s, "-") {
				l.fail(t.name.pos, "%s: symbols cannot be negative", s)
			}
			if t.args != nil {
				l.terms[t.name.text] = len(t.args)
			}
			if len(out) == maxSymbols {
				l.fail(d.name.pos, "domain %v has more than %d symbols", d.name, maxSymbols)
			}
			l.symbols[s] = true
			out = append(out, token{s, true, t.name.pos})
		})
	}
	return out
}

// through calls f with all values of the names that run through ranges.
func (l *lowering) through(ranges []span, v values, f func(values)) {
	if len(ranges) == 0 {
		f(v)
		return
	}
	r := ranges[0]
	if r.from == nil {
		members, ok := l.members[r.domain.text]
		if !ok {
			l.fail(r.domain.pos, "unknown domain %v; domains are declared before they are used", r.domain)
		}
		for _, m := range members {
			l.through(ranges[1:], v.with(r.name.text, m.text), f)
		}
		return
	}
	from, to := l.integer(r.from, v), l.integer(r.to, v)
	for i := from; i <= to; i++ {
		l.tick(r.name.pos)
		l.through(ranges[1:], v.with(r.name.text, strconv.FormatInt(i, 10)), f)
	}
}

func (l *lowering) tick(p Pos) {
	if l.calls++; l.calls > maxCalls {
		l.fail(p, "more than %d terms to compute beforehand", maxCalls)
	}
}

func (l *lowering) integer(t *term, v values) int64 {
	s := l.eval(t, v)
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		l.fail(t.pos, "'%s' is no integer", s)
	}
	return n
}

// static reports whether a term can be computed beforehand.
func (l *lowering) static(t *term, v values) bool {
	switch t.kind {
	case tAny, tReach, tIndex:
		return false
	case tName:
		if _, ok := v[t.name]; ok {
			return true
		}
		return l.variables[t.name] == nil && l.byName[t.name] == nil
	}
	for _, a := range t.args {
		if !l.static(a, v) {
			return false
		}
	}
	return true
}

var truth = map[bool]string{true: "1", false: "0"}

// eval computes a static term. Truth is 1 or 0.
func (l *lowering) eval(t *term, v values) string {
	l.tick(t.pos)
	switch t.kind {
	case tName:
		if s, ok := v[t.name]; ok {
			return s
		}
		if l.variables[t.name] != nil || l.byName[t.name] != nil {
			l.fail(t.pos, "'%s' is not known beforehand", t.name)
		}
		if !numeral(t.name) && !l.symbols[t.name] {
			l.fail(t.pos, "unknown name '%s': no parameter, variable, function or symbol of a domain", t.name)
		}
		if n, err := strconv.ParseInt(t.name, 10, 64); err == nil {
			return strconv.FormatInt(n, 10)
		}
		return t.name
	case tApply:
		var args []string
		for _, a := range t.args {
			args = append(args, l.eval(a, v))
		}
		if f := l.byName[t.name]; f != nil {
			return l.call(f, args, t.pos)
		}
		if n, ok := l.terms[t.name]; !ok || n != len(args) {
			l.fail(t.pos, "'%s' with %d arguments is no function and no term of a domain", t.name, len(args))
		}
		s := symbol(t.name, args)
		if !l.symbols[s] {
			l.fail(t.pos, "%s is in no domain", s)
		}
		return s
	case tNot:
		return truth[!l.holds(t.args[0], v)]
	case tIf:
		if l.holds(t.args[0], v) {
			return l.eval(t.args[1], v)
		}
		return l.eval(t.args[2], v)
	case tBinary:
		return l.binary(t, v)
	}
	l.fail(t.pos, "this is not known beforehand")
	return ""
}

// holds is the truth of a static term.
func (l *lowering) holds(t *term, v values) bool {
	switch s := l.eval(t, v); s {
	case "0":
		return false
	case "1":
		return true
	default:
		l.fail(t.pos, "expected a condition, found '%s'", s)
		return false
	}
}

func (l *lowering) binary(t *term, v values) string {
	a, b := t.args[0], t.args[1]
	switch t.name {
	case "||":
		return truth[l.holds(a, v) || l.holds(b, v)]
	case "&&":
		return truth[l.holds(a, v) && l.holds(b, v)]
	case "==":
		return truth[l.eval(a, v) == l.eval(b, v)]
	case "!=":
		return truth[l.eval(a, v) != l.eval(b, v)]
	}
	x, y := l.integer(a, v), l.integer(b, v)
	switch t.name {
	case "<":
		return truth[x < y]
	case "<=":
		return truth[x <= y]
	case ">":
		return truth[x > y]
	case ">=":
		return truth[x >= y]
	}
	const most = 1 << 30
	if x > most || x < -most || y > most || y < -most {
		l.fail(t.pos, "integers beyond %d", most)
	}
	switch t.name {
	case "+":
		x += y
	case "-":
		x -= y
	case "*":
		x *= y
	default:
		if y == 0 {
			l.fail(t.pos, "division by zero")
		}
		if t.name == "/" {
			x /= y
		} else {
			x = (x%y + y) % y
		}
	}
	return strconv.FormatInt(x, 10)
}

// call computes a function's value by its first case that fits.
func (l *lowering) call(f *function, args []string, p Pos) string {
	key := f.name.text + "\x00" + strings.Join(args, "\x00")
	if s, ok := l.known[key]; ok {
		return s
	}
	if l.recursion++; l.recursion > maxRecurs {
		l.fail(p, "functions call each other more than %d deep", maxRecurs)
	}
	defer func() { l.recursion-- }()
	for i := range f.cases {
		c := &f.cases[i]
		if len(c.args) != len(args) {
			l.fail(c.pos, "function %v has %d arguments here and %d elsewhere", f.name, len(c.args), len(args))
		}
		v := values{}
		fits := true
		for k := range args {
			fits = fits && l.match(&c.args[k], args[k], v)
		}
		if fits {
			s := l.eval(c.body, v)
			l.known[key] = s
			return s
		}
	}
	l.fail(p, "no case of function %v fits the arguments %v", f.name, args)
	return ""
}

// match reports whether a symbol fits a pattern and gives the pattern's names their
// symbols. Names that are symbols of a domain stand for themselves.
func (l *lowering) match(t *pattern, s string, v values) bool {
	if t.args == nil {
		switch {
		case t.name.text == "_":
			return true
		case numeral(t.name.text) || l.symbols[t.name.text]:
			return t.name.text == s
		}
		if old, ok := v[t.name.text]; ok {
			return old == s
		}
		v[t.name.text] = s
		return true
	}
	parts := l.parts[s]
	if parts == nil || parts[0] != t.name.text || len(parts)-1 != len(t.args) {
		return false
	}
	for i := range t.args {
		if !l.match(&t.args[i], parts[i+1], v) {
			return false
		}
	}
	return true
}
