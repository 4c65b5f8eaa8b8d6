package gdl

import "slices"

// form reads a rule or a fact in prefix syntax.
func (s *scanner) form() *Rule {
	if s.kind != tokOpen {
		return &Rule{Head: s.atom()}
	}
	open := s.at
	s.enter()
	s.advance()
	if s.kind != tokArrow {
		head := s.compound(open)
		return &Rule{Head: head}
	}
	arrow := s.at
	s.advance()
	if s.kind == tokClose {
		s.fail(arrow, "'<=' without a head")
	}
	r := &Rule{Arrow: true, Head: s.atom()}
	for s.kind != tokClose {
		s.open(open)
		r.Body = append(r.Body, s.literal())
	}
	s.advance()
	s.leave()
	return r
}

// open reports a parenthesis that was never closed.
func (s *scanner) open(at Pos) {
	if s.kind == tokEnd {
		s.fail(at, "missing ')' for '(' opened at %d:%d", at.Line, at.Col)
	}
}

var connectives = map[string]Op{"not": Not, "or": Or, "and": And}

// literal reads a condition in prefix syntax.
func (s *scanner) literal() *Literal {
	at := s.at
	if s.kind != tokOpen {
		if _, connective := connectives[s.name]; connective && s.kind == tokName {
			s.fail(at, "unexpected '%s', expected a literal or '(%s …)'", s.name, s.name)
		}
		return &Literal{Pos: at, Atom: s.atom()}
	}
	s.enter()
	s.advance()
	op, connective := connectives[s.name]
	if s.kind != tokName || !connective {
		return &Literal{Pos: at, Atom: s.compound(at)}
	}
	name := s.name
	l := &Literal{Op: op, Pos: at}
	for s.advance(); s.kind != tokClose; {
		s.open(at)
		l.Subs = append(l.Subs, s.literal())
	}
	s.advance()
	s.leave()
	l.count(s, name)
	return l
}

// count checks the number of literals under a connective.
func (l *Literal) count(s *scanner, name string) {
	switch {
	case l.Op == Not && len(l.Subs) != 1:
		s.fail(l.Pos, "'not' needs one literal, found %d", len(l.Subs))
	case l.Op == Or && len(l.Subs) == 0:
		s.fail(l.Pos, "'%s' needs at least one literal", name)
	}
}

// atom reads a relation with its arguments; a name alone has none.
func (s *scanner) atom() *Term {
	at := s.at
	switch s.kind {
	case tokOpen:
		s.enter()
		s.advance()
		return s.compound(at)
	case tokName:
		t := s.make(Term{Pos: at, Name: s.name})
		s.advance()
		return t
	case tokVar:
		s.fail(at, "relation name must be a symbol, found the variable %s", s.name)
	}
	s.fail(at, "unexpected %s, expected a relation", s.found())
	return nil
}

// compound reads the rest of a relation or function after its parenthesis, which
// was opened at the given place.
func (s *scanner) compound(open Pos) *Term {
	switch s.kind {
	case tokName:
	case tokVar:
		s.fail(s.at, "relation name must be a symbol, found the variable %s", s.name)
	case tokOpen:
		s.fail(s.at, "relation name must be a symbol, found '('")
	case tokEnd:
		s.open(open)
	default:
		s.fail(s.at, "unexpected %s, expected the name of a relation or function", s.found())
	}
	t := s.make(Term{Pos: s.at, Name: s.name})
	mark := len(s.args)
	for s.advance(); s.kind != tokClose; {
		s.open(open)
		s.args = append(s.args, s.term())
	}
	t.Args = slices.Clone(s.args[mark:])
	s.args = s.args[:mark]
	t.Parenthesised = len(t.Args) == 0
	s.advance()
	s.leave()
	return t
}

// term reads a term in prefix syntax.
func (s *scanner) term() *Term {
	at := s.at
	switch s.kind {
	case tokOpen:
		s.enter()
		s.advance()
		return s.compound(at)
	case tokName, tokVar:
		t := s.make(Term{Pos: at, Name: s.name})
		s.advance()
		return t
	}
	s.fail(at, "unexpected %s, expected a term", s.found())
	return nil
}
