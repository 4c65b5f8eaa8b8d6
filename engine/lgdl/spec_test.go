package lgdl_test

import (
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme/metadata"
)

// grammar returns the grammar of testdata/forms.txt, which holds the forms of
// the specification, together with those of the metadata. Tests of this package
// use it so that they stand apart from the packages that implement the forms.
var grammar = sync.OnceValue(func() *lgdl.Grammar {
	text, err := os.ReadFile("testdata/forms.txt")
	if err != nil {
		panic(err)
	}
	var rows []lgdl.Form
	for line := range strings.Lines(string(text)) {
		result, form, _ := strings.Cut(strings.TrimSpace(line), " <- ")
		rows = append(rows, lgdl.Form{Text: form, Result: result})
	}
	g, err := lgdl.NewGrammar(rows, metadata.Rows)
	if err != nil {
		panic(err)
	}
	return g
})

// TestFormsAreThoseOfTheSpecification compares testdata/forms.txt with the slot
// tables of the specification, where that is present.
func TestFormsAreThoseOfTheSpecification(t *testing.T) {
	spec, err := os.ReadFile(shared(t, "spec", "01-language.md"))
	if err != nil {
		t.Skip(err)
	}
	_, rest, _ := strings.Cut(string(spec), "\n## 14.")
	section, _, _ := strings.Cut(rest, "\n## 15.")
	var want strings.Builder
	for _, m := range regexp.MustCompile("(?m)^- (\\S+) ⟵ `(.*)`$").FindAllStringSubmatch(section, -1) {
		want.WriteString(m[1] + " <- " + m[2] + "\n")
	}
	got, err := os.ReadFile("testdata/forms.txt")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want.String() {
		t.Error("testdata/forms.txt differs from section 14 of the specification")
	}
}
