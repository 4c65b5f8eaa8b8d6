package trace_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/ruleset"
	"github.com/astragal/astragal/engine/trace"
)

// Watch makes the moves that Playout records, and stops where it is told to.
func TestWatch(t *testing.T) {
	loader, err := ruleset.NewLoader(os.DirFS("../../library/def"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("../../library/lud/*/*.lud")
	if err != nil || len(files) == 0 {
		t.Fatalf("no library: %v", err)
	}
	for _, file := range files[:min(8, len(files))] {
		rs := compile(t, loader, file)
		tr, err := trace.Playout(t.Context(), rs.Plan(), file, 5, 60)
		if err != nil {
			t.Fatal(err)
		}
		for _, plies := range []int{0, 7, 60} {
			n := 0
			c, legal, err := trace.Watch(t.Context(), rs.Plan(), 5, plies,
				func(c *game.Context, legal []game.Move, m game.Move) {
					if n < len(tr.Plies) && tr.Plies[n].N != len(legal) {
						t.Errorf("%s: ply %d has %d legal moves, recorded %d", file, n, len(legal), tr.Plies[n].N)
					}
					n++
				})
			if err != nil || n != min(plies, len(tr.Plies)) || c.S.Over != (len(legal) == 0) {
				t.Errorf("%s: followed for %d plies: %d moves, then %d legal, over %v: %v", file, plies, n, len(legal), c.S.Over,
					err)
			}
		}
	}
}
