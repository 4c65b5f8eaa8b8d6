package assist_test

import (
	"bytes"
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/assist"
	"github.com/astragal/astragal/engine/ludeme"
)

var update = flag.Bool("update", false, "write the generated grammar of the editors anew")

const textMateFile = "../../editors/vscode/syntaxes/lgdl.tmLanguage.json"

// TestTextMate demands that the grammar of the editors is that of the rows.
func TestTextMate(t *testing.T) {
	now := assist.TextMate(ludeme.Grammar())
	if *update {
		if err := os.WriteFile(textMateFile, now, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	then, err := os.ReadFile(textMateFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(now, then) {
		t.Error("the grammar is out of date; run go test ./assist -run TextMate -update in engine")
	}
	for _, keyword := range ludeme.Grammar().Keywords() {
		if !strings.Contains(string(now), strings.ReplaceAll(regexp.QuoteMeta(keyword), `\`, `\\`)) &&
			!strings.ContainsAny(keyword, "<>&") {
			t.Errorf("no %s", keyword)
		}
	}
}
