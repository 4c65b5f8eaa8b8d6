package lower_test

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/enginetest"
	"github.com/astragal/astragal/engine/internal/ir/closure"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/mutant"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/ruleset"
)

// TestMutants plays changed descriptions, in lock step by the rules and on closures: rules
// that nobody has written and combinations of ludemes that no game has. Of most mutants
// one in seven compiles and is lowered. ASTRAGAL_MUTANTS is their number, 400 by default,
// ASTRAGAL_MUTANTS_FROM that of the first, ASTRAGAL_MUTANTS_SEED the seed of the changes.
func TestMutants(t *testing.T) {
	const root = "../../../library"
	roots := []fs.FS{os.DirFS(root), os.DirFS("../../../../shared/library")}
	corpus, err := mutant.Load([]string{".lud"}, roots[0], roots[1])
	if err != nil {
		t.Fatal(err)
	}
	load := func(root string) *ruleset.Loader {
		if _, err := os.Stat(root); err != nil {
			return nil
		}
		l, err := ruleset.NewLoader(os.DirFS(root))
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	loaders := []*ruleset.Loader{load(root), load("../../../../shared/library")}
	lowered, played, spoilt := 0, 0, 0
	first, seed := enginetest.Number("ASTRAGAL_MUTANTS_FROM", 0), enginetest.Number("ASTRAGAL_MUTANTS_SEED", 14)
	for i := range enginetest.Number("ASTRAGAL_MUTANTS", 400) {
		m := corpus.Mutant(seed, first+i)
		var g *game.Game
		for _, l := range loaders {
			if l == nil {
				continue
			}
			if rs, err := l.Compile(ruleset.Source{File: m.Name, Text: m.Text}); err == nil {
				g = rs.Plan()
				break
			}
		}
		if g == nil {
			continue
		}
		p, err := attempted(g)
		if err != nil {
			t.Errorf("mutant %d of %s: %v", first+i, m.Name, err)
		}
		if p == nil {
			continue
		}
		lowered++
		pl := newPlayer(p, closure.New(p.Program))
		var why error
		if err := game.Catch(func() { why = lockStep(t, pl, first+i) }); err != nil {
			continue // the rules fail in play
		}
		switch {
		case errors.Is(why, errSpoilt):
			spoilt++
		case why != nil:
			t.Errorf("mutant %d of %s: %v", first+i, m.Name, why)
		default:
			played++
		}
	}
	t.Logf("%d mutants are lowered, %d played, %d given up", lowered, played, spoilt)
	if lowered == 0 || played < lowered/2 {
		t.Error("hardly any mutant was played")
	}
}

// attempted lowers a game, nil where it is refused.
func attempted(g *game.Game) (p *lower.Program, err error) {
	fault := game.Catch(func() {
		if p, err = lower.Game(g); err == nil {
			err = p.Finish(true, nil)
		}
	})
	var refusal *position.Refusal
	if errors.As(err, &refusal) {
		return nil, nil
	}
	if err = cmp.Or(err, fault); err != nil {
		return nil, err
	}
	return p, nil
}
