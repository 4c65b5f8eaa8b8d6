package gdl

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/efg"
)

// Severity says what a finding means for the description.
type Severity uint8

// Severities of findings.
const (
	// Note is worth knowing and harmless.
	Note Severity = iota
	// Warning is probably a mistake; the game can be played.
	Warning
	// Fault makes the description invalid.
	Fault
)

// String is "note", "warning" or "error".
func (s Severity) String() string { return [...]string{"note", "warning", "error"}[s] }

// Finding is something that the static checks found.
type Finding struct {
	Pos      Pos
	Severity Severity
	Msg      string
}

// String gives "file:line:column: severity: message".
func (f Finding) String() string { return fmt.Sprintf("%v: %v: %s", f.Pos, f.Severity, f.Msg) }

// keyword is a reserved relation: its number of arguments and where it may stand.
type keyword struct {
	arity      int
	head, body bool
}

var keywords = map[string]keyword{
	"role":     {1, true, true},
	"init":     {1, true, false},
	"true":     {1, false, true},
	"next":     {1, true, false},
	"legal":    {2, true, true},
	"does":     {2, false, true},
	"goal":     {2, true, true},
	"terminal": {0, true, true},
	"distinct": {2, false, true},
	"base":     {1, true, false},
	"input":    {2, true, false},
	"sees":     {2, true, false},
}

// Check applies all static conditions of validity: the use of keywords, safety,
// stratification, the restriction of recursion, and presence of the necessary
// relations. The findings are in textual order; the description is invalid if one
// is a Fault.
func (d *Description) Check() []Finding {
	c := &checker{d: d}
	var errs ErrorList
	c.clauses, errs = d.clauses()
	for _, e := range errs {
		c.add(e.Pos, Fault, "%s", e.Msg)
	}
	c.keywords()
	c.safety()
	c.presence()
	c.symbols()
	if !c.faulty {
		c.circles()
		c.clauses = c.d.dependent(c.clauses)
		c.graph = newGraph(c.clauses, nil)
		c.dependencies()
		c.stratification()
		c.recursion()
	}
	slices.SortStableFunc(c.found, func(a, b Finding) int {
		switch {
		case a.Pos.before(b.Pos):
			return -1
		case b.Pos.before(a.Pos):
			return 1
		}
		return 0
	})
	// Disjuncts of one rule repeat what concerns the rule.
	return slices.Compact(c.found)
}

// faults gives the faults among findings as an error, nil if there are none.
func faults(found []Finding) error {
	var list ErrorList
	for _, f := range found {
		if f.Severity == Fault {
			list = append(list, &Error{f.Pos, f.Msg})
		}
	}
	if list == nil {
		return nil
	}
	return list
}

type checker struct {
	d       *Description
	clauses []clause
	graph   *graph
	found   []Finding
	faulty  bool
}

func (c *checker) add(pos Pos, s Severity, format string, args ...any) {
	c.found = append(c.found, Finding{pos, s, fmt.Sprintf(format, args...)})
	c.faulty = c.faulty || s == Fault
}

// keywords checks the arguments and places of the reserved words.
func (c *checker) keywords() {
	for _, r := range c.d.Rules {
		h := r.Head
		switch {
		case h.Name == "not" || h.Name == "or" || h.Name == "and":
			c.add(h.Pos, Fault, "'%s' may not occur in a head", h.Name)
			continue
		case h.Name == "role" && len(r.Body) > 0:
			c.add(h.Pos, Fault, "'role' may occur in facts and bodies only, not in the head of a rule")
		}
		c.keyword(h, true)
		if r.Arrow && len(r.Body) == 0 {
			c.add(h.Pos, Warning, "rule for %s with an empty body: it is a fact", h.Name)
		}
		for _, l := range r.Body {
			c.literal(l)
		}
	}
}

func (c *checker) literal(l *Literal) {
	if l.Op == Plain {
		c.keyword(l.Atom, false)
		c.knowledge(l.Atom)
	}
	if l.Op == Not && l.Subs[0].Op == Plain && l.Subs[0].Atom.Name == "distinct" {
		c.add(l.Pos, Warning, "'not distinct' means that the terms are equal; some players reject it")
	}
	for _, s := range l.Subs {
		c.literal(s)
	}
}

// keyword checks an atom whose relation may be reserved.
func (c *checker) keyword(t *Term, head bool) {
	if t.Name == "thinks" && (len(t.Args) == 2 || len(t.Args) == 3) {
		c.add(t.Pos, Fault, "unsupported keyword 'thinks'")
		return
	}
	k, reserved := keywords[t.Name]
	switch {
	case !reserved:
		return
	case len(t.Args) != k.arity:
		c.add(t.Pos, Fault, "'%s' needs %s, found %d", t.Name,
			[...]string{"no arguments", "one argument", "two arguments"}[k.arity], len(t.Args))
	case head && !k.head:
		c.add(t.Pos, Fault, "'%s' may not occur in a head", t.Name)
	case !head && !k.body:
		c.add(t.Pos, Fault, "'%s' may not occur in a body", t.Name)
	}
}

