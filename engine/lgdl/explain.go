package lgdl

import (
	"fmt"
	"slices"
	"strings"
)

// This file finds out why a tree does not check. It runs only after checking
// has failed, walks the same candidates, and keeps the one that got furthest:
// most arguments placed first, then the deepest place of failure, then a place
// where a misspelling explains the failure.

// diagnosis is the reason why a node does not have a type.
type diagnosis struct {
	node     *cnode // the place of failure
	msg      string // complete message; "" for a plain mismatch
	expected []string
	labels   []string // labels of the arguments that would fit here too
	words    []string // constants and keywords that would fit here, for suggestions
	hint     string
	sure     bool // the hint corrects a misspelling
	near     []*Form
}

// better reports whether d explains more than e.
func (d *diagnosis) better(e *diagnosis) bool {
	if e == nil {
		return true
	}
	if d.node.depth != e.node.depth {
		return d.node.depth > e.node.depth
	}
	if d.sure != e.sure {
		return d.sure
	}
	if (d.msg != "") != (e.msg != "") {
		return d.msg != ""
	}
	a, b := d.node.Pos, e.node.Pos
	return a.Line > b.Line || a.Line == b.Line && a.Col > b.Col
}

// explain returns the error for a root that does not have the type.
func (c *checker) explain(root *cnode, t typeID) error {
	d := c.diagnose(root, t)
	var unknown []*cnode
	c.unknownWords(root, &unknown)
	if len(unknown) == 0 {
		return c.error(d)
	}
	var list ErrorList
	for _, n := range unknown {
		if n.Pos == d.node.Pos && n.Text == d.node.Text {
			list = append(list, c.error(d))
		} else {
			list = append(list, c.unknown(n))
		}
		if len(list) == maxErrors {
			break
		}
	}
	if len(list) == 1 {
		return list[0]
	}
	return list
}

// wanted lists what would fit.
func (d *diagnosis) wanted() string {
	want := d.expected
	if len(want) > 6 {
		want = append(slices.Clone(want[:6]), "something else")
	}
	if len(d.labels) > 0 {
		labels := d.labels
		if len(labels) > 6 {
			labels = append(slices.Clone(labels[:6]), "…")
		}
		want = append(slices.Clone(want), "an argument labelled "+strings.Join(labels, ", "))
	}
	return orList(want)
}

func (c *checker) error(d *diagnosis) *Error {
	n := d.node
	e := &Error{Pos: n.Pos, Via: n.Via, Msg: d.msg, Hint: d.hint}
	if e.Msg == "" {
		e.Msg = "found " + describe(n)
		if want := d.wanted(); want != "" {
			e.Msg += ", expected " + want
		}
	}
	if c.isUnknown(n) {
		u := c.unknown(n)
		if e.Hint == "" {
			e.Hint = u.Hint
		}
		e.Msg, e.str, e.keyword = u.Msg, u.str, u.keyword
		if want := d.wanted(); want != "" {
			e.Msg += ": expected " + want
		}
	}
	for _, f := range d.near {
		if len(e.Near) < maxNear {
			e.Near = appendNew(e.Near, f.Text)
		}
	}
	if n.Kind == String {
		e.str = n.Text
	}
	return e
}

// unknownWords collects the keywords and constants that no form uses.
func (c *checker) unknownWords(n *cnode, out *[]*cnode) {
	here := func(x *cnode) bool { return x.Pos == n.Pos && x.Text == n.Text } // one place, used several times
	if c.isUnknown(n) && !slices.ContainsFunc(*out, here) {
		*out = append(*out, n)
	}
	for _, x := range n.items {
		c.unknownWords(x, out)
	}
}

func (c *checker) isUnknown(n *cnode) bool {
	switch n.Kind {
	case Clause:
		return len(c.g.Lookup(n.Text)) == 0
	case Const:
		_, app := appConstants[n.Text]
		return !app && c.g.consts[n.Text] == nil && c.g.consts[capital(n.Text)] == nil && !c.g.isFixed(n.Text)
	}
	return false
}

// isFixed reports whether the word is a fixed constant of some form.
func (g *Grammar) isFixed(w string) bool {
	_, ok := g.typeIDs["="+capital(w)]
	return ok
}

