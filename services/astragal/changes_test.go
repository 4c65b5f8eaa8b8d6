package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/astragal/astragal/pkg/catalogue"
)

// A description that is imported again with other rules is told, with what that
// changes in play.
func TestChangesCommand(t *testing.T) {
	needPostgres(t)
	lib, data := t.TempDir(), filepath.Join(t.TempDir(), "data")
	file := filepath.Join(lib, "lud", "race.lud")
	text := strings.Replace(chanceLud, `("Free" (to))`, `(or (is Empty (to)) (is Enemy (who at:(to))))`, 1)
	for _, text := range []string{text, strings.Replace(text, "(square 4)", "(square 7)", 1)} {
		putFile(t, file, text)
		if status, out, errs := astragal(t.Context(), "import", "--data", data, "--playouts", "100", "--budget", "0",
			lib); status != 0 {
			t.Fatalf("import: %d %s%s", status, out, errs)
		}
	}
	status, out, errs := astragal(t.Context(), "changes", "--data", data)
	for _, want := range []string{"only the engine", "1 rulesets took the place of others", "Crate Race Four: ",
		"    - (board (square 4))", "    + (board (square 7))", "    DurationMoves: "} {
		if status != 0 || !strings.Contains(out, want) {
			t.Errorf("changes: %d %s, lacks %s:\n%s", status, errs, want, out)
		}
	}
	var r catalogue.ChangeReport
	_, out, _ = astragal(t.Context(), "changes", "--json", "--data", data)
	if err := json.Unmarshal([]byte(out), &r); err != nil || len(r.Rules) != 1 || r.Rules[0].Sure == 0 {
		t.Errorf("%v %s", err, out)
	}
	if status, _, errs := astragal(t.Context(), "changes", "--data", data, "--from", "none"); status != 1 ||
		!strings.Contains(errs, `engine version "none"`) {
		t.Errorf("an unknown version: %d %s", status, errs)
	}
}
