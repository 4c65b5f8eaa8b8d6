package enginetest

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ruleset"
)

// Each calls f for the games of our library, and of the reference's where there is one: one in
// every so many, all with ASTRAGAL_PROPERTIES=all, those alone whose file begins so, or so, with
// ASTRAGAL_GAME=so,so. What does not compile is passed over: that is for others to judge.
func Each(t testing.TB, every int, f func(name string, rs *ruleset.Ruleset)) {
	t.Helper()
	eachFile(t, every, func(l *ruleset.Loader, path string, text []byte) {
		if rs, err := l.Compile(ruleset.Source{File: path, Text: text}); err == nil {
			f(filepath.Base(path), rs)
		}
	})
}

// EachChoice calls f likewise for the games of the libraries in each of their rulesets, and with each item of an option
// in place of the default: one choice in every so many, each once.
func EachChoice(t testing.TB, every int, f func(name string, rs *ruleset.Ruleset)) {
	t.Helper()
	if os.Getenv("ASTRAGAL_PROPERTIES") == "all" {
		every = 1
	}
	choices := 0
	eachFile(t, 1, func(l *ruleset.Loader, path string, text []byte) {
		d, err := lgdl.Read(path, text)
		if err != nil {
			return
		}
		seen := map[string]bool{}
		for _, choice := range d.Choices() {
			if choices++; choices%every != 0 {
				continue
			}
			rs, err := l.Compile(ruleset.Source{File: path, Text: text, Options: choice.Options, Ruleset: choice.Ruleset})
			if err != nil || seen[rs.Hash()] {
				continue
			}
			seen[rs.Hash()] = true
			f(filepath.Base(path)+" "+choice.Ruleset+strings.Join(choice.Options, ", "), rs)
		}
	})
}

// eachFile calls f for the descriptions of the libraries, one in every so many of each, with its loader.
func eachFile(t testing.TB, every int, f func(l *ruleset.Loader, path string, text []byte)) {
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
			f(l, path, text)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
