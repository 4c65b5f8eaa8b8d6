package gdl

import (
	"fmt"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Read reads a description in prefix syntax (KIF) or in one of two infix syntaxes,
// that of Thielscher's papers and Stanford's (see dialect). It checks the syntax
// only; see Description.Check. The error is an *Error.
func Read(file string, text []byte) (*Description, error) {
	infix := strings.EqualFold(filepath.Ext(file), ".gdl")
	// What the text says counts for more than the file's name: no infix text begins
	// with a parenthesis, and no game in prefix syntax with a name in front of one.
	s := &scanner{text: text, infix: true, pos: Pos{file, 1, 1}}
	s.skipMark()
	s.blank()
	if first := s.next; first < len(text) && text[first] == '(' {
		infix = false
	} else {
		for s.next < len(text) && s.inName(text[s.next]) {
			s.step()
		}
		infix = infix || s.next > first && s.next < len(text) && text[s.next] == '('
	}
	return read(file, text, infix)
}

func read(file string, text []byte, infix bool) (d *Description, err error) {
	d = &Description{File: file, Name: strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))}
	s := &scanner{text: text, infix: infix, pos: Pos{file, 1, 1}, desc: d, words: map[string]string{},
		spelt: map[string]string{}, warned: map[string]bool{}}
	defer func() {
		if x := recover(); x != nil {
			e, ok := x.(*Error)
			if !ok {
				panic(x)
			}
			d, err = nil, e
		}
	}()
	if len(text) > maxText {
		s.fail(s.pos, "a description of %d bytes, the limit is %d", len(text), maxText)
	}
	s.skipMark()
	if infix {
		s.dialect()
	}
	s.advance()
	for s.kind != tokEnd {
		if len(d.Rules) == maxRules {
			s.fail(s.at, "more than %d rules", maxRules)
		}
		if infix {
			d.Rules = append(d.Rules, s.clause())
		} else {
			d.Rules = append(d.Rules, s.form())
		}
	}
	return d, nil
}

type tokenKind uint8

const (
	tokEnd tokenKind = iota
	tokName
	tokVar
	tokOpen
	tokClose
	tokArrow
	tokComma // infix only, like those below
	tokStop
	tokBoth   // "&" in Stanford's syntax
	tokEither // "|"
	tokNot    // "~"
)

// scanner cuts a text into tokens and holds the current one. The parsers of both
// syntaxes are its methods; they give up by panicking with an *Error.
type scanner struct {
	text  []byte
	infix bool
	// stanford tells that the infix syntax is Stanford's; marked that variables
	// begin with a question mark there, too, instead of a capital.
	stanford, marked bool

	next int // byte after the current token
	pos  Pos // of text[next]
	desc *Description

	kind tokenKind
	name string // of names and variables, in lower case
	at   Pos    // of the current token

	depth  int
	args   []*Term           // of the compounds being read
	terms  []Term            // room for those to come
	words  map[string]string // one string for all occurrences of a name
	spelt  map[string]string // first spelling by lower-case name
	warned map[string]bool   // names whose second spelling is noted
}

func (s *scanner) fail(pos Pos, format string, args ...any) {
	panic(&Error{pos, fmt.Sprintf(format, args...)})
}

// skipMark passes over a byte order mark.
func (s *scanner) skipMark() {
	if strings.HasPrefix(string(s.text[:min(3, len(s.text))]), "\ufeff") {
		s.next = 3
	}
}

// step passes over one character and keeps count of lines and columns. Lines end
// with LF, CRLF or CR.
func (s *scanner) step() {
	c := s.text[s.next]
	switch {
	case c == '\n' || c == '\r' && (s.next+1 == len(s.text) || s.text[s.next+1] != '\n'):
		s.next++
		s.pos.Line, s.pos.Col = s.pos.Line+1, 1
	case c < utf8.RuneSelf:
		s.next++
		s.pos.Col++
	default:
		_, n := utf8.DecodeRune(s.text[s.next:])
		s.next += n
		s.pos.Col++
	}
}

// blank passes over white space and comments.
func (s *scanner) blank() {
	for s.next < len(s.text) {
		c := s.text[s.next]
		switch {
		case c == ' ' || c >= '\t' && c <= '\r':
			s.step()
		case c == ';' || s.infix && c == '%':
			for s.next < len(s.text) && s.text[s.next] != '\n' && s.text[s.next] != '\r' {
				s.step()
			}
		case !s.infix && c == '#' && s.next+1 < len(s.text) && s.text[s.next+1] == '|':
			open := s.pos
			s.step()
			s.step()
			for s.next+1 < len(s.text) && (s.text[s.next] != '|' || s.text[s.next+1] != '#') {
				s.step()
			}
			if s.next+1 >= len(s.text) {
				s.fail(open, "comment without end, expected '|#'")
			}
			s.step()
			s.step()
		default:
			return
		}
	}
}

