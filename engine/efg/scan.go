package efg

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

type tokenKind uint8

const (
	tokEnd tokenKind = iota
	tokString
	tokWord // a bare word: keyword, node type or number
	tokOpen
	tokClose
	tokComma
)

type token struct {
	kind tokenKind
	text string // contents of a string, spelling of everything else
	pos  Pos
}

// String describes the token for messages.
func (t token) String() string {
	switch t.kind {
	case tokEnd:
		return "the end of the file"
	case tokString:
		return "the string " + quote(clip(t.text))
	}
	return "'" + clip(t.text) + "'"
}

// clip keeps messages about hostile input short.
func clip(s string) string {
	const most = 40
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// scanner cuts a source into tokens, one ahead of the reader.
type scanner struct {
	src       string
	at        int
	line, col int
	file      string
	tok       token
}

func newScanner(file, src string) (*scanner, error) {
	s := &scanner{src: strings.TrimPrefix(src, "\ufeff"), line: 1, col: 1, file: file}
	return s, s.next()
}

func (s *scanner) pos() Pos { return Pos{s.file, s.line, s.col} }

// advance moves over the character at hand.
func (s *scanner) advance() {
	c := s.src[s.at]
	if c < utf8.RuneSelf {
		s.at++
	} else {
		_, size := utf8.DecodeRuneInString(s.src[s.at:])
		s.at += size
	}
	s.col++
	if c == '\n' || c == '\r' && (s.at == len(s.src) || s.src[s.at] != '\n') {
		s.line++
		s.col = 1
	}
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

func isDelimiter(c byte) bool {
	return isSpace(c) || c == '{' || c == '}' || c == ',' || c == '"'
}

// next reads the next token into s.tok.
func (s *scanner) next() error {
	for s.at < len(s.src) && isSpace(s.src[s.at]) {
		s.advance()
	}
	s.tok = token{pos: s.pos()}
	if s.at == len(s.src) {
		return nil
	}
	start := s.at
	switch s.src[s.at] {
	case '"':
		return s.scanString()
	case '{':
		s.tok.kind = tokOpen
		s.advance()
	case '}':
		s.tok.kind = tokClose
		s.advance()
	case ',':
		s.tok.kind = tokComma
		s.advance()
	default:
		s.tok.kind = tokWord
		for s.at < len(s.src) && !isDelimiter(s.src[s.at]) {
			s.advance()
		}
	}
	s.tok.text = s.src[start:s.at]
	return nil
}

func (s *scanner) scanString() error {
	s.tok.kind = tokString
	s.advance()
	var text strings.Builder
	for s.at < len(s.src) {
		switch c := s.src[s.at]; {
		case c == '"':
			s.advance()
			s.tok.text = text.String()
			return nil
		case c == '\\' && s.at+1 < len(s.src) && (s.src[s.at+1] == '"' || s.src[s.at+1] == '\\'):
			s.advance()
		}
		start := s.at
		s.advance()
		text.WriteString(s.src[start:s.at])
	}
	return s.errorAt(s.tok.pos, "unterminated string")
}

func (s *scanner) errorAt(pos Pos, format string, args ...any) error {
	return &Error{pos, fmt.Sprintf(format, args...)}
}

// expected is the error that something else than the token at hand should be here.
func (s *scanner) expected(what string) error {
	return s.errorAt(s.tok.pos, "expected %s, found %v", what, s.tok)
}

// quote writes a string the way scanString reads it.
func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}
