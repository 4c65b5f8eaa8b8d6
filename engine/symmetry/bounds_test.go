package symmetry_test

import (
	"errors"
	"testing"
	"time"

	"github.com/astragal/astragal/engine/symmetry"
)

// TestBounds: a graph whose symmetries take too long is refused in bounded time.
func TestBounds(t *testing.T) {
	g, err := symmetry.NewGraph(4000, nil)
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	if _, err := symmetry.Automorphisms(g); !errors.Is(err, symmetry.ErrHard) {
		t.Errorf("4,000 points without lines: %v", err)
	}
	if spent := time.Since(start); spent > 2*time.Minute {
		t.Errorf("it took %v", spent)
	}
	for _, edges := range [][][3]int32{{{0, 0, 0}}, {{0, 9, 0}}, {{-1, 1, 0}}, {{0, 1, 0}, {1, 0, 0}}} {
		if _, err := symmetry.NewGraph(3, edges); err == nil {
			t.Errorf("%v is a graph", edges)
		}
	}
}
