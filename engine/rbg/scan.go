package rbg

import (
	"bytes"
	"fmt"
	"strings"
)

// Pos is a place in a description: line and column count from 1, columns in bytes.
type Pos struct{ Line, Col int }

// endOf is the place after the last character of a text.
func endOf(src []byte) Pos {
	last := bytes.LastIndexByte(src, '\n')
	return Pos{1 + bytes.Count(src, []byte{'\n'}), len(src) - last}
}

// Error is a refusal of a description. What the file lacks is missed at its end.
// Notes name the macro expansions in which the offending token arose, innermost first.
type Error struct {
	File  string
	Pos   Pos
	Msg   string
	Notes []string
}

// Error returns "file:line:col: message" followed by one line per note.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d:%d: %s", e.File, e.Pos.Line, e.Pos.Col, e.Msg)
	for _, n := range e.Notes {
		b.WriteString("\n\t" + n)
	}
	return b.String()
}

type tokenKind uint8

const (
	tokEnd tokenKind = iota
	tokIdent
	tokNumber
	tokString
	tokSymbol
)

// token is one lexeme. from is the chain of expansions it came through.
type token struct {
	kind tokenKind
	text string
	pos  Pos
	from *origin
}

// origin is one link of the chain "in expansion of …".
type origin struct {
	what string // "macro m" or "argument p"
	pos  Pos    // where the expansion was asked for
	up   *origin
}

func (t token) is(sym string) bool { return t.kind == tokSymbol && t.text == sym }

// String shows the token as it should appear in a message.
func (t token) String() string {
	if t.kind == tokEnd {
		return "the end of the section"
	}
	return "'" + t.text + "'"
}

// symbols in the order in which they must be tried: longest first.
var symbols = []string{
	"->>",
	"{?", "{!", "{$", "[$", "->", "+>", "!=", "==", "<=", ">=",
	"(", ")", "{", "}", "[", "]", "#", "~", "+", "-", "*", "/", "^", ".", ",", ";", ":", "$", "=", "!", "?", "<", ">",
}

var reserved = map[string]bool{
	"players": true, "pieces": true, "variables": true, "rules": true,
	"board": true, "rectangle": true, "hexagon": true, "cuboid": true,
}

// failure carries an Error up to the entry points, which recover it; the
// front end is a set of recursive descents with nothing to release.
type failure struct{ err *Error }

// source is the file being read; it makes the errors.
type source struct{ file string }

func (s *source) failAt(p Pos, format string, args ...any) {
	panic(failure{&Error{File: s.file, Pos: p, Msg: fmt.Sprintf(format, args...)}})
}

func (s *source) fail(t token, format string, args ...any) {
	e := &Error{File: s.file, Pos: t.pos, Msg: fmt.Sprintf(format, args...)}
	for o := t.from; o != nil; o = o.up {
		e.Notes = append(e.Notes, fmt.Sprintf("in expansion of %s at %d:%d", o.what, o.pos.Line, o.pos.Col))
	}
	panic(failure{e})
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

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

// scan splits src into tokens (specification part 10, §2.1).
func (s *source) scan(src string) []token {
	var toks []token
	line, start := 1, 0 // start is the offset of the current line
	for i := 0; i < len(src); {
		p := Pos{line, i - start + 1}
		c := src[i]
		rest := src[i:]
		switch {
		case c == '\n':
			line, start = line+1, i+1
			i++
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			i++
		case strings.HasPrefix(rest, "//"):
			for i < len(src) && src[i] != '\n' {
				i++
			}
		case strings.HasPrefix(rest, "/*"):
			end := strings.Index(src[i+2:], "*/")
			if end < 0 {
				s.failAt(p, "comment opened by '/*' is not closed by '*/'")
			}
			for end += i + 4; i < end; i++ {
				if src[i] == '\n' {
					line, start = line+1, i+1
				}
			}
		case isLetter(c):
			j := i + 1
			for j < len(src) && (isLetter(src[j]) || isDigit(src[j])) {
				j++
			}
			toks = append(toks, token{kind: tokIdent, text: src[i:j], pos: p})
			i = j
		case isDigit(c):
			j := i + 1
			for j < len(src) && isDigit(src[j]) {
				j++
			}
			toks = append(toks, token{kind: tokNumber, text: src[i:j], pos: p})
			i = j
		case c == '"':
			j := strings.IndexAny(src[i+1:], "\"\n")
			if j < 0 || src[i+1+j] == '\n' {
				s.failAt(p, "string is not closed before the end of the line")
			}
			toks = append(toks, token{kind: tokString, text: src[i : i+j+2], pos: p})
			i += j + 2
		default:
			sym := ""
			for _, y := range symbols {
				if strings.HasPrefix(rest, y) {
					sym = y
					break
				}
			}
			switch sym {
			case "":
				s.failAt(p, "stray character %q", firstRune(rest))
			case "+>":
				s.failAt(p, "'+>' is reserved and not supported")
			}
			toks = append(toks, token{kind: tokSymbol, text: sym, pos: p})
			i += len(sym)
		}
	}
	return toks
}

func firstRune(s string) rune {
	for _, r := range s {
		return r
	}
	return 0
}
