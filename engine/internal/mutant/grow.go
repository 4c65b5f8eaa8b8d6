package mutant

import (
	"slices"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/rng"
)

// Grower writes clauses that nobody has written: of the forms that a place takes it draws one, and fills what that
// asks for in the same way. It is immutable.
type Grower struct {
	forms    map[string][]*lgdl.Form // by keyword
	accepted map[string][]string     // the keywords that a type takes, by its name
	names    []string
}

// categories are the results that satisfy a type, where they are not the type itself.
var categories = map[string][]string{
	"bool":        {"boolean"},
	"direction":   {"directions"},
	"moves":       {"moves", "moves:decision", "moves:effect", "moves:operator"},
	"nonDecision": {"moves:effect", "moves:operator"},
}

// NewGrower returns a grower of clauses of a grammar, in which strings are some of the names.
func NewGrower(g *lgdl.Grammar, names ...string) *Grower {
	w := &Grower{forms: map[string][]*lgdl.Form{}, accepted: map[string][]string{}, names: names}
	of := map[string][]string{} // keywords by result
	for _, f := range g.Forms() {
		w.forms[f.Keyword] = append(w.forms[f.Keyword], f)
		of[f.Result] = append(of[f.Result], f.Keyword)
	}
	for result := range of {
		w.accepted[result] = of[result]
	}
	for name, results := range categories {
		w.accepted[name] = nil
		for _, r := range results {
			w.accepted[name] = append(w.accepted[name], of[r]...)
		}
	}
	for name, words := range w.accepted {
		slices.Sort(words)
		w.accepted[name] = slices.Compact(words)
	}
	return w
}

// Grow returns a clause or word of a type, with so many clauses inside of each other at most, as far as there are words.
func (w *Grower) Grow(of string, depth int, r *rng.SplitMix64) string {
	if elem, ok := strings.CutPrefix(of, "{"); ok {
		elem = strings.TrimSuffix(elem, "}")
		var items []string
		for range 1 + r.Below(3) {
			items = append(items, w.Grow(elem, depth, r))
		}
		return "{" + strings.Join(items, " ") + "}"
	}
	if kw, ok := strings.CutPrefix(of, "("); ok {
		kw, _, _ = strings.Cut(strings.TrimSuffix(kw, ")"), ":")
		return w.clause(kw, of, depth, r)
	}
	base := strings.TrimSuffix(of, "!")
	words := lgdl.Enum(base)
	keywords := w.accepted[base]
	if base != of {
		keywords = nil
	}
	leaf := w.leaf(base, r)
	switch {
	case len(words) > 0 && (len(keywords) == 0 || depth <= 0 || r.Below(4) > 0):
		if base == "roleType" && r.Below(2) == 0 {
			return [...]string{"Mover", "Next", "P1", "P2"}[r.Below(4)]
		}
		return words[r.Below(len(words))]
	case leaf != "" && (len(keywords) == 0 || depth <= 0 || r.Below(3) == 0):
		return leaf
	case len(keywords) == 0:
		return "?"
	}
	return w.clause(keywords[r.Below(len(keywords))], base, depth, r)
}

// leaf is a word of a type that needs no clause, "" if there is none.
func (w *Grower) leaf(of string, r *rng.SplitMix64) string {
	switch of {
	case "int", "dim":
		if r.Below(12) == 0 {
			return [...]string{"-1", "64", "100", "Off", "Infinity"}[r.Below(5)]
		}
		if of == "int" && r.Below(3) == 0 {
			return [...]string{"(from)", "(to)", "(site)", "(last To)", "(mover)", "(between)", "(value)"}[r.Below(7)]
		}
		return strconv.Itoa(r.Below(9))
	case "float":
		return strconv.Itoa(r.Below(5)) + ".5"
	case "bool":
		return [...]string{"True", "False", "(is Empty (to))", "(is Enemy (who at:(to)))"}[r.Below(4)]
	case "string":
		return `"` + w.names[r.Below(len(w.names))] + `"`
	case "sites":
		return [...]string{"(sites Empty)", "(sites Occupied by:Mover)", "(sites Board)", "(sites Around (last To))"}[r.Below(4)]
	case "moves", "nonDecision":
		return [...]string{"(forEach Piece)", "(remove (to))", "(moveAgain)", "(addScore Mover 1)"}[r.Below(4)]
	}
	return ""
}

// clause grows a clause of a keyword whose result is of a type.
func (w *Grower) clause(kw, of string, depth int, r *rng.SplitMix64) string {
	results := categories[of]
	if results == nil {
		results = []string{of}
	}
	var forms []*lgdl.Form
	for _, f := range w.forms[kw] {
		if slices.Contains(results, f.Result) {
			forms = append(forms, f)
		}
	}
	if len(forms) == 0 {
		forms = w.forms[kw]
	}
	if len(forms) == 0 {
		return "?"
	}
	f := forms[r.Below(len(forms))]
	var b strings.Builder
	b.WriteString("(" + f.Keyword)
	for i := 0; i < len(f.Slots); i++ {
		s := &f.Slots[i]
		if s.Group > 0 { // one of several
			last := i
			for last+1 < len(f.Slots) && f.Slots[last+1].Group == s.Group {
				last++
			}
			s, i = &f.Slots[i+r.Below(last-i+1)], last
		}
		if s.Optional && (depth <= 1 && r.Below(8) > 0 || r.Below(3) > 0) {
			continue
		}
		b.WriteByte(' ')
		if s.Label != "" {
			b.WriteString(s.Label + ":")
		}
		if s.Const != "" {
			b.WriteString(s.Const)
			continue
		}
		b.WriteString(w.Grow(s.Type, depth-1, r))
	}
	b.WriteByte(')')
	return b.String()
}
