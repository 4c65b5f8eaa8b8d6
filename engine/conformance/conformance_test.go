package conformance

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Our engine passes the suite that we publish.
func TestSuite(t *testing.T) {
	s, err := Read("../../conformance", "../..")
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	for _, c := range s.Cases {
		kinds[c.Kind]++
		t.Run(c.ID, func(t *testing.T) {
			t.Parallel()
			if r := s.Run(t.Context(), c); !r.OK {
				t.Error(r.Detail)
			}
		})
	}
	for _, kind := range []string{Perft, Trace, Figures, Concepts, Refuse} {
		if kinds[kind] < 10 {
			t.Errorf("%d cases of kind %s: the suite is not whole", kinds[kind], kind)
		}
	}
}

// A suite that is wrong anywhere is not passed: each kind of case finds its own kind of difference.
func TestDifferencesAreFound(t *testing.T) {
	s, err := Read("../../conformance", "../..")
	if err != nil {
		t.Fatal(err)
	}
	spoil := map[string]func(c *Case){
		Perft:    func(c *Case) { c.Counts[len(c.Counts)-1]++ },
		Figures:  func(c *Case) { f := c.Metrics["DurationMoves"]; f.Mean *= 1.2; c.Metrics["DurationMoves"] = f },
		Concepts: func(c *Case) { c.Has = c.Has[1:] },
		Refuse:   func(c *Case) { c.Column++ },
		Trace:    func(c *Case) { c.Game = "library/lud/line/Gomoku.lud" },
	}
	for _, c := range s.Cases {
		f := spoil[c.Kind]
		if f == nil || c.Kind == Figures && c.Metrics["DurationMoves"].StdDev == 0 {
			continue
		}
		delete(spoil, c.Kind)
		f(&c)
		if r := s.Run(t.Context(), c); r.OK {
			t.Errorf("%s: a wrong expectation is met", c.ID)
		}
	}
	if len(spoil) > 0 {
		t.Errorf("no case of %v", spoil)
	}
}

// A malformed suite is refused with the line.
func TestRead(t *testing.T) {
	for _, text := range []string{"{", `{"id": "a", "kind": "guess"}`, `{"kind": "perft"}`,
		`{"id": "a", "kind": "perft", "x": 1}`,
		`{"id": "a", "kind": "perft"}` + "\n" + `{"id": "a", "kind": "perft"}`} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "cases.jsonl"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		line := ":1: "
		if strings.Contains(text, "\n") {
			line = ":2: "
		}
		if _, err := Read(dir, "."); err == nil || !strings.Contains(err.Error(), "cases.jsonl"+line) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
