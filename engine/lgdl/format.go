package lgdl

import (
	"bytes"
	"strings"
)

const (
	lineWidth  = 100
	indentStep = "    "
)

// Format lays a description out in the canonical way: a clause stands on one
// line if it fits; else its arguments stand on lines of their own, indented by
// four blanks. Comments, strings and the order of everything are kept, and so is
// the meaning: the result expands to the same tree, and formatting it again
// changes nothing. A text with unbalanced brackets is an error.
func Format(file string, text []byte) ([]byte, error) {
	text = normalise(text)
	if len(text) > Usual.Text {
		return nil, &Error{Pos: Pos{file, 1, 1}, Msg: "the description is too long"}
	}
	var o origins
	src := newSource(file, text)
	m := stripComments(o.text(src, 0, len(text)))
	if err, _ := checkBrackets(&o, &m); err != nil {
		return nil, err
	}
	l := &layout{text: text, toks: scan(text)}
	root, ok := l.group(0)
	if !ok || l.i < len(l.toks) {
		return nil, &Error{Pos: Pos{file, 1, 1}, Msg: "the brackets of the description do not match"}
	}
	for i, u := range root.units {
		switch {
		case i == 0:
		case u.tail:
			l.out.WriteByte(' ')
		case u.blank:
			l.out.WriteString("\n\n")
		default:
			l.out.WriteByte('\n')
		}
		l.print(u, 0)
	}
	if l.out.Len() > 0 {
		l.out.WriteByte('\n')
	}
	return l.out.Bytes(), nil
}

// layout is one run of the formatter.
type layout struct {
	text []byte
	toks []token
	i    int
	out  bytes.Buffer
}

// unit is what has no white space inside, apart from that in its brackets, such
// as at:(to), "A1".."C3" or (item …)**.
type unit struct {
	parts   []part
	comment bool
	tail    bool // a comment on the line of what stands before it
	blank   bool // an empty line before the unit
	width   int  // on one line; huge if it cannot be on one line
}

// part is an atom, or a group in brackets.
type part struct {
	atom string
	g    *bracketed
}

// bracketed is the content of one pair of brackets.
type bracketed struct {
	open  string // with the blank that has to follow it, if any
	close string
	units []*unit
}

const huge = 1 << 20

// significant are the words that the expander finds by their text: a blank
// between the bracket and such a word hides it, and must stay.
var significant = map[string]bool{"define": true, "option": true, "item": true, "rulesets": true, "ruleset": true,
	"metadata": true, "useFor": true}

// stuck are the words that the expander finds only with a blank behind them.
var stuck = map[string]bool{"define": true, "option": true, "item": true, "ruleset": true, "useFor": true}

// group reads units up to the closing bracket, or the end of the text.
func (l *layout) group(depth int) (*bracketed, bool) {
	g := &bracketed{}
	if depth > maxDepth {
		return g, false
	}
	var u *unit
	afterClose := false
	for l.i < len(l.toks) {
		t := l.toks[l.i]
		s := string(l.text[t.start:t.end])
		if t.kind == tokClose {
			return g, true
		}
		l.i++
		opens := t.kind == tokOpen
		if u == nil || !t.glued || t.kind == tokComment || u.comment || afterClose && opens {
			u = &unit{blank: t.lines > 1}
			g.units = append(g.units, u)
		}
		afterClose = false
		switch {
		case t.kind == tokComment:
			u.comment, u.width = true, huge
			u.tail = t.lines == 0 && t.start > 0
			u.parts = append(u.parts, part{atom: strings.TrimRight(s, " \t")})
		case opens:
			sub, ok := l.group(depth + 1)
			if !ok || l.i >= len(l.toks) {
				return g, false
			}
			sub.open, sub.close = s, string(l.text[l.toks[l.i].start:l.toks[l.i].end])
			l.i++
			if len(sub.units) > 0 && s == "(" && l.blankAfter(t.end) {
				first := sub.units[0].parts[0]
				if first.g == nil && (first.atom[0] == '"' || significant[first.atom]) {
					sub.open = "( "
				}
			}
			u.parts = append(u.parts, part{g: sub})
			u.width += sub.width()
			afterClose = true
		default:
			u.parts = append(u.parts, part{atom: s})
			u.width += len(s)
			if strings.Contains(s, "\n") {
				u.width = huge
			}
		}
	}
	return g, depth == 0
}

