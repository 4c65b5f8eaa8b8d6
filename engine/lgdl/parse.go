package lgdl

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// Parse reads text that holds clauses and lists only: no defines, options or
// ranges are expanded. It returns the top-level clauses in order. Use Read for
// descriptions.
func Parse(file string, text []byte) ([]*Node, error) {
	if len(text) > Usual.Text {
		return nil, &Error{Pos: Pos{File: file},
			Msg: fmt.Sprintf("the text has %d bytes, more than the %d allowed", len(text), Usual.Text)}
	}
	o := origins{limits: Usual}
	m := stripComments(o.text(newSource(file, text), 0, len(text)))
	p := &parser{o: &o, m: m, text: string(m.b)}
	return p.items(0, -1)
}

// parser turns expanded text into nodes. Spec 01 §10 describes the clean-up of
// the text and its tokens; the clean-up is folded into the reading here.
type parser struct {
	o     *origins
	m     mtext
	text  string // of m, which the texts of nodes are parts of
	i     int
	depth int
	nodes int
	clean bool // strings get the clean-up of game text
	warns ErrorList
	read  []*Node // of the brackets around the cursor, until they are closed

	made  slab[Node]
	lists slab[*Node]

	holes  int // read so far
	named  map[string]*Hole
	within int // holes around the cursor
}

// parseClauses reads the top-level clauses of a description. What stands
// between them is ignored with a warning, as the language does.
func parseClauses(o *origins, m mtext, clean bool) ([]*Node, ErrorList, error) {
	p := &parser{o: o, m: m, text: string(m.b), clean: clean}
	var nodes []*Node
	stray := false
	var suspect error // a clause that seems to be a misspelt (define …)
	for ; p.i < len(m.b); p.i++ {
		switch c := m.b[p.i]; {
		case isSpace(c):
			stray = false
			continue
		case c == '(':
			at := p.i
			err := p.clause()
			if _, undefined := err.(*undefinedError); undefined && suspect != nil {
				return nil, nil, suspect
			}
			if err != nil {
				return nil, nil, err
			}
			if w := wordAt(m.b[at+1:]); suspect == nil && w != "game" && w != "match" {
				suspect = p.misspelt(at, w)
			}
			nodes, p.read = append(nodes, p.read...), p.read[:0]
			p.i--
			stray = false
			continue
		case c == ')' || c == '}':
			return nil, nil, p.errorf(p.i, "%q closes nothing: there is no open bracket before it", string(c))
		}
		if !stray {
			p.warnf(p.i, "this text stands outside all clauses and is ignored")
			stray = true
		}
		if m.b[p.i] == '"' {
			if j := matchQuote(m.b, p.i); j > 0 {
				p.i = j
			}
		}
	}
	return nodes, p.warns, nil
}

// misspelt returns an error if the word is close to one that begins a top-level
// clause of a description.
func (p *parser) misspelt(at int, w string) error {
	hint := didYouMean(w, []string{"define", "option", "rulesets"})
	if hint == "" {
		return nil
	}
	return withHint(p.errorf(at, "(%s …) is no part of a description", clip(w)), hint)
}

func (p *parser) warnf(at int, format string, args ...any) {
	p.warns = append(p.warns, p.errorf(at, format, args...).(*Error))
}

func (p *parser) errorf(at int, format string, args ...any) error {
	pos, via := p.m.pos(p.o, at)
	return &Error{Pos: pos, Via: via, Msg: fmt.Sprintf(format, args...)}
}

func (p *parser) skip() {
	for p.i < len(p.m.b) && isSpace(p.m.b[p.i]) {
		p.i++
	}
}

