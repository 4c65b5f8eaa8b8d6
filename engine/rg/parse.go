package rg

// Parse reads a description at the low level. file is used in messages, title is
// the name of the game. Every error is an *Error.
func Parse(file, title string, src []byte) (d *Description, err error) {
	defer catch(&err)
	s := &source{file}
	p := &parser{reader{source: s, toks: s.scan(string(src))}}
	d = &Description{Title: title, src: s}
	for p.peek().text != "" {
		p.declaration(d)
	}
	return d, nil
}

type parser struct{ reader }

// declaration reads what ends with one semicolon. The words type, const and var may
// name nodes, too: those are followed by a comma or parenthesis.
func (p *parser) declaration(d *Description) {
	t := p.peek()
	declares := p.ahead(1).word
	switch {
	case t.text == "@":
		p.next()
		d.pragmas = append(d.pragmas, p.name("the name of a pragma").text)
		for !p.is(";") {
			if p.next().text == "" {
				p.fail(t.pos, "pragma is not closed by ';'")
			}
		}
	case t.text == "type" && declares:
		p.next()
		name := p.name("the name of a type")
		p.expect("=", "after the name of a type")
		d.types = append(d.types, typeDecl{name, p.typ()})
	case t.text == "const" && declares:
		d.consts = append(d.consts, p.data("constant"))
	case t.text == "var" && declares:
		d.vars = append(d.vars, p.data("variable"))
	default:
		d.edges = append(d.edges, p.edge())
	}
	p.expect(";", "after a declaration")
}

func (p *parser) data(what string) dataDecl {
	p.next()
	name := p.name("the name of a " + what)
	p.expect(":", "before the type of a "+what)
	typ := p.typ()
	p.expect("=", "before the value of a "+what)
	return dataDecl{name, typ, p.value()}
}

func (p *parser) typ() *typeExpr {
	p.enter()
	defer p.leave()
	t := &typeExpr{pos: p.peek().pos}
	if p.accept("{") {
		t.set = []token{}
		for !p.accept("}") {
			t.set = append(t.set, p.name("a symbol of a type"))
			if !p.is("}") {
				p.expect(",", "between the symbols of a type")
			}
		}
	} else {
		t.name = p.name("a type").text
	}
	if p.accept("->") {
		return &typeExpr{from: t, to: p.typ(), pos: t.pos}
	}
	return t
}

func (p *parser) value() *valueExpr {
	p.enter()
	defer p.leave()
	t := p.peek()
	if !p.accept("{") {
		return &valueExpr{symbol: p.name("a value").text, pos: t.pos}
	}
	v := &valueExpr{pos: t.pos, entries: []entryExpr{}}
	for !p.accept("}") {
		e := entryExpr{pos: p.peek().pos}
		if !p.is(":") {
			e.key = p.name("an argument or ':'").text
		}
		p.expect(":", "before the value at an argument")
		e.value = p.value()
		v.entries = append(v.entries, e)
		if !p.is("}") {
			p.expect(",", "between values")
		}
	}
	return v
}

func (p *parser) edge() edgeDecl {
	e := edgeDecl{from: p.node()}
	p.expect(",", "between the two nodes of an edge")
	e.to = p.node()
	p.expect(":", "before the action of an edge")
	e.act = p.action()
	return e
}

func (p *parser) node() *nodeExpr {
	t := p.name("the name of a node")
	n := &nodeExpr{name: t.text, pos: t.pos}
	for p.accept("(") {
		for more := true; more; more = p.accept(",") {
			a := p.name("a parameter of a node")
			arg := argExpr{name: a.text, pos: a.pos}
			if p.accept(":") {
				arg.typ = p.typ()
			}
			n.args = append(n.args, arg)
		}
		p.expect(")", "after the parameters of a node")
	}
	return n
}

func (p *parser) action() action {
	a := action{pos: p.peek().pos}
	switch {
	case p.is(";"):
	case p.accept("?"):
		a.kind = aReach
		p.between(&a)
	case p.accept("!"):
		a.kind = aUnreach
		p.between(&a)
	case p.accept("$$"):
		a.kind, a.left = aTagVar, p.expr()
	case p.accept("$"):
		t := p.name("a tag")
		a.kind, a.left = aTag, &expr{name: t.text, pos: t.pos}
	default:
		a.left = p.expr()
		switch t := p.next(); t.text {
		case "=":
			a.kind = aAssign
		case "==":
			a.kind = aEqual
		case "!=":
			a.kind = aUnequal
		default:
			p.fail(t.pos, "expected '=', '==' or '!=' in an action, found %v", t)
		}
		a.right = p.expr()
	}
	return a
}

func (p *parser) between(a *action) {
	a.from = p.node()
	p.expect("->", "between the two nodes of a reachability")
	a.to = p.node()
}

func (p *parser) expr() *expr {
	p.enter()
	defer p.leave()
	t := p.name("a name")
	e := &expr{name: t.text, pos: t.pos}
	if p.accept("(") {
		if p.accept("*") {
			e.kind = eAny
		} else {
			e.kind, e.index = eCast, p.expr()
		}
		p.expect(")", "after the value of a type")
	}
	for levels := 0; p.accept("["); levels++ {
		if levels == maxNesting {
			p.fail(t.pos, "nested deeper than %d levels", maxNesting)
		}
		e = &expr{kind: eIndex, base: e, index: p.expr(), pos: e.pos}
		p.expect("]", "after an argument")
	}
	return e
}
