package assist

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme"
)

// Completion is what may stand at a place.
type Completion struct {
	// Replace is what is written of it already.
	Replace Range  `json:"replace"`
	Items   []Item `json:"items"`
	// Clause is the keyword of the clause around, Forms are those of its forms that fit
	// so far, Next the arguments that may come next, in their notation.
	Clause string   `json:"clause,omitempty"`
	Forms  []string `json:"forms,omitempty"`
	Next   []string `json:"next,omitempty"`
}

// Item is one way to go on.
type Item struct {
	Label  string `json:"label"`
	Kind   string `json:"kind"` // ludeme, constant, label, define, name or value
	Insert string `json:"insert"`
	Detail string `json:"detail,omitempty"` // a form, or where it is from
	Doc    string `json:"doc,omitempty"`
	// Rank orders items: those of lower rank are more to the point.
	Rank int `json:"rank"`
}

// mostItems bounds a completion; ranks say which are left out.
const mostItems = 400

// Complete returns what may stand at a place of a description, what the word there
// begins with considered.
func (l *Library) Complete(text []byte, at int) Completion {
	x := l.grammar.Expect(text, at)
	c := Completion{Replace: Range{x.Start, max(x.Start, at)}, Items: []Item{}, Clause: strings.Trim(x.Keyword, `"`)}
	if x.InComment {
		return c
	}
	for _, f := range x.Forms {
		c.Forms = append(c.Forms, f.String())
	}
	for _, s := range x.Slots {
		if n := s.Slot.String(); !slices.Contains(c.Next, n) {
			c.Next = append(c.Next, n)
		}
	}
	prefix := strings.ToLower(string(text[x.Start:c.Replace.End]))
	add := func(i Item) {
		if i.Insert == "" {
			i.Insert = i.Label
		}
		if strings.HasPrefix(strings.ToLower(strings.TrimLeft(i.Label, `("`)), strings.TrimLeft(prefix, `("`)) {
			c.Items = append(c.Items, i)
		}
	}
	own := declaredIn(text)
	switch {
	case x.InString:
		for _, n := range own {
			if (n.kind == "define") == behindBracket(text, x.Start-1) {
				add(Item{Label: n.name, Kind: n.kind2(), Detail: n.kind})
			}
		}
		if behindBracket(text, x.Start-1) {
			l.addDefines(add, "", 2)
		}
	default:
		l.addGrammar(add, x)
		if !x.Opening {
			for _, s := range x.Slots {
				if s.Slot.Label != "" {
					add(Item{Label: s.Slot.Label + ":", Kind: "label", Detail: s.Slot.String(), Doc: meaningOf(s), Rank: 1})
				}
			}
		}
		quote := `"`
		if !x.Opening {
			quote = `("`
		}
		for _, n := range own {
			switch {
			case n.kind == "define":
				add(Item{Label: n.name, Kind: "define", Insert: quote + n.name + `"`, Detail: "define of this file", Rank: 2})
			case x.String && x.Forms != nil:
				add(Item{Label: n.name, Kind: "name", Insert: `"` + n.name + `"`, Detail: n.kind, Rank: 1})
			}
		}
		if len(x.Keywords) > 0 {
			l.addDefines(add, quote, 4)
		}
	}
	sort.SliceStable(c.Items, func(i, j int) bool {
		a, b := c.Items[i], c.Items[j]
		if a.Rank != b.Rank {
			return a.Rank < b.Rank
		}
		return strings.ToLower(a.Label) < strings.ToLower(b.Label)
	})
	c.Items = slices.CompactFunc(c.Items, func(a, b Item) bool { return a.Label == b.Label && a.Kind == b.Kind })
	if len(c.Items) > mostItems {
		c.Items = c.Items[:mostItems]
	}
	return c
}

// addGrammar adds the words of the language.
func (l *Library) addGrammar(add func(Item), x lgdl.Expectation) {
	open := "("
	if x.Opening {
		open = ""
	}
	for k, forms := range x.Keywords {
		f := forms[0]
		rank := 1
		if x.Forms == nil {
			rank = 3
		}
		more := ""
		if len(forms) > 1 {
			more = fmt.Sprintf(" and %d more", len(forms)-1)
		}
		add(Item{Label: k, Kind: "ludeme", Insert: open + k, Detail: f.Text + more, Doc: f.Meaning, Rank: rank})
	}
	if x.Opening || len(x.Keywords) > 0 {
		for k, doc := range textual {
			add(Item{Label: k, Kind: "ludeme", Insert: open + k, Doc: doc, Rank: 3})
		}
	}
	for _, w := range x.Constants {
		add(Item{Label: w, Kind: "constant", Rank: 0, Detail: constantOf(x, w)})
	}
}

// constantOf names the argument that a constant would be.
func constantOf(x lgdl.Expectation, word string) string {
	for _, s := range x.Slots {
		if s.Slot.Const == word {
			return s.Form.Text
		}
		if slices.Contains(lgdl.Enum(strings.TrimSuffix(s.Slot.Type, "!")), word) {
			return s.Slot.String()
		}
	}
	return ""
}

// meaningOf is what the documentation says about a slot.
func meaningOf(o lgdl.Opening) string {
	for _, a := range ludeme.Document(o.Form).Arguments {
		if a.Name == o.Slot.String() {
			return a.Meaning
		}
	}
	return ""
}

func (l *Library) addDefines(add func(Item), quote string, rank int) {
	for _, name := range l.names {
		x := l.defines[name]
		i := Item{Label: name, Kind: "define", Detail: x.At.File, Doc: x.Comment, Rank: rank}
		if quote != "" {
			i.Insert = quote + name + `"`
		}
		add(i)
	}
}

// behindBracket reports whether the byte before a place is "(".
func behindBracket(text []byte, at int) bool { return at > 0 && at <= len(text) && text[at-1] == '(' }