// items reads nodes up to the closing bracket end, or to the end of the text if
// end is 0; opened is the offset of the opening bracket.
func (p *parser) items(end byte, opened int) ([]*Node, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, p.errorf(opened, "brackets are nested more than %d deep", maxDepth)
	}
	first := len(p.read)
	defer func() { p.depth, p.read = p.depth-1, p.read[:first] }()
	nodes := func() []*Node {
		if len(p.read) == first {
			return nil
		}
		list := p.lists.list(len(p.read) - first)
		copy(list, p.read[first:])
		return list
	}
	for {
		p.skip()
		if p.i >= len(p.m.b) {
			if end == 0 {
				return nodes(), nil
			}
			return nil, p.errorf(opened, "%q is never closed: %q is missing", string(p.m.b[opened]), string(end))
		}
		switch c := p.m.b[p.i]; c {
		case end:
			p.i++
			return nodes(), nil
		case ')', '}', ']':
			if end == 0 {
				return nil, p.errorf(p.i, "%q closes nothing: there is no open bracket before it", string(c))
			}
			pos, _ := p.m.pos(p.o, opened)
			return nil, p.errorf(p.i, "found %q where %q has to close the %q opened at line %d, column %d",
				string(c), string(end), string(p.m.b[opened]), pos.Line, pos.Col)
		}
		if err := p.item(); err != nil {
			return nil, err
		}
	}
}

// item reads one node with its label. Redundant brackets ((x)) yield what they
// enclose, and an empty clause yields nothing.
func (p *parser) item() error {
	start, first := p.i, len(p.read)
	label, labelled := p.label()
	if labelled {
		p.skip()
		if p.i >= len(p.m.b) || bytes.IndexByte([]byte(")}]"), p.m.b[p.i]) >= 0 {
			// A parameter that was not given leaves its label behind.
			p.warnf(start, "label %q has no value", label+":")
			return nil
		}
	}
	if err := p.value(); err != nil {
		return err
	}
	if labelled && len(p.read) > first {
		p.read[first].Label = label
	}
	return nil
}

// label reads name characters followed by a colon.
func (p *parser) label() (string, bool) {
	j := p.i
	for j < len(p.m.b) && isName(p.m.b[j]) {
		j++
	}
	if j == p.i || j >= len(p.m.b) || p.m.b[j] != ':' {
		return "", false
	}
	s := p.text[p.i:j]
	p.i = j + 1
	return s, true
}

func (p *parser) node(k Kind, at int) (*Node, error) {
	if p.nodes++; p.nodes > p.o.limits.Elements {
		return nil, p.errorf(at, "the description has more than %d elements", p.o.limits.Elements)
	}
	n := p.made.one()
	n.Kind = k
	n.Pos, n.Via = p.m.pos(p.o, at)
	return n, nil
}

// value reads what stands behind a label.
func (p *parser) value() error {
	start := p.i
	var n *Node
	var err error
	switch c := p.m.b[p.i]; {
	case c == '(':
		return p.clause()
	case c == '{':
		if n, err = p.node(List, start); err != nil {
			return err
		}
		p.i++
		n.Items, err = p.items('}', start)
	case c == '"':
		n, err = p.str()
	case c == '[' && p.clean:
		n, err = p.hole()
	case c == '[':
		return p.errorf(start, "square brackets have no meaning here: only a game has holes")
	case isToken(c):
		n, err = p.word()
	case c == ':':
		return p.errorf(start, "found ':' without a name before it")
	default:
		return p.errorf(start, "unexpected character %q; elements are separated by blanks", firstRune(p.m.b[start:]))
	}
	if err != nil {
		return err
	}
	p.read = append(p.read, n)
	return nil
}

func firstRune(b []byte) string {
	for _, r := range string(b) {
		return string(r)
	}
	return ""
}

func (p *parser) clause() error {
	start := p.i
	p.i++
	p.skip()
	if p.i < len(p.m.b) {
		switch c := p.m.b[p.i]; {
		case c == ')':
			p.i++
			return nil
		case c == '(':
			return p.doubled(start)
		case c == '"':
			k := matchQuote(p.m.b, p.i)
			if k < 0 {
				return p.errorf(p.i, "this string is never closed")
			}
			pos, via := p.m.pos(p.o, p.i)
			name := string(p.m.b[p.i+1 : k])
			return &undefinedError{&Error{Pos: pos, Via: via, Msg: fmt.Sprintf("there is no define named %q", clip(name))},
				name}
		case !isToken(c):
			if c == '[' {
				return p.errorf(p.i, "a hole cannot be a keyword: put the whole clause in square brackets")
			}
			return p.errorf(p.i, "expected a keyword after \"(\", found %q", firstRune(p.m.b[p.i:]))
		}
	}
	n, err := p.node(Clause, start)
	if err != nil {
		return err
	}
	word := p.i
	for p.i < len(p.m.b) && isToken(p.m.b[p.i]) && p.m.b[p.i] != '"' {
		p.i++
	}
	p.tag(word)
	n.Text = p.text[word:p.i]
	if p.i < len(p.m.b) && p.m.b[p.i] == ':' {
		p.warnf(p.i, "the ':' after the keyword %q has no meaning", clip(n.Text))
		p.i++
	}
	n.Items, err = p.items(')', start)
	p.read = append(p.read, n)
	return err
}

