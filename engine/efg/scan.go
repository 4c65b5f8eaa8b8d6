package efg

import (
	"fmt"
	"io"
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

// scanner cuts a source into tokens, one ahead of the reader. It holds a window of the source and the token at hand.
type scanner struct {
	src       io.Reader
	window    []byte
	here      int // in window
	consumed  int64
	fault     error  // of the source, io.EOF at its end
	buf       []byte // the token at hand
	known     map[string]string
	line, col int
	file      string
	tok       token
}

func newScanner(file string, src io.Reader) (*scanner, error) {
	s := &scanner{src: src, known: map[string]string{}, line: 1, col: 1, file: file}
	const mark = "\ufeff"
	if s.ahead(len(mark)) && string(s.window[:len(mark)]) == mark {
		s.here = len(mark)
	}
	return s, s.next()
}

// windowSize is what is read of the source at once, in bytes.
const windowSize = 1 << 16

// ahead reads on until n bytes are there, and reports whether they are.
func (s *scanner) ahead(n int) bool {
	for len(s.window)-s.here < n {
		if s.fault != nil {
			return false
		}
		if s.window == nil {
			s.window = make([]byte, 0, windowSize)
		}
		s.window = s.window[:copy(s.window[:cap(s.window)], s.window[s.here:])]
		s.here = 0
		var more int
		more, s.fault = s.src.Read(s.window[len(s.window):cap(s.window)])
		s.window = s.window[:len(s.window)+more]
	}
	return true
}

// failed is what went wrong with the source.
func (s *scanner) failed() error {
	if s.fault == io.EOF {
		return nil
	}
	return s.fault
}

func (s *scanner) pos() Pos { return Pos{s.file, s.line, s.col} }

// peek gives the byte n places ahead, false behind the end.
func (s *scanner) peek(n int) (byte, bool) {
	if s.here+n >= len(s.window) && !s.ahead(n+1) {
		return 0, false
	}
	return s.window[s.here+n], true
}

// advance moves over the character at hand, and keeps it.
func (s *scanner) advance() {
	size := 1
	c, _ := s.peek(0)
	if c >= utf8.RuneSelf {
		s.ahead(utf8.UTFMax)
		_, size = utf8.DecodeRune(s.window[s.here:])
	}
	s.buf = append(s.buf, s.window[s.here:s.here+size]...)
	s.here += size
	s.consumed += int64(size)
	s.col++
	if c == '\n' || c == '\r' && !s.at('\n') {
		s.line++
		s.col = 1
	}
}

// at reports whether a byte comes next.
func (s *scanner) at(want byte) bool {
	c, ok := s.peek(0)
	return ok && c == want
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

func isDelimiter(c byte) bool {
	return isSpace(c) || c == '{' || c == '}' || c == ',' || c == '"'
}

// maxKnown bounds the texts of tokens that are kept once for all tokens.
const maxKnown = 1 << 12

// text is what was kept of the token at hand.
func (s *scanner) text() string {
	if t, ok := s.known[string(s.buf)]; ok {
		return t
	}
	t := string(s.buf)
	if len(s.known) < maxKnown {
		s.known[t] = t
	}
	return t
}

// next reads the next token into s.tok.
func (s *scanner) next() error {
	c, ok := s.peek(0)
	for ok && isSpace(c) {
		s.buf = s.buf[:0]
		s.advance()
		c, ok = s.peek(0)
	}
	s.tok = token{pos: s.pos()}
	s.buf = s.buf[:0]
	if !ok {
		return s.failed()
	}
	switch c {
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
		for ok && !isDelimiter(c) {
			s.advance()
			c, ok = s.peek(0)
		}
	}
	s.tok.text = s.text()
	return s.failed()
}

func (s *scanner) scanString() error {
	s.tok.kind = tokString
	s.advance()
	s.buf = s.buf[:0]
	for c, ok := s.peek(0); ok; c, ok = s.peek(0) {
		switch c {
		case '"':
			s.tok.text = s.text()
			s.advance()
			return nil
		case '\\':
			if d, _ := s.peek(1); d == '"' || d == '\\' {
				n := len(s.buf)
				s.advance()
				s.buf = s.buf[:n]
			}
		}
		s.advance()
	}
	if err := s.failed(); err != nil {
		return err
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
	if !strings.ContainsAny(s, `\"`) {
		return `"` + s + `"`
	}
	return `"` + escaping.Replace(s) + `"`
}

var escaping = strings.NewReplacer(`\`, `\\`, `"`, `\"`)
