package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/concept"
)

// probe is a small game of our own for tests of commands.
const probe = `(game "Probe" (players 2)
	(equipment {(board (square 3)) (piece "Disc" Each)})
	(rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))`

// run runs a command line and returns its status and output.
func runLine(t *testing.T, args ...string) (status int, out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	status = dispatch(t.Context(), &streams{strings.NewReader(""), &o, &e}, args)
	return status, o.String(), e.String()
}

func writeFile(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestConcepts(t *testing.T) {
	good, bad := writeFile(t, "probe.lud", probe), writeFile(t, "bad.lud", strings.Replace(probe, "Line 3", "Lime 3", 1))
	status, out, _ := runLine(t, "concepts", "--json", good, bad)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if status != 1 || len(lines) != 2 {
		t.Fatalf("status %d, output %s", status, out)
	}
	var first, second conceptsLine
	if err := json.Unmarshal([]byte(lines[0]), &first); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(lines[1]), &second); err != nil {
		t.Fatal(err)
	}
	if first.File != good || !first.OK || first.Concepts["LineWin"] != true || first.Concepts["NumCells"] != 9.0 ||
		first.Concepts["Hop"] != nil {
		t.Errorf("line %s", lines[0])
	}
	if second.OK || second.Error == nil || second.Error.Line != 3 || len(second.Concepts) > 0 {
		t.Errorf("line %s", lines[1])
	}
	if status, out, _ = runLine(t, "concepts", good); status != 0 || !strings.Contains(out, "LineWin") ||
		strings.Contains(out, "LineEnd,") {
		t.Errorf("status %d, output %s", status, out)
	}
}

func TestConceptCatalogue(t *testing.T) {
	status, out, _ := runLine(t, "concepts", "--catalogue", "--json")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if status != 0 || len(lines) != len(concept.Catalogue()) {
		t.Fatalf("status %d, %d lines", status, len(lines))
	}
	var c concept.Concept
	if err := json.Unmarshal([]byte(lines[3]), &c); err != nil {
		t.Fatal(err)
	}
	if c.ID != 4 || c.Name != "Discrete" || c.Taxonomy != "1.1.1.1" || c.Parent != "Time" || c.Meaning == "" {
		t.Errorf("%+v", c)
	}
}
