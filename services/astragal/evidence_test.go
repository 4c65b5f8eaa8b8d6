package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/astragal/astragal/pkg/evidence"
)

const matchingEvidence = `game: Matching pennies
evidence:
  - id: a-text
    kind: text
    title: A riddle about even and odd
    what: Two people show fingers.
    place: Padua
    region: Southern Europe
    coordinates: [45.4, 11.9]
    when: 1350s
    source: A manuscript
    certainty: possible
    reason: fingers are not coins
    supports: [{rules: [players, moves]}]
`

func putFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// check reads the evidence beside what it is given, and in folders.
func TestCheckEvidence(t *testing.T) {
	dir := t.TempDir()
	game, file := filepath.Join(dir, "m.efg"), filepath.Join(dir, "m.evidence.yaml")
	putFile(t, game, matching)
	putFile(t, file, matchingEvidence)
	for _, path := range []string{dir, game, file} {
		status, out, errs := astragal(t.Context(), "check", path)
		if status != 0 || !strings.Contains(out, "1 file of evidence checked") {
			t.Errorf("check %s: %d %s%s", path, status, out, errs)
		}
	}
	for _, c := range []struct{ from, to, want string }{
		{"kind: text", "kind: tale", file + `:4:11: found "tale", expected text`},
		{"Matching pennies", "Pennies", file + `:1:1: found game "Pennies", expected "Matching pennies"`},
		{"{rules: [players, moves]}", "{rules: [moves], rulesets: [Grand]}", `there is no ruleset "Grand"; expected none`},
	} {
		putFile(t, file, strings.Replace(matchingEvidence, c.from, c.to, 1))
		if status, _, errs := astragal(t.Context(), "check", dir); status != 1 || !strings.Contains(errs, c.want) {
			t.Errorf("check: %d %s, want %s", status, errs, c.want)
		}
	}
	status, out, _ := astragal(t.Context(), "check", "--json", file)
	var line checkLine
	if err := json.Unmarshal([]byte(out), &line); status != 1 || err != nil || line.Error == nil || line.Error.Line != 3 {
		t.Errorf("check --json: %d %s", status, out)
	}
	putFile(t, file, matchingEvidence)
	os.Remove(game)
	if status, _, errs := astragal(t.Context(), "check", file); status != 1 ||
		!strings.Contains(errs, "no description beside it") {
		t.Errorf("without a description: %d %s", status, errs)
	}
	for format, want := range map[string]string{"table": "a-text", "csv": "1350,1359",
		"jsonld": "crm:E33_Linguistic_Object", "csvw": "tableSchema"} {
		if status, out, errs := astragal(t.Context(), "evidence", "--format", format, dir); status != 0 ||
			!strings.Contains(out, want) {
			t.Errorf("evidence --format %s: %d %s%s", format, status, out, errs)
		}
	}
}

// What evaluate reads comes back from the catalogue.
func TestEvidenceInCatalogue(t *testing.T) {
	needPostgres(t)
	dir, data := t.TempDir(), filepath.Join(t.TempDir(), "data")
	putFile(t, filepath.Join(dir, "lud", "m.efg"), matching)
	putFile(t, filepath.Join(dir, "lud", "m.evidence.yaml"), matchingEvidence)
	if status, out, errs := astragal(t.Context(), "import", "--data", data, dir); status != 0 {
		t.Fatalf("import: %d %s%s", status, out, errs)
	}
	if status, out, errs := astragal(t.Context(), "evidence", "--data", data); status != 0 ||
		!strings.Contains(out, "a-text") {
		t.Errorf("evidence: %d %s%s", status, out, errs)
	}
	putFile(t, filepath.Join(dir, "lud", "m.evidence.yaml"), "game: Matching pennies")
	if status, _, errs := astragal(t.Context(), "import", "--data", data, dir); status != 1 ||
		!strings.Contains(errs, "lacks evidence") {
		t.Errorf("import of broken evidence: %d %s", status, errs)
	}
	if err := os.Remove(filepath.Join(dir, "lud", "m.evidence.yaml")); err != nil {
		t.Fatal(err)
	}
	if status, out, errs := astragal(t.Context(), "import", "--data", data, dir); status != 0 {
		t.Fatalf("import: %d %s%s", status, out, errs)
	}
	if _, out, _ := astragal(t.Context(), "evidence", "--data", data); strings.Contains(out, "a-text") {
		t.Errorf("evidence whose file is gone: %s", out)
	}
}

// The library's own files read without mistakes, about games that are there.
func TestLibraryEvidence(t *testing.T) {
	files, err := findEvidence([]string{"../../library"})
	if err != nil || len(files) < 10 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	status, _, errs := astragal(t.Context(), append([]string{"check"}, files...)...)
	if status != 0 {
		t.Errorf("%s", errs)
	}
	for _, file := range files {
		if !strings.HasSuffix(file, evidence.Suffix) {
			t.Errorf("found %s", file)
		}
	}
}
