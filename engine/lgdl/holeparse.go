package lgdl

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

const (
	maxChoices   = 10_000 // literal fillers of one hole
	maxHoles     = 1_000  // holes of one description
	maxHoleDepth = 20     // holes inside each other
)

// hole reads the square brackets that begin at the cursor (part 11, A.2).
func (p *parser) hole() (*Node, error) {
	start := p.i
	end, err := p.holeEnd(start)
	if err != nil {
		return nil, err
	}
	n, err := p.node(HoleKind, start)
	if err != nil {
		return nil, err
	}
	p.i = end + 1
	h := &Hole{Pos: n.Pos, Via: n.Via}
	if p.within++; p.within > maxHoleDepth {
		return nil, p.errorf(start, "holes are nested more than %d deep", maxHoleDepth)
	}
	defer func() { p.within-- }()
	if err := p.holeBody(h, start+1, end); err != nil {
		return nil, err
	}
	if len(h.Choices) == 0 && h.Context == 0 && !h.Unknown {
		return nil, p.errorf(start, "nothing may fill this hole: expected choices, # or ? between the square brackets")
	}
	n.Hole, err = p.known(h, start)
	return n, err
}

// known returns the hole of the same name that was read before, else the hole itself.
func (p *parser) known(h *Hole, start int) (*Hole, error) {
	if other := p.named[h.Name]; h.Name != "" && other != nil {
		if other.String() != h.String() {
			return nil, p.errorf(start, "the hole %q has other choices here than at line %d; [%s:] repeats it",
				h.Name, other.Pos.Line, h.Name)
		}
		return other, nil
	}
	if p.holes++; p.holes > maxHoles {
		return nil, p.errorf(start, "more than %d holes", maxHoles)
	}
	if h.Name != "" {
		if p.named == nil {
			p.named = map[string]*Hole{}
		}
		p.named[h.Name] = h
	}
	return h, nil
}

// holeEnd returns the offset of the square bracket that closes the one at start.
func (p *parser) holeEnd(start int) (int, error) {
	b := p.m.b
	var open []int
	for i := start; i < len(b); i++ {
		switch c := b[i]; c {
		case '"':
			j := matchQuote(b, i)
			if j < 0 {
				return 0, p.errorf(i, "this string is never closed")
			}
			i = j
		case '(', '{', '[':
			open = append(open, i)
		case ')', '}', ']':
			top := open[len(open)-1]
			if closer(b[top]) != c {
				pos, _ := p.m.pos(p.o, top)
				return 0, p.errorf(i, "found %q where %q has to close the %q opened at line %d, column %d",
					string(c), string(closer(b[top])), string(b[top]), pos.Line, pos.Col)
			}
			if open = open[:len(open)-1]; len(open) == 0 {
				return i, nil
			}
		}
	}
	return 0, p.errorf(start, "\"[\" is never closed: \"]\" is missing")
}

// segments splits the text from..to at the bars outside brackets and strings.
func (p *parser) segments(from, to int) [][2]int {
	var list [][2]int
	depth, start := 0, from
	for i := from; i < to; i++ {
		switch p.m.b[i] {
		case '"':
			if i = matchQuote(p.m.b, i); i < 0 { // holeEnd found all strings closed
				i = to
			}
		case '(', '{', '[':
			depth++
		case ')', '}', ']':
			depth--
		case '|':
			if depth == 0 {
				list = append(list, [2]int{start, i})
				start = i + 1
			}
		}
	}
	return append(list, [2]int{start, to})
}

func (p *parser) holeBody(h *Hole, from, to int) error {
	for from < to && isSpace(p.m.b[from]) {
		from++
	}
	// A name has a blank behind its colon, and nothing before it.
	j := from
	for j < to && isName(p.m.b[j]) {
		j++
	}
	if j > from && j < to && p.m.b[j] == ':' && (j+1 == to || isSpace(p.m.b[j+1])) {
		h.Name = string(p.m.b[from:j])
		from = j + 1
		if len(bytes.TrimSpace(p.m.b[from:to])) == 0 {
			return p.refer(h, from)
		}
	}
	for _, s := range p.segments(from, to) {
		if err := p.segment(h, s[0], s[1]); err != nil {
			return err
		}
	}
	kept := h.Choices[:0]
	for _, c := range h.Choices {
		if h.Holds(c.Items) {
			kept = append(kept, c)
		}
	}
	h.Choices = kept
	h.Filters = append(h.Filters, h.inner...)
	return nil
}

