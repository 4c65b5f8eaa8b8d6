package ruleset_test

import (
	"math"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/ruleset"
)

// TestEnds compares the frequencies of the ways of ending with the outcomes
// that they are other names for.
func TestEnds(t *testing.T) {
	const won, drawn, all, never = "won", "drawn", "all", "never"
	for _, x := range []struct {
		name, end string
		want      map[string]string
	}{
		{"a line, or nobody", `(if (is Line 3) (result Mover Win))`,
			map[string]string{"LineEnd": won, "LineWin": won, "LineLoss": never, "Draw": drawn, "NoMovesEnd": never}},
		{"said of the loser", `(if (is Line 3) (result Next Loss))`,
			map[string]string{"LineEnd": won, "LineWin": won, "LineLoss": never, "Draw": drawn}},
		{"the mover loses", `(if (is Line 3) (result Mover Loss))`,
			map[string]string{"LineEnd": won, "LineWin": never, "LineLoss": won, "Draw": drawn}},
		{"two rules", `{(if (is Line 3) (result Mover Win)) (if (no Moves Next) (result Mover Draw))}`,
			map[string]string{"LineWin": won, "NoMovesEnd": drawn, "NoMovesDraw": drawn, "Draw": drawn}},
		{"only the alternative that holds", `{(if (or (is Line 3) (= (counter) 1000)) (result Mover Win))}`,
			map[string]string{"LineWin": won, "NoProgressEnd": never, "Draw": drawn}},
		{"both sides of a conjunction", `(if (and (is Line 3) (not (no Moves P1))) (result Mover Win))`,
			map[string]string{"LineWin": won, "NoMovesWin": won}},
		{"by score", `(if (no Moves Next) (byScore))`,
			map[string]string{"NoMovesEnd": all, "ScoringEnd": all, "ScoringWin": all, "Draw": never}},
		{"each player", `(forEach Player if:(is Line 3 what:(id "Disc" Player)) (result Player Win))`,
			map[string]string{"LineEnd": never, "Draw": never}},
		{"nested rules say nothing", `(if (is Line 3) {(if (is Mover P1) (result Mover Win))} (result Next Loss))`,
			map[string]string{"LineEnd": never, "Draw": drawn}},
	} {
		t.Run(x.name, func(t *testing.T) {
			b := playEnds(t, x.end)
			n := float64(b.Playouts)
			share := map[string]float64{won: float64(b.Completed) / n, drawn: float64(b.Draws) / n, all: 1, never: 0}
			for name, of := range x.want {
				if got := b.Metric(name + "Frequency").Estimate(); got.N != b.Playouts || math.Abs(got.Mean-share[of]) > 1e-9 {
					t.Errorf("%sFrequency is %v in %d plays, expected %s: %v in %d", name, got.Mean, got.N, of, share[of], b.Playouts)
				}
			}
		})
	}
}

// TestEndsAreComplete: all frequencies of ends of the catalogue are measured.
func TestEndsAreComplete(t *testing.T) {
	b := playEnds(t, `(if (is Line 3) (result Mover Win))`)
	n := 0
	for _, c := range concept.Catalogue() {
		if c.Type == "End" && c.Computed == "Playout" && c.ID < concept.FirstOwn {
			n++
			if b.Metric(c.Name) == nil {
				t.Errorf("%s is not measured", c.Name)
			}
		}
	}
	if n != 65 {
		t.Errorf("the catalogue has %d frequencies of ends, expected 65", n)
	}
}

// playEnds plays a hundred times, all of them watched, on nine sites until the end.
func playEnds(t *testing.T, end string) *metric.Batch {
	t.Helper()
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(`(game "G" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
		(rules (play (move Add (to (sites Empty)))) (end END)))`, "END", end, 1)
	rs, err := loader.Compile(ruleset.Source{File: "g.lud", Text: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	b, err := rs.Simulate(t.Context(), ruleset.Simulation{Seed: 3, Playouts: 100})
	if err != nil {
		t.Fatal(err)
	}
	return b
}
