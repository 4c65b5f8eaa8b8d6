package lower_test

import (
	"errors"
	"testing"

	"github.com/astragal/astragal/engine/internal/enginetest"
	"github.com/astragal/astragal/engine/internal/ir/closure"
	"github.com/astragal/astragal/engine/internal/lower"
)

// TestChoices plays rulesets and items of options of both libraries in lock step by the rules and on closures: one in
// forty, all with ASTRAGAL_PROPERTIES=all.
func TestChoices(t *testing.T) {
	played, spoilt := 0, 0
	loweredOf(t, enginetest.EachChoice, 40, func(name string, p *lower.Program) {
		switch err := lockStep(t, newPlayer(p, closure.New(p.Program)), 0); {
		case errors.Is(err, errSpoilt):
			spoilt++
		case err != nil:
			t.Errorf("%s: %v", name, err)
		default:
			played++
		}
	})
	if played < 10 {
		t.Errorf("%d are played", played)
	}
	t.Logf("%d are played, %d given up", played, spoilt)
}
