package rbg

import "strings"

// maxTokens bounds the expansion of macros: descriptions are untrusted, and a
// chain of k doubling macros makes 2^k tokens.
const maxTokens = 4 << 20

// macro is one definition. It sees only the macros before it: those with a
// smaller order.
type macro struct {
	name   string
	params []string
	body   []token
	order  int
}

// preprocessor splits a file into its directives and expands macros.
type preprocessor struct {
	*source
	macros   map[string][]*macro
	count    int
	produced int
	sections map[string]*section
}

// section is the expanded content of #players, #pieces and so on.
type section struct {
	head token
	toks []token
}

// scope is what an expansion sees: the macros with order < limit and, inside a
// body, the expanded arguments of its parameters.
type scope struct {
	limit  int
	params map[string][]token
	inBody bool
	from   *origin
}

// preprocess reads all directives of src in order.
func (s *source) preprocess(src string) map[string]*section {
	toks := s.scan(src)
	p := &preprocessor{source: s, macros: map[string][]*macro{}, sections: map[string]*section{}}
	for len(toks) > 0 {
		if !toks[0].is("#") {
			s.fail(toks[0], "expected '#', found %v", toks[0])
		}
		end := 1
		for end < len(toks) && !toks[end].is("#") {
			end++
		}
		p.directive(toks[0], toks[1:end])
		toks = toks[end:]
	}
	return p.sections
}

func (p *preprocessor) directive(hash token, toks []token) {
	if len(toks) == 0 || toks[0].kind != tokIdent {
		p.fail(hash, "expected the name of a section or macro after '#'")
	}
	name := toks[0]
	if !reserved[name.text] {
		p.define(name, toks[1:])
		return
	}
	switch name.text {
	case "rectangle", "hexagon", "cuboid":
		p.fail(name, "%v is reserved and names no section", name)
	}
	if len(toks) < 2 || !toks[1].is("=") {
		p.fail(name, "expected '=' after section name %v", name)
	}
	if p.sections[name.text] != nil {
		p.fail(name, "second section %s", name.text)
	}
	p.sections[name.text] = &section{name, p.expand(toks[2:], scope{limit: p.count})}
}

func (p *preprocessor) define(name token, toks []token) {
	m := &macro{name: name.text, order: p.count}
	if len(toks) > 0 && toks[0].is("(") {
		i := 1
		for ; ; i += 2 {
			if i+1 >= len(toks) || toks[i].kind != tokIdent {
				p.fail(name, "expected a parameter name in the definition of macro %s", name.text)
			}
			for _, q := range m.params {
				if q == toks[i].text {
					p.fail(toks[i], "parameter %s appears twice in macro %s", q, name.text)
				}
			}
			m.params = append(m.params, toks[i].text)
			if toks[i+1].is(")") {
				break
			}
			if !toks[i+1].is(";") {
				p.fail(toks[i+1], "expected ';' or ')' between macro parameters, found %v", toks[i+1])
			}
		}
		toks = toks[i+2:]
	}
	if len(toks) == 0 || !toks[0].is("=") {
		p.fail(name, "expected '=' after the head of macro %s", name.text)
	}
	m.body = toks[1:]
	if len(m.body) == 0 {
		p.fail(name, "empty macro %s", name.text)
	}
	if first, last := m.body[0], m.body[len(m.body)-1]; first.is("~") || last.is("~") {
		if !first.is("~") {
			first = last
		}
		p.fail(first, "tilde at the edge of the body of macro %s", name.text)
	}
	for _, o := range p.macros[name.text] {
		if len(o.params) == len(m.params) {
			p.fail(name, "macro %s with %d parameters is already defined", name.text, len(m.params))
		}
		if len(o.params) == 0 || len(m.params) == 0 {
			p.fail(name, "macro %s is defined both with and without parameters", name.text)
		}
	}
	p.macros[name.text] = append(p.macros[name.text], m)
	p.count++
}

