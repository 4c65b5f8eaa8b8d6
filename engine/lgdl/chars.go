package lgdl

import "bytes"

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// isName reports whether c may stand in an argument label.
func isName(c byte) bool { return isLetter(c) || isDigit(c) || c == '_' || c == '-' }

// isToken reports whether c may stand in a word: anything that is neither a
// string, a bracket nor a separator.
func isToken(c byte) bool {
	if isName(c) {
		return true
	}
	switch c {
	case '"', '.', '+', '*', '/', '%', '=', '!', '^', '~', '<', '>', '&', '|', '#':
		return true
	}
	return false
}

// closer returns the closing bracket that belongs to an opening one, else 0.
func closer(c byte) byte {
	switch c {
	case '(':
		return ')'
	case '{':
		return '}'
	case '[':
		return ']'
	case '<':
		return '>'
	}
	return 0
}

// matchBracket returns the offset of the bracket that closes the one at i, or -1.
// Only that kind of bracket is counted; text between quotes is skipped, where
// every quote toggles (spec 01 §2.2). An angle bracket right after "(" is the
// name of a ludeme and does not count.
func matchBracket(b []byte, i int) int {
	open, shut := b[i], closer(b[i])
	depth, quoted := 0, false
	for j := i; j < len(b); j++ {
		switch c := b[j]; {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == open || c == shut:
			if open == '<' && j > 0 && j > i && b[j-1] == '(' {
				continue
			}
			if c == open {
				depth++
			} else if depth--; depth == 0 {
				return j
			}
		}
	}
	return -1
}

// matchQuote returns the offset of the quote that ends the string beginning at
// i, or -1. A quote after a backslash does not end it.
func matchQuote(b []byte, i int) int {
	for j := i + 1; j < len(b); j++ {
		k := bytes.IndexByte(b[j:], '"')
		if k < 0 {
			return -1
		}
		j += k
		if b[j-1] != '\\' {
			return j
		}
	}
	return -1
}
