package rg

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Pos is a place in a description; line and column count from 1, columns in characters.
type Pos struct{ Line, Col int }

// Error is a refusal of a description.
type Error struct {
	File string
	Pos  Pos
	Msg  string
}

// Error returns "file:line:column: message".
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Pos.Line, e.Pos.Col, e.Msg)
}

// failure carries an Error up to the entry points, which recover it.
type failure struct{ err *Error }

// source is the file being read; it makes the errors.
type source struct{ file string }

func (s *source) fail(p Pos, format string, args ...any) {
	panic(failure{&Error{File: s.file, Pos: p, Msg: fmt.Sprintf(format, args...)}})
}

// catch turns a failure into the error of the calling entry point.
func catch(err *error) {
	if r := recover(); r != nil {
		f, ok := r.(failure)
		if !ok {
			panic(r)
		}
		*err = f.err
	}
}

// token is a word, a sign, or the end of the file.
type token struct {
	text string // "" at the end
	word bool
	pos  Pos
}

// String shows the token as it should appear in a message.
func (t token) String() string {
	if t.text == "" {
		return "the end of the file"
	}
	return "'" + t.text + "'"
}

// signs in the order in which they must be tried: longest first.
var signs = []string{
	"->", "==", "!=", "<=", ">=", "&&", "||", "..", "$$",
	"=", "<", ">", "{", "}", "(", ")", "[", "]", ",", ":", ";", "?", "!", "$", "@", "*", "+", "-", "/", "%", "|",
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// scan splits src into tokens; the last one is the end.
func (s *source) scan(src string) []token {
	var out []token
	line, start := 1, 0
	for i := 0; i < len(src); {
		p := Pos{line, 1 + i - start} // before a comment, which ends its line, only ASCII is accepted
		rest := src[i:]
		switch c := src[i]; {
		case c == '\n':
			i++
			line, start = line+1, i
		case c == ' ' || c == '\t' || c == '\r':
			i++
		case strings.HasPrefix(rest, "//"):
			for i < len(src) && src[i] != '\n' {
				i++
			}
		case wordByte(c):
			j := i
			for j < len(src) && wordByte(src[j]) {
				j++
			}
			out = append(out, token{src[i:j], true, p})
			i = j
		default:
			sign := ""
			for _, y := range signs {
				if strings.HasPrefix(rest, y) {
					sign = y
					break
				}
			}
			if sign == "" {
				r, _ := utf8.DecodeRuneInString(rest)
				s.fail(p, "stray character %q", r)
			}
			out = append(out, token{sign, false, p})
			i += len(sign)
		}
	}
	return append(out, token{pos: Pos{line, 1 + utf8.RuneCountInString(src[start:])}})
}

// maxNesting bounds how deep what is written may be nested.
const maxNesting = 200

// reader reads tokens one after the other.
type reader struct {
	*source
	toks  []token
	at    int
	depth int
}

func (r *reader) peek() token { return r.toks[r.at] }

// ahead is the token n places further on.
func (r *reader) ahead(n int) token { return r.toks[min(r.at+n, len(r.toks)-1)] }

func (r *reader) next() token {
	t := r.toks[r.at]
	if t.text != "" {
		r.at++
	}
	return t
}

func (r *reader) is(text string) bool { return r.toks[r.at].text == text }

// accept reads the word or sign if it comes next.
func (r *reader) accept(text string) bool {
	if r.is(text) {
		r.at++
		return true
	}
	return false
}

func (r *reader) expect(text, where string) token {
	t := r.next()
	if t.text != text {
		r.fail(t.pos, "expected '%s' %s, found %v", text, where, t)
	}
	return t
}

func (r *reader) name(what string) token {
	t := r.next()
	if !t.word {
		r.fail(t.pos, "expected %s, found %v", what, t)
	}
	return t
}

// enter counts a level of nesting, which leave takes back.
func (r *reader) enter() {
	if r.depth++; r.depth > maxNesting {
		r.fail(r.peek().pos, "nested deeper than %d levels", maxNesting)
	}
}

func (r *reader) leave() { r.depth-- }

func numeral(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
