package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	making "github.com/astragal/astragal/services/reconstruction"
)

// TestReconstruct describes, counts, lists and writes the completions of a skeleton.
func TestReconstruct(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "three.lud")
	text := `(game "Three" (players 2) (equipment {(board (square [3 | 4])) (piece "Disc" Each)})
(rules (play (move Add (to (sites Empty)))) (end [#])))`
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	library := filepath.Join(dir, "library")
	if err := os.Mkdir(library, 0o777); err != nil {
		t.Fatal(err)
	}
	donor := strings.NewReplacer("Three", "Four", "[3 | 4]", "5", "[#]", "(if (is Line 4) (result Mover "+
		"Win))").Replace(text)
	if err := os.WriteFile(filepath.Join(library, "four.lud"), []byte(donor), 0o666); err != nil {
		t.Fatal(err)
	}
	if status, out, errs := runLine(t, "check", file); status != 0 || !strings.Contains(out, ": 2 holes") ||
		!strings.Contains(out, "1:54: [3 | 4]: dim; 2 choices") {
		t.Errorf("check: status %d, %s%s", status, out, errs)
	}
	if status, out, errs := runLine(t, "info", file); status != 0 || !strings.Contains(out, "hole 2 ") {
		t.Errorf("info: status %d, %s%s", status, out, errs)
	}
	if status, out, errs := runLine(t, "reconstruct", file); status != 0 || !strings.Contains(out, "  0 completions") {
		t.Errorf("without a library: status %d, %s%s", status, out, errs)
	}
	written := filepath.Join(dir, "out")
	status, out, errs := runLine(t, "reconstruct", "--library", library, "--enumerate", "5", "--json", "--out",
		written, file)
	if status != 0 {
		t.Fatal(errs)
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != 4 {
		t.Fatalf("%d lines: %s", len(lines), out)
	}
	var space spaceLine
	var first completionLine
	if json.Unmarshal([]byte(lines[0]), &space) != nil || json.Unmarshal([]byte(lines[1]), &first) != nil {
		t.Fatal(out)
	}
	if space.Completions.Int64() != 2 || !space.Exact || space.Donors != 1 || len(space.Holes) != 2 {
		t.Errorf("%+v", space)
	}
	if len(first.Fillers) != 2 || first.Fillers[1].Donors[0] != "Four" || !strings.Contains(first.Game, "(end (if "+
		"(is Line 3)") { // for four there is no room on a board of three
		t.Errorf("%+v", first)
	}
	var end listLine
	if err := json.Unmarshal([]byte(lines[3]), &end); err != nil || end.Listed != 2 || len(end.After) != 64 {
		t.Errorf("%v: %s", err, lines[3])
	}
	if len(first.Words) < 5 || !strings.Contains(lines[1], "Pieces form a line of some length") {
		t.Errorf("in words: %+v", first.Words)
	}
	// One, then the other, is both.
	status, out, errs = runLine(t, "reconstruct", "--library", library, "--enumerate", "1", file)
	_, cursor, said := strings.Cut(out, "go on with --after ")
	if status != 0 || !said {
		t.Fatalf("status %d, %s%s", status, out, errs)
	}
	status, out, errs = runLine(t, "reconstruct", "--library", library, "--enumerate", "1", "--after",
		strings.TrimSpace(cursor), "--json", file)
	if status != 0 || !strings.Contains(out, strings.Replace(lines[2], `"number":2`, `"number":1`, 1)) {
		t.Errorf("going on: status %d, %s%s, want %s", status, out, errs, lines[2])
	}
	status, _, errs = runLine(t, "reconstruct", "--library", library, "--enumerate", "1", "--after", "0", file)
	if status != 1 || !strings.Contains(errs, "no completion at the cursor") {
		t.Errorf("a wrong cursor: status %d, %s", status, errs)
	}
	status, out, errs = runLine(t, "reconstruct", "--library", library, "--prior", "kernel", "--marginals", "3",
		"--nearest", "2", file)
	if status != 0 || strings.Count(out, "not determined by the evidence") != 1 || !strings.Contains(out, "1.000 "+
		"(library alone 1.000") {
		t.Errorf("marginals: status %d, %s%s", status, out, errs)
	}
	studied(t, dir, library, file)
	if status, out, errs := runLine(t, "check", written); status != 0 || !strings.Contains(out, "2 files") {
		t.Errorf("check of what was written: status %d, %s%s", status, out, errs)
	}
	for _, args := range [][]string{{file, "--prior", "none"}, {file, "--sample", "1", "--after", "0"},
		{file, "--library", library, "--prior", "uniform", "--balance", "family"},
		{file, "--enumerate", "1", "--sample", "1"}, {},
		{file, "--sample", "-1"},
		{file, "--prior", "kernel"}, {file, "--evidence", "none.json"}, {file, "--draws", "1", "--report", "x.txt"},
		{file, "--fix", "2"}, {file, "--draws", "1", "--agent", "none"}, {file, "--library", library,
			"--kernel-together", "1"}, {file, "--library", library, "--prior", "kernel", "--kernel-km", "-1"}} {
		if status, _, _ := runLine(t, append([]string{"reconstruct"}, args...)...); status != 2 {
			t.Errorf("%v: status %d", args, status)
		}
	}
	for _, args := range [][]string{{file, "--library", library, "--fix", "2=(if)"}, {file, "--library", library,
		"--fix", "7=3"},
		{filepath.Join(library, "four.lud")}, {file, "--library", filepath.Join(dir, "none")}, {file, "--library", file}} {
		if status, _, errs := runLine(t, append([]string{"reconstruct"}, args...)...); status != 1 || errs == "" {
			t.Errorf("%v: status %d", args, status)
		}
	}
}

