package rg

import (
	"slices"
	"strconv"
	"strings"
)

// lowering unrolls a description at the high level.
type lowering struct {
	*high
	d         *Description
	symbols   map[string]bool
	members   map[string][]token // of domains
	terms     map[string]int     // numbers of arguments
	parts     map[string][]string
	byName    map[string]*function
	variables map[string]*highVar
	graphOf   map[string]*graph
	known     map[string]string // values of functions
	calls     int
	recursion int
	nodes     int
	inside    int                  // graphs used inside of each other
	asked     map[string][2]string // first and last node of graphs in reachability
}

// maxInside bounds how deep graphs use each other.
const maxInside = 100

func (h *high) lower() *Description {
	l := &lowering{high: h, d: &Description{Title: h.title, src: h.source},
		symbols: map[string]bool{"keeper": true, "random": true},
		members: map[string][]token{}, terms: map[string]int{}, parts: map[string][]string{}, byName: map[string]*function{},
		variables: map[string]*highVar{}, graphOf: map[string]*graph{}, known: map[string]string{},
		asked: map[string][2]string{}}
	for i := range h.domains {
		d := &h.domains[i]
		if l.members[d.name.text] != nil {
			l.fail(d.name.pos, "domain %v is already declared", d.name)
		}
		l.members[d.name.text] = l.expand(d)
		l.d.types = append(l.d.types, typeDecl{d.name, &typeExpr{set: l.members[d.name.text], pos: d.name.pos}})
	}
	word := func(s string) token { return token{text: s, word: true} }
	if l.members["Bool"] == nil {
		l.members["Bool"] = []token{word("0"), word("1")}
	}
	l.members["PlayerOrSystem"] = append(slices.Clone(l.members["Player"]), word("keeper"), word("random"))
	l.members["PlayerOrKeeper"] = l.members["PlayerOrSystem"]
	for _, f := range h.functions {
		if l.byName[f.name.text] != nil || l.symbols[f.name.text] {
			l.fail(f.name.pos, "%v is already declared", f.name)
		}
		l.byName[f.name.text] = f
	}
	for _, b := range []string{"player", "goals", "visible"} {
		l.variables[b] = &highVar{}
	}
	for i := range h.vars {
		v := &h.vars[i]
		name := v.name.text
		if old := l.variables[name]; old != nil && old.typ != nil || l.byName[name] != nil || l.symbols[name] {
			l.fail(v.name.pos, "%v is already declared", v.name)
		}
		l.variables[name] = v
	}
	for _, f := range h.functions {
		l.d.consts = append(l.d.consts, dataDecl{f.name, f.typ, l.tabulate(f, f.typ, nil)})
	}
	for i := range h.vars {
		v := &h.vars[i]
		l.d.vars = append(l.d.vars, dataDecl{v.name, v.typ, l.initial(v.typ, v.value)})
	}
	for _, g := range h.graphs {
		if l.graphOf[g.name.text] != nil {
			l.fail(g.name.pos, "graph %v is already declared", g.name)
		}
		l.graphOf[g.name.text] = g
	}
	rules := l.graphOf["rules"]
	if rules == nil || len(rules.params) > 0 {
		l.fail(Pos{1, 1}, "expected a graph rules(), where the play begins")
	}
	if last := l.block(rules.body, "begin", values{}); last != "" {
		l.finish(last, Pos{1, 1})
	}
	return l.d
}

// domainOf lists the symbols of the arguments of a type of functions.
func (l *lowering) domainOf(t *typeExpr) []token {
	if t.set != nil {
		return t.set
	}
	m, ok := l.members[t.name]
	if !ok {
		l.fail(t.pos, "unknown domain '%s'", t.name)
	}
	return m
}

// tabulate computes a function for all arguments after those given.
func (l *lowering) tabulate(f *function, t *typeExpr, args []string) *valueExpr {
	if t.from == nil {
		if len(args) == 0 {
			l.fail(f.name.pos, "function %v has no arguments", f.name)
		}
		return &valueExpr{symbol: l.call(f, args, f.name.pos), pos: f.name.pos}
	}
	v := &valueExpr{entries: []entryExpr{}, pos: f.name.pos}
	for _, m := range l.domainOf(t.from) {
		value := l.tabulate(f, t.to, append(args[:len(args):len(args)], m.text))
		v.entries = append(v.entries, entryExpr{m.text, value, f.name.pos})
	}
	return v
}

// initial is the value of a variable at the start.
func (l *lowering) initial(t *typeExpr, v *table) *valueExpr {
	if v.term != nil {
		if f := l.byName[v.term.name]; f != nil && v.term.kind == tName {
			return &valueExpr{symbol: v.term.name, pos: v.pos}
		}
		return &valueExpr{symbol: l.eval(v.term, values{}), pos: v.pos}
	}
	if t.from == nil {
		l.fail(v.pos, "only functions have tables as values")
	}
	return l.entries(t, v, values{})
}

