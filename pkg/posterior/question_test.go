package posterior_test

import (
	"math"
	"testing"

	"github.com/astragal/astragal/engine/reconstruct"
	"github.com/astragal/astragal/pkg/posterior"
)

// TestQuestions compares what a count of pieces would tell with the entropy worked out by hand: four ways to begin,
// equally probable, of which two have as many pieces.
func TestQuestions(t *testing.T) {
	const text = `(game "Find" (players 2) (equipment {(board (square 3)) (piece "Stone" Each)}) (rules
(start [(place "Stone1" {"A1"}) | (place "Stone1" {"A1" "B1"}) | (place "Stone1" {"A1" "C1"}) | (place "Stone1" {"A1" "B1" "C1"})])
(play (move Add (to (sites Empty)))) (end (if (no Moves Next) (result Mover Win)))))`
	opt := posterior.Options{Draws: 2_000, Seed: 1}
	for evidence, want := range map[string]float64{
		`{"items": []}`: 1.5,
		`{"items": [{"kind": "condition", "condition": "(concept \"NumStartComponents\" minValue:2 maxValue:9)"}]}`: math.Log2(3) - 2.0/3,
		`{"items": [{"kind": "pieces", "found": 2}]}`:                                                               0, // nothing is left to ask
	} {
		s, err := posterior.Run(t.Context(), spaces(t, text, nil, reconstruct.Uniform{}), items(t, evidence), nil, opt)
		if err != nil {
			t.Fatal(err)
		}
		got := 0.0
		for i, q := range s.Next {
			if q.Name == "number of pieces at the start" && q.Kind == "Find" {
				got = q.Bits
			}
			if i > 0 && q.Bits > s.Next[i-1].Bits {
				t.Errorf("%v stands behind %v", q, s.Next[i-1])
			}
		}
		if math.Abs(got-want) > 0.02 {
			t.Errorf("%s: counting tells %.3f bits, want %.3f: %v", evidence, got, want, s.Next)
		}
	}
}
