package main

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/astragal/astragal/engine/concept"
)

// three writes three games: two that differ in their size only, and another one.
func three(t *testing.T) []string {
	big := strings.Replace(strings.Replace(probe, "square 3", "square 5", 1), `"Probe"`, `"Big Probe"`, 1)
	other := strings.NewReplacer("is Line 3", "no Moves Next", `"Probe"`, `"Other"`, "(board (square 3))",
		"(board (hex 3)) (hand Each)").Replace(probe)
	return []string{writeFile(t, "probe.lud", probe), writeFile(t, "big.lud", big), writeFile(t, "other.lud", other)}
}

func TestCompare(t *testing.T) {
	files := three(t)
	for _, kind := range []string{"concepts", "ludemes", "ludeme-pairs", "tree"} {
		status, out, errs := runLine(t, append([]string{"compare", "--json", "--features", kind, "--nearest", "1",
			"--cluster", "average", "--join"}, files...)...)
		var r compareResult
		if err := json.Unmarshal([]byte(out), &r); status != 0 || err != nil {
			t.Fatalf("%s: status %d, %v, %s%s", kind, status, err, out, errs)
		}
		if !slices.Equal(r.Games, []string{"Probe", "Big Probe", "Other"}) || !slices.Equal(r.Files, files) {
			t.Errorf("%s: games %q", kind, r.Games)
		}
		d := r.Distances
		if d[0][0] != 0 || d[0][1] != d[1][0] || d[0][1] >= d[0][2] || d[0][1] >= d[1][2] {
			t.Errorf("%s: distances %v", kind, d)
		}
		if r.Nearest[0][0].Game != "Big Probe" || r.Nearest[0][0].Distance != d[0][1] {
			t.Errorf("%s: nearest %v", kind, r.Nearest)
		}
		if !strings.HasPrefix(r.Clusters, "(('Probe':") || !strings.Contains(r.Joined, "'Other':") {
			t.Errorf("%s: trees %s %s", kind, r.Clusters, r.Joined)
		}
	}
}

// Branches of a joined tree are labelled with how many resampled trees have them, also of trees.
func TestCompareBootstrap(t *testing.T) {
	larger := strings.NewReplacer("is Line 3", "no Moves Next", `"Probe"`, `"Larger"`, "(board (square 3))",
		"(board (hex 5)) (hand Each)").Replace(probe)
	files := append(three(t), writeFile(t, "larger.lud", larger))
	support := regexp.MustCompile(`\)(\d+(?:\.\d)?):`)
	for _, kind := range []string{"concepts", "ludemes", "tree"} {
		var out [2]string
		for k := range out {
			var status int
			var errs string
			if status, out[k], errs = runLine(t, append([]string{"compare", "--features", kind, "--join", "--bootstrap", "60"},
				files...)...); status != 0 {
				t.Fatalf("%s: status %d, %s", kind, status, errs)
			}
		}
		found := support.FindStringSubmatch(out[0])
		if out[0] != out[1] || found == nil {
			t.Fatalf("%s: no support, or another one the second time: %s%s", kind, out[0], out[1])
		}
		if share, _ := strconv.ParseFloat(found[1], 64); share < 60 || share > 100 {
			t.Errorf("%s: the two pairs are joined in %s %% of trees: %s", kind, found[1], out[0])
		}
	}
}

