package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/astragal/astragal/pkg/crate"
	"github.com/astragal/astragal/pkg/release"
)

// chanceLud is a small game with several rulesets, chance and shared definitions.
const chanceLud = `(define "Step" (move Step (to if:("Free" (to)))))
(game "Crate Race"
    (players 2)
    (equipment { (board <Size:board>) (piece "Runner" Each "Step") (dice d:6 num:1)
        (regions "Goal" P1 (sites Top)) (regions "Goal" P2 (sites Bottom)) })
    (rules
        (start { (place "Runner1" (sites Bottom)) (place "Runner2" (sites Top)) })
        (play (do (roll) next:(forEach Piece)))
        (end (if (is In (last To) (sites Mover "Goal")) (result Mover Win)))
    )
)
(option "Size" <Size> args:{ <board> } { (item "4" <(square 4)> "Four.")** (item "3x5" <(rectangle 5 3)> "Three by five.") })
(rulesets { (ruleset "Ruleset/Four" { "Size/4" })* (ruleset "Ruleset/Oblong" { "Size/3x5" }) })
`

func evaluatedCrate(t *testing.T) (dir, data string) {
	t.Helper()
	needPostgres(t)
	lib := t.TempDir()
	data, dir = filepath.Join(t.TempDir(), "data"), filepath.Join(t.TempDir(), "crate")
	putFile(t, filepath.Join(lib, "lud", "race.lud"), chanceLud)
	putFile(t, filepath.Join(lib, "def", "free.def"), `(define "Free" (or (is Empty #1) (is Enemy (who at:#1))))`)
	putFile(t, filepath.Join(lib, "lud", "m.efg"), matching)
	putFile(t, filepath.Join(lib, "lud", "m.evidence.yaml"), matchingEvidence)
	if status, out, errs := astragal(t.Context(), "import", "--data", data, "--playouts", "300", "--budget", "0",
		"--seed", "18446744073709551615",
		"--workers", "2", "--batch", "7", lib); status != 0 {
		t.Fatalf("import: %d %s%s", status, out, errs)
	}
	if status, out, errs := astragal(t.Context(), "export", "--data", data, "--crate", dir, "--line",
		"astragal import lib"); status != 0 {
		t.Fatalf("export: %d %s%s", status, out, errs)
	}
	return dir, data
}

