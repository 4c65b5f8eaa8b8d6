package lint_test

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/astragal/astragal/engine/lint"
	"github.com/astragal/astragal/engine/ruleset"
)

var update = flag.Bool("update", false, "write docs/warnings.md")

// warningsOf compiles a description with the known defines of some folders and returns
// the codes of its warnings, and the warnings; those of plays for codes that begin with W4.
func warningsOf(t *testing.T, text string, play bool, defs ...fs.FS) ([]string, []lint.Warning) {
	t.Helper()
	loader, err := ruleset.NewLoader(defs...)
	if err != nil {
		t.Fatal(err)
	}
	rs, err := loader.Compile(ruleset.Source{File: "example.lud", Text: []byte(text)})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	found := rs.Warnings()
	if play {
		found = rs.PlayWarnings(t.Context(), lint.Thorough)
	}
	var codes []string
	for _, w := range found {
		codes = append(codes, w.Code)
	}
	return codes, found
}

// The examples of every rule raise it and do not, and the good one raises nothing
// else either.
func TestExamples(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range lint.Rules {
		t.Run(r.Code, func(t *testing.T) {
			known := fstest.MapFS{"FarSide.def": {Data: []byte(`(define "FarSide" "Goal")`)}} // of W005
			if seen[r.Code] || r.Title == "" || r.Why == "" || lint.Lookup(r.Code).Code != r.Code {
				t.Errorf("the code is taken, or the rule says nothing")
			}
			seen[r.Code] = true
			if strings.HasPrefix(r.Code, "W5") || r.Code == "W004" {
				return // tested where the other formalisms are compiled, and dates read: pkg/lab
			}
			play := strings.HasPrefix(r.Code, "W4")
			if r.Code == "W003" {
				loader, _ := ruleset.NewLoader()
				if _, err := loader.Compile(ruleset.Source{File: "example.lud", Text: []byte(r.Bad.Text())}); err == nil {
					t.Error("the bad example compiles")
				}
			} else if codes, found := warningsOf(t, r.Bad.Text(), play, known); !slices.Contains(codes, r.Code) {
				t.Errorf("the bad example raises %v\n%s", found, r.Bad.Text())
			} else {
				for _, w := range found {
					if w.Code == r.Code && (w.Line == 0 || w.Column == 0 || w.File != "example.lud" || w.Severity != r.Severity ||
						play != (w.Plays > 0)) {
						t.Errorf("%+v", w)
					}
				}
			}
			codes, found := warningsOf(t, r.Good.Text(), play, known)
			if codes = slices.DeleteFunc(codes, func(c string) bool { return c == "W407" && r.Code != c }); len(codes) > 0 {
				t.Errorf("the good example raises %v\n%s", found, r.Good.Text())
			}
		})
	}
}

// TestDocumentation holds docs/warnings.md against the register.
func TestDocumentation(t *testing.T) {
	const file = "../../docs/warnings.md"
	want := lint.Markdown()
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is not what the register says; run this test with -update", file)
	}
}

// The shipped library has nothing to warn of.
func TestShippedLibrary(t *testing.T) {
	err := filepath.WalkDir("../../library/lud", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".lud" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if _, found := warningsOf(t, string(text), false, os.DirFS("../../library/def")); len(found) > 0 {
			t.Errorf("%s: %v", path, found)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
