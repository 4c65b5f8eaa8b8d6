package lgdl

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// Option is one category of choices that a description offers.
type Option struct {
	Heading string // the category, "Board Size"
	Tag     string // what stands between < and > in the text
	Args    []string
	Items   []Item
	Pos     Pos
}

// Item is one choice of an Option.
type Item struct {
	Heading     string
	Description string
	Priority    int // number of asterisks behind the item
	Pos         Pos

	values []mtext
}

// Name returns the option string "Heading/Item heading" by which item i is chosen.
func (o *Option) Name(i int) string { return o.Heading + "/" + o.Items[i].Heading }

// Default returns the index of the item that is taken when nothing is chosen: the
// one of highest priority, the first one among equals; -1 without items.
func (o *Option) Default() int {
	best := -1
	for i := range o.Items {
		if best < 0 || o.Items[i].Priority > o.Items[best].Priority {
			best = i
		}
	}
	return best
}

// collectOptions cuts the (option …) clauses out of the text and reads them.
func (d *Description) collectOptions(m mtext) (mtext, error) {
	key := []byte("(option \"")
	for {
		k := bytes.Index(m.b, key)
		if k < 0 {
			return m, nil
		}
		end := matchBracket(m.b, k)
		if end < 0 {
			return m, d.errorf(&m, k, "this (option …) is never closed")
		}
		if len(d.options) == maxCategories {
			return m, d.errorf(&m, k, "more than %d options", maxCategories)
		}
		o, err := d.readOption(m.slice(k, end))
		if err != nil {
			return m, err
		}
		for _, p := range d.options {
			if p.Heading == o.Heading {
				d.warn(o.Pos, "the option %q is declared twice", o.Heading)
			}
		}
		d.options = append(d.options, o)
		m = m.cut(k, end+1)
	}
}

// readOption reads one clause; m excludes its closing bracket.
func (d *Description) readOption(m mtext) (*Option, error) {
	o := &Option{}
	o.Pos, _ = m.pos(&d.o, 0)
	i := bytes.IndexByte(m.b, '"')
	j := i + 1 + bytes.IndexByte(m.b[i+1:], '"')
	if j <= i {
		return nil, d.errorf(&m, i, "the heading of the option is never closed")
	}
	o.Heading = string(m.b[i+1 : j])
	if strings.Contains(o.Heading, "/") {
		return nil, d.errorf(&m, i, "the option heading %q contains '/', which separates heading and item in option strings",
			o.Heading)
	}
	i = j + 1
	k := bytes.IndexByte(m.b[i:], '<')
	if k < 0 {
		return nil, d.errorf(&m, i, "option %q has no tag: expected <Tag> after the heading", o.Heading)
	}
	i += k
	if j = matchBracket(m.b, i); j < 0 {
		return nil, d.errorf(&m, i, "the tag of option %q is never closed: '>' is missing", o.Heading)
	}
	o.Tag = string(m.b[i+1 : j])
	i = j + 1
	if k = bytes.Index(m.b[i:], []byte("args:")); k < 0 {
		return nil, d.errorf(&m, i, "option %q has no argument names: expected args:{ <name> … } after the tag", o.Heading)
	}
	i += k + len("args:")
	open, end, err := d.brace(&m, i, "the argument names of option %q", o.Heading)
	if err != nil {
		return nil, err
	}
	for i = open; i < end; i = j + 1 {
		if k = bytes.IndexByte(m.b[i:end], '<'); k < 0 {
			break
		}
		i += k
		if j = matchBracket(m.b[:end], i); j < 0 {
			return nil, d.errorf(&m, i, "this argument name is never closed: '>' is missing")
		}
		o.Args = append(o.Args, string(m.b[i+1:j]))
	}
	open, stop, err := d.brace(&m, end+1, "the items of option %q", o.Heading)
	if err != nil {
		return nil, err
	}
	if err := d.readItems(o, m.slice(open+1, stop)); err != nil {
		return nil, err
	}
	if len(o.Items) == 0 {
		return nil, d.errorf(&m, open, "option %q has no items", o.Heading)
	}
	return o, nil
}

// brace finds the next {…} from i on and returns the offsets of its braces.
func (d *Description) brace(m *mtext, i int, what string, args ...any) (open, end int, err error) {
	k := -1
	if i < len(m.b) {
		k = bytes.IndexByte(m.b[i:], '{')
	}
	if k < 0 {
		return 0, 0, d.errorf(m, i, "expected '{' before "+what, args...)
	}
	open = i + k
	if end = matchBracket(m.b, open); end < 0 {
		return 0, 0, d.errorf(m, open, "'{' before "+what+" is never closed", args...)
	}
	return open, end, nil
}