func (l *lowering) entries(t *typeExpr, v *table, bound values) *valueExpr {
	if v.term != nil {
		return &valueExpr{symbol: l.eval(v.term, bound), pos: v.pos}
	}
	if t.from == nil {
		l.fail(v.pos, "only functions have tables as values")
	}
	out := &valueExpr{entries: []entryExpr{}, pos: v.pos}
	at := map[string]int{}
	for _, e := range v.entries {
		l.through(e.ranges, bound, func(b values) {
			entry := entryExpr{pos: e.pos}
			if e.key != nil {
				entry.key = l.eval(e.key, b)
			}
			entry.value = l.entries(t.to, e.value, b)
			if i, ok := at[entry.key]; ok {
				out.entries[i] = entry
				return
			}
			at[entry.key] = len(out.entries)
			out.entries = append(out.entries, entry)
		})
	}
	return out
}

// fresh is the name of a new node.
func (l *lowering) fresh() string {
	l.nodes++
	return "n" + strconv.Itoa(l.nodes)
}

func (l *lowering) emit(from, to string, a action) string {
	if len(l.d.edges) == maxEdges {
		l.fail(a.pos, "the graphs have more than %d edges", maxEdges)
	}
	l.d.edges = append(l.d.edges, edgeDecl{&nodeExpr{name: from, pos: a.pos}, &nodeExpr{name: to, pos: a.pos}, a})
	return to
}

// finish ends the play.
func (l *lowering) finish(from string, p Pos) {
	l.emit(from, "end", action{kind: aAssign, left: &expr{name: "player", pos: p}, right: &expr{name: "keeper", pos: p},
		pos: p})
}

// block unrolls statements behind a node, and gives the node behind them; "" if nothing comes
// behind them.
func (l *lowering) block(list []*statement, at string, v values) string {
	for i, s := range list {
		if at = l.statement(s, at, v); at == "" {
			if (s.kind == sEnd || s.kind == sLoop) && i < len(list)-1 {
				l.fail(list[i+1].pos, "this is never reached")
			}
			return ""
		}
	}
	return at
}

func (l *lowering) statement(s *statement, at string, v values) string {
	l.tick(s.pos)
	switch s.kind {
	case sAssign:
		a := action{kind: aAssign, left: l.dynamic(s.left, v), pos: s.pos}
		if s.right.kind == tAny {
			a.right = &expr{kind: eAny, name: s.right.name, pos: s.right.pos}
		} else {
			a.right = l.dynamic(s.right, v)
		}
		return l.emit(at, l.fresh(), a)
	case sTag:
		a := action{kind: aTagVar, left: l.dynamic(s.left, v), pos: s.pos}
		if l.static(s.left, v) {
			a.kind = aTag
		}
		return l.emit(at, l.fresh(), a)
	case sCheck:
		return l.condition(s.left, false, at, v)
	case sCall:
		g, bound := l.use(s.name.text, s.args, s.pos, v)
		defer l.leave()
		return l.block(g.body, at, bound)
	case sEnd:
		l.finish(at, s.pos)
		return ""
	case sLoop:
		head := l.emit(at, l.fresh(), action{pos: s.pos})
		if last := l.block(s.blocks[0], head, v); last != "" {
			l.emit(last, head, action{pos: s.pos})
		}
		return ""
	case sWhile:
		head := l.emit(at, l.fresh(), action{pos: s.pos})
		if in := l.condition(s.left, false, head, v); in != "" {
			if last := l.block(s.blocks[0], in, v); last != "" {
				l.emit(last, head, action{pos: s.pos})
			}
		}
		return l.condition(s.left, true, head, v)
	case sRepeat:
		for n := l.integer(s.left, v); n > 0 && at != ""; n-- {
			at = l.block(s.blocks[0], at, v)
		}
		return at
	}
	return l.parallel(s, at, v)
}

// parallel unrolls what goes several ways.
func (l *lowering) parallel(s *statement, at string, v values) string {
	var lasts []string
	add := func(last string) {
		if last != "" {
			lasts = append(lasts, last)
		}
	}
	start := func() string { return l.emit(at, l.fresh(), action{pos: s.pos}) }
	switch s.kind {
	case sBranch:
		for _, b := range s.blocks {
			add(l.block(b, start(), v))
		}
	case sForall:
		for _, m := range l.domainOf(s.typ) {
			add(l.block(s.blocks[0], start(), v.with(s.name.text, m.text)))
		}
	default:
		if in := l.condition(s.left, false, at, v); in != "" {
			add(l.block(s.blocks[0], in, v))
		}
		if in := l.condition(s.left, true, at, v); in != "" {
			add(l.block(s.blocks[1], in, v))
		}
	}
	if len(lasts) == 0 {
		return ""
	}
	join := l.fresh()
	for _, last := range lasts {
		l.emit(last, join, action{pos: s.pos})
	}
	return join
}