// refer makes the hole the one of the same name that stands before it.
func (p *parser) refer(h *Hole, at int) error {
	other := p.named[h.Name]
	if other == nil {
		return p.errorf(at-1, "no hole before this one has the name %q", h.Name)
	}
	pos, via := h.Pos, h.Via
	*h = *other
	h.Pos, h.Via = pos, via
	return nil
}

// segment reads one item of a hole: what stands between two bars.
func (p *parser) segment(h *Hole, from, to int) error {
	for from < to && isSpace(p.m.b[from]) {
		from++
	}
	for to > from && isSpace(p.m.b[to-1]) {
		to--
	}
	text := string(p.m.b[from:to])
	switch {
	case text == "":
		return p.errorf(from, "an item of this hole is empty; [?] marks a part that may be left out")
	case text == "?":
		h.Unknown = true
		return nil
	case text[0] == '#':
		if hashes := strings.Trim(text, "#"); hashes != "" {
			return p.errorf(from, "found %q behind the hashes of a hole", clip(strings.TrimSpace(hashes)))
		}
		h.Context = max(h.Context, len(text))
		return nil
	case text[0] == '[' && p.isWhole(from, to):
		inner := from + 1
		for inner < to-1 && isSpace(p.m.b[inner]) {
			inner++
		}
		if c := p.m.b[inner]; c == '+' || c == '-' {
			if inner+1 < to && (isSpace(p.m.b[inner+1]) || c == '+' && p.m.b[inner+1] == '"') {
				return p.filter(h, c == '+', inner+1, to-1)
			}
		}
		return p.nested(h, from, to)
	}
	if list, err := p.choiceRange(from, to); err != nil || list != nil {
		for _, c := range list {
			if err := p.addChoice(h, c, from); err != nil {
				return err
			}
		}
		return err
	}
	c, err := p.choice(from, to)
	if err != nil {
		return err
	}
	return p.addChoice(h, c, from)
}

func (p *parser) addChoice(h *Hole, c *Choice, at int) error {
	if len(h.Choices) >= maxChoices {
		return p.errorf(at, "this hole has more than %d choices", maxChoices)
	}
	h.Choices = append(h.Choices, c)
	return nil
}

// isWhole reports whether the bracket at from is closed at the end of the text.
func (p *parser) isWhole(from, to int) bool {
	end, err := p.holeEnd(from)
	return err == nil && end == to-1
}

// nested unites a hole that is an item of another one with it.
func (p *parser) nested(h *Hole, from, to int) error {
	if p.within++; p.within > maxHoleDepth {
		return p.errorf(from, "holes are nested more than %d deep", maxHoleDepth)
	}
	defer func() { p.within-- }()
	pos, via := p.m.pos(p.o, from)
	inner := &Hole{Pos: pos, Via: via}
	if err := p.holeBody(inner, from+1, to-1); err != nil {
		return err
	}
	for _, c := range inner.Choices {
		if err := p.addChoice(h, c, from); err != nil {
			return err
		}
	}
	h.Context = max(h.Context, inner.Context)
	h.Unknown = h.Unknown || inner.Unknown
	if inner.Context > 0 {
		h.inner = append(h.inner, inner.Filters...)
	}
	return nil
}

// filter reads what follows the sign of [+ …] and [- …].
func (p *parser) filter(h *Hole, keep bool, from, to int) error {
	text := strings.TrimSpace(string(p.m.b[from:to]))
	pos, _ := p.m.pos(p.o, from)
	f := Filter{Pos: pos, Keep: keep, Word: text}
	switch {
	case text == "":
		return p.errorf(from, "this filter names nothing: expected a ludeme, a constant, a number, or text in quotes")
	case text[0] == '"':
		if len(text) < 3 || matchQuote([]byte(text), 0) != len(text)-1 {
			return p.errorf(from, "this filter has to hold one text in quotes")
		}
		f.Word, f.Quoted = text[1:len(text)-1], true
	case strings.ContainsAny(text, " \t\n(){}[]\""):
		return p.errorf(from, "a filter holds one ludeme, constant or number, or text in quotes; found %q", clip(text))
	}
	h.Filters = append(h.Filters, f)
	return nil
}

