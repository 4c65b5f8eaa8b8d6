package ruleset_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/ruleset"
)

// TestScopes plays the same playouts with all metrics and with fewer. What a smaller scope tells
// is what a larger one tells of the same plays; plays whose legal moves compiled code need not
// count are those that nobody watches.
func TestScopes(t *testing.T) {
	for name, rs := range shipped(t) {
		measured := func(sim ruleset.Simulation) *metric.Batch {
			sim.Seed, sim.Playouts, sim.MaxPlies = 5, 6, 80
			b, err := rs.Simulate(t.Context(), sim)
			if err != nil {
				t.Fatal(err)
			}
			return b
		}
		bare, all := measured(ruleset.Simulation{Bare: true}), measured(ruleset.Simulation{})
		choices := measured(ruleset.Simulation{Scope: metric.Choices})
		course := measured(ruleset.Simulation{Scope: metric.Course})
		if all.Metric("BranchingFactorAverage") == nil || choices.Metric("BranchingFactorAverage") == nil {
			t.Errorf("%s: numbers of legal moves are not told", name)
		}
		for _, x := range []struct {
			scope string
			told  *metric.Batch
			of    *metric.Batch // which has played the same plays
			none  []string      // what is not to be told
		}{{"choices", choices, all, []string{"Drama", "MoveEvaluation", "LeadChange", "Narrowness", "DecisionFrequency"}},
			{"course", course, bare, []string{"Drama", "Narrowness", "DecisionFrequency", "BranchingFactor", "DecisionMoves",
				"GameTreeComplexity"}}} {
			if !bytes.Equal(text(t, x.told.Length), text(t, x.of.Length)) ||
				!bytes.Equal(text(t, x.told.Wins), text(t, x.of.Wins)) {
				t.Errorf("%s: %s: lengths %v and wins %v, expected %v and %v", name, x.scope, x.told.Length, x.told.Wins,
					x.of.Length, x.of.Wins)
			}
			if n := x.told.Metric("PieceNumberAverage"); n == nil || n.Estimate().N != 6 {
				t.Errorf("%s: %s: no numbers of pieces", name, x.scope)
			}
			for metric, m := range x.told.Metrics() {
				for _, part := range x.none {
					if strings.Contains(metric, part) {
						t.Errorf("%s: %s tells %s", name, x.scope, metric)
					}
				}
				if of := x.of.Metric(metric); of != nil && !bytes.Equal(text(t, m), text(t, of)) {
					t.Errorf("%s: %s: %s is %s, expected %s", name, x.scope, metric, text(t, m), text(t, of))
				}
			}
		}
	}
}

func text(t *testing.T, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
