package rbg

// Bounds on the rules of untrusted descriptions.
const (
	maxExprs = 1 << 21 // expressions after powers are multiplied out
	maxDepth = 2000    // nested brackets
)

// rules reads the rules and numbers their modifiers.
func (p *parser) rules() {
	if t := p.peek(); t.kind == tokEnd {
		p.fail(t, "empty rules")
	}
	e := p.move()
	if t := p.peek(); t.kind != tokEnd {
		p.fail(t, "unexpected %v in the rules", t)
	}
	e.walk(func(x *expr) bool {
		if x.modifier() {
			p.d.Modifiers++
			x.index = p.d.Modifiers
		}
		return x.kind != eCond
	})
	p.d.rules = e
}

func (p *parser) node(k exprKind, t token) *expr {
	if p.nodes++; p.nodes > maxExprs {
		p.fail(t, "the rules have more than %d actions after expansion", maxExprs)
	}
	return &expr{kind: k, pos: t.pos}
}

// move reads alternatives joined by '+'.
func (p *parser) move() *expr {
	if p.depth++; p.depth > maxDepth {
		p.fail(p.peek(), "brackets are nested deeper than %d", maxDepth)
	}
	defer func() { p.depth-- }()
	alt := p.node(eAlt, p.peek())
	for {
		alt.kids = append(alt.kids, p.concatenation())
		if !p.accept("+") {
			break
		}
	}
	if len(alt.kids) == 1 {
		return alt.kids[0]
	}
	return alt
}

// concatenation reads atoms with their suffixes as long as they come.
func (p *parser) concatenation() *expr {
	first := p.peek()
	seq := p.node(eSeq, first)
	for {
		e := p.atom()
		if e == nil {
			break
		}
		t := p.peek()
		switch {
		case p.accept("*"):
			star := p.node(eStar, t)
			star.kids = []*expr{e}
			e = star
		case p.accept("^"):
			n, nt := p.number("a number after '^'")
			if n == 0 {
				p.fail(nt, "power 0")
			}
			pow := p.node(eSeq, t)
			pow.kids = append(pow.kids, e)
			for range n - 1 {
				pow.kids = append(pow.kids, p.copy(e, nt))
			}
			e = pow
		}
		if s := p.peek(); s.is("*") || s.is("^") {
			if e.kind == eStar || t.is("^") {
				p.fail(first, "'%s' follows another suffix: put the inner expression in brackets", s.text)
			}
		}
		seq.kids = append(seq.kids, e)
	}
	if len(seq.kids) == 0 {
		t := p.peek()
		switch {
		case t.is("*") || t.is("^"):
			p.fail(t, "expected an action before %v", t)
		case t.is(")") && p.at > 0 && p.toks[p.at-1].is("("):
			p.fail(p.toks[p.at-1], "empty brackets: a move may not be empty")
		}
		p.fail(t, "expected an action, found %v", t)
	}
	if len(seq.kids) == 1 {
		return seq.kids[0]
	}
	return seq
}

func (p *parser) copy(e *expr, t token) *expr {
	c := p.node(e.kind, t)
	*c = *e
	c.kids = nil
	for _, k := range e.kids {
		c.kids = append(c.kids, p.copy(k, t))
	}
	return c
}

// atom reads one action, check or bracket; nil when none begins here.
func (p *parser) atom() *expr {
	t := p.peek()
	if t.kind == tokIdent {
		p.at++
		k, ok := p.kinds[t.text]
		switch {
		case !ok && reserved[t.text]:
			p.fail(t, "%v is reserved", t)
		case !ok:
			p.fail(t, "identifier %s is not declared", t.text)
		case k.what != "edge label":
			p.fail(t, "expected an action, but %s is a %s", t.text, k.what)
		}
		e := p.node(eShift, t)
		e.num = k.index
		return e
	}
	if t.kind != tokSymbol {
		if t.kind != tokEnd {
			p.fail(t, "expected an action, found %v", t)
		}
		return nil
	}
	switch t.text {
	case "(":
		p.at++
		e := p.move()
		p.expect(")", "to close the bracket")
		return e
	case "{":
		p.at++
		e := p.node(eOn, t)
		e.pieces = p.pieces(t, "}")
		return e
	case "[":
		p.at++
		return p.off(t)
	case "[$":
		p.at++
		return p.assignments(t)
	case "{$":
		p.at++
		return p.comparison(t)
	case "->":
		p.at++
		return p.switchTo(t)
	case "->>":
		p.at++
		return p.node(eSwitch, t)
	case ".":
		p.at++
		return p.node(eNoop, t)
	case "{?", "{!":
		p.at++
		e := p.node(eCond, t)
		e.negated = t.text == "{!"
		body := p.move()
		p.expect("}", "to close the condition")
		body.walk(func(x *expr) bool {
			if x.kind == eSwitch {
				p.failAt(x.pos, "switch inside a condition")
			}
			return true
		})
		e.kids = []*expr{body}
		return e
	}
	return nil
}

