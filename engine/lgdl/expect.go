package lgdl

import (
	"slices"
	"sort"
	"strings"
)

// An Expectation is what may stand at a place of a description that is still being
// written: its text up to there need be neither complete nor correct.
type Expectation struct {
	// Start is where the word at the place begins: Start to the place is what is written
	// of it. InString reports whether that is a string, which then begins behind its quote.
	Start     int
	InString  bool
	InComment bool
	// Keyword is that of the clause around, Clause where it opens; Forms are those of
	// its forms that fit what is written of it so far. Forms is nil where nothing is known.
	Keyword string
	Clause  int
	Forms   []*Form
	// Opening reports whether a keyword stands here, behind its bracket.
	Opening bool
	// Slots are those that the next argument may fill, each with its form.
	Slots []Opening
	// Keywords are the clauses that may stand here, by keyword, with the forms that fit.
	Keywords map[string][]*Form
	// Constants are the words that may stand here, sorted.
	Constants []string
	// What else may stand here.
	String, Number, List bool
}

// An Opening is a slot of a form that is still to be filled.
type Opening struct {
	Form *Form
	Slot *Slot
}

// frame is a bracket that is open at the place.
type frame struct {
	list    bool
	keyword string
	known   bool // the keyword is complete
	at      int
	args    []written
	label   string // of the bracket itself
}

// written is an argument as far as it can be told without its insides.
type written struct {
	label string
	kind  Kind
	text  string // keyword, constant or literal
	call  bool   // a define, which may be anything
}

// Expect tells what may stand at byte at of a text. It takes time proportional to the
// length of the text before.
func (g *Grammar) Expect(text []byte, at int) Expectation {
	at = max(0, min(at, len(text)))
	x := Expectation{Start: at, Clause: -1}
	stack, glued := g.frames(text[:at], &x)
	if x.InComment {
		return x
	}
	want, all := []typeID(nil), true // what the place must satisfy; all: unknown
	for i := range stack {
		f := &stack[i]
		last := i == len(stack)-1
		if f.list {
			if !all {
				want = g.elements(want)
			}
			if last {
				g.offer(&x, want, all)
			}
			continue
		}
		if !f.known { // the keyword itself is being written
			x.Opening = true
			g.offer(&x, want, all)
			x.Constants, x.String, x.Number, x.List = nil, false, false, false
			return x
		}
		x.Keyword, x.Clause = f.keyword, f.at
		forms := g.candidates(f.keyword, want, all)
		label := ""
		if last {
			label = glued
		} else {
			label = stack[i+1].label
		}
		want, all = nil, true
		x.Forms, x.Slots = nil, nil
		for _, form := range forms {
			open := g.remaining(form, f.args)
			if open == nil {
				continue
			}
			all = false
			x.Forms = append(x.Forms, form)
			for _, j := range open {
				s := &form.Slots[j]
				if label != "" && s.Label != label {
					continue
				}
				x.Slots = append(x.Slots, Opening{form, s})
				want = append(want, s.typ)
			}
		}
		slices.Sort(want)
		want = slices.Compact(want)
		if last {
			g.offer(&x, want, all)
		}
	}
	if len(stack) == 0 {
		g.offer(&x, nil, true)
		x.Constants, x.String, x.Number, x.List = nil, false, false, false
	}
	return x
}

// frames reads a text up to its end: the brackets that are open there with their
// arguments, and the label that the word at the end begins with.
func (g *Grammar) frames(text []byte, x *Expectation) (stack []frame, label string) {
	toks := scan(text)
	pending := "" // a label that stands right before a bracket or string
	add := func(w written) {
		if len(stack) > 0 {
			top := &stack[len(stack)-1]
			top.args = append(top.args, w)
		}
	}
	for i, t := range toks {
		s := string(text[t.start:t.end])
		end := i == len(toks)-1 && t.end == len(text)
		lead := pending
		pending = ""
		opening := len(stack) > 0 && !stack[len(stack)-1].list && !stack[len(stack)-1].known
		switch t.kind {
		case tokComment:
			x.InComment = x.InComment || end
		case tokOpen:
			stack = append(stack, frame{list: s == "{", at: t.start, label: lead})
		case tokClose:
			if len(stack) == 0 {
				continue
			}
			f := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			w := written{label: f.label, kind: Clause, text: f.keyword}
			if f.list {
				w = written{label: f.label, kind: List}
			}
			w.call = strings.HasPrefix(f.keyword, `"`)
			add(w)
		case tokString:
			if end && (len(s) < 2 || s[len(s)-1] != '"') { // open
				x.InString, x.Start = true, t.start+1
				label = lead
				continue
			}
			if opening {
				stack[len(stack)-1].keyword, stack[len(stack)-1].known = s, true
			} else {
				add(written{label: lead, kind: String, text: s})
			}
		case tokValue:
			add(written{label: lead, kind: Const, text: s, call: true})
		default:
			if opening {
				if end {
					x.Start = t.start
					continue
				}
				stack[len(stack)-1].keyword, stack[len(stack)-1].known = s, true
				continue
			}
			if j := strings.IndexByte(s, ':'); j > 0 && s[0] != '<' && s[0] != '#' {
				lead, s = s[:j], s[j+1:]
			}
			if end {
				x.Start, label = t.end-len(s), lead
				continue
			}
			if s == "" {
				pending = lead
				continue
			}
			add(literalOf(lead, s))
		}
	}
	if pending != "" {
		label = pending
	}
	return stack, label
}

