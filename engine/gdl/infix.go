package gdl

// dialect finds out which of the infix syntaxes a text has. In Stanford's, rules are
// written with ":-" in the place of "<=", conditions with "&" between them, "|" for
// or, "~" for not, and parentheses around groups; variables begin with a capital or
// an underscore, and clauses need no full stop. The words of the other syntax are
// understood, too.
func (s *scanner) dialect() {
	probe := *s
	for probe.blank(); probe.next < len(probe.text); probe.blank() {
		rest := probe.text[probe.next:]
		s.stanford = s.stanford || len(rest) > 1 && rest[0] == ':' && rest[1] == '-'
		s.marked = s.marked || rest[0] == '?'
		probe.step()
	}
}

// clause reads a rule or a fact in infix syntax, up to its full stop if it has one.
func (s *scanner) clause() *Rule {
	start := s.at
	r := &Rule{Head: s.infixAtom()}
	if s.kind == tokArrow {
		r.Arrow = true
		s.advance()
		for s.kind != tokStop {
			if l := s.either(); l.Op == And && l.Pos == l.Subs[0].Pos {
				r.Body = append(r.Body, l.Subs...)
			} else {
				r.Body = append(r.Body, l)
			}
			if s.kind != tokComma {
				break
			}
			s.advance()
			if s.kind == tokStop {
				s.fail(s.at, "unexpected '.' after ',', expected a literal")
			}
		}
	}
	switch {
	case s.kind == tokStop:
		s.advance()
	case s.stanford && (s.kind == tokEnd || s.kind == tokName):
	case s.kind == tokEnd:
		s.fail(s.at, "missing '.' after the clause that begins at %d:%d", start.Line, start.Col)
	default:
		s.fail(s.at, "unexpected %s, expected ',' or '.'", s.found())
	}
	return r
}

// either reads a condition in infix syntax: literals with "&" and "|" between them,
// of which "&" binds closer.
func (s *scanner) either() *Literal {
	l := s.both()
	if s.kind != tokEither {
		return l
	}
	l = &Literal{Op: Or, Pos: l.Pos, Subs: []*Literal{l}}
	for s.kind == tokEither {
		s.advance()
		l.Subs = append(l.Subs, s.both())
	}
	return l
}

// both reads literals with "&" between them.
func (s *scanner) both() *Literal {
	l := s.infixLiteral()
	if s.kind != tokBoth {
		return l
	}
	l = &Literal{Op: And, Pos: l.Pos, Subs: []*Literal{l}}
	for s.kind == tokBoth {
		s.advance()
		l.Subs = append(l.Subs, s.infixLiteral())
	}
	return l
}

// group reads a condition in parentheses.
func (s *scanner) group() *Literal {
	open := s.at
	s.enter()
	s.advance()
	l := s.either()
	if s.kind != tokClose {
		s.open(open)
		s.fail(s.at, "unexpected %s, expected ')'", s.found())
	}
	s.advance()
	s.leave()
	return l
}

// infixLiteral reads a condition in infix syntax.
func (s *scanner) infixLiteral() *Literal {
	at := s.at
	switch {
	case s.kind == tokNot:
		s.advance()
		s.enter()
		l := &Literal{Op: Not, Pos: at, Subs: []*Literal{s.infixLiteral()}}
		s.leave()
		return l
	case s.kind == tokOpen && s.stanford:
		return s.group()
	case s.kind != tokName:
		return &Literal{Pos: at, Atom: s.infixAtom()}
	}
	switch name := s.name; name {
	case "not":
		s.advance()
		l := &Literal{Op: Not, Pos: at}
		s.enter()
		if s.kind == tokOpen {
			open := s.at
			s.advance()
			l.Subs = s.list(open, s.either)
			l.count(s, name)
		} else {
			l.Subs = []*Literal{s.infixLiteral()}
		}
		s.leave()
		return l
	case "or", "and":
		l := &Literal{Op: Or, Pos: at}
		if name == "and" {
			l.Op = And
		}
		s.advance()
		if s.kind != tokOpen {
			s.fail(s.at, "unexpected %s, expected '(' after '%s'", s.found(), name)
		}
		open := s.at
		s.enter()
		s.advance()
		l.Subs = s.list(open, s.either)
		s.leave()
		l.count(s, name)
		return l
	}
	return &Literal{Pos: at, Atom: s.infixAtom()}
}

// list reads literals separated by commas up to the closing parenthesis.
func (s *scanner) list(open Pos, read func() *Literal) []*Literal {
	var all []*Literal
	for s.kind != tokClose {
		s.open(open)
		all = append(all, read())
		s.separator(open)
	}
	s.advance()
	return all
}

// separator passes over a comma inside parentheses; a closing one stays.
func (s *scanner) separator(open Pos) {
	switch s.kind {
	case tokClose:
		return
	case tokComma:
		s.advance()
		if s.kind == tokClose {
			s.fail(s.at, "unexpected ')' after ','")
		}
		return
	}
	s.open(open)
	s.fail(s.at, "unexpected %s, expected ',' or ')'", s.found())
}

// infixAtom reads a relation with its arguments in infix syntax.
func (s *scanner) infixAtom() *Term {
	switch s.kind {
	case tokName:
		return s.infixTerm()
	case tokVar:
		s.fail(s.at, "relation name must be a symbol, found the variable %s", s.name)
	}
	s.fail(s.at, "unexpected %s, expected a relation", s.found())
	return nil
}

// infixTerm reads a term in infix syntax.
func (s *scanner) infixTerm() *Term {
	t := &Term{Pos: s.at, Name: s.name}
	switch s.kind {
	case tokVar:
		s.advance()
		if s.kind == tokOpen {
			s.fail(s.at, "the variable %s cannot have arguments", t.Name)
		}
		return t
	case tokName:
		s.advance()
	default:
		s.fail(s.at, "unexpected %s, expected a term", s.found())
	}
	if s.kind != tokOpen {
		return t
	}
	open := s.at
	s.enter()
	for s.advance(); s.kind != tokClose; {
		s.open(open)
		t.Args = append(t.Args, s.infixTerm())
		s.separator(open)
	}
	t.Parenthesised = len(t.Args) == 0
	s.advance()
	s.leave()
	return t
}