// pieces reads a possibly empty list of pieces up to the closing symbol.
func (p *parser) pieces(open token, closing string) []int {
	var out []int
	if p.accept(closing) {
		return out
	}
	for {
		t := p.name("a piece")
		k, ok := p.kinds[t.text]
		if !ok {
			p.fail(t, "piece %s is not declared", t.text)
		}
		if k.what != "piece" {
			p.fail(open, "expected pieces in the brackets, but %s is a %s", t.text, k.what)
		}
		out = append(out, k.index)
		if p.accept(closing) {
			return out
		}
		if c := p.next(); !c.is(",") {
			p.fail(c, "unbalanced bracket, expected '%s' or ',', found %v", closing, c)
		}
	}
}

// off reads "[p, q]", the choice of putting p or q; "[]" is never possible.
func (p *parser) off(t token) *expr {
	list := p.pieces(t, "]")
	if len(list) == 0 {
		return p.node(eOn, t)
	}
	alt := p.node(eAlt, t)
	for _, piece := range list {
		e := p.node(eOff, t)
		e.num = piece
		alt.kids = append(alt.kids, e)
	}
	if len(alt.kids) == 1 {
		return alt.kids[0]
	}
	return alt
}

func (p *parser) switchTo(t token) *expr {
	n := p.name("a player after '->'")
	k, ok := p.kinds[n.text]
	if !ok || k.what != "player" {
		p.fail(n, "player %s is not declared", n.text)
	}
	e := p.node(eSwitch, t)
	e.num = k.index + 1
	return e
}

func (p *parser) assignments(t token) *expr {
	seq := p.node(eSeq, t)
	for {
		p.item = p.peek()
		e := p.node(eAssign, p.item)
		n := p.name("a variable to assign to")
		k, ok := p.kinds[n.text]
		if !ok {
			p.fail(n, "identifier %s is not declared", n.text)
		}
		switch k.what {
		case "variable":
			e.num = k.index
		case "player":
			e.num = k.index + len(p.d.Variables)
		default:
			p.fail(n, "assignment to %s %s", k.what, n.text)
		}
		p.expect("=", "in an assignment")
		e.left = p.arith(0)
		seq.kids = append(seq.kids, e)
		if p.accept("]") {
			break
		}
		if c := p.next(); !c.is(",") {
			p.fail(c, "unbalanced bracket, expected ']' or ',' after an assignment, found %v", c)
		}
	}
	if len(seq.kids) == 1 {
		return seq.kids[0]
	}
	return seq
}

func (p *parser) comparison(t token) *expr {
	p.item = p.peek()
	e := p.node(eCmp, t)
	e.left = p.arith(0)
	op := p.next()
	if !isComparison(op) {
		p.fail(op, "expected a comparison such as '<' or '==', found %v", op)
	}
	e.cmp = op.text
	e.right = p.arith(0)
	c := p.next()
	if isComparison(c) {
		p.fail(p.item, "comparison of a comparison")
	}
	if !c.is("}") {
		p.fail(c, "unbalanced bracket, expected '}' after a comparison, found %v", c)
	}
	return e
}

func isComparison(t token) bool {
	if t.kind != tokSymbol {
		return false
	}
	switch t.text {
	case "<", "<=", ">", ">=", "==", "!=":
		return true
	}
	return false
}

// arithOps lists the operators from weakest to strongest; each has a level of
// its own, so a*b/c is a*(b/c) and a-b+c is (a-b)+c.
var arithOps = []struct {
	sym  string
	kind arithKind
}{{"+", aAdd}, {"-", aSub}, {"*", aMul}, {"/", aDiv}}

func (p *parser) arith(level int) *arith {
	if level == len(arithOps) {
		return p.operand()
	}
	l := p.arith(level + 1)
	for p.accept(arithOps[level].sym) {
		l = &arith{kind: arithOps[level].kind, l: l, r: p.arith(level + 1)}
	}
	return l
}

func (p *parser) operand() *arith {
	t := p.peek()
	switch {
	case t.kind == tokNumber:
		n, _ := p.number("a number")
		return &arith{kind: aConst, num: n}
	case t.is("("):
		if p.depth++; p.depth > maxDepth {
			p.fail(t, "brackets are nested deeper than %d", maxDepth)
		}
		p.at++
		a := p.arith(0)
		p.expect(")", "to close the bracket")
		p.depth--
		return a
	case t.is("-") || t.is("+"):
		p.fail(p.item, "%v has no left operand: literals cannot be negative", t)
	case t.kind != tokIdent:
		p.fail(t, "expected a number, variable, player or piece, found %v", t)
	}
	p.at++
	k, ok := p.kinds[t.text]
	switch {
	case !ok:
		p.fail(t, "identifier %s is not declared", t.text)
	case k.what == "variable":
		return &arith{kind: aVar, num: int64(k.index)}
	case k.what == "player":
		return &arith{kind: aVar, num: int64(k.index + len(p.d.Variables))}
	case k.what == "piece":
		return &arith{kind: aCount, num: int64(k.index)}
	}
	p.fail(t, "%s %s has no value", k.what, t.text)
	return nil
}