// expand returns toks with all macros and parameters of sc replaced.
func (p *preprocessor) expand(toks []token, sc scope) []token {
	var out []token
	paste := token{} // the tilde that waits for its right side
	floor := 0       // where the expansion of the last item begins in out
	for i := 0; i < len(toks); {
		t := toks[i]
		if t.is("~") {
			if !sc.inBody {
				p.fail(t, "tilde outside macro")
			}
			if i == 0 || paste.kind != tokEnd || floor == len(out) {
				p.fail(t, "tilde has no token on its left side")
			}
			if i++; i == len(toks) {
				p.fail(t, "tilde has no token on its right side")
			}
			paste = t
			continue
		}
		item, n := p.item(toks[i:], sc)
		i += n
		p.produced += len(item)
		if p.produced > maxTokens {
			p.fail(t, "macros expand to more than %d tokens", maxTokens)
		}
		if paste.kind != tokEnd {
			if len(item) == 0 {
				p.fail(paste, "tilde has no token on its right side")
			}
			joined := p.paste(out[len(out)-1], item[0])
			out = append(out[:len(out)-1], joined)
			floor = len(out) - 1
			out = append(out, item[1:]...)
			paste = token{}
			continue
		}
		floor = len(out)
		out = append(out, item...)
	}
	return out
}

// item expands the first item of toks: a token, a parameter or a macro call.
// It returns the expansion and the number of tokens read.
func (p *preprocessor) item(toks []token, sc scope) ([]token, int) {
	t := toks[0]
	t.from = sc.from
	if t.kind != tokIdent {
		return []token{t}, 1
	}
	if arg, ok := sc.params[t.text]; ok {
		return arg, 1
	}
	var known []*macro
	for _, m := range p.macros[t.text] {
		if m.order < sc.limit {
			known = append(known, m)
		}
	}
	if len(known) == 0 {
		return []token{t}, 1
	}
	inner := &origin{what: "macro " + t.text, pos: t.pos, up: sc.from}
	if len(known[0].params) == 0 {
		m := known[0]
		return p.expand(m.body, scope{limit: m.order, inBody: true, from: inner}), 1
	}
	if len(toks) < 2 || !toks[1].is("(") {
		p.fail(t, "macro %s needs arguments: expected '(' after its name", t.text)
	}
	args, n := p.arguments(toks, sc)
	for _, m := range known {
		if len(m.params) != len(args) {
			continue
		}
		params := make(map[string][]token, len(args))
		for i, name := range m.params {
			sub := sc
			sub.from = &origin{what: "argument " + name, pos: t.pos, up: sc.from}
			params[name] = p.expand(args[i], sub)
		}
		return p.expand(m.body, scope{limit: m.order, params: params, inBody: true, from: inner}), n
	}
	p.fail(t, "macro %s expects %d arguments, got %d", t.text, len(known[0].params), len(args))
	return nil, 0
}

// arguments splits the call at toks[0] into its raw arguments; only round
// brackets count for balance.
func (p *preprocessor) arguments(toks []token, sc scope) ([][]token, int) {
	var args [][]token
	depth, start := 0, 2
	for i := 1; i < len(toks); i++ {
		switch {
		case toks[i].is("("):
			depth++
		case toks[i].is(")"):
			if depth--; depth == 0 {
				return append(args, toks[start:i]), i + 1
			}
		case toks[i].is(";") && depth == 1:
			args = append(args, toks[start:i])
			start = i + 1
		}
	}
	open := toks[1]
	open.from = sc.from
	p.fail(open, "arguments of macro %s are not closed: expected ')'", toks[0].text)
	return nil, 0
}

// paste joins two tokens into one; the result stands where the right one stood.
func (p *preprocessor) paste(l, r token) token {
	text := l.text + r.text
	t := token{kind: l.kind, text: text, pos: r.pos, from: r.from}
	switch {
	case l.kind == tokIdent && (r.kind == tokIdent || r.kind == tokNumber):
		return t
	case l.kind == tokNumber && r.kind == tokNumber:
		return t
	case l.kind == tokSymbol && r.kind == tokSymbol && text != "+>":
		for _, s := range symbols {
			if s == text {
				return t
			}
		}
	}
	p.fail(r, "pasting '%s' and '%s' gives no token", l.text, strings.TrimSpace(r.text))
	return token{}
}
