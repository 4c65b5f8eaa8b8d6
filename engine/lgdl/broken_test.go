package lgdl_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/lgdl"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func testDefines(t testing.TB) *lgdl.Defines {
	t.Helper()
	defs, err := lgdl.LoadDefines(os.DirFS("testdata/def"))
	if err != nil {
		t.Fatal(err)
	}
	return defs
}

// verdict compiles a description as far as this package goes and returns the
// error and the warnings, a line each.
func verdict(file string, text []byte, defs *lgdl.Defines) string {
	d, err := lgdl.Read(file, text)
	var warnings lgdl.ErrorList
	if err == nil {
		warnings = d.Warnings()
		var e *lgdl.Expanded
		if e, err = d.Expand(defs, lgdl.Selection{}); err == nil {
			warnings = e.Warnings
			_, err = e.Check(grammar())
		}
		if problems := d.Problems(); err == nil && len(problems) > 0 {
			err = problems
		}
	}
	var b strings.Builder
	if err != nil {
		fmt.Fprintln(&b, err)
	}
	for _, w := range warnings {
		fmt.Fprintln(&b, "warning:", w)
	}
	return b.String()
}

// TestBroken compares the messages for descriptions with one defect each with
// those in testdata/broken.golden.
func TestBroken(t *testing.T) {
	defs := testDefines(t)
	for _, f := range []string{"line", "step", "race"} {
		text, err := os.ReadFile("testdata/" + f + ".lud")
		if err != nil {
			t.Fatal(err)
		}
		if v := verdict(f, text, defs); v != "" {
			t.Errorf("the intact description %s is refused: %s", f, v)
		}
	}
	files, err := filepath.Glob("testdata/broken/*.lud")
	if err != nil || len(files) < 150 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	var got strings.Builder
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(path), ".lud")
		v := verdict(name, text, defs)
		if v == "" {
			t.Errorf("%s: no complaint", name)
		}
		got.WriteString(v)
	}
	const golden = "testdata/broken.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	g, w := strings.Split(got.String(), "\n"), strings.Split(string(want), "\n")
	for i := 0; i < len(g) || i < len(w); i++ {
		if i >= len(g) || i >= len(w) || g[i] != w[i] {
			t.Fatalf("line %d of the messages differs:\n got %s\nwant %s", i+1, at(g, i), at(w, i))
		}
	}
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "(nothing)"
}
