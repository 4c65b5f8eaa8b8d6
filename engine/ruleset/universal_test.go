package ruleset_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/efg"
	"github.com/astragal/astragal/engine/equiv"
	"github.com/astragal/astragal/engine/internal/enginetest"
)

// extensiveForms are the games of the shared material.
func extensiveForms(t *testing.T) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(filepath.Join("..", "..", "..", "shared", "efg", "games"),
		func(path string, e fs.DirEntry, err error) error {
			if err == nil && filepath.Ext(path) == ".efg" {
				files = append(files, path)
			}
			return err
		})
	if err != nil {
		t.Skip(err)
	}
	return files
}

// TestEveryExtensiveFormIsAnLGDLGame is the theorem of universality, executed:
// every game is written as an L-GDL description, compiled, and walked together
// with the original. Trees, movers, chance, payoffs and what every player can tell
// apart must agree, and nothing but that.
func TestEveryExtensiveFormIsAnLGDLGame(t *testing.T) {
	files := extensiveForms(t)
	if len(files) < 100 {
		t.Fatalf("only %d games", len(files))
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			g, err := efg.Read(file, src, efg.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			text, _, err := efg.LGDL(g, efg.LGDLOptions{})
			if err != nil {
				t.Fatal(err)
			}
			r, err := equiv.Walk(context.Background(), efg.Adapt(g.Prune()), enginetest.Compile(t, text).Game(), equiv.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if !r.Equal || !strings.HasPrefix(r.Theorem, "Theorem 1") {
				t.Fatal(r.Theorem, r.Difference)
			}
			if stats := g.Prune().Stats(); r.Positions != stats.Nodes || r.Terminals != stats.Terminals ||
				r.ChanceNodes != stats.ChanceNodes {
				t.Errorf("%d positions, %d terminals, %d chance nodes; the tree has %d, %d, %d",
					r.Positions, r.Terminals, r.ChanceNodes, stats.Nodes, stats.Terminals, stats.ChanceNodes)
			}
			if !r.Probability.IsInt() || r.Probability.Num().Int64() != 1 {
				t.Errorf("probabilities add up to %v", r.Probability)
			}
		})
	}
}
