package main

import (
	"encoding/json"
	"math"
	"path/filepath"
	"strings"
	"testing"
)

// TestAttested compares games by where and when they are attested: of the files of
// evidence beside them; a game without is left out, and it is said.
func TestAttested(t *testing.T) {
	lud := filepath.Join("..", "..", "library", "lud")
	paths := []string{filepath.Join(lud, "blocking", "MuTorere.lud"), filepath.Join(lud, "capture", "Konane.lud"),
		filepath.Join(lud, "line", "Gomoku.lud")}
	for _, c := range []struct {
		features, measure string
		low, high         float64 // New Zealand's north and Hawaii are some 7,000 km apart, both books of the same decades
	}{{"space", "km", 6000, 8000}, {"time", "years", 0, 100}} {
		status, out, errs := invoke(t, "", append([]string{"compare", "--json", "--defs",
			filepath.Join("..", "..", "library", "def"), "--features", c.features}, paths...)...)
		if status != 0 {
			t.Fatal(errs)
		}
		if !strings.Contains(errs, "1 of 3 games have no evidence") {
			t.Errorf("nothing says that a game is left out: %q", errs)
		}
		var got struct {
			Measure   string      `json:"measure"`
			Games     []string    `json:"games"`
			Distances [][]float64 `json:"distances"`
		}
		if err := json.Unmarshal([]byte(out), &got); err != nil {
			t.Fatal(err)
		}
		if got.Measure != c.measure || len(got.Games) != 2 || got.Distances[0][1] != got.Distances[1][0] ||
			math.Abs(got.Distances[0][0]) > 0 || got.Distances[0][1] < c.low || got.Distances[0][1] > c.high {
			t.Errorf("%+v", got)
		}
	}
	if status, _, errs := invoke(t, "", "compare", "--features", "space", paths[2], paths[2]); status == 0 ||
		!strings.Contains(errs, "comparing takes two") {
		t.Errorf("two games without evidence are compared: %d, %q", status, errs)
	}
}
