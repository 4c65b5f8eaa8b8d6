package plan_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/plan"
	"github.com/astragal/astragal/engine/ruleset"
)

// shared is the reference material beside the project.
const shared = "../../../shared"

// TestAgainstRules plays every game of the library that has a plan side by side
// with the general rules: the legal moves, the positions they lead to and the
// results must be the same, and what is drawn must be among the legal moves.
func TestAgainstRules(t *testing.T) {
	root := filepath.Join(shared, "library", "lud")
	if _, err := os.Stat(root); err != nil {
		t.Skip("no library beside the project")
	}
	loader, err := ruleset.NewLoader(os.DirFS(filepath.Join(shared, "library", "def")))
	if err != nil {
		t.Fatal(err)
	}
	only := os.Getenv("ASTRAGAL_GAME") // a part of a path, to look into one game
	planned, n, whys := 0, 0, map[string]int{}
	err = filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".lud") || !strings.Contains(path, only) {
			return err
		}
		if n++; testing.Short() && n%10 != 0 {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rs, err := loader.Compile(ruleset.Source{File: path, Text: text})
		if err != nil {
			return nil // not playable: other tests tell
		}
		p, err := plan.New(rs.Plan())
		if err != nil {
			whys[err.(*plan.Unplanned).Why]++
			if only != "" {
				t.Log(err)
			}
			return nil
		}
		planned++
		for seed := range uint64(3) {
			if err := plan.Compare(p, rs.Plan(), seed); err != nil {
				t.Errorf("%s: %v", path, err)
				break
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d of %d games have a plan", planned, n)
	list := []string{}
	for why, n := range whys {
		list = append(list, fmt.Sprintf("%5d %s", n, why))
	}
	slices.Sort(list)
	slices.Reverse(list)
	t.Logf("why others have none:\n%s", strings.Join(list[:min(len(list), 60)], "\n"))
	if planned == 0 {
		t.Error("no game has a plan")
	}
}
