package lower_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/enginetest"
	"github.com/astragal/astragal/engine/internal/gametest"
	"github.com/astragal/astragal/engine/internal/ir/closure"
	"github.com/astragal/astragal/engine/internal/mutant"
	"github.com/astragal/astragal/engine/ludeme"
)

// TestGrown plays games with parts that are drawn from the grammar, in lock step by the rules and on closures.
// ASTRAGAL_GROWN is their number, 400 by default, ASTRAGAL_GROWN_FROM that of the first, ASTRAGAL_GROWN_SEED the seed
// of the draws.
func TestGrown(t *testing.T) {
	first, seed := enginetest.Number("ASTRAGAL_GROWN_FROM", 0), enginetest.Number("ASTRAGAL_GROWN_SEED", 1)
	lowered, played, spoilt := 0, 0, 0
	for i := range enginetest.Number("ASTRAGAL_GROWN", 400) {
		text := mutant.Grown(ludeme.Grammar(), seed, first+i)
		compiled, err := gametest.Try(text)
		var broken *game.Broken
		if errors.As(err, &broken) {
			t.Errorf("game %d: %v\n%s", first+i, err, text)
		}
		if err != nil {
			continue
		}
		p, err := attempted(compiled)
		if err != nil {
			t.Errorf("game %d: %v\n%s", first+i, err, text)
		}
		if p == nil {
			continue
		}
		lowered++
		pl := newPlayer(p, closure.New(p.Program))
		for seed := range uint64(3) {
			var why error
			if err := game.Catch(func() { why = lockStep(t, pl, seed) }); err != nil {
				break // the rules fail in play
			}
			if errors.Is(why, errSpoilt) {
				spoilt++
				break
			} else if why != nil {
				t.Errorf("game %d, seed %d: %v\n%s", first+i, seed, why, text)
				break
			}
			played++
		}
	}
	t.Logf("%d games are lowered, %d plays, %d given up", lowered, played, spoilt)
	if played == 0 {
		t.Error("none is played")
	}
}

// TestGrownActs compares what is told of the moves of such games, see compareActs, where compiled code watches them.
// ASTRAGAL_GROWN_ACTS is their number, 150 by default.
func TestGrownActs(t *testing.T) {
	first, seed, told := enginetest.Number("ASTRAGAL_GROWN_FROM", 0), enginetest.Number("ASTRAGAL_GROWN_SEED", 1), 0
	for i := range enginetest.Number("ASTRAGAL_GROWN_ACTS", 150) {
		text := mutant.Grown(ludeme.Grammar(), seed, first+i)
		g, err := gametest.Try(text)
		if err != nil {
			continue
		}
		fault := game.Catch(func() {
			if compareActs(t, fmt.Sprintf("game %d: %s", first+i, text), g, 2, false) == nil {
				told++
			}
		})
		if fault != nil {
			continue // the rules fail in play
		}
	}
	t.Logf("%d games are told of", told)
	if told == 0 {
		t.Error("none is told of")
	}
}
