package engine

import (
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/lint"
)

// The examples of the rules about other formalisms raise them, or not, and their
// comments silence them.
func TestWarningsOfOtherFormalisms(t *testing.T) {
	warn := func(file, text string) []lint.Warning {
		t.Helper()
		rs, err := New().Compile(t.Context(), Source{File: file, Text: []byte(text)})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		return Warnings(t.Context(), rs, lint.Brief)
	}
	n := 0
	for _, r := range lint.Rules {
		if !strings.HasPrefix(r.Code, "W5") && r.Code != "W004" {
			continue
		}
		n++
		file := "example.kif"
		switch {
		case strings.HasPrefix(r.Bad.Whole, "EFG"):
			file = "example.efg"
		case r.Code == "W004":
			file = "example.lud"
		}
		if got := warn(file, r.Bad.Text()); len(got) == 0 || got[0].Code != r.Code ||
			(got[0].Line == 0) != (file == "example.lud") || got[0].File != file || got[0].Severity != r.Severity {
			t.Errorf("%s: the bad example raises %v", r.Code, got)
		}
		if got := warn(file, r.Good.Text()); slices.ContainsFunc(got, func(w lint.Warning) bool { return w.Code == r.Code }) {
			t.Errorf("%s: the good example raises %v", r.Code, got)
		}
		if file != "example.efg" {
			comment := map[string]string{"example.kif": ";", "example.lud": "//"}[file] + " astragal: ignore " + r.Code + "\n"
			if got := warn(file, comment+r.Bad.Text()); slices.ContainsFunc(got,
				func(w lint.Warning) bool { return w.Code == r.Code }) {
				t.Errorf("%s: silenced, %v", r.Code, got)
			}
		}
	}
	if n != 4 {
		t.Errorf("%d rules", n)
	}
}
