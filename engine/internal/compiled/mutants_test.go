package compiled_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/compiled"
	"github.com/astragal/astragal/engine/internal/enginetest"
	"github.com/astragal/astragal/engine/internal/mutant"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
)

// TestMutants has compiled code tell of plays of changed descriptions, and count their moves, beside the rules.
// ASTRAGAL_MUTANTS is their number, 60 by default, ASTRAGAL_MUTANTS_FROM that of the first, ASTRAGAL_MUTANTS_SEED the
// seed of the changes.
func TestMutants(t *testing.T) {
	var roots []fs.FS
	var loaders []*ruleset.Loader
	for _, root := range []string{"../../../library", "../../../../shared/library"} {
		if roots = append(roots, os.DirFS(root)); !there(root) {
			continue
		}
		l, err := ruleset.NewLoader(os.DirFS(root))
		if err != nil {
			t.Fatal(err)
		}
		loaders = append(loaders, l)
	}
	corpus, err := mutant.Load([]string{".lud"}, roots...)
	if err != nil {
		t.Fatal(err)
	}
	told, counted := 0, 0
	first, seed := enginetest.Number("ASTRAGAL_MUTANTS_FROM", 0), enginetest.Number("ASTRAGAL_MUTANTS_SEED", 14)
	for i := range enginetest.Number("ASTRAGAL_MUTANTS", 60) {
		m := corpus.Mutant(seed, first+i)
		var rs *ruleset.Ruleset
		for _, l := range loaders {
			if rs, err = l.Compile(ruleset.Source{File: m.Name, Text: m.Text}); err == nil {
				break
			}
		}
		if err != nil {
			continue
		}
		g := rs.Plan()
		if g.IsMatch() || g.Has(game.Stochastic) {
			continue // the moves would draw otherwise
		}
		// The rules may fail in play.
		if err := game.Catch(func() {
			c, err := compiled.NewWhole(g, false)
			if refusal := (*position.Refusal)(nil); errors.As(err, &refusal) {
				return
			} else if err == nil {
				told++
				err = watch(c, rs.Metrics(), g)
			}
			if err == nil && g.Mode != game.Simultaneous {
				counted++
				err = countTwo(g)
			}
			if refusal := (*position.Refusal)(nil); err != nil && !errors.Is(err, errDraws) && !errors.As(err, &refusal) {
				t.Errorf("mutant %d of %s: %v", first+i, m.Name, err)
			}
		}); err != nil {
			t.Logf("mutant %d of %s: %v", first+i, m.Name, err)
		}
	}
	t.Logf("%d mutants are told of, of %d the moves are counted", told, counted)
}

func there(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// maxCounted bounds the moves of a position from which those of two moves are counted.
const maxCounted = 120

// countTwo compares how many sequences of one move and of two compiled code counts with those by the rules.
func countTwo(g *game.Game) error {
	start := func() *game.Context {
		live := rng.New(1)
		x := game.NewContext(g)
		x.Start(&live)
		return x
	}
	x := start()
	if x.S.Over || len(x.Legal()) > maxCounted {
		return nil
	}
	var want [2]uint64
	want[0] = uint64(len(x.Legal()))
	for i := range x.Legal() {
		y := start()
		if y.Play(y.Legal()[i]); !y.S.Over {
			want[1] += uint64(len(y.Legal()))
		}
	}
	c, err := compiled.New(g)
	if err != nil {
		return err
	}
	p, err := c.NewPosition()
	if err != nil {
		return err
	}
	p.Load(x, nil)
	counts := make([]uint64, 2)
	if err := p.Perft(context.Background(), counts); err != nil {
		return nil // the play goes on by the rules
	}
	if [2]uint64(counts) != want {
		return fmt.Errorf("%d sequences of moves, by the rules %d", counts, want)
	}
	return nil
}
