package concept_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ruleset"
)

// TestRulesets extracts the vectors of all declared rulesets of the library,
// which reach far more of the language than the default ones, and checks what
// holds of every vector.
func TestRulesets(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the whole library with all rulesets")
	}
	root := filepath.Join(shared, "library")
	if _, err := os.Stat(root); err != nil {
		t.Skip("no library beside the project")
	}
	loader, err := ruleset.NewLoader(os.DirFS(filepath.Join(root, "def")))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	err = filepath.WalkDir(filepath.Join(root, "lud"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".lud") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		desc, err := lgdl.Read(path, text)
		if err != nil {
			return nil
		}
		for _, r := range desc.Rulesets() {
			rs, err := loader.Compile(ruleset.Source{File: path, Text: text, Ruleset: r.Heading,
				Library: os.DirFS(filepath.Join(root, "lud"))})
			if err != nil {
				continue // not every ruleset is written out
			}
			n++
			check(t, path+" "+r.Heading, rs)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n < 300 {
		t.Errorf("only %d rulesets compile", n)
	}
}

func check(t *testing.T, name string, rs *ruleset.Ruleset) {
	v := rs.Concepts()
	players := 0
	for _, id := range []concept.ID{concept.Solitaire, concept.TwoPlayer, concept.Multiplayer} {
		if v.Holds.Has(id) {
			players++
		}
	}
	if players != min(rs.Players(), 1) {
		t.Errorf("%s: %d of one, two and more players hold for %d", name, players, rs.Players())
	}
	if !v.Holds.Has(concept.End) || !v.Holds.HasAny(concept.Cell, concept.Vertex, concept.Edge) {
		t.Errorf("%s: no end or no sites", name)
	}
	if len(v.Numbers) != 31 || v.Numbers[concept.NumPlayableSites] < v.Numbers[concept.NumPlayableSitesOnBoard] {
		t.Errorf("%s: numbers %v", name, v.Numbers)
	}
	if v.Holds.Has(concept.LineWin) && !v.Holds.Has(concept.LineEnd) {
		t.Errorf("%s: not closed", name)
	}
	again := rs.Concepts()
	if again.Holds != v.Holds {
		t.Errorf("%s: a second extraction differs", name)
	}
}
