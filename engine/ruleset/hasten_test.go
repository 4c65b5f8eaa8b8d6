package ruleset

import (
	"testing"

	"github.com/astragal/astragal/engine/internal/compiled"
	"github.com/astragal/astragal/engine/internal/ir/wasm"
	"github.com/astragal/astragal/engine/metric"
)

// TestHasten demands that after Hasten nothing is left to be made when plays begin, whatever is told of them.
func TestHasten(t *testing.T) {
	if !wasm.Supported() {
		t.Skip("no machine code here")
	}
	loader, err := NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	src := Source{File: "row.lud", Text: []byte(`(game "Row" (players 2)
  (equipment { (board (square 3)) (piece "Disc" Each) })
  (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))`)}
	for _, scope := range []metric.Scope{metric.All, metric.Choices, metric.Course} {
		rs, err := loader.Compile(src)
		if err != nil {
			t.Fatal(err)
		}
		rs.Hasten(scope)
		for _, bare := range []bool{false, true} {
			sim := Simulation{Scope: scope, Bare: bare, Playouts: 1}
			p := &player{of: rs, sim: sim, batch: metric.NewBatch(2), ctx: t.Context()}
			if err := p.sit(); err != nil {
				t.Fatal(err)
			}
			if !bare && (p.watcher == nil || !p.watcher.(*compiled.Watcher).Fast()) {
				t.Errorf("metrics %v: closures begin plays that are watched", scope)
			}
			if !bare {
				continue
			}
			if p.code(); !p.machine.(*compiled.Player).Fast() {
				t.Errorf("metrics %v: closures begin bare plays", scope)
			}
		}
	}
}
