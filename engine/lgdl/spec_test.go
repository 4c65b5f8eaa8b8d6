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

var (
	specOnce sync.Once
	specG    *lgdl.Grammar
	specRows []lgdl.Form
	specErr  error
)

// specGrammar builds a grammar from the slot tables of the specification, so
// that the checker is tested against the specification and not against the rows.
func specGrammar(t testing.TB) *lgdl.Grammar {
	t.Helper()
	text, err := os.ReadFile(shared(t, "spec", "01-language.md"))
	if err != nil {
		t.Skip(err)
	}
	specOnce.Do(func() {
		_, rest, _ := strings.Cut(string(text), "\n## 14.")
		section, _, _ := strings.Cut(rest, "\n## 15.")
		for _, m := range regexp.MustCompile("(?m)^- (\\S+) ⟵ `(.*)`$").FindAllStringSubmatch(section, -1) {
			specRows = append(specRows, lgdl.Form{Text: m[2], Result: m[1]})
		}
		specG, specErr = lgdl.NewGrammar(specRows, metadata.Rows)
	})
	if specErr != nil {
		t.Fatal(specErr)
	}
	if len(specRows) < 400 {
		t.Fatalf("only %d forms found in the specification", len(specRows))
	}
	return specG
}
