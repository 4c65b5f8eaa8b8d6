package ludeme

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/astragal/astragal/engine/lgdl"
)

// The documentation of a form stands in a text file beside its row; what the
// form as a whole means is said by the row alone. A line that begins without a
// blank opens an entry, those below it, with two blanks, are its lines, and a
// line with more blanks continues the one above. A # begins a comment.
//
//	(ahead
//	  int - the site to start from
//	  steps - how many steps to take | 1
//	  example: (ahead (last To) steps:2 E)
//
// The header is the notation of a form, or enough of its beginning to be that of
// one form of the family only. A line about arguments names a slot by its
// notation (steps:int), its label (steps) or its type; several slots with the
// same name are told apart by a number (int 2). What stands after the bar is the
// default. The line "as (slide" takes what is not said from another entry.
// "example in NAME: …" asks for a frame of the test, which compiles and plays
// all examples, other than that of the form's result.
//
// The entry "*" holds for all forms of its family that do not say otherwise, and
// the file common.txt for all families.
//
//go:embed common.txt */*.txt
var texts embed.FS

// A Doc is the documentation of a form besides its meaning.
type Doc struct {
	Arguments []Argument // in the order of the notation, fixed words excluded
	Example   string     // a fragment with the form, or a whole game
	Frame     string     // the test's frame that makes a game of the example; "" is that of the form's result
}

// An Argument is the documentation of one slot.
type Argument struct {
	Name     string   `json:"name"` // the slot in the notation of the form, without brackets
	Meaning  string   `json:"meaning"`
	Optional bool     `json:"optional,omitempty"`
	Default  string   `json:"default,omitempty"` // in words, of an optional argument or choice
	Values   []string `json:"values,omitempty"`  // the constants, of an enumeration
}

// Document returns the documentation of a form; of a form that is not (wholly)
// documented, what there is.
func Document(f *lgdl.Form) Doc { return documentation().byForm[rowKey{f.Text, f.Result}] }

// Stray returns what the documentation says about forms or slots that do not
// exist, or says twice.
func Stray() []string { return documentation().faults }

// docLine says what an argument is.
type docLine struct {
	slot, text, fallback string
	used                 bool // some slot has it
}

// docEntry is what one header introduces.
type docEntry struct {
	place          string // for messages
	header         string
	lines          []*docLine
	as             string
	example, frame string
}

// find returns the line about slot i of f, nil when there is none.
func (e *docEntry) find(f *lgdl.Form, i int) *docLine {
	if e == nil {
		return nil
	}
	s := &f.Slots[i]
	nth := 0
	for j := range f.Slots[:i+1] {
		if f.Slots[j].String() == s.String() {
			nth++
		}
	}
	for _, name := range []string{fmt.Sprintf("%s %d", s, nth), s.String(), s.Label, strings.TrimSuffix(s.Type, "!")} {
		// A label says what a type cannot: the common text of int is no help for at:int.
		if name == "" || name == strings.TrimSuffix(s.Type, "!") && s.Label != "" {
			continue
		}
		for _, l := range e.lines {
			if l.slot == name {
				l.used = true
				return l
			}
		}
	}
	return nil
}

// docSet is the whole documentation.
type docSet struct {
	common   *docEntry
	families map[string][]*docEntry
	byForm   map[rowKey]Doc
	faults   []string // in order of file and line
}

// document puts together what is said about f, for which own is the entry.
func (d *docSet) document(f *lgdl.Form, family string, own *docEntry) Doc {
	doc := Doc{Example: own.example, Frame: own.frame}
	for i, s := range f.Slots {
		if s.Const != "" && !s.Optional {
			continue
		}
		a := Argument{Name: s.String(), Optional: s.Optional, Values: lgdl.Enum(strings.Trim(s.Type, "{}!"))}
		if l := d.line(family, own, f, i); l != nil {
			a.Meaning = l.text
			if s.Optional {
				a.Default = l.fallback
			}
		}
		doc.Arguments = append(doc.Arguments, a)
	}
	return doc
}

// line returns what is said about slot i of f: by its entry, by the entry that
// it refers to, for the family, or for all.
func (d *docSet) line(family string, own *docEntry, f *lgdl.Form, i int) *docLine {
	for _, e := range []*docEntry{own, d.named(family, own.as), d.named(family, "*"), d.common} {
		if l := e.find(f, i); l != nil {
			return l
		}
	}
	return nil
}

// named returns the entry of a family with the header, nil when there is none.
func (d *docSet) named(family, header string) *docEntry {
	for _, e := range d.families[family] {
		if e.header == header {
			return e
		}
	}
	return nil
}

// familyOf returns the family of a form: the folder of its row.
func familyOf(f *lgdl.Form) string { return families()[rowKey{f.Text, f.Result}] }

var families = sync.OnceValue(func() map[rowKey]string {
	m := map[rowKey]string{}
	for _, t := range tables {
		for i := range t.rows {
			m[rowKey{t.rows[i].Text, t.rows[i].Result}] = t.family
		}
	}
	return m
})

