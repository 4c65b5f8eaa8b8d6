package lgdl

import "strings"

// The scanner splits a description as written, without expanding anything, for
// the formatter and the highlighter. Every byte that is not white space belongs
// to exactly one token.

type tokenKind uint8

const (
	tokWord    tokenKind = iota // a run of anything else: labels, numbers, constants, asterisks
	tokOpen                     // ( or {
	tokClose                    // ) or }
	tokString                   // "…" with its quotes; to the end of the text if never closed
	tokComment                  // // up to the end of the line
	tokValue                    // <…> in an option: tag, argument name or value
)

type token struct {
	kind       tokenKind
	start, end int
	lines      int  // line ends in the white space before the token
	glued      bool // no white space before the token
}

// scan returns the tokens of the text.
func scan(b []byte) []token {
	var toks []token
	depth, option := 0, -1 // depth of brackets, and that of the option around, if any
	for i := 0; i < len(b); {
		t := token{start: i, glued: true}
		for i < len(b) && isSpace(b[i]) {
			if b[i] == '\n' {
				t.lines++
			}
			t.glued = false
			i++
		}
		if i == len(b) {
			break
		}
		t.start = i
		switch c := b[i]; {
		case c == '/' && i+1 < len(b) && b[i+1] == '/':
			t.kind = tokComment
			for i < len(b) && b[i] != '\n' {
				i++
			}
		case c == '(' || c == '{':
			t.kind = tokOpen
			depth++
			if option < 0 && strings.HasPrefix(string(b[i:min(i+8, len(b))]), "(option ") {
				option = depth
			}
			i++
		case c == ')' || c == '}':
			t.kind = tokClose
			if depth == option {
				option = -1
			}
			depth--
			i++
		case c == '"':
			t.kind = tokString
			if j := matchQuote(b, i); j >= 0 {
				i = j + 1
			} else {
				i = len(b)
			}
		case c == '<' && option >= 0 && i > 0 && b[i-1] != '(':
			j := valueEnd(b, i+1)
			if j < 0 {
				j = i
			}
			t.kind = tokValue
			i = j + 1
		default:
			for i < len(b) && !isSpace(b[i]) && strings.IndexByte(`(){}"`, b[i]) < 0 {
				if b[i] == '/' && i+1 < len(b) && b[i+1] == '/' || b[i] == '<' && option >= 0 && i > t.start {
					break
				}
				i++
			}
		}
		t.end = i
		toks = append(toks, t)
	}
	return toks
}