// choiceRange reads an item that is a range: of numbers, with a step or without, or
// of sites; nil if it is none.
func (p *parser) choiceRange(from, to int) ([]*Choice, error) {
	text := string(p.m.b[from:to])
	low, rest, found := strings.Cut(text, "..")
	if !found || strings.ContainsAny(text, "(){}[]~") || text[0] == '"' && strings.Count(text, `".."`) != 1 {
		return nil, nil
	}
	low, rest = strings.TrimSpace(low), strings.TrimSpace(rest)
	if text[0] == '"' {
		return p.siteChoices(from, low, rest)
	}
	step := 1
	high, by, stepped := strings.Cut(rest, "step")
	if stepped {
		var err error
		if step, err = strconv.Atoi(strings.TrimSpace(by)); err != nil || step < 1 || step > maxRange {
			return nil, p.errorf(from, "the step of a range is a whole number from 1 to %d, not %q",
				maxRange, clip(strings.TrimSpace(by)))
		}
	}
	a, errA := strconv.Atoi(low)
	b, errB := strconv.Atoi(strings.TrimSpace(high))
	switch {
	case (errA != nil || errB != nil) && stepped:
		return nil, p.errorf(from, "%q is no range: expected two whole numbers, as in 2..16 step 2", clip(text))
	case errA != nil || errB != nil:
		return nil, nil // several arguments, with ranges among them
	case a-b > maxRange || b-a > maxRange:
		return nil, p.errorf(from, "the range %s has more than %d numbers", clip(text), maxRange)
	}
	var list []*Choice
	add := func(k int) error {
		n, err := p.node(Int, from)
		if err != nil {
			return err
		}
		n.Text, n.Int, n.Float = strconv.Itoa(k), k, float64(k)
		list = append(list, &Choice{Pos: n.Pos, Items: []*Node{n}, Weight: 1})
		return nil
	}
	for k := a; a <= b && k <= b || a > b && k >= b; {
		if err := add(k); err != nil {
			return nil, err
		}
		if a <= b {
			k += step
		} else {
			k -= step
		}
	}
	return list, nil
}

func (p *parser) siteChoices(from int, low, high string) ([]*Choice, error) {
	c1, n1, ok1 := coordinate([]byte(strings.Trim(low, `"`)))
	c2, n2, ok2 := coordinate([]byte(strings.Trim(high, `"`)))
	quoted := func(s string) bool { return len(s) > 3 && s[0] == '"' && s[len(s)-1] == '"' }
	if !ok1 || !ok2 || !quoted(low) || !quoted(high) {
		return nil, p.errorf(from, "a range of sites has the form \"A1\"..\"C3\"")
	}
	if c1 > c2 {
		c1, c2 = c2, c1
	}
	if n1 > n2 {
		n1, n2 = n2, n1
	}
	if n2-n1 > maxRange {
		return nil, p.errorf(from, "the range of sites is too large")
	}
	var list []*Choice
	for c := c1; c <= c2; c++ {
		for k := n1; k <= n2; k++ {
			n, err := p.node(String, from)
			if err != nil {
				return nil, err
			}
			n.Text = fmt.Sprintf("%c%d", c, k)
			list = append(list, &Choice{Pos: n.Pos, Items: []*Node{n}, Weight: 1})
		}
	}
	return list, nil
}

// choice reads the arguments of one literal filler and its weight.
func (p *parser) choice(from, to int) (*Choice, error) {
	c := &Choice{Weight: 1}
	c.Pos, _ = p.m.pos(p.o, from)
	if k := bytes.LastIndexByte(p.m.b[from:to], '~'); k > 0 && isWeight(p.m.b[from+k+1:to]) {
		w, err := strconv.ParseFloat(string(p.m.b[from+k+1:to]), 64)
		if err != nil || w <= 0 || w > 1e9 {
			return nil, p.errorf(from+k, "the weight of a choice is a number above 0, not %q", clip(string(p.m.b[from+k+1:to])))
		}
		c.Weight, to = w, from+k
	}
	text, err := expandRanges(p.o, p.m.slice(from, to))
	if err != nil {
		return nil, err
	}
	whole, words, at := p.m, p.text, p.i
	p.m, p.text, p.i = text, string(text.b), 0
	c.Items, err = p.items(0, 0)
	p.m, p.text, p.i = whole, words, at
	if err == nil && len(c.Items) == 0 {
		err = p.errorf(from, "this choice is empty; [?] marks a part that may be left out")
	}
	return c, err
}

// isWeight reports whether the text may be a number, and nothing else.
func isWeight(b []byte) bool {
	for _, c := range b {
		if !isDigit(c) && c != '.' && c != 'e' && c != '-' {
			return false
		}
	}
	return len(b) > 0
}
