package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/astragal/astragal/pkg/catalogue"
)

// Analysts get every table, readable, with the rows that belong together.
func TestExportTables(t *testing.T) {
	_, data := evaluatedCrate(t)
	dir := filepath.Join(t.TempDir(), "tables")
	if status, _, errs := astragal(t.Context(), "export", "--data", data, "--catalogue", dir); status != 0 {
		t.Fatalf("export: %d %s", status, errs)
	}
	views, err := os.ReadFile(filepath.Join(dir, "views.sql"))
	if err != nil {
		t.Fatal(err)
	}
	type figure struct {
		Evaluation string  `parquet:"evaluation"`
		Metric     string  `parquet:"metric"`
		N          int64   `parquet:"n,optional"`
		Mean       float64 `parquet:"mean,optional"`
	}
	type evaluation struct {
		Evaluation string  `parquet:"evaluation"`
		Ruleset    string  `parquet:"ruleset"`
		Seed       string  `parquet:"seed"`
		Playouts   int64   `parquet:"playouts,optional"`
		Shown      float64 `parquet:"shown,optional"`
	}
	for _, table := range catalogue.Tables() {
		f, err := os.Open(filepath.Join(dir, table.Name+".parquet"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		info, _ := f.Stat()
		p, err := parquet.OpenFile(f, info.Size())
		// Nothing was solved.
		if err != nil || p.NumRows() == 0 != (table.Name == "solutions") || len(p.Root().Columns()) != len(table.Columns) {
			t.Errorf("%s: %v", table.Name, err)
		}
		if _, ok := p.Lookup("astragal.dictionary"); !ok || !strings.Contains(string(views), "VIEW "+table.Name+" ") {
			t.Errorf("%s has no dictionary, or no view", table.Name)
		}
	}
	evaluations, err := parquet.ReadFile[evaluation](filepath.Join(dir, "evaluations.parquet"))
	if err != nil || len(evaluations) != 3 || evaluations[0].Seed != "18446744073709551615" ||
		evaluations[0].Playouts != 300 || evaluations[0].Shown != 1 {
		t.Errorf("%+v %v", evaluations, err)
	}
	figures, err := parquet.ReadFile[figure](filepath.Join(dir, "metrics.parquet"))
	found := map[string]bool{}
	for _, f := range figures {
		if f.Metric == "DurationMoves" && f.N == 300 && f.Mean > 0 {
			found[f.Evaluation] = true
		}
	}
	if err != nil || len(found) != 3 || !found[evaluations[0].Evaluation] {
		t.Errorf("%d evaluations with a length, %v", len(found), err)
	}
	if status, _, errs := astragal(t.Context(), "export", "--data", data, "--catalogue", dir); status != 1 ||
		!strings.Contains(errs, "is not empty") {
		t.Errorf("a second time: %d %s", status, errs)
	}
}