// inName reports whether a byte can belong to a name.
func (s *scanner) inName(c byte) bool {
	switch c {
	case ' ', '\t', '\n', '\v', '\f', '\r', '(', ')', ';':
		return false
	case ',', '.', '%':
		return !s.infix
	case '&', '|', '~':
		return !s.stanford
	}
	return true
}

// advance reads the next token.
func (s *scanner) advance() {
	s.blank()
	s.at, s.name = s.pos, ""
	if s.next == len(s.text) {
		s.kind = tokEnd
		return
	}
	switch c := s.text[s.next]; {
	case c == '(':
		s.kind = tokOpen
		s.step()
		return
	case c == ')':
		s.kind = tokClose
		s.step()
		return
	case s.infix && c == ',':
		s.kind = tokComma
		s.step()
		return
	case s.infix && c == '.':
		s.kind = tokStop
		s.step()
		return
	case s.stanford && strings.IndexByte("&|~", c) >= 0:
		s.kind = map[byte]tokenKind{'&': tokBoth, '|': tokEither, '~': tokNot}[c]
		s.step()
		return
	}
	if s.infix && s.arrow() {
		s.kind = tokArrow
		s.step()
		s.step()
		return
	}
	start := s.next
	for s.next < len(s.text) && s.inName(s.text[s.next]) && !(s.infix && s.arrow()) {
		if c := s.text[s.next]; c < ' ' || c == 0x7f {
			s.fail(s.pos, "stray control character %#02x", c)
		}
		s.step()
	}
	word, known := s.words[string(s.text[start:s.next])]
	if !known {
		word = string(s.text[start:s.next])
		if !utf8.ValidString(word) {
			s.fail(s.at, "name is not valid UTF-8")
		}
		s.words[word] = word
	}
	s.name = strings.ToLower(word)
	switch {
	case word == "<=":
		s.kind = tokArrow
	case word == "?":
		s.fail(s.at, "variable without name")
	case word[0] == '?':
		s.kind = tokVar
	case s.stanford && !s.marked && (unicode.IsUpper(rune(word[0])) || word[0] == '_'):
		s.kind = tokVar
		s.name = "?" + s.name
		if word == "_" { // every one is a variable of its own
			s.name = fmt.Sprintf("?*%d", start)
		}
	default:
		s.kind = tokName
		s.spell(word)
	}
}

// arrow reports whether "<=" comes next, or in Stanford's syntax ":-". In infix
// syntax it needs no blanks around it and therefore ends names.
func (s *scanner) arrow() bool {
	if s.next+1 >= len(s.text) {
		return false
	}
	two := string(s.text[s.next : s.next+2])
	return two == "<=" || s.stanford && two == ":-"
}

// spell notes names whose spellings differ only in case: they are one name.
func (s *scanner) spell(word string) {
	first, known := s.spelt[s.name]
	switch {
	case !known:
		s.spelt[s.name] = word
	case first != word && !s.warned[s.name]:
		s.warned[s.name] = true
		s.desc.other = append(s.desc.other, respelt{s.at, first, word})
	}
}

// make gives a term with memory that many share.
func (s *scanner) make(t Term) *Term {
	if len(s.terms) == 0 {
		s.terms = make([]Term, termsAtOnce)
	}
	made := &s.terms[0]
	*made, s.terms = t, s.terms[1:]
	return made
}

// termsAtOnce is the number of terms for which memory is asked.
const termsAtOnce = 64

// found describes the current token.
func (s *scanner) found() string {
	switch s.kind {
	case tokEnd:
		return "the end of the file"
	case tokOpen:
		return "'('"
	case tokClose:
		return "')'"
	case tokArrow:
		return "'<='"
	case tokComma:
		return "','"
	case tokStop:
		return "'.'"
	case tokBoth:
		return "'&'"
	case tokEither:
		return "'|'"
	case tokNot:
		return "'~'"
	}
	return "'" + s.name + "'"
}

// enter counts an open parenthesis; leave is its counterpart.
func (s *scanner) enter() {
	if s.depth++; s.depth > maxNesting {
		s.fail(s.at, "more than %d parentheses inside each other", maxNesting)
	}
}

func (s *scanner) leave() { s.depth-- }
