package ggp

import (
	"fmt"
	"strings"
)

// maxMessage bounds the messages of both sides, in bytes.
const maxMessage = 8 << 20

// elements cuts a list in parentheses into its elements, as they are written; a text that is
// no list is its only element. Comments from ; to the end of a line are left out.
func elements(text string) ([]string, error) {
	text = strings.TrimSpace(text)
	if len(text) > maxMessage {
		return nil, fmt.Errorf("a message of %d bytes, the limit is %d", len(text), maxMessage)
	}
	list := strings.HasPrefix(text, "(")
	var out []string
	depth, start := 0, -1
	end := func(at int) {
		if start >= 0 {
			out = append(out, text[start:at])
			start = -1
		}
	}
	level := 0 // at which elements begin
	if list {
		level = 1
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == ';':
			if depth == level {
				end(i)
			}
			for i < len(text) && text[i] != '\n' {
				i++
			}
		case c == '(':
			if depth == level {
				end(i)
				if level > 0 {
					start = i
				}
			}
			depth++
		case c == ')':
			if depth == level {
				end(i)
			}
			if depth--; depth < 0 {
				return nil, fmt.Errorf("unexpected ')' at byte %d", i)
			}
			if depth == level && level > 0 {
				end(i + 1)
			}
			if depth == 0 && list && strings.TrimSpace(text[i+1:]) != "" {
				return nil, fmt.Errorf("text after the message: %.40q", strings.TrimSpace(text[i+1:]))
			}
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			if depth == level {
				end(i)
			}
		case depth == level && start < 0:
			start = i
		}
	}
	if depth > 0 {
		return nil, fmt.Errorf("%d parentheses are not closed", depth)
	}
	end(len(text))
	if !list && (len(out) > 1 || strings.ContainsAny(text, "()")) {
		return nil, fmt.Errorf("expected a list in parentheses, found %.40q", text)
	}
	return out, nil
}

// canonical writes a term as the engine does: in lower case, with single spaces, and names
// without parentheses of their own.
func canonical(term string) string {
	spaced := strings.NewReplacer("(", " ( ", ")", " ) ").Replace(strings.ToLower(term))
	var b strings.Builder
	before := "("
	words := strings.Fields(spaced)
	for i := 0; i < len(words); i++ {
		w := words[i]
		if before != "(" && w != ")" {
			b.WriteByte(' ')
		}
		if w == "(" && i+2 < len(words) && words[i+2] == ")" {
			i++
			w = words[i]
			i++
		}
		b.WriteString(w)
		before = w
	}
	return b.String()
}
