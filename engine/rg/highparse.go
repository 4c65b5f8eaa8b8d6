package rg

// ParseHigh reads a description at the high level and unrolls it into one at the low
// level. file is used in messages, title is the name of the game. Every error is an *Error.
func ParseHigh(file, title string, src []byte) (d *Description, err error) {
	defer catch(&err)
	s := &source{file}
	p := &highParser{reader{source: s, toks: s.scan(string(src))}}
	h := &high{source: s, title: title}
	for p.peek().text != "" {
		p.declaration(h)
	}
	return h.lower(), nil
}

// LoadHigh reads and compiles a description at the high level.
func LoadHigh(file, title string, src []byte) (*Game, error) {
	d, err := ParseHigh(file, title, src)
	if err != nil {
		return nil, err
	}
	return d.Compile()
}

type highParser struct{ reader }

func (p *highParser) declaration(h *high) {
	t := p.name("a declaration")
	switch {
	case t.text == "domain" && p.peek().word:
		h.domains = append(h.domains, p.domain())
	case t.text == "graph" && p.peek().word:
		h.graphs = append(h.graphs, p.graph())
	case p.accept(":"):
		typ := p.typ()
		if p.accept("=") {
			h.vars = append(h.vars, highVar{t, typ, p.table()})
		} else {
			h.functions = append(h.functions, &function{name: t, typ: typ})
		}
	case p.is("("):
		p.functionCase(h, t)
	default:
		p.fail(t.pos, "expected domain, graph, or a name with ':' or '(' after it, found %v", t)
	}
	p.accept(";")
}

func (p *highParser) domain() domain {
	d := domain{name: p.name("the name of a domain")}
	p.expect("=", "after the name of a domain")
	for more := true; more; more = p.accept("|") {
		t := p.pattern()
		t.ranges = p.where()
		d.terms = append(d.terms, t)
	}
	return d
}

func (p *highParser) pattern() pattern {
	p.enter()
	defer p.leave()
	t := pattern{name: p.name("a symbol, a name or a term")}
	if p.accept("(") {
		for more := true; more; more = p.accept(",") {
			t.args = append(t.args, p.pattern())
		}
		p.expect(")", "after the arguments of a term")
	}
	return t
}

// where reads ranges, separated by commas, which may separate other things after them.
func (p *highParser) where() []span {
	var out []span
	if !p.accept("where") {
		return nil
	}
	for {
		s := span{name: p.name("a name")}
		p.expect("in", "after a name that runs through a range")
		if t := p.peek(); t.word && !numeral(t.text) && p.ahead(1).text != ".." {
			s.domain = p.next()
		} else {
			s.from = p.sum()
			p.expect("..", "between the ends of a range")
			s.to = p.sum()
		}
		out = append(out, s)
		if !p.is(",") || p.ahead(2).text != "in" {
			return out
		}
		p.next()
	}
}

func (p *highParser) typ() *typeExpr {
	low := parser{p.reader}
	t := low.typ()
	p.reader = low.reader
	return t
}

func (p *highParser) functionCase(h *high, name token) {
	var f *function
	for _, g := range h.functions {
		if g.name.text == name.text {
			f = g
		}
	}
	if f == nil {
		p.fail(name.pos, "function %v has no type: '%s : A -> B' comes first", name, name.text)
	}
	c := functionCase{args: []pattern{}, pos: name.pos}
	p.next()
	for more := true; more; more = p.accept(",") {
		c.args = append(c.args, p.pattern())
	}
	p.expect(")", "after the arguments of a function")
	p.expect("=", "before the value of a function")
	c.body = p.term()
	f.cases = append(f.cases, c)
}

// table reads the value of a variable.
func (p *highParser) table() *table {
	p.enter()
	defer p.leave()
	t := &table{pos: p.peek().pos}
	if !p.accept("{") {
		t.term = p.term()
		return t
	}
	for !p.accept("}") {
		e := tableEntry{pos: p.peek().pos}
		if !p.is(":") {
			if e.key = p.sum(); e.key.kind == tName && e.key.name == "_" {
				e.key = nil
			}
		}
		if !p.accept(":") {
			p.expect("=", "before the value at an argument")
		}
		e.value = p.table()
		e.ranges = p.where()
		t.entries = append(t.entries, e)
		if !p.is("}") {
			p.expect(",", "between values")
		}
	}
	return t
}

func (p *highParser) graph() *graph {
	g := &graph{name: p.name("the name of a graph")}
	p.expect("(", "after the name of a graph")
	for !p.accept(")") {
		a := param{name: p.name("a parameter")}
		p.expect(":", "before the type of a parameter")
		a.typ = p.typ()
		g.params = append(g.params, a)
		if !p.is(")") {
			p.expect(",", "between parameters")
		}
	}
	g.body = p.block()
	return g
}

func (p *highParser) block() []*statement {
	p.enter()
	defer p.leave()
	p.expect("{", "before statements")
	out := []*statement{}
	for !p.accept("}") {
		out = append(out, p.statement())
		p.accept(";")
	}
	return out
}

