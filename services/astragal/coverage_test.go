package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCoverage(t *testing.T) {
	long := "[Move:from=1,to=2][Add:to=3,what=4][Remove:to=" + strings.Repeat("5", 60)
	c := &coverage{
		lines: []replayLine{
			{Trace: "a/b/c/One.jsonl.gz", Game: "a/b/c/One.lud", OK: true},
			{Trace: "a/b/c/One.b.jsonl.gz", Game: "a/b/c/One.lud", Ply: 7, Stage: "apply", Detail: "x: recorded y, found z",
				Item: "x", Recorded: long + "6]", Found: long + "7]"},
			{Trace: "a/b/Two.jsonl.gz", Game: "a/b/Two.lud", OK: true},
			{Trace: "d/Three.jsonl.gz", Game: "d/Three.lud", Stage: "compile", Detail: "no | play"},
		},
		families: map[string][]string{"a/b/c/One.lud": {"is Line", "move Add", "sow"},
			"a/b/Two.lud": {"move Add", "is Line"}},
	}
	text := c.markdown()
	for _, want := range []string{
		"2 of 4 traces pass (50.0 %)",
		"| a/b | 2 | 3 | 2 | 66.7 % |\n| d | 1 | 1 | 0 | 0.0 % |",
		"| apply | 1 |\n| compile | 1 |",
		"| a/b/c/One (b) | 7 | apply | x | `…5555555555555555555555555555556]` | `…5555555555555555555555555555557]` |",
		"| sow (1/1), is Line (2/1), move Add (2/1) |",
		`| d/Three | 0 | compile | no \| play |  |  |  |`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q:\n%s", want, text)
		}
	}
	if strings.Contains((&coverage{lines: c.lines[:1]}).markdown(), "| stage |") {
		t.Error("a report without failures has a table of them")
	}
}

func TestAligned(t *testing.T) {
	for _, x := range [][4]string{
		{"abc", "abd", "abc", "abd"},
		{"12", "1", "12", "1"},
		{strings.Repeat("[x]", 40) + "[left]", strings.Repeat("[x]", 40) + "[right]", "[left]", "[right]"},
	} {
		a, b := aligned(x[0], x[1], 30)
		if !strings.HasSuffix(a, x[2]) || !strings.HasSuffix(b, x[3]) || len([]rune(a)) > 32 {
			t.Errorf("aligned(%s, %s) = %s, %s", x[0], x[1], a, b)
		}
	}
}

// TestReplayReport writes the report of a trace that replays and of one that
// was tampered with.
func TestReplayReport(t *testing.T) {
	const library = "../../library"
	dir := t.TempDir()
	good, bad, report := filepath.Join(dir, "a.jsonl"), filepath.Join(dir, "b.jsonl"),
		filepath.Join(dir, "sub", "coverage.md")
	if status, _, errs := runCommand("trial", "export", "--seed", "3", "-o", good,
		filepath.Join(library, "lud", "line", "Tic-Tac-Toe.lud")); status != 0 {
		t.Fatal(errs)
	}
	text, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	broken := strings.Replace(string(text), `"turn":2`, `"turn":5`, 1)
	if broken == string(text) {
		t.Fatal("nothing to tamper with")
	}
	if err := os.WriteFile(bad, []byte(broken), 0o644); err != nil {
		t.Fatal(err)
	}
	status, out, _ := runCommand("replay", "--library", library, "--coverage", report, good, bad)
	if status != 1 || !strings.Contains(out, "ply 1: state: turn\n\trecorded 5\n\tfound    2\n") ||
		!strings.Contains(out, "1 of 2 traces pass") {
		t.Errorf("status %d:\n%s", status, out)
	}
	got, err := os.ReadFile(report)
	if err != nil || !strings.Contains(string(got), "| line/Tic-Tac-Toe | 1 | state | turn | `5` | `2` | ") {
		t.Errorf("report: %v\n%s", err, got)
	}
}