// allConstants returns every constant of the grammar.
func (g *Grammar) allConstants() []string {
	words := slices.Clone(g.words)
	for i := range g.types {
		if g.types[i].class == tConst {
			words = append(words, g.types[i].name)
		}
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// unknown returns the error for a word that no form uses.
func (c *checker) unknown(n *cnode) *Error {
	e := &Error{Pos: n.Pos, Via: n.Via}
	if n.Kind == Clause && !strings.HasPrefix(n.Text, "<") {
		e.Msg = fmt.Sprintf("there is no ludeme %q", n.Text)
		if c := n.Text[0:min(1, len(n.Text))]; c != strings.ToLower(c) {
			e.Msg += " (keywords begin with a small letter)"
		}
		e.Hint = didYouMean(n.Text, c.g.Keywords())
		e.keyword = n.Text
		return e
	}
	switch {
	case n.Text == "~":
		e.Msg = "\"~\" leaves out an argument of a define; it means nothing here"
	case strings.HasPrefix(n.Text, "#"):
		e.Msg = fmt.Sprintf("%s is a parameter of a define; it means nothing here", n.Text)
	case strings.HasPrefix(n.Text, "<"):
		e.Msg = fmt.Sprintf("%s looks like the tag of an option, but no option replaces it", n.Text)
		e.str = n.Text
	case strings.Contains(n.Text, ".."):
		e.Msg = fmt.Sprintf("%s is not a range: a range joins two plain numbers, as in 1..3", n.Text)
	default:
		e.Msg = fmt.Sprintf("unknown word %q", n.Text)
		if c.g.Lookup(n.Text) != nil {
			e.Hint = fmt.Sprintf("the ludeme is written (%s …)", n.Text)
		} else {
			e.Hint = didYouMean(n.Text, c.g.allConstants())
		}
	}
	return e
}

// diagnose says why the node does not have the type. It must not be called for
// a node that has it.
func (c *checker) diagnose(n *cnode, t typeID) *diagnosis {
	if d, ok := n.diags[t]; ok {
		return d
	}
	if n.diags == nil {
		n.diags = map[typeID]*diagnosis{}
	}
	d := c.reason(n, t)
	n.diags[t] = d
	return d
}

func (c *checker) reason(n *cnode, t typeID) *diagnosis {
	info := &c.g.types[t]
	mismatch := &diagnosis{node: n, expected: []string{c.g.describeType(info)}, words: c.g.fitting(n, info)}
	mismatch.suggest(c)
	switch n.Kind {
	case List:
		if info.class != tList {
			return mismatch
		}
		for _, x := range n.items {
			if c.expr(x, info.elem) == nil {
				return c.diagnose(x, info.elem)
			}
		}
	case Clause:
		if info.accept[n.Text] != nil {
			// A clause that is all right, but of another kind, is misplaced.
			for _, f := range c.g.Lookup(n.Text) {
				if e := c.expr(n, f.result); e != nil && !slices.Contains(info.accept[n.Text], e.Form) {
					mismatch.hint = fmt.Sprintf("%s gives %s", opening(n), c.g.describeResult(e.Form.Result))
					return mismatch
				}
			}
			return c.reasonClause(n, info.accept[n.Text])
		}
		if forms := c.g.Lookup(n.Text); forms != nil {
			var kinds []string
			for _, f := range forms {
				if k := c.g.describeResult(f.Result); !slices.Contains(kinds, k) {
					kinds = append(kinds, k)
				}
			}
			mismatch.hint = fmt.Sprintf("(%s …) gives %s", n.Text, orList(kinds))
			if h := didYouMean(n.Text, mismatch.words); h != "" && len(n.Text) > 3 {
				mismatch.hint += "; " + h
			}
		}
	}
	return mismatch
}

// suggest sets the hint if one of the words that fit may have been meant.
func (d *diagnosis) suggest(c *checker) bool {
	if h := c.hint(d.node, d.words); h != "" {
		d.hint, d.sure = h, true
	}
	return d.sure
}

// hint suggests a replacement for the node from the words that fit.
func (c *checker) hint(n *cnode, words []string) string {
	switch n.Kind {
	case Float:
		if strings.Trim(n.Text, "+-0123456789") == "" {
			return "an integer has at most 32 bits"
		}
	case Const:
		if c.g.Lookup(n.Text) != nil && slices.Contains(words, "("+n.Text) {
			return fmt.Sprintf("the ludeme is written (%s …)", n.Text)
		}
		return didYouMean(n.Text, words)
	case Clause:
		if c.isUnknown(n) {
			return didYouMean(n.Text, words)
		}
	}
	return ""
}

// fitting returns the words that the type accepts in the node's place: keywords
// for a clause, constants (and "(keyword") for a bare word.
func (g *Grammar) fitting(n *cnode, t *typeInfo) []string {
	var words []string
	switch n.Kind {
	case Clause:
		for kw := range t.accept {
			words = append(words, kw)
		}
	case Const:
		for w := range t.values {
			words = append(words, w)
		}
		if t.class == tConst {
			words = append(words, t.name)
		}
		if strings.HasPrefix(t.name, "bool") {
			words = append(words, "True", "False")
		}
		if t.accept[n.Text] != nil {
			words = append(words, "("+n.Text)
		}
	}
	slices.Sort(words)
	return words
}

// attempt is how far the arguments of a clause got in one form.
type attempt struct {
	form  *Form
	far   int          // number of arguments placed before the failure
	slots map[int]bool // slots that argument far was held against
	lacks map[int]bool // mandatory slots that stayed empty after all arguments
}

// reasonClause explains why none of the forms takes the clause.
func (c *checker) reasonClause(n *cnode, forms []*Form) *diagnosis {
	var best *diagnosis
	bestFar := -1
	for _, f := range forms {
		a := c.attempt(n, f)
		d := c.reasonForm(n, a)
		switch {
		case a.far > bestFar || a.far == bestFar && d.better(best):
			best, bestFar = d, a.far
			continue
		case a.far < bestFar || d == best || best.better(d) || d.node != best.node || (d.msg != "") != (best.msg != ""):
			continue
		}
		// Equally good: say what all of them expect.
		merged := *best
		merged.near = appendNew(slices.Clone(best.near), d.near...)
		merged.expected = appendNew(slices.Clone(best.expected), d.expected...)
		merged.labels = appendNew(slices.Clone(best.labels), d.labels...)
		if merged.msg != "" && merged.msg != d.msg {
			merged.near = best.near
		}
		merged.words = append(slices.Clone(best.words), d.words...)
		slices.Sort(merged.words)
		merged.suggest(c)
		best = &merged
	}
	return best
}

// attempt runs the matching of the form and records the furthest failure.
func (c *checker) attempt(n *cnode, f *Form) *attempt {
	a := &attempt{form: f, far: -1}
	m := matcher{c: c, f: f, args: n.items, out: make([]*Expr, len(f.Slots))}
	budget := 20_000
	a.walk(&m, 0, 0, &budget)
	return a
}

func (a *attempt) at(far int) bool {
	if far > a.far {
		a.far, a.slots, a.lacks = far, map[int]bool{}, map[int]bool{}
	}
	return far == a.far
}

func (a *attempt) walk(m *matcher, ai, si int, budget *int) {
	if *budget--; *budget < 0 {
		return
	}
	a.at(ai)
	if si == len(m.f.Slots) {
		return
	}
	s := &m.f.Slots[si]
	if ai < len(m.args) && !m.taken(si) {
		if m.args[ai].Label == s.Label && m.c.expr(m.args[ai], s.typ) != nil {
			m.out[si] = m.c.expr(m.args[ai], s.typ)
			a.walk(m, ai+1, si+1, budget)
			m.out[si] = nil
		} else if a.at(ai) {
			a.slots[si] = true
		}
	}
	if m.skippable(si) {
		a.walk(m, ai, si+1, budget)
	} else if ai == len(m.args) && a.at(ai) {
		a.lacks[si] = true
	}
}

// reasonForm turns an attempt into a diagnosis.
func (c *checker) reasonForm(n *cnode, a *attempt) *diagnosis {
	near := []*Form{a.form}
	if a.far >= len(n.items) {
		d := &diagnosis{node: n, near: near}
		for i := range a.form.Slots {
			if a.lacks[i] {
				d.expected = append(d.expected, c.g.describeGroup(a.form, i))
			}
		}
		d.msg = fmt.Sprintf("%s lacks %s", opening(n), orList(d.expected))
		return d
	}
	arg := n.items[a.far]
	var best *diagnosis
	var labels, fits []string
	var words []string
	for i := range a.form.Slots {
		if !a.slots[i] {
			continue
		}
		s := &a.form.Slots[i]
		if s.Label != "" && !slices.Contains(labels, s.Label+":") {
			labels = append(labels, s.Label+":")
		}
		if s.Label != arg.Label {
			continue
		}
		d := c.diagnose(arg, s.typ)
		if d.node == arg && d.msg == "" {
			fits = appendNew(fits, d.expected...)
			words = append(words, d.words...)
			if best != nil {
				continue
			}
		}
		if d.better(best) {
			best = d
		}
	}
	if best != nil && (best.node != arg || best.msg != "") {
		return best
	}
	d := &diagnosis{node: arg, expected: fits, labels: labels, words: words, near: near}
	switch {
	case best != nil:
		slices.Sort(d.words)
		if arg.Label != "" {
			d.labels = nil
		}
		if d.suggest(c) {
			break
		}
		if d.hint = c.labelHint(arg, a); d.hint == "" {
			d.hint = best.hint
		}
	case arg.Label != "":
		c.reasonLabel(d, n, a)
	case len(labels) == 0:
		d.msg = fmt.Sprintf("%s is one argument too many for (%s …)", describe(arg), n.Text)
	default:
		d.hint = c.labelHint(arg, a)
	}
	return d
}
