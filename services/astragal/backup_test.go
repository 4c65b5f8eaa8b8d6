package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/astragal/astragal/pkg/crate"
)

// What is backed up and restored elsewhere is the same, to the last bit of every
// statistic, and is gone on with; nothing is ever overwritten.
func TestBackup(t *testing.T) {
	dir, data := evaluatedCrate(t)
	file := filepath.Join(t.TempDir(), "all.backup")
	if status, _, errs := astragal(t.Context(), "backup", "--data", data, file); status != 0 ||
		!strings.Contains(errs, "3 rulesets") {
		t.Fatalf("backup: %d %s", status, errs)
	}
	if status, _, errs := astragal(t.Context(), "backup", "--data", data, file); status != 1 ||
		!strings.Contains(errs, "does not replace") {
		t.Errorf("a second backup: %d %s", status, errs)
	}
	other := filepath.Join(t.TempDir(), "deep", "other")
	if status, _, errs := astragal(t.Context(), "restore", "--data", other, file); status != 0 ||
		!strings.Contains(errs, "3 rulesets") {
		t.Fatalf("restore: %d %s", status, errs)
	}
	again := filepath.Join(t.TempDir(), "again")
	if status, _, errs := astragal(t.Context(), "export", "--data", other, "--crate", again, "--line",
		"astragal import lib"); status != 0 {
		t.Fatalf("export: %d %s", status, errs)
	}
	a, err := os.ReadFile(filepath.Join(dir, crate.MetadataFile)) // with the digests of all files
	b, err2 := os.ReadFile(filepath.Join(again, crate.MetadataFile))
	if err != nil || err2 != nil || string(a) != string(b) {
		t.Errorf("the crate of the restored catalogue is another one: %v %v", err, err2)
	}
	lib := t.TempDir()
	putFile(t, filepath.Join(lib, "gift.efg"), gift)
	if status, out, errs := astragal(t.Context(), "evaluate", "--data", other, "--playouts", "20", lib); status != 0 ||
		!strings.Contains(out, "Gift") {
		t.Errorf("going on: %d %s%s", status, out, errs)
	}
	if status, _, errs := astragal(t.Context(), "restore", "--data", other, file); status != 1 ||
		!strings.Contains(errs, "is not empty") {
		t.Errorf("restore over data: %d %s", status, errs)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	broken, empty := filepath.Join(t.TempDir(), "broken"), filepath.Join(t.TempDir(), "empty")
	putFile(t, broken, string(text[:len(text)/2]))
	if status, _, errs := astragal(t.Context(), "restore", "--data", empty, broken); status != 1 ||
		!strings.Contains(errs, "pg_restore") {
		t.Errorf("half a backup: %d %s", status, errs)
	}
	if status, _, errs := astragal(t.Context(), "restore", "--data", empty, file); status != 0 {
		t.Errorf("after half a backup: %d %s", status, errs)
	}
	putFile(t, broken, "a text")
	if status, _, errs := astragal(t.Context(), "restore", "--data", t.TempDir(), broken); status != 1 ||
		!strings.Contains(errs, "was not written by astragal backup") {
		t.Errorf("a text: %d %s", status, errs)
	}
	if status, _, errs := astragal(t.Context(), "backup", "--data", t.TempDir(),
		filepath.Join(t.TempDir(), "x")); status != 1 || !strings.Contains(errs, "there is no data") {
		t.Errorf("backup of nothing: %d %s", status, errs)
	}
}