// studied draws, weighs and reports, and fixes a hole.
func studied(t *testing.T, dir, library, file string) {
	t.Helper()
	evidence := filepath.Join(dir, "evidence.json")
	text := `{"items": [{"kind": "condition", "name": "size", "condition": "(concept \"NumColumns\" 4)", "reliability": 0.8}]}`
	if err := os.WriteFile(evidence, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{`{"items": [{"kind": "wear", "file": "none.csv"}]}`: "none.csv",
		`{"items": [{}]}`: "item 1"} {
		wrong := filepath.Join(dir, "wrong.json")
		if err := os.WriteFile(wrong, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		status, _, errs := runLine(t, "reconstruct", "--draws", "5", "--evidence", wrong, file)
		if status != 1 || !strings.Contains(errs, want) {
			t.Errorf("%s: status %d, %s", text, status, errs)
		}
	}
	args := []string{"reconstruct", "--library", library, "--draws", "50", "--plays", "4", "--evidence", evidence}
	for _, form := range []string{"html", "csv", "json", "parquet"} {
		args = append(args, "--report", filepath.Join(dir, "report."+form))
	}
	status, out, errs := runLine(t, append(args, file)...)
	if status != 0 || !strings.Contains(out, "effective sample size") || !strings.Contains(out, "hole 1 at line 1") {
		t.Fatalf("study: status %d, %s%s", status, out, errs)
	}
	page, err := os.ReadFile(filepath.Join(dir, "report.html"))
	if err != nil || strings.Count(string(page), `<details class="hole">`) != 2 || strings.Contains(string(page),
		"HOLE-") ||
		strings.Contains(string(page), "<script") || strings.Contains(string(page), "http") {
		t.Errorf("the page: %v\n%s", err, page)
	}
	table, err := os.ReadFile(filepath.Join(dir, "report.csv"))
	if err != nil || !strings.HasPrefix(string(table), "completion,prior,posterior") ||
		strings.Count(string(table), "\n") != 3 {
		t.Errorf("the table: %v\n%s", err, table)
	}
	var v making.Report
	data, err := os.ReadFile(filepath.Join(dir, "report.json"))
	if err == nil {
		err = json.Unmarshal(data, &v)
	}
	// By hand: 0.8 + 0.2/2 for boards of four columns, 0.2/2 for others, even beforehand.
	if err != nil || len(v.Citation) != 64 || !strings.Contains(v.Method, "seed 1") ||
		v.Study.Holes[0].Fillers[0].Name != "4" ||
		v.Study.Holes[0].Fillers[0].Posterior < 0.7 {
		t.Errorf("the study: %v\n%s", err, data)
	}
	byHand := filepath.Join(library, "four.lud")
	if !strings.Contains(string(page), "Nearest attested games") {
		t.Error("the page has no nearest games")
	}
	if status, out, errs := runLine(t, "reconstruct", "--library", library, "--rank", byHand, file); status != 0 ||
		!strings.Contains(out, "differs from the skeleton") && !strings.Contains(out, "none of the completions") {
		t.Errorf("rank: status %d, %s%s", status, out, errs)
	}
	text = `(game "Three" (players 2) (equipment {(board (square 4)) (piece "Disc" Each)})
(rules (play (move Add (to (sites Empty)))) (end (if (is Line 4) (result Mover Win)))))`
	byHand = filepath.Join(dir, "hand.lud")
	if err := os.WriteFile(byHand, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, out, errs := runLine(t, "reconstruct", "--library", library, "--rank", byHand, file); !strings.Contains(out,
		"is one of the completions") || !strings.Contains(out, "hole 1: probability 0.5, rank 1 of 2: 4") {
		t.Errorf("rank: %s%s", out, errs)
	}
	status, out, errs = runLine(t, "reconstruct", "--library", library, "--fix", "1=3", file)
	if status != 0 || !strings.Contains(out, "  1 completions") {
		t.Errorf("fixed: status %d, %s%s", status, out, errs)
	}
}

func TestPrior(t *testing.T) {
	empty := t.TempDir()
	for _, args := range [][]string{{}, {"--library", empty, "--cases", "0"}, {"--library", empty, "x"}} {
		if status, _, _ := runLine(t, append([]string{"prior"}, args...)...); status != 2 {
			t.Errorf("%v: status %d", args, status)
		}
	}
	if status, _, errs := runLine(t, "prior", "--library", empty); status != 1 || !strings.Contains(errs, "too few "+
		"for a blind test") {
		t.Errorf("no games: status %d, %s", status, errs)
	}
}
