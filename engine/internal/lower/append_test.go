package lower_test

import (
	"testing"

	"github.com/astragal/astragal/engine/internal/gametest"
	"github.com/astragal/astragal/engine/internal/ir/closure"
	"github.com/astragal/astragal/engine/internal/lower"
)

// TestAppended checks what is told of moves made of several effects: all actions of the
// first of them are decisions, those of the others are not.
func TestAppended(t *testing.T) {
	p, err := lower.Watched(gametest.Compile(t, turning))
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Finish(true, nil); err != nil {
		t.Fatal(err)
	}
	m := closure.New(p.Program)
	defer m.Close()
	w := &actor{player: newPlayer(p, m), credits: p.Credits()}
	for seed := range uint64(20) {
		if err := w.compare(t, seed); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}