// safety checks that every variable of a clause is bound by a positive literal.
func (c *checker) safety() {
	for _, cl := range c.clauses {
		bound := map[string]bool{}
		for i := range cl.body {
			if b := &cl.body[i]; !b.neg && !b.isDistinct() {
				variables(b.atom, func(v *Term) { bound[v.Name] = true })
			}
		}
		where := "in head"
		check := func(v *Term) {
			if bound[v.Name] {
				return
			}
			bound[v.Name] = true
			if len(cl.rule.Body) == 0 {
				c.add(v.Pos, Fault, "unsafe variable %s: a fact must not have variables", v.Name)
				return
			}
			c.add(v.Pos, Fault, "unsafe variable %s in rule for %s: occurs only %s", v.Name, cl.head.Name, where)
		}
		variables(cl.head, check)
		for i := range cl.body {
			b := &cl.body[i]
			where = "under not"
			if b.isDistinct() {
				where = "in distinct"
			}
			if b.neg || b.isDistinct() {
				variables(b.atom, check)
			}
		}
	}
}

// maxArity bounds the arguments of relations and functions, because the reasoners
// keep sets of arguments in words: those of a move together with its role.
const maxArity = 63

// variables calls f for every occurrence of a variable.
func variables(t *Term, f func(*Term)) {
	if t.IsVar() {
		f(t)
	}
	for _, a := range t.Args {
		variables(a, f)
	}
}

// presence checks that the necessary relations exist.
func (c *checker) presence() {
	defined := map[string]bool{}
	for _, r := range c.d.Rules {
		defined[relationKey(r.Head)] = true
	}
	start := Pos{c.d.File, 1, 1}
	for _, need := range []struct{ key, what string }{
		{"role/1", "no role"}, {"legal/2", "no legal rule"}, {"goal/2", "no goal rule"}, {"terminal/0", "no terminal rule"},
	} {
		if !defined[need.key] {
			c.add(start, Fault, "%s", need.what)
		}
	}
	players := 0
	for _, r := range c.d.Rules {
		if r.Head.Name == "role" && len(r.Head.Args) == 1 && r.Head.Args[0].Name != "random" {
			players++
		}
	}
	if players == 0 && defined["role/1"] {
		c.add(start, Fault, "no role other than random")
	}
	reported := map[string]bool{}
	for _, cl := range c.clauses {
		for _, b := range cl.body {
			atom := b.atom
			if p := c.d.knownAtom(atom); p != nil {
				atom = p
			}
			key := relationKey(atom)
			if _, reserved := keywords[atom.Name]; reserved || defined[key] || reported[key] {
				continue
			}
			reported[key] = true
			c.add(atom.Pos, Warning, "relation %s has no rule and no fact: it is always false", key)
		}
	}
}

// symbols looks for oddities in the use of names.
func (c *checker) symbols() {
	for _, o := range c.d.other {
		c.add(o.pos, Note, "'%s' is the same name as '%s' before: case does not matter", o.then, o.first)
	}
	roles := map[string]bool{}
	for _, r := range c.d.Rules {
		if r.Head.Name == "role" && len(r.Head.Args) == 1 {
			roles[r.Head.Args[0].String()] = true
		}
	}
	relations, functions := map[string]int{}, map[string]int{}
	wide := func(t *Term) {
		if len(t.Args) > maxArity {
			c.add(t.Pos, Fault, "%s has %d arguments, the limit is %d", t.Name, len(t.Args), maxArity)
		}
	}
	var function func(t *Term)
	function = func(t *Term) {
		wide(t)
		if t.Parenthesised {
			c.add(t.Pos, Warning, "'(%s)' has no arguments: it is '%s'", t.Name, t.Name)
		}
		if len(t.Args) > 0 {
			c.arity(functions, t, "function")
		}
		for _, a := range t.Args {
			function(a)
		}
	}
	atom := func(t *Term) {
		wide(t)
		if t.Parenthesised {
			c.add(t.Pos, Warning, "'(%s)' has no arguments: it is '%s'", t.Name, t.Name)
		}
		if _, reserved := keywords[t.Name]; !reserved && c.d.knownAtom(t) == nil {
			c.arity(relations, t, "relation")
		}
		c.constants(t, roles)
		for _, a := range t.Args {
			function(a)
		}
	}
	var literal func(l *Literal)
	literal = func(l *Literal) {
		if l.Op == Plain {
			atom(l.Atom)
		}
		for _, s := range l.Subs {
			literal(s)
		}
	}
	for _, r := range c.d.Rules {
		atom(r.Head)
		for _, l := range r.Body {
			literal(l)
		}
	}
}

// arity notes the number of arguments of a symbol and reports a second one.
func (c *checker) arity(seen map[string]int, t *Term, what string) {
	n, known := seen[t.Name]
	switch {
	case !known:
		seen[t.Name] = len(t.Args)
	case n >= 0 && n != len(t.Args):
		seen[t.Name] = -1
		c.add(t.Pos, Warning, "%s %s occurs with %d and with %d arguments: these are different %ss", what, t.Name, n,
			len(t.Args), what)
	}
}

// constants checks the roles and goal values that an atom names.
func (c *checker) constants(t *Term, roles map[string]bool) {
	switch t.Name {
	case "legal", "does", "goal", "sees", "input":
	default:
		return
	}
	if len(t.Args) != 2 {
		return
	}
	if r := t.Args[0]; r.Ground() && !roles[r.String()] {
		c.add(r.Pos, Note, "%s in '%s' is no role", r, t.Name)
	}
	if v := t.Args[1]; t.Name == "goal" && v.Ground() {
		x, err := efg.ParseNumber(v.String())
		switch {
		case err != nil:
			c.add(v.Pos, Warning, "the goal value %s is no number", v)
		case !x.IsInt() || x.Sign() < 0 || x.Cmp(big.NewRat(100, 1)) > 0:
			c.add(v.Pos, Note, "the goal value %s is no integer from 0 to 100", v)
		}
	}
}

// through lists names for messages.
func through(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return " through " + strings.Join(names, ", ")
}
