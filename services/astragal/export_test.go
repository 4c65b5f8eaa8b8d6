package main

import (
	"bytes"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// dated is a game that says where and when it was played.
var dated = strings.Replace(probe, `"Probe"`, `"Dated"`, 1) + `
(metadata (info {
    (classification "board/space/line")
    (origin "This game was played in Ur, from around 2600 to 2400 BCE.")
    (aliases {"First" "Second"})
    (date "700 AH")
}))
`

// exported is a CSV file by rows and names of columns.
type exported struct {
	head []string
	rows [][]string
}

func readTable(t *testing.T, text string) *exported {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(rows) == 0 {
		t.Fatalf("%v: %s", err, text)
	}
	return &exported{rows[0], rows[1:]}
}

func (x *exported) cell(row int, column string) string {
	i := slices.Index(x.head, column)
	if i < 0 || row >= len(x.rows) {
		return "(no cell " + column + ")"
	}
	return x.rows[row][i]
}

// Files are exported with what they say of themselves, and every column is explained.
func TestExportFiles(t *testing.T) {
	out := filepath.Join(t.TempDir(), "games.csv")
	file := writeFile(t, "dated.lud", dated)
	if status, _, errs := runLine(t, "export", "--out", out, file, writeFile(t, "probe.lud", probe)); status != 0 {
		t.Fatal(errs)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	x := readTable(t, string(text))
	for column, want := range map[string]string{
		"name": "Dated", "game": "Dated", "ruleset": "", "file": file, "formalism": "lgdl", "players": "2",
		"classification": "board/space/line",
		"period":         "2600–2400 BCE", "region": "Ur", "year_from": "-2600", "year_to": "-2400",
		"aliases":      "First; Second",
		"LineWin":      "1",
		"date_problem": `the date "700 AH" is not understood: what does "AH" mean here?`,
	} {
		if got := x.cell(0, column); got != want {
			t.Errorf("%s is %q, want %q", column, got, want)
		}
	}
	if x.cell(1, "year_from") != "" || x.cell(1, "region") != "" || len(x.cell(0, "hash")) != 64 {
		t.Errorf("rows %q", x.rows)
	}
	text, err = os.ReadFile(strings.TrimSuffix(out, ".csv") + ".dictionary.csv")
	if err != nil {
		t.Fatal(err)
	}
	checkDictionary(t, x, string(text))
}

// checkDictionary checks that a dictionary explains all columns of a table in
// their order, and that the values are in the ranges that it gives.
func checkDictionary(t *testing.T, x *exported, text string) {
	t.Helper()
	d := readTable(t, text)
	if !slices.Equal(d.head, []string{"column", "type", "unit", "range", "meaning", "source"}) {
		t.Errorf("the dictionary has columns %q", d.head)
	}
	if len(d.rows) != len(x.head) {
		t.Fatalf("%d columns explained of %d", len(d.rows), len(x.head))
	}
	for i, name := range x.head {
		kind, unit, values := d.cell(i, "type"), d.cell(i, "unit"), d.cell(i, "range")
		if d.cell(i, "column") != name || d.cell(i, "meaning") == "" || d.cell(i, "source") == "" {
			t.Errorf("column %s: %q", name, d.rows[i])
		}
		if kind == "text" {
			continue
		}
		if values == "" || kind == "number" && unit == "" {
			t.Errorf("column %s: type %s, unit %q, range %q", name, kind, unit, values)
		}
		for _, row := range x.rows {
			if row[i] == "" {
				continue
			}
			v, err := strconv.ParseFloat(row[i], 64)
			low, high, bounded := strings.Cut(values, " to ")
			var bad bool
			switch {
			case err != nil:
				bad = true
			case kind == "boolean":
				bad = v != 0 && v != 1
			case bounded:
				l, _ := strconv.ParseFloat(low, 64)
				h, _ := strconv.ParseFloat(high, 64)
				bad = v < l || v > h
			case strings.HasSuffix(values, " or more"):
				l, _ := strconv.ParseFloat(strings.TrimSuffix(values, " or more"), 64)
				bad = v < l
			}
			if bad {
				t.Errorf("column %s has %s, its range is %s", name, row[i], values)
			}
		}
	}
}

// Parquet keeps the order of the columns, holds the dictionary, and is the same
// file every time.
func TestExportParquetFile(t *testing.T) {
	files := append(three(t), writeFile(t, "dated.lud", dated))
	path := filepath.Join(t.TempDir(), "games.parquet")
	var first []byte
	for range 2 {
		if status, _, errs := runLine(t, append([]string{"export", "--format", "parquet", "--out", path},
			files...)...); status != 0 {
			t.Fatal(errs)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if first != nil && !bytes.Equal(first, text) {
			t.Error("the same export gives another file")
		}
		first = text
	}
	f, err := parquet.OpenFile(bytes.NewReader(first), int64(len(first)))
	if err != nil {
		t.Fatal(err)
	}
	_, out, _ := runLine(t, append([]string{"export"}, files...)...)
	x := readTable(t, out)
	var names []string
	for _, path := range f.Schema().Columns() {
		names = append(names, path[0])
	}
	if !slices.Equal(names, x.head) {
		t.Errorf("columns %q", names)
	}
	dictionary, ok := f.Lookup("astragal.dictionary")
	if !ok {
		t.Fatal("no dictionary in the file")
	}
	checkDictionary(t, x, dictionary)
	type row struct {
		Name     string   `parquet:"name"`
		YearFrom *int64   `parquet:"year_from,optional"`
		Players  *int64   `parquet:"players,optional"`
		NumCells *float64 `parquet:"NumCells,optional"`
		LineWin  *float64 `parquet:"LineWin,optional"`
	}
	rows, err := parquet.Read[row](bytes.NewReader(first), int64(len(first)))
	if err != nil || len(rows) != 4 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	if r := rows[3]; r.Name != "Dated" || *r.YearFrom != -2600 || *r.Players != 2 || *r.NumCells != 9 ||
		*r.LineWin != 1 || rows[0].YearFrom != nil {
		t.Errorf("rows %+v", rows)
	}
}

// Figures of different agents are never in one table, and each has its agent,
// its number of playouts and its interval.
func TestExportAgents(t *testing.T) {
	needPostgres(t)
	data := filepath.Join(t.TempDir(), "data")
	files := []string{writeFile(t, "probe.lud", probe), writeFile(t, "dated.lud", dated)}
	for _, args := range [][]string{
		append([]string{"evaluate", "--data", data, "--playouts", "40"}, files...),
		{"evaluate", "--data", data, "--playouts", "6", "--agent", "flat:2", "--metrics", "outcomes", files[0]},
	} {
		if status, _, errs := runLine(t, args...); status != 0 {
			t.Fatal(errs)
		}
	}
	out := filepath.Join(t.TempDir(), "games.csv")
	status, _, errs := runLine(t, "export", "--data", data, "--out", out)
	text, err := os.ReadFile(out)
	if status != 0 || err != nil {
		t.Fatal(errs, err)
	}
	x := readTable(t, string(text))
	for column, want := range map[string]string{
		"name": "Probe", "game": "Probe", "file": files[0], "agent": "random", "playouts": "40", "abandoned": "0",
		"measured": "all", "seed": "1",
		"DurationMoves_n": "40", "Completion_n": "40",
	} {
		if got := x.cell(1, column); got != want {
			t.Errorf("%s is %q, want %q", column, got, want)
		}
	}
	for _, metric := range []string{"DurationMoves", "BranchingFactorAverage", "Wins1"} {
		var v [3]float64
		for i, suffix := range []string{"_low", "", "_high"} {
			if v[i], err = strconv.ParseFloat(x.cell(1, metric+suffix), 64); err != nil {
				t.Error(err)
			}
		}
		if v[0] >= v[1] || v[1] >= v[2] {
			t.Errorf("%s %v", metric, v)
		}
	}
	if x.cell(0, "region") != "Ur" || x.cell(0, "year_to") != "-2400" {
		t.Errorf("row %q", x.rows[0])
	}
	dictionary, err := os.ReadFile(strings.TrimSuffix(out, ".csv") + ".dictionary.csv")
	if err != nil {
		t.Fatal(err)
	}
	checkDictionary(t, x, string(dictionary))

	// By the other agent: one ruleset, its outcomes only.
	_, flat, errs := runLine(t, "export", "--data", data, "--agent", "flat:2")
	if x = readTable(t, flat); x.cell(1, "agent") != "flat:2" || x.cell(1, "playouts") != "6" ||
		x.cell(1, "measured") != "outcomes" ||
		x.cell(0, "agent") != "" || x.cell(0, "DurationMoves") != "" || slices.Contains(x.head, "BranchingFactorAverage") {
		t.Errorf("by flat:2: %q\n%q", x.head, x.rows)
	}
	if !strings.Contains(errs, "1 of 2 rulesets have no evaluation by agent flat:2") {
		t.Errorf("not told: %s", errs)
	}
	if _, again, _ := runLine(t, "export", "--data", data, "--agent", "flat:2"); again != flat {
		t.Error("the same export gives another file")
	}
	for _, c := range []struct {
		args []string
		rows int
	}{
		{[]string{"--region", "ur"}, 1}, {[]string{"--from", "-2500", "--to", "-2500"}, 1},
		{[]string{"--concept", "NumCells>=9"}, 2},
		{[]string{"--search", "prob"}, 1}, {[]string{"--classification", "board/space"}, 1},
	} {
		_, out, errs := runLine(t, append([]string{"export", "--data", data}, c.args...)...)
		if x := readTable(t, out); len(x.rows) != c.rows {
			t.Errorf("%v: %d rows %s", c.args, len(x.rows), errs)
		}
	}
	if _, out, errs := runLine(t, "compare", "--data", data, "--features", "metrics"); !strings.Contains(out,
		"40 playouts asked for, agent random, seed 1, engine ") {
		t.Errorf("comparing metrics: %s%s", out, errs)
	}
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{"export", "--data", data, "--region", "Nowhere"}, 1, "no such rulesets"},
		{[]string{"export", "--data", data, "--from", "0"}, 2, "is no year"},
		{[]string{"export", "--data", data, "--agent", "wizard"}, 2, "wizard"},
		{[]string{"export", "--data", data, "--rulesets"}, 2, "for files"},
		{[]string{"export", "--agent", "random", files[0]}, 2, "of the catalogue"},
		{[]string{"export", "--features", "tree", files[0]}, 2, "tree"},
	} {
		if status, _, errs := runLine(t, c.args...); status != c.status || !strings.Contains(errs, c.says) {
			t.Errorf("%v: status %d, %s", c.args, status, errs)
		}
	}
}

// Every declared ruleset of a file is compared with --rulesets.
func TestCompareRulesets(t *testing.T) {
	text := strings.Replace(misspelt, "Lagre", "Large", 1)
	file := writeFile(t, "three.lud", text)
	status, out, errs := runLine(t, "compare", "--rulesets", file)
	if status != 0 || !strings.Contains(out, "Three Small") || !strings.Contains(out, "Three Large") {
		t.Errorf("status %d, %s%s", status, out, errs)
	}
	status, out, errs = runLine(t, "export", "--rulesets", writeFile(t, "bad.lud", misspelt))
	if x := readTable(t, out); status != 1 || len(x.rows) != 1 || x.cell(0, "ruleset") != "Small" ||
		!strings.Contains(errs, "Lagre") {
		t.Errorf("status %d, %s%s", status, out, errs)
	}
}
