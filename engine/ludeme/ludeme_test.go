package ludeme_test

import (
	_ "embed" // for the list of extensions
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme"
	"github.com/astragal/astragal/engine/ludeme/metadata"
)

// TestRowsAreThoseOfTheSpecification compares the forms of the language with the
// slot tables of the specification: every form has a row, and no row is ours alone but those
// of extensions.txt and of the metadata, which the tables leave out. The order of the
// candidates of a keyword is part of the language.
func TestRowsAreThoseOfTheSpecification(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "spec", "01-language.md"))
	if err != nil {
		t.Skip(err)
	}
	_, rest, found := strings.Cut(string(text), "\n## 14.")
	section, _, end := strings.Cut(rest, "\n## 15.")
	if !found || !end {
		t.Fatal("the specification has no section 14")
	}
	want, got := map[string][]string{}, map[string][]string{}
	forms := 0
	for _, m := range regexp.MustCompile("(?m)^- (\\S+) ⟵ `(.*)`$").FindAllStringSubmatch(section, -1) {
		family := keywordOf(m[2]) + " as " + category(m[1])
		want[family] = append(want[family], m[1]+" <- "+m[2])
		forms++
	}
	if forms < 450 {
		t.Fatalf("only %d forms found in the specification", forms)
	}
	meta := map[string]bool{}
	for _, f := range metadata.Rows {
		meta[f.String()] = true
	}
	for form := range extensions(t) {
		meta[form] = true
	}
	for _, f := range ludeme.Grammar().Forms() {
		if !meta[f.String()] {
			if f.Keyword == "nextPhase" {
				// The tables call it an int, but it has no value: it stands in phases only.
				f = &lgdl.Form{Text: f.Text, Result: "int", Keyword: f.Keyword}
			}
			family := f.Keyword + " as " + category(f.Result)
			got[family] = append(got[family], f.Result+" <- "+f.Text)
		}
	}
	for family, w := range want {
		if !slices.Equal(got[family], w) {
			t.Errorf("%s:\n have %s\n want %s", family, strings.Join(got[family], "\n      "), strings.Join(w, "\n      "))
		}
	}
	for family, g := range got {
		if want[family] == nil {
			t.Errorf("%s: not in the specification: %s", family, strings.Join(g, "\n"))
		}
	}
}

//go:embed extensions.txt
var extensionList string

// extensions are the forms of extensions.txt, each with its reason.
func extensions(t *testing.T) map[string]string {
	t.Helper()
	list := map[string]string{}
	for line := range strings.Lines(extensionList) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		form, reason, found := strings.Cut(line, "\t")
		if !found || reason == "" {
			t.Errorf("extensions.txt: %q has no reason", line)
		}
		list[form] = reason
	}
	return list
}

// keywordOf returns the first word of a form.
func keywordOf(form string) string {
	return strings.FieldsFunc(form, func(r rune) bool { return strings.ContainsRune("() ", r) })[0]
}

// category joins the results that one slot accepts, so that order is compared
// where it decides.
func category(result string) string {
	if strings.HasPrefix(result, "moves") {
		return "moves"
	}
	return result
}

// unwritable are the keywords that the reference's grammar prints and no
// description can write: specification, part 1, §13, and classes that the
// generator of the metadata's grammar prints though they are no metadata.
var unwritable = []string{"component",
	"colourRoutines", "edgeInfoGUI", "metadataFunctions", "metadataImageInfo", "scoreDisplayInfo", "valueDisplayInfo"}

func TestKeywordsOfTheReferenceHaveRows(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "spec", "grammar.ebnf.txt"))
	if err != nil {
		t.Skip(err)
	}
	g := ludeme.Grammar()
	seen := map[string]bool{}
	for _, m := range regexp.MustCompile(`\(([a-z][A-Za-z0-9]*|[-+*/%^<>!=]=?)[ )]`).FindAllStringSubmatch(string(text),
		-1) {
		seen[m[1]] = true
	}
	if len(seen) < 200 {
		t.Fatalf("only %d keywords found in the grammar", len(seen))
	}
	for kw := range seen {
		if has := len(g.Lookup(kw)) > 0; has == slices.Contains(unwritable, kw) {
			t.Errorf("keyword %q of the reference's grammar: has a row %v", kw, has)
		}
	}
}

func TestEveryRowSaysWhatItMeansAndWhereItIs(t *testing.T) {
	for _, f := range ludeme.Grammar().Forms() {
		if !strings.HasSuffix(f.Meaning, ".") {
			t.Errorf("%s: the meaning %q is no sentence", f, f.Meaning)
		}
		if p := ludeme.Source(f); p.Line == 0 {
			t.Errorf("%s: place unknown", f)
		} else if text, err := os.ReadFile(filepath.Join("..", "..", p.File)); err != nil {
			t.Error(err)
		} else if line := strings.Split(string(text), "\n")[p.Line-1]; !strings.Contains(line[p.Col-1:], f.Text) {
			t.Errorf("%s: not at %v: %s", f, p, line)
		}
	}
}

func TestEveryRowOfTheGameIsPlayable(t *testing.T) {
	idle := map[string]bool{ // read by the clauses around them
		"(poly {{float!}} [rotns:int!]) -> (poly)": true,
		"(poly {{dim}} [rotns:int!]) -> (poly)":    true,
	}
	for _, f := range metadata.Rows {
		idle[f.String()] = true // say nothing about play
	}
	playable := 0
	for _, f := range ludeme.Grammar().Forms() {
		if f.Impl != nil {
			playable++
		} else if !idle[f.String()] {
			t.Errorf("%s: no rule", f)
		}
	}
	if playable < 450 {
		t.Errorf("only %d rows are playable", playable)
	}
}
