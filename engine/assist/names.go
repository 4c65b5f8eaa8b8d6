package assist

import (
	"sort"
	"strings"

	"github.com/astragal/astragal/engine/lgdl"
)

// declared is a name that a description gives to something.
type declared struct {
	name, kind string
	at         Range
	whole      Range
}

func (d *declared) kind2() string {
	if d.kind == "define" {
		return "define"
	}
	return "name"
}

// declaring are the keywords of clauses whose first string is a name, and of what.
var declaring = map[string]string{
	"game": "game", "match": "match", "define": "define", "piece": "piece", "regions": "region", "track": "track",
	"phase": "phase", "map": "map", "option": "option", "ruleset": "ruleset", "item": "item", "remember": "list",
}

// declaredIn returns the names that a text declares, in its order; the first place of
// a name is kept.
func declaredIn(text []byte) []*declared {
	var list []*declared
	seen := map[string]bool{}
	spans := lgdl.Tokens(text)
	type open struct {
		keyword string
		at      int
		named   bool
	}
	var stack []open
	for i, s := range spans {
		word := string(text[s.Start:s.End])
		switch s.Class {
		case lgdl.ClassBracket:
			if word == "(" || word == "{" {
				stack = append(stack, open{"", i, word == "{"})
			} else if len(stack) > 0 {
				stack = stack[:len(stack)-1]
			}
		case lgdl.ClassKeyword:
			if len(stack) > 0 {
				stack[len(stack)-1].keyword = word
			}
		case lgdl.ClassString, lgdl.ClassDefine:
			if len(stack) == 0 {
				continue
			}
			top := &stack[len(stack)-1]
			kind, ok := declaring[top.keyword]
			if top.named || !ok {
				continue
			}
			top.named = true
			name := unquote(text[s.Start:s.End])
			if seen[kind+name] && kind != "item" || name == "" {
				continue
			}
			seen[kind+name] = true
			list = append(list, &declared{name, kind, inside(text, s), Range{spans[top.at].Start, closing(text, spans, top.at)}})
		}
	}
	return list
}

// base is a name without the number of a player behind it.
func base(name string) string { return strings.TrimRight(name, "0123456789") }

// named is what a place names: a name of the description, or a known define.
func (l *Library) named(text []byte, at int) (own *declared, known *Define, span Range, ok bool) {
	spans := lgdl.Tokens(text)
	i, found := wordAt(spans, at)
	if !found || spans[i].Class != lgdl.ClassString && spans[i].Class != lgdl.ClassDefine {
		return nil, nil, Range{}, false
	}
	span = inside(text, spans[i])
	name := string(text[span.Start:span.End])
	list := declaredIn(text)
	for _, exact := range []bool{true, false} {
		for _, d := range list {
			if d.name == name || !exact && d.kind == "piece" && d.name == base(name) {
				if spans[i].Class == lgdl.ClassDefine && d.kind != "define" {
					continue
				}
				return d, nil, span, true
			}
		}
	}
	if x := l.defines[name]; x != nil {
		return nil, x, span, true
	}
	return nil, nil, span, false
}

// Definition returns where what a place names is defined, in the description or in a
// file of known defines; none for what is not known.
func (l *Library) Definition(text []byte, at int) []Location {
	own, known, _, _ := l.named(text, at)
	switch {
	case own != nil:
		return []Location{{Range: own.at}}
	case known != nil:
		return []Location{known.At}
	}
	return nil
}

// References returns where a description speaks of what a place names, the definition
// included; none for what is not known.
func (l *Library) References(text []byte, at int) []Location {
	own, known, _, ok := l.named(text, at)
	if !ok {
		return nil
	}
	var name string
	if own != nil {
		name = own.name
	} else {
		name = known.Name
	}
	var list []Location
	for _, s := range lgdl.Tokens(text) {
		if s.Class != lgdl.ClassString && s.Class != lgdl.ClassDefine {
			continue
		}
		r := inside(text, s)
		word := string(text[r.Start:r.End])
		switch {
		case word == name:
		case own != nil && own.kind == "piece" && base(word) == name:
			r.End = r.Start + len(name)
		default:
			continue
		}
		list = append(list, Location{Range: r})
	}
	return list
}

// Edit replaces a range of the description by a text.
type Edit struct {
	Range
	Text string `json:"text"`
}

// Rename returns the edits that give what a place names another name. A name of the
// description can be renamed, a known define cannot: others use it. Why says why there
// are no edits.
func (l *Library) Rename(text []byte, at int, to string) (edits []Edit, why string) {
	own, known, _, ok := l.named(text, at)
	switch {
	case !ok:
		return nil, "there is no name here that this description declares"
	case known != nil:
		return nil, "the define is one of the library, which other descriptions use"
	case to == "" || strings.ContainsAny(to, "\"\n") || own.kind == "define" && strings.ContainsAny(to, " \t"):
		return nil, "a name has no quotation marks and no line ends, that of a define no blanks"
	case own.kind == "game" || own.kind == "item" || own.kind == "option" || own.kind == "ruleset":
		return nil, "the name of a " + own.kind + " is used in other ways than as a string; change it by hand"
	}
	for _, d := range declaredIn(text) {
		if d.name == to && d.kind == own.kind {
			return nil, "there is a " + d.kind + " of that name"
		}
	}
	for _, x := range l.References(text, at) {
		edits = append(edits, Edit{x.Range, to})
	}
	return edits, ""
}

// Symbol is an entry of the outline of a description.
type Symbol struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
	At   Range  `json:"at"`
	Of   Range  `json:"of"` // the whole clause
}

// Symbols returns the names that a description declares, in its order.
func Symbols(text []byte) []Symbol {
	list := []Symbol{}
	for _, d := range declaredIn(text) {
		list = append(list, Symbol{d.name, d.kind, d.at, d.whole})
	}
	return list
}

// Folding returns the brackets that span several lines, outer ones first.
func Folding(text []byte) []Range {
	list := []Range{}
	var stack []int
	for _, s := range lgdl.Tokens(text) {
		if s.Class != lgdl.ClassBracket {
			continue
		}
		if c := text[s.Start]; c == '(' || c == '{' {
			stack = append(stack, s.Start)
			continue
		}
		if len(stack) == 0 {
			continue
		}
		from := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if strings.IndexByte(string(text[from:s.Start]), '\n') >= 0 {
			list = append(list, Range{from, s.End})
		}
	}
	sort.Slice(list, func(i, j int) bool {
		if list[i].Start != list[j].Start {
			return list[i].Start < list[j].Start
		}
		return list[i].End > list[j].End
	})
	return list
}
