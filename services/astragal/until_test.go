package main

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// Playing until an interval is narrow enough ends at the same playout with the same
// figures, however many workers play, and no later than asked for.
func TestUntil(t *testing.T) {
	needPostgres(t)
	lib := t.TempDir()
	putFile(t, filepath.Join(lib, "race.lud"), strings.Replace(chanceLud, `("Free" (to))`,
		`(or (is Empty (to)) (is Enemy (who at:(to))))`, 1))
	run := func(workers string, args ...string) result {
		t.Helper()
		data := filepath.Join(t.TempDir(), "data")
		status, out, errs := astragal(t.Context(), append([]string{"evaluate", "--data", data, "--workers", workers,
			"--json", lib}, args...)...)
		var r result
		if err := json.Unmarshal([]byte(out), &r); status != 0 || err != nil || !r.OK {
			t.Fatalf("%v: %d %v %s%s", args, status, err, out, errs)
		}
		return r
	}
	until := []string{"--playouts", "20000", "--until", "DurationMoves<3%,Completion<0.5"}
	one, many := run("1", until...), run("4", until...)
	if !reflect.DeepEqual(one.Summary, many.Summary) {
		t.Errorf("one worker: %+v\nfour: %+v", one.Summary, many.Summary)
	}
	length := one.Summary.Metrics["DurationMoves"]
	if n := one.Summary.Playouts; n < 300 || n >= 20000 || n%50 != 0 || (length.High-length.Low)/2 >= 0.03*length.Mean {
		t.Errorf("%d playouts, length %+v", n, length)
	}
	if full := run("2", "--playouts", "420", "--until", "DurationMoves<0.0001%"); full.Summary.Playouts != 420 {
		t.Errorf("%d of 420 playouts", full.Summary.Playouts)
	}
	for _, c := range []string{"DurationMovs<1%", "DurationMoves"} {
		if status, _, errs := astragal(t.Context(), "evaluate", "--data", t.TempDir(), "--until", c, lib); status != 2 ||
			!strings.Contains(errs, "until") {
			t.Errorf("%s: %d %s", c, status, errs)
		}
	}
}
