package mutant

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/rng"
)

// Grower writes clauses that nobody has written: of the forms that a place takes it draws one, and fills what that
// asks for in the same way. It is immutable.
type Grower struct {
	grammar *lgdl.Grammar
	names   []string
}

// NewGrower returns a grower of clauses of a grammar, in which strings are some of the names.
func NewGrower(g *lgdl.Grammar, names ...string) *Grower { return &Grower{g, names} }

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
	base := strings.TrimSuffix(of, "!")
	words, forms := lgdl.Enum(base), w.grammar.Accepted(of)
	leaf := w.leaf(base, r)
	switch {
	case len(words) > 0 && (len(forms) == 0 || depth <= 0 || r.Below(4) > 0):
		if base == "roleType" && r.Below(2) == 0 {
			return [...]string{"Mover", "Next", "P1", "P2"}[r.Below(4)]
		}
		return words[r.Below(len(words))]
	case leaf != "" && (len(forms) == 0 || depth <= 0 || r.Below(3) == 0):
		return leaf
	case len(forms) == 0:
		return "?"
	}
	keywords := slices.Sorted(maps.Keys(forms))
	list := forms[keywords[r.Below(len(keywords))]]
	return w.clause(list[r.Below(len(list))], depth, r)
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

// clause grows a clause of a form.
func (w *Grower) clause(f *lgdl.Form, depth int, r *rng.SplitMix64) string {
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
