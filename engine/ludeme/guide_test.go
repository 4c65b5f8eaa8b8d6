package ludeme_test

import (
	"encoding/json"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestGuide follows docs/adding-a-ludeme.md: every block that names a file is put in its place, as
// a new file, as lines at the end of one that is there, or as a change of lines; then the tests
// of the language run on the tree that results.
func TestGuide(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the language again")
	}
	guide, err := os.ReadFile("../../docs/adding-a-ludeme.md")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir, replace := t.TempDir(), map[string]string{}
	for _, m := range regexp.MustCompile("(?ms)^```(go|diff|text) (\\S+)\n(.*?)^```$").FindAllStringSubmatch(string(guide),
		-1) {
		kind, name, text := m[1], m[2], m[3]
		place := filepath.Join(root, name)
		old, err := os.ReadFile(place)
		switch {
		case kind == "go" && err == nil:
			t.Fatalf("%s is there already: the guide would overwrite it", name)
		case kind != "go" && err != nil:
			t.Fatal(err)
		case kind == "go":
			if tidy, err := format.Source([]byte(text)); err != nil || string(tidy) != text {
				t.Errorf("%s of the guide is not as gofmt writes it: %v", name, err)
			}
		case kind == "text":
			text = string(old) + "\n" + text
		case kind == "diff":
			text = changed(t, name, string(old), text)
		}
		replace[place] = filepath.Join(dir, strings.ReplaceAll(name, "/", "_"))
		if err := os.WriteFile(replace[place], []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if len(replace) != 5 {
		t.Fatalf("the guide names %d files, expected 5", len(replace))
	}
	overlay := filepath.Join(dir, "overlay.json")
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(overlay, text, 0o666); err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), "go", "test", "-overlay", overlay, "-run",
		"TestSign|TestEveryArgumentIsDocumented|TestExamples|TestRowsAreThose", "-v", ".", "./ints")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, name := range []string{"TestSign", "TestSignIsLowered", "TestExamples"} {
		if !strings.Contains(string(out), "--- PASS: "+name+" ") {
			t.Errorf("%s did not run:\n%s", name, out)
		}
	}
}

// changed replaces every line that begins with - by those that begin with + below it.
func changed(t *testing.T, name, text, diff string) string {
	t.Helper()
	from, to := "", ""
	for line := range strings.Lines(diff) {
		switch line[0] {
		case '-':
			from += line[1:]
		case '+':
			to += line[1:]
		}
	}
	if n := strings.Count(text, from); n != 1 {
		t.Fatalf("%s has the lines %q %d times, expected once", name, from, n)
	}
	return strings.Replace(text, from, to, 1)
}