// doubled reads ((x …)): the outer brackets are redundant if the last thing in
// them is a clause too.
func (p *parser) doubled(start int) error {
	nodes, err := p.items(')', start)
	if err != nil {
		return err
	}
	end := p.i - 2
	for end > start && isSpace(p.m.b[end]) {
		end--
	}
	if p.m.b[end] != ')' {
		return p.errorf(start, "\"((\" opens two clauses here, but the outer one has no keyword of its own")
	}
	p.read = append(p.read, nodes...)
	return nil
}

func (p *parser) str() (*Node, error) {
	start := p.i
	end := matchQuote(p.m.b, start)
	if end < 0 {
		return nil, p.errorf(start, "this string is never closed")
	}
	n, err := p.node(String, start)
	if err != nil {
		return nil, err
	}
	p.i = end + 1
	s := p.text[start+1 : end]
	if p.clean && strings.ContainsAny(s, "\n\t\r :(){}") {
		s = cleanString(s)
	}
	n.Text = strings.ReplaceAll(s, `\"`, "'")
	return n, nil
}

// cleanString applies the clean-up of game text, which does not spare strings:
// runs of white space become one blank; blanks vanish after a colon and an
// opening bracket and before a closing one.
func cleanString(s string) string {
	var b strings.Builder
	var last byte
	for i := 0; i < len(s); i++ {
		c := s[i]
		if isSpace(c) {
			j := i
			for j < len(s) && isSpace(s[j]) {
				j++
			}
			i = j - 1
			if last == ':' || last == '(' || last == '{' || j < len(s) && (s[j] == ')' || s[j] == '}') {
				continue
			}
			c = ' '
		}
		b.WriteByte(c)
		last = c
	}
	return b.String()
}

func (p *parser) word() (*Node, error) {
	start := p.i
	for p.i < len(p.m.b) && isToken(p.m.b[p.i]) && p.m.b[p.i] != '"' {
		p.i++
	}
	n, err := p.node(Const, start)
	if err != nil {
		return nil, err
	}
	p.tag(start)
	n.Text = p.text[start:p.i]
	classify(n)
	return n, nil
}

// tag reads on to the end of <Tag:argument>, which is what an option tag looks
// like that no option has replaced.
func (p *parser) tag(start int) {
	if p.i-start < 2 || p.i >= len(p.m.b) || p.m.b[start] != '<' || p.m.b[p.i] != ':' {
		return
	}
	j := p.i + 1
	for j < len(p.m.b) && isName(p.m.b[j]) {
		j++
	}
	if j < len(p.m.b) && p.m.b[j] == '>' {
		p.i = j + 1
	}
}

// classify makes a Const node a number or truth value if its text is one.
func classify(n *Node) {
	s := n.Text
	if strings.EqualFold(s, "true") || strings.EqualFold(s, "false") {
		n.Kind = Bool
		if len(s) == 4 {
			n.Int = 1
		}
		return
	}
	digits := strings.TrimLeft(s, "+-")
	if len(s)-len(digits) > 1 || digits == "" || !isDigit(digits[0]) && digits[0] != '.' {
		return
	}
	if v, err := strconv.ParseInt(s, 10, 32); err == nil {
		n.Kind, n.Int, n.Float = Int, int(v), float64(v)
		return
	}
	if strings.ContainsAny(digits, "xX_pPiInN") {
		return
	}
	f := strings.TrimRight(s, "fFdD")
	if len(s)-len(f) > 1 {
		return
	}
	if v, err := strconv.ParseFloat(f, 64); err == nil {
		n.Kind, n.Float = Float, v
	}
}

// undefinedError is the use of a define that does not exist. It is kept apart so
// that the expander can add what the name may have been meant to be.
type undefinedError struct {
	err  *Error
	name string
}

func (e *undefinedError) Error() string { return e.err.Error() }
