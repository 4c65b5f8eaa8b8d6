package solve

import (
	"context"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/internal/enginetest"
)

func free(t *testing.T, name string) formal.Game {
	t.Helper()
	g, _, ok := enginetest.Ours(t, name).Game().(formal.Limited).Unlimited()
	if !ok {
		t.Fatalf("%s asks for its limits", name)
	}
	return g
}

// TestEndgamesAgainstWholeGame puts up all positions of the second phase of a game and finds them worth what they are
// in the graph of the whole game, wherever a play can reach them.
func TestEndgamesAgainstWholeGame(t *testing.T) {
	g, pieces := free(t, "line/ThreeMensMorris"), map[string]int{"Man1": 3, "Man2": 3}
	whole, err := unfold(context.Background(), g, Options{Memory: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	values, err := whole.table(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	roots, err := g.(formal.Arranger).Arrangements(pieces)
	if err != nil || roots.Len() != 2*84*20 {
		t.Fatalf("%d arrangements, %v", roots.Len(), err)
	}
	part := newGraph(g, nil, nil)
	part.roots = roots
	if err := part.unfold(context.Background(), g, Options{Memory: 1 << 30}); err != nil {
		t.Fatal(err)
	}
	entries, err := part.table(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	met, decided := 0, 0
	for key, at := range part.known {
		k, ok := whole.known[key]
		if !ok {
			continue
		}
		met++
		a, b := entries[at], values[k]
		if a.Mover != b.Mover || a.Value.Cmp(b.Value) != 0 || a.Plies != b.Plies {
			t.Fatalf("mover %d, value %v in %d plies; in the whole game %d, %v, %d", a.Mover, a.Value, a.Plies, b.Mover,
				b.Value, b.Plies)
		}
		if a.Plies > 0 {
			decided++
		}
	}
	t.Logf("%d of %d positions are in the whole game, %d of them decided", met, len(part.nodes), decided)
	if met < 1500 || decided < 500 {
		t.Errorf("%d positions met, %d decided: too few to test", met, decided)
	}
}

// TestEndgames solves endgames up to symmetry: the same numbers as without, and as many classes as orbits.
func TestEndgames(t *testing.T) {
	for _, c := range []struct {
		name         string
		pieces       map[string]int
		arrangements int
		symmetries   int
	}{
		{"line/ThreeMensMorris", map[string]int{"Man1": 3, "Man2": 2}, 2 * 84 * 15, 8},
		{"line/TantFant", map[string]int{"Piece1": 3, "Piece2": 2}, 2 * 84 * 15, 2},
	} {
		g := enginetest.Ours(t, c.name).Game()
		plain, err := Endgames(context.Background(), g, c.pieces, Options{})
		if err != nil {
			t.Fatal(err)
		}
		e, err := Endgames(context.Background(), g, c.pieces, Options{Symmetry: true})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %+v", c.name, *e)
		if e.Arrangements != c.arrangements || e.Symmetries != c.symmetries || e.Wins != plain.Wins ||
			e.Draws != plain.Draws || e.Losses != plain.Losses || e.Over != plain.Over || e.Plies != plain.Plies ||
			e.Over+e.Wins+e.Draws+e.Losses != e.Arrangements {
			t.Errorf("%s: %+v, without symmetry %+v", c.name, *e, *plain)
		}
		if e.Classes >= plain.Classes || e.Classes*e.Symmetries < plain.Classes {
			t.Errorf("%s: %d classes of %d", c.name, e.Classes, plain.Classes)
		}
	}
}

// TestEndgamesRefused asks for positions that cannot be put up.
func TestEndgamesRefused(t *testing.T) {
	for _, c := range []struct {
		name   string
		pieces map[string]int
		why    string
	}{
		{"line/ThreeMensMorris", map[string]int{"King1": 1}, "no such pieces"},
		{"line/ThreeMensMorris", map[string]int{"Man1": 5, "Man2": 5}, "more pieces than 9 sites"},
		{"draughts/InternationalDraughts", map[string]int{"Counter1": 1}, ""},
		{"sow/two/Kalah", map[string]int{"Seed": 3}, "scores"},
	} {
		_, err := Endgames(context.Background(), enginetest.Ours(t, c.name).Game(), c.pieces, Options{})
		if err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
