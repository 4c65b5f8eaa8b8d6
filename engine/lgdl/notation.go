package lgdl

import (
	"fmt"
	"strings"
)

// parseForm fills Keyword, Slots and the groups of f from f.Text, which is
// written as in spec 01 §14:
//
//	(ahead [siteType] int [steps:int] [direction])
//	(is Line int [through:int | throughAny:sites] (int | roleType))
//
// [x] is optional, (a | b) a choice of exactly one, [a | b] of at most one, {x} a
// list, (kw) a clause, (kw:int) a clause
// that yields an int, name:x a label; a word with a capital is a constant.
func parseForm(f *Form) error {
	p := notation{s: f.Text}
	if err := p.form(f); err != nil {
		return fmt.Errorf("form %q: %w", f.Text, err)
	}
	return nil
}

// ReadForm is a form as its notation says: without result, meaning and rules, and in no grammar.
func ReadForm(text string) (*Form, error) {
	f := &Form{Text: text}
	return f, parseForm(f)
}

type notation struct {
	s string
	i int
}

func (p *notation) space() {
	for p.i < len(p.s) && (p.s[p.i] == ' ' || p.s[p.i] == '\n' || p.s[p.i] == '\t') {
		p.i++
	}
}

func (p *notation) peek() byte {
	p.space()
	if p.i < len(p.s) {
		return p.s[p.i]
	}
	return 0
}

func (p *notation) expect(c byte) error {
	if got := p.peek(); got != c {
		return fmt.Errorf("offset %d: expected %q, found %q", p.i, string(c), p.s[p.i:])
	}
	p.i++
	return nil
}

// word reads up to white space, a bracket, a bar or a colon.
func (p *notation) word() string {
	p.space()
	start := p.i
	for p.i < len(p.s) && !strings.ContainsRune(" \t\n()[]{}|:", rune(p.s[p.i])) {
		p.i++
	}
	return p.s[start:p.i]
}

func (p *notation) form(f *Form) error {
	if err := p.expect('('); err != nil {
		return err
	}
	f.Keyword = p.word()
	if f.Keyword == "" {
		return fmt.Errorf("no keyword")
	}
	f.Slots, f.groups, f.mandatory = nil, nil, 0
	for p.peek() != ')' {
		if p.peek() == 0 {
			return fmt.Errorf("not closed")
		}
		if err := p.element(f); err != nil {
			return err
		}
	}
	p.i++
	if p.peek() != 0 {
		return fmt.Errorf("text after the closing bracket: %q", p.s[p.i:])
	}
	nameSlots(f.Slots)
	return nil
}

// element reads one element of the form: a slot or a group.
func (p *notation) element(f *Form) error {
	optional := false
	var close byte
	switch {
	case p.peek() == '[':
		optional, close = true, ']'
	case p.peek() == '(' && p.isGroup():
		close = ')'
	default:
		s, err := p.slot()
		if err != nil {
			return err
		}
		f.Slots = append(f.Slots, s)
		f.mandatory++
		return nil
	}
	p.i++
	first := len(f.Slots)
	for {
		s, err := p.slot()
		if err != nil {
			return err
		}
		s.Optional = optional
		f.Slots = append(f.Slots, s)
		if p.peek() != '|' {
			break
		}
		p.i++
	}
	if err := p.expect(close); err != nil {
		return err
	}
	if last := len(f.Slots) - 1; last > first {
		f.groups = append(f.groups, group{optional: optional, first: first, last: last})
		for i := first; i <= last; i++ {
			f.Slots[i].Group = len(f.groups)
		}
	}
	return nil
}

// isGroup reports whether the bracket at p.i encloses a bar at its own level,
// which tells (a | b) from the clause type (kw).
func (p *notation) isGroup() bool {
	depth := 0
	for j := p.i; j < len(p.s); j++ {
		switch p.s[j] {
		case '(', '{', '[':
			depth++
		case ')', '}', ']':
			depth--
			if depth == 0 {
				return false
			}
		case '|':
			if depth == 1 {
				return true
			}
		}
	}
	return false
}

// slot reads a label, if there is one, and a type or constant.
func (p *notation) slot() (Slot, error) {
	var s Slot
	p.space()
	start := p.i
	if w := p.word(); w != "" {
		if p.i < len(p.s) && p.s[p.i] == ':' {
			p.i++
			s.Label = w
		} else {
			p.i = start
		}
	}
	typ, err := p.typeText()
	if err != nil {
		return s, err
	}
	if c := typ[0]; 'A' <= c && c <= 'Z' {
		s.Const = typ
	} else {
		s.Type = typ
	}
	return s, nil
}

// typeText reads a type and returns it without blanks.
func (p *notation) typeText() (string, error) {
	switch p.peek() {
	case '{':
		p.i++
		t, err := p.typeText()
		if err != nil {
			return "", err
		}
		return "{" + t + "}", p.expect('}')
	case '(':
		p.i++
		w := p.word()
		if w == "" {
			return "", fmt.Errorf("offset %d: expected a keyword", p.i)
		}
		if p.peek() == ':' {
			p.i++
			w += ":" + p.word()
		}
		return "(" + w + ")", p.expect(')')
	}
	w := p.word()
	if w == "" {
		return "", fmt.Errorf("offset %d: expected a type, found %q", p.i, p.s[p.i:])
	}
	return w, nil
}