// use finds a graph and gives its parameters their values.
func (l *lowering) use(name string, args []*term, p Pos, v values) (*graph, values) {
	g := l.graphOf[name]
	if g == nil {
		l.fail(p, "unknown graph '%s'", name)
	}
	if len(args) != len(g.params) {
		l.fail(p, "graph '%s' takes %d arguments, not %d", name, len(g.params), len(args))
	}
	bound := values{}
	for i, a := range args {
		if !l.static(a, v) {
			l.fail(a.pos, "arguments of graphs must be known beforehand")
		}
		s := l.eval(a, v)
		member := func(m token) bool { return m.text == s }
		if !slices.ContainsFunc(l.domainOf(g.params[i].typ), member) {
			l.fail(a.pos, "'%s' is not in the type of parameter %v", s, g.params[i].name)
		}
		bound[g.params[i].name.text] = s
	}
	if l.inside++; l.inside > maxInside {
		l.fail(p, "graphs use each other more than %d deep", maxInside)
	}
	return g, bound
}

func (l *lowering) leave() { l.inside-- }

// condition goes on where a condition holds, or does not if negated. Of alternatives exactly one way is open.
func (l *lowering) condition(t *term, negated bool, at string, v values) string {
	l.tick(t.pos)
	if l.static(t, v) {
		if l.holds(t, v) == negated {
			return ""
		}
		return at
	}
	both := t.kind == tBinary && (t.name == "&&" && !negated || t.name == "||" && negated)
	either := t.kind == tBinary && (t.name == "||" && !negated || t.name == "&&" && negated)
	switch {
	case t.kind == tNot:
		return l.condition(t.args[0], !negated, at, v)
	case both:
		if at = l.condition(t.args[0], negated, at, v); at == "" {
			return ""
		}
		return l.condition(t.args[1], negated, at, v)
	case either:
		join := ""
		if a := l.condition(t.args[0], negated, at, v); a != "" {
			join = l.emit(a, l.fresh(), action{pos: t.pos})
		}
		if b := l.condition(t.args[0], !negated, at, v); b != "" {
			if b = l.condition(t.args[1], negated, b, v); b != "" && join != "" {
				l.emit(b, join, action{pos: t.pos})
			} else if b != "" {
				join = b
			}
		}
		return join
	case t.kind == tReach:
		return l.reachable(t, negated, at, v)
	case t.kind == tBinary && (t.name == "==" || t.name == "!="):
		a := action{kind: aEqual, left: l.dynamic(t.args[0], v), right: l.dynamic(t.args[1], v), pos: t.pos}
		if (t.name == "!=") != negated {
			a.kind = aUnequal
		}
		return l.emit(at, l.fresh(), a)
	}
	l.fail(t.pos, "this is no condition on variables: expected ==, != or reachable")
	return ""
}

// reachable asks whether a graph can be walked through.
func (l *lowering) reachable(t *term, negated bool, at string, v values) string {
	g, bound := l.use(t.name, t.args, t.pos, v)
	defer l.leave()
	var args []string
	for _, p := range g.params {
		args = append(args, bound[p.name.text])
	}
	key := t.name + "\x00" + strings.Join(args, "\x00")
	ends, ok := l.asked[key]
	if !ok {
		ends = [2]string{l.fresh(), l.fresh()}
		l.asked[key] = ends
		if last := l.block(g.body, ends[0], bound); last != "" {
			l.emit(last, ends[1], action{pos: t.pos})
		}
	}
	a := action{kind: aReach, from: &nodeExpr{name: ends[0], pos: t.pos}, to: &nodeExpr{name: ends[1], pos: t.pos},
		pos: t.pos}
	if negated {
		a.kind = aUnreach
	}
	return l.emit(at, l.fresh(), a)
}

// dynamic is a term at the low level.
func (l *lowering) dynamic(t *term, v values) *expr {
	l.tick(t.pos)
	if l.static(t, v) {
		return &expr{name: l.eval(t, v), pos: t.pos}
	}
	switch t.kind {
	case tName:
		return &expr{name: t.name, pos: t.pos}
	case tIndex:
		return &expr{kind: eIndex, base: l.dynamic(t.args[0], v), index: l.dynamic(t.args[1], v), pos: t.pos}
	case tApply:
		if l.byName[t.name] == nil && l.members[t.name] != nil && len(t.args) == 1 {
			return &expr{kind: eCast, name: t.name, index: l.dynamic(t.args[0], v), pos: t.pos}
		}
		if l.byName[t.name] == nil && l.variables[t.name] == nil {
			l.fail(t.pos, "'%s' is no function; terms of domains must be known beforehand", t.name)
		}
		e := &expr{name: t.name, pos: t.pos}
		for _, a := range t.args {
			e = &expr{kind: eIndex, base: e, index: l.dynamic(a, v), pos: t.pos}
		}
		return e
	}
	l.fail(t.pos, "this cannot be computed while playing: make it a function")
	return nil
}
