package enginetest

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/ruleset"
)

// Each calls f for the games of our library, and of the reference's where there is one: one in
// every so many, all with ASTRAGAL_PROPERTIES=all, those alone whose file begins so, or so, with
// ASTRAGAL_GAME=so,so. What does not compile is passed over: that is for others to judge.
func Each(t testing.TB, every int, f func(name string, rs *ruleset.Ruleset)) {
	t.Helper()
	if os.Getenv("ASTRAGAL_PROPERTIES") == "all" {
		every = 1
	}
	ours := library(t)
	for _, root := range []string{ours, filepath.Join(ours, "..", "..", "shared", "library")} {
		if _, err := os.Stat(root); err != nil {
			continue
		}
		l, err := ruleset.NewLoader(os.DirFS(root))
		if err != nil {
			t.Fatal(err)
		}
		all := 0
		err = filepath.WalkDir(filepath.Join(root, "lud"), func(path string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".lud") {
				return err
			}
			if only := os.Getenv("ASTRAGAL_GAME"); only != "" {
				begins := func(s string) bool { return strings.HasPrefix(d.Name(), s) }
				if !slices.ContainsFunc(strings.Split(only, ","), begins) {
					return nil
				}
			} else if all++; all%every != 0 {
				return nil
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			if rs, err := l.Compile(ruleset.Source{File: path, Text: text}); err == nil {
				f(d.Name(), rs)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