func (p *highParser) statement() *statement {
	t := p.peek()
	s := &statement{pos: t.pos}
	if p.accept("$") || p.accept("$$") {
		s.kind, s.left = sTag, p.postfix()
		return s
	}
	follows := p.ahead(1).text
	switch {
	case t.text == "branch" && follows == "{":
		p.next()
		s.kind = sBranch
		for more := true; more; more = p.accept("or") {
			s.blocks = append(s.blocks, p.block())
		}
	case (t.text == "forall" || t.text == "branch") && p.ahead(1).word:
		p.next()
		s.kind, s.name = sForall, p.name("a name")
		if !p.accept(":") {
			p.expect("in", "after the name of what is chosen")
		}
		s.typ = p.typ()
		s.blocks = [][]*statement{p.block()}
	case (t.text == "if" || t.text == "when") && follows != "=" && follows != "[":
		p.next()
		p.conditional(s)
	case t.text == "while" && follows != "=" && follows != "[":
		p.next()
		s.kind, s.left = sWhile, p.term()
		s.blocks = [][]*statement{p.block()}
	case t.text == "loop" && follows == "{":
		p.next()
		s.kind, s.blocks = sLoop, [][]*statement{p.block()}
	case t.text == "repeat" && follows != "=" && follows != "[":
		p.next()
		s.kind, s.left = sRepeat, p.sum()
		s.blocks = [][]*statement{p.block()}
	case t.text == "end" && follows != "=" && follows != "[" && follows != "(":
		p.next()
		s.kind = sEnd
	case t.text == "check" && follows == "(":
		p.next()
		p.next()
		s.kind, s.left = sCheck, p.term()
		p.expect(")", "after what is checked")
	case t.word && follows == "(":
		s.kind, s.name = sCall, p.next()
		s.args = p.arguments()
	default:
		s.kind, s.left = sAssign, p.postfix()
		p.expect("=", "after what is assigned to")
		s.right = p.term()
	}
	return s
}

func (p *highParser) conditional(s *statement) {
	p.enter()
	defer p.leave()
	s.kind, s.left = sIf, p.term()
	s.blocks = [][]*statement{p.block(), nil}
	if !p.accept("else") {
		return
	}
	if t := p.peek(); t.text == "if" || t.text == "when" {
		p.next()
		more := &statement{pos: t.pos}
		p.conditional(more)
		s.blocks[1] = []*statement{more}
		return
	}
	s.blocks[1] = p.block()
}

// arguments reads terms in parentheses.
func (p *highParser) arguments() []*term {
	p.expect("(", "before arguments")
	var out []*term
	for !p.accept(")") {
		out = append(out, p.term())
		if !p.is(")") {
			p.expect(",", "between arguments")
		}
	}
	return out
}

// operators by how strongly they bind, the weakest first.
var operators = [][]string{{"||"}, {"&&"}, {"==", "!=", "<", "<=", ">", ">="}, {"+", "-"}, {"*", "/", "%"}}

func (p *highParser) term() *term { return p.binary(0) }

// sum is a term without comparisons.
func (p *highParser) sum() *term { return p.binary(3) }

func (p *highParser) binary(level int) *term {
	if level == len(operators) {
		return p.unary()
	}
	p.enter()
	defer p.leave()
	l := p.binary(level + 1)
	for n := 0; ; n++ {
		if n == maxNesting {
			p.fail(l.pos, "more than %d operators in a row", maxNesting)
		}
		op := ""
		for _, o := range operators[level] {
			if p.is(o) {
				op = o
			}
		}
		if op == "" {
			return l
		}
		t := p.next()
		l = &term{kind: tBinary, name: op, args: []*term{l, p.binary(level + 1)}, pos: t.pos}
	}
}

func (p *highParser) unary() *term {
	p.enter()
	defer p.leave()
	t := p.peek()
	switch {
	case p.accept("!"), t.text == "not" && p.accept("not"):
		return &term{kind: tNot, args: []*term{p.unary()}, pos: t.pos}
	case p.accept("-"):
		zero := &term{kind: tName, name: "0", pos: t.pos}
		return &term{kind: tBinary, name: "-", args: []*term{zero, p.unary()}, pos: t.pos}
	case p.accept("if"):
		c := p.term()
		p.expect("then", "after the condition of a value")
		a := p.term()
		p.expect("else", "after the first of two values")
		return &term{kind: tIf, args: []*term{c, a, p.term()}, pos: t.pos}
	}
	return p.postfix()
}

func (p *highParser) postfix() *term {
	t := p.peek()
	var e *term
	switch {
	case p.accept("("):
		e = p.term()
		p.expect(")", "after a term")
	case t.text == "reachable" && p.ahead(1).text == "(":
		p.next()
		p.next()
		e = &term{kind: tReach, name: p.name("the name of a graph").text, pos: t.pos}
		e.args = p.arguments()
		p.expect(")", "after what is to be reachable")
	default:
		e = &term{kind: tName, name: p.name("a name").text, pos: t.pos}
		switch {
		case p.is("(") && p.ahead(1).text == "*" && p.ahead(2).text == ")":
			p.next()
			p.next()
			p.next()
			e.kind = tAny
		case p.is("("):
			e.kind, e.args = tApply, p.arguments()
		}
	}
	for n := 0; p.accept("["); n++ {
		if n == maxNesting {
			p.fail(t.pos, "nested deeper than %d levels", maxNesting)
		}
		e = &term{kind: tIndex, args: []*term{e, p.term()}, pos: t.pos}
		p.expect("]", "after an argument")
	}
	return e
}
