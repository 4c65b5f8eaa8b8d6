package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme"
)

func init() {
	register(command{
		name:  "ludeme",
		args:  "[--json] KEYWORD [WORD]",
		short: "Explain a ludeme: its forms, their arguments and defaults, with examples",
		run:   explainLudeme,
	})
}

// ludemeForm is one form of a ludeme.
type ludemeForm struct {
	Form      string            `json:"form"`
	Result    string            `json:"result"`
	Meaning   string            `json:"meaning"`
	Arguments []ludeme.Argument `json:"arguments,omitempty"`
	Example   string            `json:"example"`
	Concepts  []string          `json:"concepts,omitempty"`
	Source    string            `json:"source"` // file:line of the row
}

func explainLudeme(_ context.Context, s *streams, args []string) error {
	fs := s.flags("ludeme")
	asJSON := fs.Bool("json", false, "print a JSON object")
	words, err := parse(fs, args)
	if err != nil {
		return err
	}
	if len(words) == 0 || len(words) > 2 {
		return usagef("expected a keyword, and perhaps the word after it, such as: is Line")
	}
	forms, err := findForms(ludeme.Grammar(), words)
	if err != nil {
		return err
	}
	if *asJSON {
		enc := json.NewEncoder(s.out)
		enc.SetEscapeHTML(false)
		return enc.Encode(map[string]any{"keyword": words[0], "forms": forms})
	}
	for i, f := range forms {
		if i > 0 {
			fmt.Fprintln(s.out)
		}
		f.print(s.out)
	}
	return nil
}

// width is that of the terminals that explanations are laid out for, in columns.
const width = 80

// print writes the explanation of a form.
func (f *ludemeForm) print(w io.Writer) {
	fmt.Fprint(w, wrapped("", "        ", f.Result+" <- "+f.Form))
	fmt.Fprint(w, wrapped("    ", "    ", f.Meaning))
	column := 0 // where the explanations of the arguments begin
	for _, a := range f.Arguments {
		if n := len(a.Name); n <= 20 {
			column = max(column, n)
		}
	}
	indent := strings.Repeat(" ", 4+column+2)
	for _, a := range f.Arguments {
		said := a.Meaning
		// What every role and direction is called would drown the rest.
		if n := len(a.Values); n > 0 && n <= 24 && !mentions(said, a.Values) {
			said += " (" + strings.Join(a.Values, ", ") + ")"
		}
		if a.Optional && a.Default != "" {
			said += "; default: " + a.Default
		}
		first := fmt.Sprintf("    %-*s  ", column, a.Name)
		if len(a.Name) > column {
			fmt.Fprintf(w, "    %s\n", a.Name)
			first = indent
		}
		fmt.Fprint(w, wrapped(first, indent, said))
	}
	if f.Example != "" {
		fmt.Fprintf(w, "    example:\n")
		for line := range strings.SplitSeq(f.Example, "\n") {
			fmt.Fprintf(w, "      %s\n", line)
		}
	}
	if len(f.Concepts) > 0 {
		fmt.Fprint(w, wrapped("    ", "      ", "concepts: "+strings.Join(f.Concepts, ", ")))
	}
	fmt.Fprintf(w, "    source: %s\n", f.Source)
}

// mentions reports whether a text has all the words.
func mentions(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

// wrapped returns the text in lines no longer than width where words permit, the
// first with one indentation, the others with another.
func wrapped(first, rest, text string) string {
	var b strings.Builder
	line, empty := first, true
	for _, word := range strings.Fields(text) {
		if !empty && len(line)+1+len(word) > width {
			b.WriteString(line + "\n")
			line, empty = rest, true
		}
		if !empty {
			line += " "
		}
		line, empty = line+word, false
	}
	b.WriteString(line + "\n")
	return b.String()
}

// findForms returns the forms of a keyword, only those that can begin with the
// second word when there is one.
func findForms(g *lgdl.Grammar, words []string) ([]ludemeForm, error) {
	keyword := strings.TrimPrefix(words[0], "(")
	all := g.Lookup(keyword)
	if len(all) == 0 {
		return nil, unknownKeyword(g, keyword)
	}
	var forms []ludemeForm
	var leads []string
	for _, f := range all {
		lead := leadsOf(f)
		leads = append(leads, lead...)
		if len(words) == 2 && !slices.Contains(lead, words[1]) {
			continue
		}
		place := ludeme.Source(f)
		concepts := f.Concepts
		if f.Marks != nil {
			concepts = append(slices.Clone(concepts), "others by its arguments")
		}
		doc := ludeme.Document(f)
		forms = append(forms, ludemeForm{f.Text, f.Result, f.Meaning, doc.Arguments, doc.Example, concepts,
			fmt.Sprintf("%s:%d", place.File, place.Line)})
	}
	if len(forms) == 0 {
		if len(leads) == 0 {
			return nil, fmt.Errorf("no form of %q begins with a word", keyword)
		}
		slices.Sort(leads)
		return nil, fmt.Errorf("no form of %q begins with %q; there are: %s", keyword, words[1],
			strings.Join(slices.Compact(leads), ", "))
	}
	return forms, nil
}

// leadsOf returns the words that a clause of the form can have after its keyword.
func leadsOf(f *lgdl.Form) []string {
	var leads []string
	for _, s := range f.Slots {
		if s.Label == "" {
			if s.Const != "" {
				leads = append(leads, s.Const)
			}
			leads = append(leads, lgdl.Enum(strings.TrimSuffix(s.Type, "!"))...)
		}
		if !s.Optional && s.Group == 0 {
			break
		}
	}
	return leads
}

func unknownKeyword(g *lgdl.Grammar, word string) error {
	if types := g.TypesOf(word); len(types) > 0 {
		return fmt.Errorf("%q is no ludeme but a value of %s", word, strings.Join(types, ", "))
	}
	var withWord []string
	for _, f := range g.Forms() {
		for _, s := range f.Slots {
			if s.Const == word {
				withWord = append(withWord, f.Keyword+" "+word)
			}
		}
	}
	if withWord = slices.Compact(withWord); len(withWord) > 0 {
		return fmt.Errorf("%q is no ludeme of its own; try: astragal ludeme %s", word, strings.Join(withWord, ", "))
	}
	if near := g.Suggest(word); len(near) > 0 {
		return fmt.Errorf("there is no ludeme %q; did you mean %s?", word, strings.Join(near, ", "))
	}
	return fmt.Errorf("there is no ludeme %q; astragal grammar prints all", word)
}