func TestCompareWeights(t *testing.T) {
	files := three(t)
	weights := writeFile(t, "weights.csv", "SquareTiling,1\nHexTiling,2.5\n")
	status, out, errs := runLine(t, append([]string{"compare", "--json", "--weights", weights}, files...)...)
	var r compareResult
	if err := json.Unmarshal([]byte(out), &r); status != 0 || err != nil {
		t.Fatalf("status %d, %v, %s", status, err, errs)
	}
	if r.Distances[0][1] != 0 || r.Distances[0][2] != 1 {
		t.Errorf("by tiling alone: %v", r.Distances)
	}
	for _, test := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"compare", files[0]}, 1, "comparing takes two"},
		{[]string{"compare", "--measure", "euclid", files[0], files[1]}, 2, "expected one of cosine"},
		{[]string{"compare", "--features", "colour", files[0], files[1]}, 2, "expected one of combined, concepts"},
		{[]string{"compare", "--cluster", "ward", files[0], files[1]}, 2, "expected average"},
		{[]string{"compare", "--weights", writeFile(t, "bad.csv", "Line,much\n"), files[0], files[1]}, 1,
			`bad.csv:1:6: "much" is no number`},
		{[]string{"compare", "--measure", "overlap", "--rarity", files[0], files[1]}, 2, "takes no weights"},
		{[]string{"compare", "--features", "combined", "--rarity", files[0], files[1]}, 2,
			"combined distances have no weights"},
		{[]string{"compare", "--features", "combined", files[0], files[1]}, 1, "has no metrics"},
		{[]string{"compare", "--join", "--bootstrap", "10001", files[0], files[1]}, 2, "expected at most 10000"},
		{[]string{"compare", "--join", "--bootstrap", "10", "--rarity", files[0], files[1]}, 2,
			"excludes --weights and --rarity"},
		{[]string{"compare", "--join", "--bootstrap", "10", "--features", "space", files[0], files[1]}, 2,
			"nothing that --bootstrap could draw"},
		{[]string{"compare", "--network", files[0], files[1]}, 1, "takes 3 to 400 games, not 2"},
		{[]string{"export", "--format", "xml", files[0]}, 2, "expected one of csv"},
	} {
		if status, _, errs := runLine(t, test.args...); status != test.status || !strings.Contains(errs, test.want) {
			t.Errorf("%q: status %d, %q; want %d, %q", test.args, status, errs, test.status, test.want)
		}
	}
}

// A split network of three games fits their distances exactly, and is told in words, in JSON and to
// SplitsTree.
func TestCompareNetwork(t *testing.T) {
	files := three(t)
	status, out, errs := runLine(t, append([]string{"compare", "--network", "--correspondence", "--json"}, files...)...)
	var r compareResult
	if err := json.Unmarshal([]byte(out), &r); status != 0 || err != nil {
		t.Fatalf("status %d, %v, %s", status, err, errs)
	}
	if r.Network == nil || r.Network.Fit < 1-1e-9 || len(r.Network.Circle) != 3 || len(r.Network.Splits) == 0 {
		t.Fatalf("%+v", r.Network)
	}
	sum := 0.0
	for _, s := range r.Network.Splits {
		sum += s.Weight
		if s.Games == 1 && s.First != s.Last {
			t.Errorf("a split of one game: %+v", s)
		}
	}
	if all := r.Distances[0][1] + r.Distances[0][2] + r.Distances[1][2]; math.Abs(2*sum-all) > 1e-9 {
		t.Errorf("splits of weight %v make distances of %v", sum, all) // each of the three parts two pairs
	}
	if k := r.Correspondence; k == nil || len(k.Games) != 3 || len(k.Concepts) == 0 ||
		len(k.Explained) != len(k.Games[0]) {
		t.Errorf("correspondence %+v", k)
	}
	status, out, errs = runLine(t, append([]string{"compare", "--network", "--correspondence"}, files...)...)
	if status != 0 || !strings.Contains(out, "split network by NeighborNet: ") || !strings.Contains(out, "concept ") {
		t.Errorf("status %d, %s%s", status, out, errs)
	}
	status, out, errs = runLine(t, append([]string{"export", "--format", "nexus"}, files...)...)
	if status != 0 || !strings.Contains(out, "BEGIN splits;") || !strings.Contains(out, "CYCLE 1 2 3;") {
		t.Errorf("status %d, %s%s", status, out, errs)
	}
}