func literalOf(label, s string) written {
	n := Node{Kind: Const, Text: s}
	classify(&n)
	return written{label: label, kind: n.Kind, text: s, call: s[0] == '#' || s[0] == '<'}
}

// candidates are the forms of a keyword that satisfy some wanted type; where all is
// set, or none does, those of all types.
func (g *Grammar) candidates(keyword string, want []typeID, all bool) []*Form {
	var forms []*Form
	if !all {
		for _, t := range want {
			forms = append(forms, g.types[t].accept[keyword]...)
		}
		sort.SliceStable(forms, func(i, j int) bool { return forms[i].index < forms[j].index })
		forms = slices.Compact(forms)
	}
	if len(forms) == 0 {
		forms = g.Lookup(keyword)
	}
	return forms
}

// elements are the types of what stands in lists of the types.
func (g *Grammar) elements(want []typeID) []typeID {
	var elems []typeID
	for _, t := range want {
		if g.types[t].class == tList {
			elems = append(elems, g.types[t].elem)
		}
	}
	return elems
}

// remaining are the slots of a form that may be filled next when the arguments are
// placed: nil when they cannot be, empty when nothing may follow.
func (g *Grammar) remaining(f *Form, args []written) []int {
	open := map[int]bool{}
	fits := false
	var place func(ai, si int, filled []bool)
	steps := 0
	place = func(ai, si int, filled []bool) {
		if steps++; steps > 10_000 {
			return
		}
		if ai == len(args) {
			fits = true
			for ; si < len(f.Slots); si++ {
				if !taken(f, filled, si) {
					open[si] = true
				}
				if !skippable(f, filled, si) {
					return
				}
			}
			return
		}
		if si == len(f.Slots) {
			return
		}
		if !taken(f, filled, si) && g.fits(&f.Slots[si], args[ai]) {
			filled[si] = true
			place(ai+1, si+1, filled)
			filled[si] = false
		}
		if skippable(f, filled, si) {
			place(ai, si+1, filled)
		}
	}
	place(0, 0, make([]bool, len(f.Slots)))
	if !fits {
		return nil
	}
	list := []int{}
	for si := range f.Slots {
		if open[si] {
			list = append(list, si)
		}
	}
	return list
}

// taken and skippable are as of matcher, for slots of which only it is known whether
// they are filled.
func taken(f *Form, filled []bool, si int) bool {
	k := f.Slots[si].Group
	if k == 0 {
		return false
	}
	for i := f.groups[k-1].first; i < si; i++ {
		if filled[i] {
			return true
		}
	}
	return false
}

func skippable(f *Form, filled []bool, si int) bool {
	s := &f.Slots[si]
	return s.Optional || s.Group != 0 && (si < f.groups[s.Group-1].last || taken(f, filled, si))
}

// fits reports whether an argument may fill a slot, judged by its outside.
func (g *Grammar) fits(s *Slot, w written) bool {
	if w.label != s.Label {
		return false
	}
	if w.call {
		return true
	}
	t := &g.types[s.typ]
	switch w.kind {
	case List:
		return t.class == tList
	case Clause:
		return len(t.accept[w.text]) > 0
	}
	n := &cnode{Node: &Node{Text: w.text, Kind: Const}}
	if w.kind == String {
		n.Kind = String
		return t.class == tString
	}
	classify(n.Node)
	return (&checker{g: g}).literal(n, t) != nil
}

// offer adds what satisfies the types.
func (g *Grammar) offer(x *Expectation, want []typeID, all bool) {
	x.Keywords, x.Constants = map[string][]*Form{}, nil
	x.String, x.Number, x.List = all, all, all
	if all {
		for k, forms := range g.byKeyword {
			x.Keywords[k] = forms
		}
		return
	}
	words := map[string]bool{}
	for _, id := range want {
		t := &g.types[id]
		for k, forms := range t.accept {
			for _, f := range forms {
				if !slices.Contains(x.Keywords[k], f) {
					x.Keywords[k] = append(x.Keywords[k], f)
				}
			}
		}
		base := strings.TrimSuffix(t.name, "!")
		switch {
		case t.class == tConst:
			words[t.name] = true
		case t.class == tString:
			x.String = true
		case t.class == tList:
			x.List = true
		case base == "bool":
			words["True"], words["False"] = true, true
		case base == "int" || base == "dim" || base == "float":
			x.Number = true
			for w := range appConstants {
				if base != "float" {
					words[w] = true
				}
			}
		}
		for w := range t.values {
			words[w] = true
		}
	}
	for w := range words {
		x.Constants = append(x.Constants, w)
	}
	sort.Strings(x.Constants)
}
