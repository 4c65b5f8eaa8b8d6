package solve

import (
	"context"
	"fmt"
	"testing"

	"github.com/astragal/astragal/engine/ruleset"
)

// Irving, Donkers and Uiterwijk (2000), "Solving Kalah", ICGA Journal 23: what Kalah with m holes on each side and
// n seeds in each is worth to the first player (W, D, L), for n from 1. Row 4 has n = 1 alone here; the other
// sizes take too long.
var kalah = []string{"DLWLWD", "WLLLWW", "DWW", "W"}

// TestKalah solves Kalah on small boards.
func TestKalah(t *testing.T) {
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	text := []byte(file(t, "testdata/kalah.lud"))
	for m, row := range kalah {
		for n, want := range row {
			if testing.Short() && m == 2 && n == 2 {
				continue // 80,000 positions
			}
			size := fmt.Sprintf("Kalah(%d,%d)", m+1, n+1)
			rs, err := loader.Compile(ruleset.Source{File: "kalah.lud", Text: text,
				Options: []string{fmt.Sprint("Holes/", m+1), fmt.Sprint("Seeds/", n+1)}})
			if err != nil {
				t.Fatal(err)
			}
			a, err := Solve(context.Background(), rs.Game(), Options{})
			if err != nil || a.Undecided != "" {
				t.Fatalf("%s: %+v, %v", size, a, err)
			}
			if got := "DWL"[a.Winner]; got != byte(want) {
				t.Errorf("%s: %c, published %c", size, got, want)
			}
		}
	}
}
