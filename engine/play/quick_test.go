package play_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/play"
	"github.com/astragal/astragal/engine/ruleset"
)

// bystander watches without asking for anything.
type bystander struct{}

func (bystander) Ply(*game.Context, int)        {}
func (bystander) Samples() int                  { return 0 }
func (bystander) Look(*game.Context, game.Move) {}
func (bystander) Played(*game.Context)          {}

// The moves compared in a game, and the time after which it is left.
const (
	quickPlies = 400
	quickTime  = 200 * time.Millisecond
)

// TestQuick plays every game of the library twice with the same seed: once as
// playouts do, which apply most moves from their drafts, and once watched, where
// every move is made and played. Positions and results must be the same after
// every move. With -short a sample of the library is played.
func TestQuick(t *testing.T) {
	loader, err := ruleset.NewLoader(os.DirFS(filepath.Join(shared, "library", "def")))
	if err != nil {
		t.Skip("no library beside the project")
	}
	for i, file := range descriptions(t) {
		if testing.Short() && i%20 != 0 {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		rs, err := loader.Compile(ruleset.Source{File: file, Text: text})
		if err != nil {
			continue // not playable: other tests tell
		}
		if err := game.Catch(func() { playWatched(t, file, rs.Plan()) }); err != nil {
			t.Logf("%s: %v", file, err)
		}
	}
}

func playWatched(t *testing.T, file string, g *game.Game) {
	plain, watched := play.NewRandom(g), play.NewRandom(g)
	watched.Watch(bystander{})
	plain.Start(3)
	watched.Start(3)
	a, b := plain.Context(), watched.Context()
	begun := time.Now()
	for ply := 0; ply < quickPlies && time.Since(begun) < quickTime && !a.S.Over && !b.S.Over; ply++ {
		plain.Step()
		watched.Step()
		x := outcome{a.FullHash(), a.S.Mover, a.S.Winner, a.S.Over}
		y := outcome{b.FullHash(), b.S.Mover, b.S.Winner, b.S.Over}
		if x != y || a.T.Last().From != b.T.Last().From || a.T.Last().To != b.T.Last().To {
			t.Errorf("%s: ply %d leads to other positions: %+v, watched %+v", file, ply, x, y)
			return
		}
	}
}
