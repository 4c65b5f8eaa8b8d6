package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A game in strategic form is the same game in all other formalisms and back, and another
// one as soon as a single payoff or strategy changes.
func TestStrategicForms(t *testing.T) {
	const text = `NFG 1 R "Three at a table" { "A" "B" "C" }
{ { "x" "y" } { "l" "m" "r" } { "in" "out" } } ""
1 2 3  0 0 0  -1 1/2 4  2 2 2  0 1 0  5 0 0
3 3 1  0 2 0  1 1 1  2 2 -2  0 7 0  4 1 0
`
	dir := t.TempDir()
	file := filepath.Join(dir, "table.nfg")
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("table.nfg", text)
	run := func(want int, args ...string) string {
		t.Helper()
		status, out, errs := invoke(t, "", args...)
		if status != want {
			t.Fatalf("%v: status %d, expected %d\n%s%s", args, status, want, out, errs)
		}
		return out
	}
	run(0, "check", file)
	if out := run(0, "perft", "--depth", "3", file); !strings.Contains(out, "  3 12") {
		t.Error(out)
	}
	run(0, "playout", "-n", "10", file)
	if out := run(0, "info", file); !strings.Contains(out, "2, 3, 2") {
		t.Error(out)
	}
	wrong := write("wrong.nfg", strings.Replace(text, "5 0 0", "5 0 1/7", 1))
	fewer := write("fewer.nfg", `NFG 1 R "Three at a table" { "A" "B" "C" } { 2 2 2 } `+strings.Repeat("0 ", 24))
	run(1, "equivalent", file, fewer)
	for _, ext := range []string{"efg", "kif", "gdl", "lud"} {
		other := filepath.Join(dir, "table-"+ext+"."+ext)
		run(0, "convert", file, other)
		if out := run(0, "equivalent", file, other); !strings.Contains(out, "proved:") {
			t.Error(out)
		}
		run(1, "equivalent", wrong, other)
		back := filepath.Join(dir, "back-"+ext+".nfg")
		run(0, "convert", other, back)
		run(0, "equivalent", file, back)
		run(1, "equivalent", wrong, back)
	}
}