func (d *Description) readItems(o *Option, m mtext) error {
	for i := 0; i < len(m.b); i++ {
		if isSpace(m.b[i]) {
			continue
		}
		if m.b[i] != '(' {
			return d.errorf(&m, i, "expected (item …), found %q", firstRune(m.b[i:]))
		}
		if !bytes.HasPrefix(m.b[i:], []byte("(item")) {
			w := wordAt(m.b[i+1:])
			return withHint(d.errorf(&m, i, "expected (item …), found (%s …)", w), didYouMean(w, []string{"item"}))
		}
		end := matchBracket(m.b, i)
		if end < 0 {
			return d.errorf(&m, i, "this (item …) is never closed")
		}
		it, err := d.readItem(o, m.slice(i, end))
		if err != nil {
			return err
		}
		for _, p := range o.Items {
			if p.Heading == it.Heading {
				d.warn(it.Pos, "option %q has two items %q", o.Heading, it.Heading)
			}
		}
		i = end
		for i+1 < len(m.b) && m.b[i+1] == '*' {
			it.Priority++
			i++
		}
		o.Items = append(o.Items, it)
	}
	return nil
}

func wordAt(b []byte) string {
	i := 0
	for i < len(b) && isToken(b[i]) && b[i] != '"' {
		i++
	}
	return string(b[:i])
}

// readItem reads (item "heading" <value> … "description".
func (d *Description) readItem(o *Option, m mtext) (Item, error) {
	var it Item
	it.Pos, _ = m.pos(&d.o, 0)
	i := bytes.IndexByte(m.b, '"')
	j := -1
	if i >= 0 {
		j = matchQuote(m.b, i)
	}
	if j < 0 {
		return it, d.errorf(&m, 0, "this item of option %q has no heading", o.Heading)
	}
	it.Heading = string(m.b[i+1 : j])
	if strings.Contains(it.Heading, "/") {
		return it, d.errorf(&m, i, "the item heading %q contains '/', which separates heading and item in option strings",
			it.Heading)
	}
	if end := bytes.LastIndexByte(m.b, '"'); end > j {
		if start := bytes.LastIndexByte(m.b[:end], '"'); start > j {
			it.Description = string(m.b[start+1 : end])
		}
	}
	for i = j + 1; i < len(m.b); i++ {
		switch m.b[i] {
		case '"':
			if j = matchQuote(m.b, i); j < 0 {
				return it, d.errorf(&m, i, "this string is never closed")
			}
			i = j
		case '<':
			if j = valueEnd(m.b, i+1); j < 0 {
				return it, d.errorf(&m, i, "this value of item %q is never closed: '>' is missing", it.Heading)
			}
			if len(it.values) == len(o.Args) {
				pos, _ := m.pos(&d.o, i)
				d.warn(pos, "item %q has more values than option %q has arguments (%d)", it.Heading, o.Heading, len(o.Args))
				return it, nil
			}
			it.values = append(it.values, m.slice(i+1, j))
			i = j
		}
	}
	return it, nil
}

// valueEnd returns the offset of the '>' that ends an option value: the first
// one outside strings that does not follow "(".
func valueEnd(b []byte, i int) int {
	for ; i < len(b); i++ {
		switch b[i] {
		case '"':
			j := matchQuote(b, i)
			if j < 0 {
				return -1
			}
			i = j
		case '>':
			if b[i-1] != '(' {
				return i
			}
		}
	}
	return -1
}

// choose returns the index of the chosen item for each option. Strings that
// choose nothing are returned too; the language then falls back to the defaults
// for all options.
func (d *Description) choose(want []string) (chosen []int, unused []string) {
	left := slices.Clone(want)
	for _, o := range d.options {
		pick := o.Default()
		for i := range o.Items {
			if k := slices.Index(left, o.Name(i)); k >= 0 {
				pick = i
				left = slices.Delete(left, k, k+1)
				break
			}
		}
		chosen = append(chosen, pick)
	}
	return chosen, left
}

func (d *Description) defaults() []int {
	c, _ := d.choose(nil)
	return c
}

// names returns the option strings of the chosen items.
func (d *Description) names(chosen []int) []string {
	s := make([]string, len(chosen))
	for i, c := range chosen {
		s[i] = d.options[i].Name(c)
	}
	return s
}

// allNames returns every option string.
func (d *Description) allNames() []string {
	var s []string
	for _, o := range d.options {
		for i := range o.Items {
			s = append(s, o.Name(i))
		}
	}
	return s
}

// substitute replaces the tags of the options by the chosen values. An item
// without values ends the substitution for all later options too.
func (d *Description) substitute(m mtext, chosen []int) (mtext, error) {
	for i, o := range d.options {
		values := o.Items[chosen[i]].values
		if len(values) == 0 {
			return m, nil
		}
		put := func(tag string, v mtext) error {
			r, n := m.replace([]byte(tag), maxReplace+1, func(int) mtext { return v })
			if n > maxReplace {
				return &Error{Pos: o.Pos, Msg: fmt.Sprintf("the tag %s occurs more than %d times", tag, maxReplace)}
			}
			if most := d.o.limits.Text; len(r.b) > most {
				return &Error{Pos: o.Pos, Msg: fmt.Sprintf("option %q makes the text longer than %d bytes", o.Heading, most)}
			}
			m = r
			return nil
		}
		for k, v := range values {
			if err := put("<"+o.Tag+":"+o.Args[k]+">", v); err != nil {
				return m, err
			}
		}
		if err := put("<"+o.Tag+">", values[0]); err != nil {
			return m, err
		}
	}
	return m, nil
}

func withHint(err error, hint string) error {
	if e, ok := err.(*Error); ok && e.Hint == "" {
		e.Hint = hint
	}
	return err
}
