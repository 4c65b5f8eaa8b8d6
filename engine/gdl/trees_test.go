package gdl

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/efg"
	"github.com/astragal/astragal/engine/equiv"
)

// TestTreesThroughGDL takes extensive-form games to GDL-II, checks the text as
// strictly as any, plays it on both reasoners and takes it back.
func TestTreesThroughGDL(t *testing.T) {
	most := 60
	if os.Getenv("GDL_FULL") != "" {
		most = 300
	}
	var files []string
	filepath.WalkDir(filepath.Join(corpusDir, "..", "efg", "games"), func(path string, _ fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".efg" {
			files = append(files, path)
		}
		return nil // without the corpus there is nothing to walk
	})
	own, _ := filepath.Glob(filepath.Join("..", "efg", "testdata", "*.efg"))
	done := 0
	for _, file := range append(own, files...) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		tree, err := efg.Read(filepath.Base(file), text, efg.Limits{})
		if err != nil || len(tree.Nodes) > most {
			continue
		}
		kif, err := efg.GDL(tree, efg.GDLOptions{})
		if err != nil {
			continue // not timed: the translation's own tests say which
		}
		g, err := Load("tree.kif", []byte(kif))
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		for _, f := range g.Findings {
			if f.Severity > Note {
				t.Errorf("%s: %v", file, f)
			}
		}
		done++
		for name, game := range map[string]*Game{"network": g, "prover": g.proved()} {
			r, err := equiv.Compare(context.Background(), efg.Adapt(tree), game, equiv.Options{})
			if err != nil || !r.Equal || !strings.HasPrefix(r.Theorem, "Theorem 3") {
				t.Errorf("%s to GDL-II by %s: %v %v", file, name, err, r)
				continue
			}
			if got, want := fmt.Sprint(r.ExpectedB), fmt.Sprint(r.Expected); got != want {
				t.Errorf("%s to GDL-II by %s: expected payoffs %s, were %s", file, name, got, want)
			}
		}
		back, err := efg.FromFormal(g.Merged(), efg.Limits{})
		if err != nil {
			t.Errorf("%s back from GDL-II: %v", file, err)
			continue
		}
		r, err := equiv.Compare(context.Background(), efg.Adapt(tree), efg.Adapt(back), equiv.Options{})
		if err != nil || !r.Equal || !strings.HasPrefix(r.Method, "walk") {
			t.Errorf("%s to GDL-II and back: %v %v", file, err, r)
		}
	}
	t.Logf("%d trees", done)
	if done == 0 || len(files) > 0 && done < 40 {
		t.Errorf("only %d trees were translated", done)
	}
}
