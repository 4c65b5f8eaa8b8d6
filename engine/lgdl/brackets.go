package lgdl

import (
	"bytes"
	"fmt"
)

// checkBrackets looks at the nesting of the brackets and quotes of a description
// without comments. It returns what is wrong first, and whether the numbers of
// brackets differ before the metadata, which the language never allows; wrong
// nesting alone may disappear when defines are expanded.
func checkBrackets(o *origins, m *mtext) (problem *Error, counts bool) {
	type open struct {
		at, line, indent int
	}
	var stack []open
	line, indent, fresh := 0, 0, true
	var parens, braces int
	inMeta := false
	var guess *Error
	report := func(i int, format string, args ...any) {
		if problem == nil {
			pos, via := m.pos(o, i)
			problem = &Error{Pos: pos, Via: via, Msg: fmt.Sprintf(format, args...)}
		}
	}
	start, suspect := 0, -1
	for i := 0; i < len(m.b); i++ {
		c := m.b[i]
		switch {
		case c == '\n':
			line, start, fresh = line+1, i+1, true
			continue
		case isSpace(c):
			continue
		}
		first := fresh
		if fresh {
			indent, fresh = column(m.b[start:i]), false
		}
		switch c {
		case '"':
			j := matchQuote(m.b, i)
			if j < 0 {
				if suspect >= 0 {
					i = suspect
				}
				problem = nil
				report(i, "this string is never closed")
				return problem, true
			}
			if suspect < 0 && j+1 < len(m.b) && isName(m.b[j+1]) {
				suspect = i // its closing quote looks like an opening one
			}
			line += bytes.Count(m.b[i:j], []byte("\n"))
			i = j
		case '(', '{':
			if bytes.HasPrefix(m.b[i:], metadataKey) && !inMeta {
				inMeta = true
				counts = parens != 0 || braces != 0
			}
			if !inMeta {
				if c == '(' {
					parens++
				} else {
					braces++
				}
			}
			stack = append(stack, open{i, line, indent})
		case ')', '}':
			if !inMeta {
				if c == ')' {
					parens--
				} else {
					braces--
				}
			}
			if len(stack) == 0 {
				report(i, "%q closes nothing: there is no open bracket before it", string(c))
				continue
			}
			top := stack[len(stack)-1]
			if closer(m.b[top.at]) != c {
				pos, _ := m.pos(o, top.at)
				report(i, "found %q where %q has to close the %q opened at line %d, column %d",
					string(c), string(closer(m.b[top.at])), string(m.b[top.at]), pos.Line, pos.Col)
			}
			if guess == nil && first && top.line != line && top.indent != indent {
				pos, _ := m.pos(o, top.at)
				guess = &Error{Pos: pos, Hint: fmt.Sprintf("judging by the indentation, a bracket is wrong in what begins at line "+
					"%d, column %d", pos.Line, pos.Col)}
			}
			stack = stack[:len(stack)-1]
		}
	}
	if len(stack) > 0 {
		top := stack[len(stack)-1]
		report(top.at, "%q is never closed: %q is missing", string(m.b[top.at]), string(closer(m.b[top.at])))
	}
	if !inMeta {
		counts = parens != 0 || braces != 0
	}
	if problem != nil && guess != nil {
		problem.Hint = guess.Hint
	}
	return problem, counts
}

// column returns the width of the white space that begins a line.
func column(b []byte) int {
	n := 0
	for _, c := range b {
		if c == '\t' {
			n += 4 - n%4
		} else {
			n++
		}
	}
	return n
}
