package rules_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/ruleset"
)

// TestMaxCount compares the limits of counts with the recorded ones: moves of
// several pieces lose those beyond the limit.
func TestMaxCount(t *testing.T) {
	const shared = "../../../../shared"
	text, err := os.ReadFile(filepath.Join(shared, "spec", "state", "equipment.tsv"))
	if err != nil {
		t.Skip("no recorded equipment beside the project")
	}
	loader, err := ruleset.NewLoader(os.DirFS(filepath.Join(shared, "library", "def")))
	if err != nil {
		t.Fatal(err)
	}
	limit := regexp.MustCompile(`count=true,maxCount=(\d+)`)
	games := 0
	for line := range strings.Lines(string(text)) {
		m := limit.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		name, _, _ := strings.Cut(line, "\t")
		path := filepath.Join(shared, "library", "lud", filepath.FromSlash(name))
		src, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		rs, err := loader.Compile(ruleset.Source{File: path, Text: src})
		if err != nil {
			t.Logf("%v", err)
			continue
		}
		games++
		if got := strconv.Itoa(rs.Plan().MaxCount); got != m[1] {
			t.Errorf("%s: at most %s pieces on a site, recorded %s", name, got, m[1])
		}
	}
	if games == 0 {
		t.Error("no game was compared")
	}
}