func (l *layout) blankAfter(i int) bool { return i < len(l.text) && isSpace(l.text[i]) }

// width returns the width of the group on one line.
func (g *bracketed) width() int {
	w := len(g.open) + len(g.close)
	for i, u := range g.units {
		w += u.width
		if i > 0 {
			w++
		}
	}
	return min(w, huge)
}

func (l *layout) print(u *unit, indent int) {
	for _, p := range u.parts {
		if p.g == nil {
			l.out.WriteString(p.atom)
		} else {
			l.printGroup(p.g, indent)
		}
	}
}

// columnNow returns the width of the line so far.
func (l *layout) columnNow() int {
	b := l.out.Bytes()
	return len(b) - 1 - bytes.LastIndexByte(b, '\n')
}

func (l *layout) newline(indent int) {
	l.out.WriteByte('\n')
	for ; indent > 0; indent-- {
		l.out.WriteString(indentStep)
	}
}

func (l *layout) printGroup(g *bracketed, indent int) {
	l.out.WriteString(g.open)
	if l.columnNow()+g.width() <= lineWidth {
		for i, u := range g.units {
			if i > 0 {
				l.out.WriteByte(' ')
			}
			l.print(u, indent)
		}
		l.out.WriteString(g.close)
		return
	}
	l.printBroken(g, indent)
}

// hugs reports whether unit i of a clause is a list that may begin on the first
// line of the clause and end on its last, so that only one step of indentation
// is spent on both.
func (g *bracketed) hugs(i int) bool {
	p := g.units[i].parts
	last := p[len(p)-1].g
	return !g.units[i].comment && last != nil && last.open == "{" && (len(p) == 1 || len(p) == 2 && p[0].g == nil) &&
		(len(last.units) == 0 || !last.units[0].tail)
}

// printList prints a unit that hugs: a list, perhaps with a label.
func (l *layout) printList(u *unit, indent int) {
	for _, p := range u.parts {
		if p.g == nil {
			l.out.WriteString(p.atom)
			continue
		}
		l.out.WriteString(p.g.open)
		l.printBroken(p.g, indent)
	}
}

// printBroken prints the units of a group over several lines. A clause keeps its
// keyword and the plain words behind it on its first line; a list of plain words
// fills its lines.
func (l *layout) printBroken(g *bracketed, indent int) {
	head := g.open != "{"
	fill := !head && !g.hasGroups()
	for i, u := range g.units {
		plain := !u.comment && !u.hasGroup()
		keyed := i == 1 && stuck[g.units[0].parts[0].atom]
		switch {
		case i == 0 && head && !u.comment:
		case u.comment && u.tail:
			l.out.WriteByte(' ')
		case head && keyed && !u.comment:
			l.out.WriteByte(' ')
		case i == len(g.units)-1 && g.hugs(i) && head:
			l.out.WriteByte(' ')
			l.printList(u, indent)
			l.out.WriteString(g.close)
			return
		case head && plain && u.width < huge && l.columnNow()+1+u.width <= lineWidth:
			l.out.WriteByte(' ')
		case fill && i > 0 && !u.comment && !g.units[i-1].comment && l.columnNow()+1+u.width <= lineWidth:
			l.out.WriteByte(' ')
		default:
			if u.blank && i > 0 {
				l.out.WriteByte('\n')
			}
			l.newline(indent + 1)
			head = false
		}
		if u.comment {
			head = false
		}
		l.print(u, indent+1)
		if u.hasGroup() {
			head = false
		}
	}
	l.newline(indent)
	l.out.WriteString(g.close)
}

func (u *unit) hasGroup() bool {
	for _, p := range u.parts {
		if p.g != nil {
			return true
		}
	}
	return false
}

func (g *bracketed) hasGroups() bool {
	for _, u := range g.units {
		if u.hasGroup() {
			return true
		}
	}
	return false
}