func TestExport(t *testing.T) {
	files := append(three(t), writeFile(t, "again.lud", probe)) // a second game of the same name
	status, out, errs := runLine(t, append([]string{"export"}, files...)...)
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if status != 0 || err != nil || len(rows) != 5 {
		t.Fatalf("status %d, %v, %d rows, %s", status, err, len(rows), errs)
	}
	column := func(name string) int { return slices.Index(rows[0], name) }
	if rows[4][column("game")] != rows[1][column("game")] || rows[4][0] == rows[1][0] ||
		rows[1][column("LineWin")] != "1" || rows[3][column("LineWin")] != "0" || rows[2][column("NumCells")] != "25" {
		t.Errorf("rows %q", rows)
	}
	if first := len(identityColumns); column("Properties") != first || column("Format") != first+1 ||
		column("DurationMoves") >= 0 {
		t.Errorf("columns %q", rows[0])
	}
	for format, want := range map[string]string{"phylip": "4\nProbe__probe_ 0 ", "nexus": "BEGIN trees;",
		"newick": "'Big Probe':", "characters": "\t\t'Other' 0101"} {
		if status, out, errs := runLine(t, append([]string{"export", "--format", format}, files...)...); status != 0 ||
			!strings.Contains(out, want) {
			t.Errorf("%s: status %d, %s%s", format, status, out, errs)
		}
	}
}

func TestExportParquet(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.parquet")
	if status, _, errs := runLine(t, append([]string{"export", "--format", "parquet", "--out", path},
		three(t)...)...); status != 0 {
		t.Fatal(errs)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	type row struct {
		Game     string   `parquet:"game"`
		NumCells *float64 `parquet:"NumCells,optional"`
		LineWin  *float64 `parquet:"LineWin,optional"`
	}
	r := parquet.NewGenericReader[row](f)
	defer r.Close()
	rows := make([]row, 3)
	if n, _ := r.Read(rows); n != 3 {
		t.Fatalf("%d rows", n)
	}
	if rows[1].Game != "Big Probe" || *rows[1].NumCells != 25 || *rows[1].LineWin != 1 || *rows[2].LineWin != 0 {
		t.Errorf("rows %+v", rows)
	}
	if len(compileTime()) < 511 || concept.ByName(compileTime()[0]).ID != 1 {
		t.Errorf("%d concepts", len(compileTime()))
	}
}

// TestCompareCatalogue evaluates games through the pipeline and compares and
// exports what the catalogue then knows.
func TestCompareCatalogue(t *testing.T) {
	needPostgres(t)
	data := filepath.Join(t.TempDir(), "data")
	if status, _, errs := runLine(t, append([]string{"evaluate", "--data", data, "--playouts", "30"},
		three(t)...)...); status != 0 {
		t.Fatal(errs)
	}
	status, out, errs := runLine(t, "export", "--data", data)
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if status != 0 || err != nil || len(rows) != 4 {
		t.Fatalf("status %d, %v, %d rows, %s", status, err, len(rows), errs)
	}
	cell := func(row int, name string) string { return rows[row][slices.Index(rows[0], name)] }
	if cell(1, "game") != "Big Probe" || cell(1, "NumCells") != "25" || cell(3, "LineWin") != "1" ||
		cell(3, "Timeouts") != "0" || cell(1, "evaluation") == "" {
		t.Errorf("rows %q", rows)
	}
	// The ludemes of the expanded text in the catalogue are those of the files.
	for _, kind := range []string{"ludeme-triples", "tree", "metrics"} {
		var r compareResult
		status, out, errs := runLine(t, "compare", "--data", data, "--json", "--features", kind)
		if err := json.Unmarshal([]byte(out), &r); status != 0 || err != nil {
			t.Fatalf("%s: status %d, %v, %s", kind, status, err, errs)
		}
		if r.Distances[0][1] == 0 || r.Distances[0][2] != 0 && kind != "metrics" {
			t.Errorf("%s of %q: %v", kind, r.Games, r.Distances)
		}
	}
	if status, _, errs := runLine(t, append([]string{"compare", "--features", "metrics"},
		three(t)...)...); status != 1 || !strings.Contains(errs, "Probe has no metrics") {
		t.Errorf("metrics of files: status %d, %s", status, errs)
	}
	if status, _, errs := runLine(t, "compare", "--data", filepath.Join(t.TempDir(), "none")); status != 1 ||
		!strings.Contains(errs, "there is no data in") {
		t.Errorf("no catalogue: status %d, %s", status, errs)
	}
}
