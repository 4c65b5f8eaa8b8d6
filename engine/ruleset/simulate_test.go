package ruleset_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/ruleset"
)

// shipped compiles the rulesets of the project's own library.
func shipped(t *testing.T) map[string]*ruleset.Ruleset {
	t.Helper()
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	games := map[string]*ruleset.Ruleset{}
	err = filepath.WalkDir(filepath.Join("..", "..", "library", "lud"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".lud") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rs, err := loader.Compile(ruleset.Source{File: path, Text: text})
		games[filepath.Base(path)] = rs
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(games) == 0 {
		t.Fatal("the library is empty")
	}
	return games
}

// simulate plays n playouts in a number of batches, merged last to first.
func simulate(t *testing.T, rs *ruleset.Ruleset, n, batches int) []byte {
	t.Helper()
	total := metric.NewBatch(rs.Players())
	for i := batches - 1; i >= 0; i-- {
		first, next := n*i/batches, n*(i+1)/batches
		b, err := rs.Simulate(t.Context(), ruleset.Simulation{Seed: 7, First: first, Playouts: next - first})
		if err != nil {
			t.Fatal(err)
		}
		data, err := b.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		var read metric.Batch
		if err := read.UnmarshalBinary(data); err != nil {
			t.Fatal(err)
		}
		if err := total.Merge(&read); err != nil {
			t.Fatal(err)
		}
	}
	data, err := total.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestBatches plays the same playouts in one, eight and a hundred batches.
func TestBatches(t *testing.T) {
	for name, rs := range shipped(t) {
		n := 200
		if strings.HasPrefix(strings.ToLower(name), "tic") && !testing.Short() {
			n = 100_000
		}
		one := simulate(t, rs, n, 1)
		for _, batches := range []int{8, 100} {
			if !bytes.Equal(simulate(t, rs, n, batches), one) {
				t.Errorf("%s: %d playouts in %d batches differ from those in one", name, n, batches)
			}
		}
	}
}

// TestBare plays with and without metrics.
func TestBare(t *testing.T) {
	for name, rs := range shipped(t) {
		sim := ruleset.Simulation{Seed: 3, Playouts: 50}
		full, err := rs.Simulate(t.Context(), sim)
		if err != nil {
			t.Fatal(err)
		}
		sim.Bare = true
		bare, err := rs.Simulate(t.Context(), sim)
		if err != nil {
			t.Fatal(err)
		}
		f, b := full.Summary(), bare.Summary()
		if f.Metrics["DurationMoves"] != b.Metrics["DurationMoves"] || f.Balance != b.Balance || f.Completion != b.Completion || f.Draws != b.Draws {
			t.Errorf("%s: without metrics the same playouts come out as %+v, with them as %+v", name, b, f)
		}
		if len(f.Metrics) < 100 {
			t.Errorf("%s: %d metrics", name, len(f.Metrics))
		}
	}
}