var documentation = sync.OnceValue(func() *docSet {
	d := &docSet{common: &docEntry{header: "*"}, families: map[string][]*docEntry{}, byForm: map[rowKey]Doc{}}
	files, err := fs.Glob(texts, "*/*.txt")
	if err != nil {
		panic(err) // only a malformed pattern
	}
	for _, file := range append(files, "common.txt") {
		text, err := fs.ReadFile(texts, file)
		if err != nil {
			panic(err) // embedded files are always there
		}
		entries, faults := parseDocs(file, string(text))
		d.faults = append(d.faults, faults...)
		family, _, inFamily := strings.Cut(file, "/")
		if !inFamily {
			d.common = entries[0]
			continue
		}
		d.families[family] = append(d.families[family], entries...)
	}
	owns := map[rowKey]*docEntry{}
	for family, entries := range d.families {
		for _, e := range entries {
			if e.as != "" && d.named(family, e.as) == nil {
				d.faults = append(d.faults, fmt.Sprintf("%s: no entry %s", e.place, e.as))
			}
			if e.header == "*" {
				continue
			}
			f, err := headed(family, e.header)
			if err != nil {
				d.faults = append(d.faults, fmt.Sprintf("%s: %v", e.place, err))
				continue
			}
			key := rowKey{f.Text, f.Result}
			if owns[key] != nil {
				d.faults = append(d.faults, fmt.Sprintf("%s: %s is documented twice", e.place, f))
			}
			owns[key] = e
		}
	}
	for _, f := range Grammar().Forms() {
		key := rowKey{f.Text, f.Result}
		own := owns[key]
		if own == nil {
			own = &docEntry{}
		}
		d.byForm[key] = d.document(f, familyOf(f), own)
	}
	d.families[""] = []*docEntry{d.common}
	for _, entries := range d.families {
		for _, e := range entries {
			for _, l := range e.lines {
				if !l.used {
					d.faults = append(d.faults, fmt.Sprintf("%s: %s: no slot %q", e.place, e.header, l.slot))
				}
			}
		}
	}
	slices.Sort(d.faults) // the families come in any order
	return d
})

// headed returns the one form of a family that a header names: that with this
// notation, else the one that begins with these words, else with this text.
func headed(family, header string) (*lgdl.Form, error) {
	var byWords, byText []*lgdl.Form
	for _, f := range Grammar().Forms() {
		rest, ok := strings.CutPrefix(f.Text, header)
		if !ok || familyOf(f) != family {
			continue
		}
		if rest == "" {
			return f, nil
		}
		byText = append(byText, f)
		if strings.ContainsAny(rest[:1], " )") {
			byWords = append(byWords, f)
		}
	}
	if len(byWords) == 1 {
		return byWords[0], nil
	}
	if len(byText) == 1 {
		return byText[0], nil
	}
	return nil, fmt.Errorf("%s is the beginning of %d forms", header, len(byText))
}

// parseDocs reads the entries of a file and says what is wrong with it.
func parseDocs(file, text string) (entries []*docEntry, faults []string) {
	for _, line := range logicalLines(text) {
		place := fmt.Sprintf("%s:%d", file, line.number)
		body, indented := strings.CutPrefix(line.text, "  ")
		if !indented {
			entries = append(entries, &docEntry{place: place, header: body})
			continue
		}
		if len(entries) == 0 {
			faults = append(faults, place+": a line before the first header")
			continue
		}
		e := entries[len(entries)-1]
		if rest, ok := strings.CutPrefix(body, "example"); ok && strings.Contains(rest, ":") {
			frame, example, _ := strings.Cut(rest, ":")
			e.frame, e.example = strings.TrimSpace(strings.TrimPrefix(frame, " in")), strings.TrimSpace(example)
		} else if rest, ok := strings.CutPrefix(body, "as "); ok {
			e.as = rest
		} else if slot, rest, ok := strings.Cut(body, " - "); ok {
			said, fallback, _ := strings.Cut(rest, " | ")
			e.lines = append(e.lines, &docLine{slot: slot, text: said, fallback: fallback})
		} else {
			faults = append(faults, place+": not understood: "+body)
		}
	}
	return entries, faults
}

// docText is a line with its continuations.
type docText struct {
	number int // of its first line, from 1
	text   string
}

// logicalLines joins lines with their continuations and leaves comments and
// empty lines out. In an example the breaks are kept.
func logicalLines(text string) []docText {
	var lines []docText
	for number, line := range strings.Split(text, "\n") {
		line = strings.TrimRight(line, " ")
		more, continues := strings.CutPrefix(line, "    ")
		switch last := len(lines) - 1; {
		case line == "" || line[0] == '#':
		case continues && last >= 0 && strings.HasPrefix(lines[last].text, "  example"):
			lines[last].text += "\n" + more
		case continues && last >= 0:
			lines[last].text += " " + strings.TrimSpace(more)
		default:
			lines = append(lines, docText{number + 1, line})
		}
	}
	return lines
}

// rowKey identifies a row: no two have both in common.
type rowKey struct{ text, result string }
