package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/provenance"
	"github.com/astragal/astragal/pkg/catalogue"
)

// Failures are grouped by reason, with paths in the folder that was taken;
// rulesets with square brackets are not among them; dates are told apart.
func TestReport(t *testing.T) {
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "lud"), 0o755); err != nil {
		t.Fatal(err)
	}
	source := func(name, message string) catalogue.Outcome {
		file := filepath.Join(folder, "lud", name)
		return catalogue.Outcome{Source: catalogue.Source{File: file, Status: "failed",
			Error: strings.ReplaceAll(message, "FILE", file)}}
	}
	list := []catalogue.Outcome{
		source("a/A.lud", `FILE:3:4: no piece "Dog" is known`),
		source("b/B.lud", `FILE:5:1: no piece "Cat" is known`),
		source("c/C.lud", `FILE:1:1: the description is empty`),
		source("d/D.lud", `FILE:9:2: square brackets mark a part that is still to be reconstructed; such a description cannot be used`),
		{Source: catalogue.Source{File: filepath.Join(folder, "lud", "e/E.lud")},
			Ruleset: &catalogue.Ruleset{Game: "E", Ruleset: provenance.Ruleset{Period: "700 AH"}}},
	}
	r := newReport(list, catalogue.Changes{}, []string{filepath.Join(folder, "lud")})
	if r.Failed != 3 || r.Incomplete != 1 || r.OK != 1 || r.Undated != 1 || len(r.Reasons) != 2 {
		t.Errorf("%+v", r)
	}
	var b bytes.Buffer
	r.print(&b)
	const want = `1 with a date that is not understood:
    e/E.lud: the period "700 AH" is not understood: what does "AH" mean here?
1 incomplete, with parts still to be reconstructed (square brackets):
    d/D.lud:9:2
2 failed: no piece … is known
    a/A.lud:3:4: no piece "Dog" is known
    b/B.lud:5:1: no piece "Cat" is known
1 failed: the description is empty
    c/C.lud:1:1: the description is empty
`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
	text, err := json.Marshal(r)
	if err != nil || !strings.Contains(string(text), `"incomplete":1`) || strings.Contains(string(text), folder) {
		t.Errorf("%s %v", text, err)
	}
}

// check and info say which dates are not understood, and info what the others mean.
func TestDatesTold(t *testing.T) {
	text := strings.Replace(dated, "700 AH", "2600-2400", 1)
	file := writeFile(t, "dated.lud", text)
	const problem = `the date "2600-2400" is not understood: the year 2600 is to come; is an era missing?`
	if status, _, errs := runLine(t, "check", file); status != 0 ||
		!strings.Contains(errs, fmt.Sprintf("%s: warning W004: %s\n", file, problem)) {
		t.Errorf("check: status %d, %s", status, errs)
	}
	if _, out, _ := runLine(t, "check", "--json", file); !strings.Contains(out,
		`"dateProblems":[{"field":"date","text":"2600-2400"`) {
		t.Errorf("check --json: %s", out)
	}
	_, out, errs := runLine(t, "info", file)
	for _, want := range []string{"2600 BCE – 2400 BCE", problem, "Ur"} {
		if !strings.Contains(out, want) {
			t.Errorf("info misses %q: %s%s", want, out, errs)
		}
	}
}
