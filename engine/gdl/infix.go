package gdl

// clause reads a rule or a fact in infix syntax, up to its full stop.
func (s *scanner) clause() *Rule {
	start := s.at
	r := &Rule{Head: s.infixAtom()}
	if s.kind == tokArrow {
		r.Arrow = true
		s.advance()
		for s.kind != tokStop {
			r.Body = append(r.Body, s.infixLiteral())
			if s.kind != tokComma {
				break
			}
			s.advance()
			if s.kind == tokStop {
				s.fail(s.at, "unexpected '.' after ',', expected a literal")
			}
		}
	}
	switch s.kind {
	case tokStop:
	case tokEnd:
		s.fail(s.at, "missing '.' after the clause that begins at %d:%d", start.Line, start.Col)
	default:
		s.fail(s.at, "unexpected %s, expected ',' or '.'", s.found())
	}
	s.advance()
	return r
}

// infixLiteral reads a condition in infix syntax.
func (s *scanner) infixLiteral() *Literal {
	at := s.at
	if s.kind != tokName {
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
			l.Subs = s.list(open, s.infixLiteral)
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
		l.Subs = s.list(open, s.infixLiteral)
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
