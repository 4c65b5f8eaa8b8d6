package rbg

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/rng"
)

// lockStep has machine code and the interpreter make the same plays, in pieces of different
// lengths, and compares everything after each.
func lockStep(t *testing.T, g *Game, plays, plies int) {
	t.Helper()
	if err := g.Hasten(); err != nil {
		t.Skip(err)
	}
	fast, slow := g.NewState(), g.NewState()
	if fast.machine() == nil {
		t.Skip("no compiler for this platform")
	}
	slow.alone = true
	for seed := range uint64(plays) {
		a, b := rng.New(seed), rng.New(seed)
		fast.Restart()
		slow.Restart()
		over, piece := false, 1+int(seed%7)*50
		for ply := 0; !over && ply < plies; {
			n, end := fast.Playout(&a, piece)
			m, stop := slow.Playout(&b, piece)
			ply += n
			if n != m || end != stop || a != b || !same(fast, slow) {
				t.Fatalf("seed %d, before ply %d: %d plies, over %t, %v %v; the interpreter %d, %t, %v %v", seed, ply, n, end,
					fast.board, fast.vars, m, stop, slow.board, slow.vars)
			}
			over = end
		}
	}
	if fast.on == nil || fast.on.spoilt > 0 {
		t.Errorf("plays were spoilt, machine code given up: %t", fast.on == nil)
	}
}

func same(a, b *State) bool {
	return slices.Equal(a.board, b.board) && slices.Equal(a.sets, b.sets) && slices.Equal(a.vars, b.vars) &&
		a.player == b.player && a.vertex == b.vertex && a.pc == b.pc && a.err == b.err
}

// TestLockStep compares machine code with the interpreter on all files at hand; with
// ASTRAGAL_GAME on those whose names begin so.
func TestLockStep(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.rbg")
	_ = filepath.WalkDir("../../../shared/rbg/games", func(path string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".rbg") {
			files = append(files, path)
		}
		return nil
	})
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".rbg")
		if !strings.HasPrefix(name, os.Getenv("ASTRAGAL_GAME")) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			g, err := Load(file, name, text)
			if err != nil {
				t.Fatal(err)
			}
			lockStep(t, g, 20, 200)
		})
	}
}
