package engine

import (
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/concept"
)

// TestNamesAreConcepts checks that everything that compiling and simulating a
// game records is in the catalogue of concepts, but for the players' utilities.
func TestNamesAreConcepts(t *testing.T) {
	const text = `(game "Probe" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
		(rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))`
	rs, err := New().Compile(t.Context(), Source{File: "probe.lud", Text: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	vector := rs.Concepts()
	if vector["LineWin"] != 1 || vector["NumCells"] != 9 {
		t.Errorf("concepts %v", vector)
	}
	for name := range vector {
		if c := concept.ByName(name); c == nil || c.Computed != "Compilation" {
			t.Errorf("%s is no concept of compilation", name)
		}
	}
	b, err := rs.Simulate(t.Context(), Params{Seed: 1, Playouts: 20, Agent: "random"})
	if err != nil {
		t.Fatal(err)
	}
	metrics := b.Summary().Metrics
	if len(metrics) < 50 {
		t.Errorf("only %d metrics", len(metrics))
	}
	for name := range metrics {
		if strings.HasPrefix(name, "Utility") {
			continue
		}
		// The catalogue has the frequencies of effects as booleans (part 9, §12).
		number := strings.HasSuffix(name, "EffectFrequency")
		if c := concept.ByName(name); c == nil || c.Computed != "Playout" || c.Data == "Boolean" && !number {
			t.Errorf("%s is no concept of playouts", name)
		}
	}
}
