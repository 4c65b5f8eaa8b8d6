package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme"
)

func init() {
	register(command{
		name:  "ludeme",
		args:  "[--json] KEYWORD [WORD]",
		short: "Explain a ludeme: its forms, what they mean and where they are implemented",
		run:   explainLudeme,
	})
}

// ludemeForm is one form of a ludeme.
type ludemeForm struct {
	Form     string   `json:"form"`
	Result   string   `json:"result"`
	Meaning  string   `json:"meaning"`
	Concepts []string `json:"concepts,omitempty"`
	Source   string   `json:"source"` // file:line of the row
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
		fmt.Fprintf(s.out, "%s <- %s\n", f.Result, f.Form)
		if f.Meaning != "" {
			fmt.Fprintf(s.out, "    %s\n", f.Meaning)
		}
		if len(f.Concepts) > 0 {
			fmt.Fprintf(s.out, "    concepts: %s\n", strings.Join(f.Concepts, ", "))
		}
		fmt.Fprintf(s.out, "    %s\n", f.Source)
	}
	return nil
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
		forms = append(forms, ludemeForm{f.Text, f.Result, f.Meaning, concepts, fmt.Sprintf("%s:%d", place.File, place.Line)})
	}
	if len(forms) == 0 {
		if len(leads) == 0 {
			return nil, fmt.Errorf("no form of %q begins with a word", keyword)
		}
		slices.Sort(leads)
		return nil, fmt.Errorf("no form of %q begins with %q; there are: %s", keyword, words[1], strings.Join(slices.Compact(leads), ", "))
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
