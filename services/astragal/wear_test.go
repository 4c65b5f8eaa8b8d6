package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// steps is a game on nine points in which pieces step; its rulesets differ in where
// they begin, and one in that they hop.
func steps(name, start string) string {
	return `(game "` + name + `" (players 2) (equipment {(board (square 3) use:Vertex) (piece "Disc" Each (move Step (to if:(is Empty (to)))))})
	(rules (start {` + start + `}) (play (forEach Piece)) (end (if (>= (count Moves) (- (value MoveLimit) 1)) (result Mover Draw)))))`
}

// variants are a game with an option for its start.
const variants = `(game "Options" (players 2) (equipment {(board (square 3) use:Vertex) (piece "Disc" Each (move Step (to if:(is Empty (to)))))})
	(rules (start {<Start:at>}) (play (forEach Piece)) (end (if (>= (count Moves) (- (value MoveLimit) 1)) (result Mover Draw)))))
	(option "Start" <Start> args:{<at>} {
	(item "Corners" <(place "Disc1" 0) (place "Disc2" 8)> "c")
	(item "Sides" <(place "Disc1" 1) (place "Disc2" 7)> "s")})`

// TestWear: a study through the pipeline finds the ruleset that wore a board; its
// reports are byte-identical for any number of workers, and for a second run, which
// plays nothing again.
func TestWear(t *testing.T) {
	needPostgres(t)
	dir := t.TempDir()
	for name, text := range map[string]string{
		"corner.lud": steps("Corner", `(place "Disc1" 0) (place "Disc2" 1)`),
		"middle.lud": steps("Middle", `(place "Disc1" 4) (place "Disc2" 3)`),
		"crowd.lud":  steps("Crowd", `(place "Disc1" {0 1 2}) (place "Disc2" {3 4 5})`),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	crowd, observed, picture := filepath.Join(dir, "crowd.lud"), filepath.Join(
		dir,
		"wear.csv",
	), filepath.Join(dir, "wear.svg")
	status, out, errs := astragal(t.Context(), "wear", "template", "--svg", picture, crowd)
	if status != 0 || strings.Count(out, "edge") != 12 {
		t.Fatalf("%d %s %s", status, out, errs)
	}
	if svg, err := os.ReadFile(picture); err != nil || !bytes.Contains(svg, []byte(">L12</text>")) {
		t.Errorf("%v: the picture has no line 12", err)
	}
	// The wear is the traffic of the third ruleset with another seed, in other units.
	status, counts, errs := astragal(t.Context(), "traffic", "-n", "4000", "--seed", "9", "--move-limit", "9",
		"--format", "json", crowd)
	if status != 0 {
		t.Fatal(errs)
	}
	var line trafficLine
	if err := json.Unmarshal([]byte(counts), &line); err != nil {
		t.Fatal(err)
	}
	worn := map[string]int64{}
	for _, r := range line.Rows {
		if r.Measure == "moves" && r.Seat == -1 {
			worn[fmt.Sprintf("edge,%d,%d", r.A, r.B)] = r.Count
		}
	}
	var filled strings.Builder
	for _, l := range strings.Split(strings.TrimSpace(out), "\n") {
		for key, n := range worn {
			if strings.HasSuffix(l, key+",,") {
				l = strings.TrimSuffix(l, ",,") + fmt.Sprintf(",%.3f,1", 2+float64(n)/1000)
			}
		}
		filled.WriteString(l + "\n")
	}
	if err := os.WriteFile(observed, []byte(filled.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	var reports []string
	for i, workers := range []string{"1", "3", "2"} {
		data := filepath.Join(dir, "data"+workers)
		if i == 2 {
			data = filepath.Join(dir, "data3") // everything is played already
		}
		page, table, parquet, object := filepath.Join(dir, "r.html"), filepath.Join(
			dir,
			"r.csv",
		), filepath.Join(dir, "r.parquet"), filepath.Join(
			dir,
			"r.json",
		)
		status, out, errs := astragal(t.Context(), "wear", "--observed", observed, "--data", data, "--workers", workers,
			"--agents", "uct:2,random", "--move-limit", "9", "--playouts", "400", "--bootstrap", "30", "--shuffles", "999",
			"-o", page, "-o", table, "-o", parquet, "-o", object, "--unrelated", filepath.Join(dir, "middle.lud"), crowd,
			filepath.Join(dir, "corner.lud"))
		if status != 0 || !strings.Contains(out, "points to one ruleset: Crowd") {
			t.Fatalf("%d %s %s", status, out, errs)
		}
		all := out
		for _, file := range []string{page, table, parquet, object} {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			all += string(text)
		}
		for _, part := range []string{"http://", "https://", "<script", "src="} {
			if text, _ := os.ReadFile(page); strings.Contains(
				strings.ReplaceAll(string(text), "http://www.w3.org/2000/svg", ""), part) {
				t.Errorf("the page has %s", part)
			}
		}
		reports = append(reports, all)
	}
	if reports[0] != reports[1] || reports[0] != reports[2] {
		t.Error("reports depend on the number of workers")
	}
	// Options make candidates too, and rows that do not fit a board are named.
	options := filepath.Join(dir, "options.lud")
	if err := os.WriteFile(options, []byte(variants), 0o644); err != nil {
		t.Fatal(err)
	}
	status, out, errs = astragal(t.Context(), "wear", "--observed", observed, "--data", filepath.Join(dir, "data3"),
		"--move-limit", "9", "--playouts", "20", "--bootstrap", "5", "--shuffles", "99", "--variant", "Start/Corners",
		"--variant", "Start/Sides", options)
	if status != 0 || !strings.Contains(out, "2 rulesets by random") {
		t.Errorf("options: %d %s %s", status, out, errs)
	}
	bad := filepath.Join(dir, "bad.csv")
	os.WriteFile(bad, []byte(strings.Replace(filled.String(), "edge,0,1,", "edge,0,8,", 1)), 0o644)
	if status, _, errs := astragal(t.Context(), "wear", "--observed", bad, "--data", filepath.Join(dir, "data3"),
		"--move-limit", "9", "--playouts", "60",
		crowd); status != 1 ||
		!strings.Contains(errs, "bad.csv:2: on board") {
		t.Errorf("a row that does not fit: %d %s", status, errs)
	}
	for _, args := range [][]string{{}, {"--observed", observed, "--agents", "genius", crowd},
		{"--observed", observed, "--family", "x", crowd},
		{"--observed", observed, "--fold", "greedy", crowd}, {"--observed", observed, "--measure", "visits", crowd},
		{"--observed", observed, "-o", "x.doc", crowd},
		{"--observed", observed, "--playouts", "5000", crowd}, {"template"}, {"template", "--kind", "smell", crowd}} {
		if status, _, errs := astragal(t.Context(), append([]string{"wear"}, args...)...); status != 2 {
			t.Errorf("%v: %d %s", args, status, errs)
		}
	}
}

// TestTrafficCommand: all formats, and the same counts for any number of threads.
func TestTrafficCommand(t *testing.T) {
	file := writeFile(t, "corner.lud", steps("Corner", `(place "Disc1" 0) (place "Disc2" 1)`))
	for format, says := range map[string]string{"text": "8 turns and reflections of 8 symmetries", "csv": "moves,0,1,",
		"json": `"pairs":[[0,1]`, "svg": "<svg"} {
		var first string
		for _, threads := range []string{"1", "3"} {
			status, out, errs := runLine(t, "traffic", "-n", "50", "--move-limit", "9", "--threads", threads, "--format",
				format, "--parts", file)
			if status != 0 || !strings.Contains(out, says) {
				t.Fatalf("%s: %d %s %s", format, status, out, errs)
			}
			if first == "" {
				first = out
			} else if out != first {
				t.Errorf("%s depends on the number of threads", format)
			}
		}
	}
	pennies := writeFile(t, "matching.efg", matching)
	for _, args := range [][]string{{pennies}, {"--measure", "smell", file}, {"--format", "doc", file},
		{"-n", "0", file}, {}} {
		if status, _, _ := runLine(t, append([]string{"traffic"}, args...)...); status == 0 {
			t.Errorf("%v is accepted", args)
		}
	}
}
