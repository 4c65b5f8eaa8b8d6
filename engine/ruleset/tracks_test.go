package ruleset_test

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/internal/enginetest"
)

// TestTracks: along the tracks of our library each site is next to the one before, but for a few that begin a new
// row. A track that jumps about was written for another numbering of the sites than the board has.
func TestTracks(t *testing.T) {
	const root = "../../library/lud"
	games := 0
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(root, path)
		if err != nil || !strings.HasSuffix(path, ".lud") || !strings.Contains(enginetest.Text(t, rel), "(track ") {
			return err
		}
		g := enginetest.Ours(t, rel).Plan()
		sites, steps, jumps := int32(g.Topo.NumSites()), 0, 0
		for _, track := range g.Tracks {
			for i := 1; i < len(track.Elems); i++ {
				from, to := track.Elems[i-1].Site, track.Elems[i].Site
				if min(from, to) < 0 || max(from, to) >= sites {
					continue // hands and the end
				}
				steps++
				if !slices.Contains(g.Topo.Neighbours(g.DefaultType, board.RelAll, from), to) {
					jumps++
				}
			}
		}
		if games++; 10*jumps > steps {
			t.Errorf("%s: %d of %d steps along its tracks do not lead to a neighbour", rel, jumps, steps)
		}
		return nil
	})
	if err != nil || games < 20 {
		t.Errorf("%d games with tracks: %v", games, err)
	}
}
