package ruleset

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/compiled"
)

// TestBrokenCode plays a ruleset which the engine fails to compile: it is played by the rules, and whoever asks why is
// told of the fault.
func TestBrokenCode(t *testing.T) {
	l, err := NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	rs, err := l.Compile(Source{File: "line.lud", Text: []byte(`(game "Line" (players 2)
		(equipment {(board (square 3)) (piece "Man" Each)})
		(rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))`)})
	if err != nil {
		t.Fatal(err)
	}
	if err := rs.Refused(); err != nil {
		t.Fatalf("refused: %v", err)
	}
	fails := func(*game.Game) (*compiled.Game, error) { panic("a fault of the engine") }
	var broken *game.Broken
	if _, err := rs.attempt(fails); !errors.As(err, &broken) {
		t.Errorf("a fault is told as %v", err)
	}
	none := sync.OnceValue(func() *compiled.Game { return rs.compiled(fails) })
	rs.machine, rs.searched, rs.valued, rs.watched, rs.coursed = none, none, none, none, none
	for _, bare := range []bool{false, true} {
		if b, err := rs.Simulate(context.Background(), Simulation{Seed: 1, Playouts: 5, Bare: bare}); err != nil || b.Playouts != 5 {
			t.Errorf("bare %v: %d plays, %v", bare, b.Playouts, err)
		}
	}
}