// A crate passes its profile's rules, and gives every figure again, bit for bit, on
// another data directory with another number of workers.
func TestReproduce(t *testing.T) {
	dir, data := evaluatedCrate(t)
	if problems, err := crate.Check(os.DirFS(dir)); err != nil || len(problems) > 0 {
		t.Errorf("%v: %s", err, strings.Join(problems, "\n"))
	}
	text, err := os.ReadFile(filepath.Join(dir, "results", "figures.csv"))
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Count(string(text), "\n") - 1
	f, err := os.Open(filepath.Join(dir, "results", "figures.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, _ := f.Stat()
	if p, err := parquet.OpenFile(f, info.Size()); err != nil || int(p.NumRows()) != rows || rows < 100 {
		t.Errorf("%v rows of Parquet, %d of CSV: %v", p, rows, err)
	}
	script, _ := os.ReadFile(filepath.Join(dir, "workflow.sh"))
	for _, want := range []string{"astragal import lib", "--seed 18446744073709551615 --defs definitions/"} {
		if !strings.Contains(string(script), want) {
			t.Errorf("workflow.sh lacks %s:\n%s", want, script)
		}
	}
	other := filepath.Join(t.TempDir(), "other")
	status, out, errs := astragal(t.Context(), "reproduce", "--data", other, "--workers", "1", "--json", dir)
	if status != 0 || !strings.Contains(errs, "0 within interval, 0 differ, 0 missing") {
		t.Errorf("reproduce: %d %s", status, errs)
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != rows+3 { // and the digest of all statistics of three evaluations
		t.Errorf("%d figures compared, want %d", len(lines), rows+3)
	}
	for _, line := range lines {
		var v verdict
		if err := json.Unmarshal([]byte(line), &v); err != nil || v.Verdict != bitEqual {
			t.Errorf("%s: %v", line, err)
		}
	}
	for _, taken := range []string{data, other} {
		if status, _, errs := astragal(t.Context(), "reproduce", "--data", taken, dir); status != 1 ||
			!strings.Contains(errs, "would be found and not played") {
			t.Errorf("a data directory with evaluations: %d %s", status, errs)
		}
	}
	if status, _, errs := astragal(t.Context(), "export", "--data", data, "--crate", dir); status != 1 ||
		!strings.Contains(errs, "is not empty") {
		t.Errorf("a second crate in the folder: %d %s", status, errs)
	}
	again := filepath.Join(t.TempDir(), "again")
	if status, _, errs := astragal(t.Context(), "export", "--data", data, "--crate", again, "--line",
		"astragal import lib"); status != 0 {
		t.Fatal(errs)
	}
	for _, name := range []string{crate.MetadataFile, "plan.json", "results/figures.parquet", "CITATION.cff"} {
		a, _ := os.ReadFile(filepath.Join(dir, name))
		if b, err := os.ReadFile(filepath.Join(again, name)); err != nil || string(a) != string(b) {
			t.Errorf("%s differs in a second crate of the same evaluations: %v", name, err)
		}
	}
}

// A crate that was tampered with is told to differ, figure by figure.
func TestReproduceDiffers(t *testing.T) {
	dir, _ := evaluatedCrate(t)
	figures, plan := filepath.Join(dir, "results", "figures.csv"), filepath.Join(dir, "plan.json")
	csv, _ := os.ReadFile(figures)
	planned, _ := os.ReadFile(plan)
	row := regexp.MustCompile(`(?m)^[0-9a-f]+,Crate Race,Four,[0-9a-f]+,DurationMoves,(.*)$`).FindStringSubmatch(string(csv))
	if row == nil {
		t.Fatal("there is no figure DurationMoves")
	}
	change := func(values string) string { return strings.Replace(string(csv), row[1], values, 1) }
	for _, c := range []struct {
		name, figures, plan string
		status              int
		says                []string
	}{
		{"far away", change("300,1000,999,1001,3"), string(planned), 1,
			[]string{"Crate Race Four: DurationMoves: differs: 1000"}},
		{"near", change("300,9,0,1000,3"), string(planned), 1,
			[]string{"Crate Race Four: DurationMoves: within interval: 9"}},
		{"gone", change("300,1,0,2,3")[:strings.Index(string(csv), row[0])] +
			string(csv)[strings.Index(string(csv), row[0])+len(row[0])+1:],
			string(planned), 1, []string{"DurationMoves: missing in the crate"}},
		{"another seed", string(csv), strings.ReplaceAll(string(planned), "18446744073709551615", "5"), 1,
			[]string{"DurationMoves: "}},
		{"other rules", string(csv), strings.Replace(string(planned), `"selected": "Ruleset/Four"`,
			`"selected": "Ruleset/Oblong"`, 1), 1,
			[]string{"the description gives the ruleset"}},
		{"bad number", change("x,1,0,2,3"), string(planned), 1, []string{"line ", "invalid syntax"}},
		{"bad format", string(csv), strings.Replace(string(planned), planFormat, "astragal-plan/9", 1), 1,
			[]string{"astragal-plan/9"}},
		{"way out", string(csv), strings.Replace(string(planned), "descriptions/", "../descriptions/", 1), 1,
			[]string{"is no path in the crate"}},
	} {
		putFile(t, figures, c.figures)
		putFile(t, plan, c.plan)
		status, out, errs := astragal(t.Context(), "reproduce", dir)
		for _, want := range c.says {
			if status != c.status || !strings.Contains(out+errs, want) {
				t.Errorf("%s: %d, lacks %q: %.2000s", c.name, status, want, out+errs)
			}
		}
		if slices.Contains([]string{"far away", "near", "gone"}, c.name) && !strings.Contains(errs,
			"is not the file described") {
			t.Errorf("%s: %s", c.name, errs)
		}
	}
	if status, _, errs := astragal(t.Context(), "reproduce", t.TempDir()); status != 1 ||
		!strings.Contains(errs, "plan.json") {
		t.Errorf("an empty folder: %d %s", status, errs)
	}
}

// The exit status reports whether all is equal, something within its interval, or different.
func TestCompareFigures(t *testing.T) {
	x := estimateOf{10, 5, 4, 6, 1}
	for _, c := range []struct {
		found estimateOf
		want  string
	}{{x, bitEqual}, {estimateOf{10, 5.5, 4, 6, 1}, within}, {estimateOf{11, 5, 4, 6, 1}, within},
		{estimateOf{10, 6.5, 4, 7, 1}, differs}} {
		if got := compareFigures(x, c.found); got != c.want {
			t.Errorf("%+v: %s, want %s", c.found, got, c.want)
		}
	}
	for want, list := range map[int][]string{0: {bitEqual}, onlyWithin: {bitEqual, within}, 1: {within, differs}} {
		var verdicts []verdict
		for i, v := range list {
			verdicts = append(verdicts, verdict{Metric: fmt.Sprint(i), Verdict: v, Recorded: &x, Found: &x})
		}
		var out, errs lockedBuffer
		if status, err := tell(&streams{nil, &out, &errs}, &cratePlan{}, verdicts, false, false); status != want ||
			err != nil {
			t.Errorf("%v: status %d, want %d", list, status, want)
		}
	}
}

func TestVersionCommand(t *testing.T) {
	status, out, _ := astragal(t.Context(), "version", "--json")
	var i release.Info
	if err := json.Unmarshal([]byte(out), &i); status != 0 || err != nil || i.Version != release.Version ||
		!strings.Contains(i.Engine, "plays") {
		t.Errorf("%d %s", status, out)
	}
	if status, out, _ := astragal(t.Context(), "version"); status != 0 ||
		!strings.HasPrefix(out, "astragal "+release.Version) {
		t.Errorf("%d %s", status, out)
	}
}
