package concept

import (
	"fmt"
	"strings"

	"github.com/astragal/astragal/engine/lgdl"
)

// Rule adds to s, or takes out of it, what the marks of a row cannot express:
// it looks at the arguments of e. s has what the row's marks and the visited
// arguments contribute. Rows carry it in Form.Marks.
type Rule func(w *Walk, e *lgdl.Expr, s *Set)

// The notation of Form.Concepts. An entry is one of
//
//	Name                 the row marks the concept
//	Name if COND         … when an argument meets COND
//	Name unless COND     … when no argument meets COND
//	skip SLOT/SLOT…      the argument (of the argument…) is not visited
//	skip SLOT if COND
//
// COND is one or more words joined by "|". A word with a capital stands for an
// argument that is this constant, "name:" for an argument with that label, and
// anything else, like SLOT, for a slot of that type as printed in the row; "*"
// is any slot.

// mark is one entry that marks a concept.
type mark struct {
	id   ID
	cond condition
}

// skip is one entry that leaves an argument out.
type skip struct {
	path []string
	cond condition
}

// condition is the part of an entry behind "if" or "unless".
type condition struct {
	words  []string // none: holds
	unless bool
}

// row is what the extractor knows about a form.
type row struct {
	marks []mark
	skips []skip
	rule  Rule
}

// parseRow reads the entries of a form.
func parseRow(f *lgdl.Form) (row, error) {
	var r row
	for _, entry := range f.Concepts {
		head, cond := entry, condition{}
		if i := strings.Index(entry, " if "); i >= 0 {
			head, cond.words = entry[:i], strings.Split(entry[i+4:], "|")
		} else if i := strings.Index(entry, " unless "); i >= 0 {
			head, cond.words, cond.unless = entry[:i], strings.Split(entry[i+8:], "|"), true
		}
		for _, w := range cond.words {
			if !matches(f, w) {
				return r, fmt.Errorf("form %q: concepts %q: no argument can be %q", f.Text, entry, w)
			}
		}
		if path, ok := strings.CutPrefix(head, "skip "); ok {
			r.skips = append(r.skips, skip{strings.Split(path, "/"), cond})
			if first, _, _ := strings.Cut(path, "/"); !matches(f, first) {
				return r, fmt.Errorf("form %q: concepts %q: there is no slot %q", f.Text, entry, first)
			}
			continue
		}
		c := ByName(head)
		if c == nil {
			return r, fmt.Errorf("form %q: concepts %q: there is no concept %q", f.Text, entry, head)
		}
		if c.Data != "Boolean" || c.Computed != "Compilation" {
			return r, fmt.Errorf("form %q: concepts %q: the concept is not one that ludemes mark", f.Text, entry)
		}
		r.marks = append(r.marks, mark{c.ID, cond})
	}
	if f.Marks != nil {
		rule, ok := f.Marks.(Rule)
		if !ok {
			return r, fmt.Errorf("form %q: Marks is a %T; expected a concept.Rule", f.Text, f.Marks)
		}
		r.rule = rule
	}
	return r, nil
}

// matches reports whether some argument of the form can meet the word.
func matches(f *lgdl.Form, word string) bool {
	for i := range f.Slots {
		s := &f.Slots[i]
		if slotIs(s, word) || s.Const == word {
			return true
		}
		if capital(word) && s.Const == "" {
			for _, c := range lgdl.Enum(strings.Trim(s.Type, "{}")) {
				if c == word {
					return true
				}
			}
		}
	}
	return false
}

func capital(word string) bool { return word[0] >= 'A' && word[0] <= 'Z' }

// slotIs reports whether a word of the notation names the slot.
func slotIs(s *lgdl.Slot, word string) bool {
	if word == "*" {
		return true
	}
	if label, ok := strings.CutSuffix(word, ":"); ok {
		return s.Label == label
	}
	return s.Label == "" && s.Type == word
}

// holds reports whether the arguments of e meet the condition.
func (c *condition) holds(e *lgdl.Expr) bool {
	for _, w := range c.words {
		for i, a := range e.Args {
			if a != nil && (capital(w) && constant(a, w) || !capital(w) && slotIs(&e.Form.Slots[i], w)) {
				return !c.unless
			}
		}
	}
	return c.unless || len(c.words) == 0
}

// constant reports whether an argument is the constant, or a list with it.
func constant(a *lgdl.Expr, text string) bool {
	if a.Kind == lgdl.Const {
		return a.Text == text
	}
	if a.Kind == lgdl.List {
		for _, x := range a.Items {
			if x.Kind == lgdl.Const && x.Text == text {
				return true
			}
		}
	}
	return false
}
