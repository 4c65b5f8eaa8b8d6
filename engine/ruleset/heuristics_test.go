package ruleset_test

import (
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/ruleset"
)

// TestHeuristics checks that positions are valued by the heuristics that a
// description has, by the default ones where it has none or only names some that are
// not there, and that the figures say which.
func TestHeuristics(t *testing.T) {
	figures := func(metadata string) (stability float64, valued string) {
		rs := inline(t, late+metadata)
		b, err := rs.Simulate(t.Context(), ruleset.Simulation{Seed: 2, Playouts: 40})
		if err != nil {
			t.Fatal(err)
		}
		s := b.Summary()
		return s.Metrics["Stability"].Mean, s.Heuristics
	}
	hash := inline(t, late).Hash()
	if inline(t, late+` (metadata (ai "Late_ai"))`).Hash() != hash ||
		inline(t, late+` (metadata (info (author "A. U.")))`).Hash() != hash {
		t.Error("metadata that change no figure change the hash")
	}
	one := inline(t, late+` (metadata (ai (heuristics (score))))`).Hash()
	if two := inline(t, late+` (metadata (ai (heuristics (score weight:2.0))))`).Hash(); one == hash || one == two {
		t.Error("rulesets with other heuristics have the same hash")
	}
	plain, valued := figures("")
	if plain == 0 || valued != "material 1, mobilitySimple 0.001 (default)" {
		t.Errorf("without heuristics: stability %v by %q", plain, valued)
	}
	same, valued := figures(` (metadata (ai (heuristics {(material) (mobilitySimple weight:0.001)})))`)
	if same < plain*0.999 || same > plain*1.001 || !strings.HasSuffix(valued, "(of the description)") {
		t.Errorf("with the default terms written out: stability %v by %q, want %v", same, valued, plain)
	}
	none, valued := figures(` (metadata (ai (heuristics (nullHeuristic))))`)
	if none != 0 || valued != "nullHeuristic 1 (of the description)" {
		t.Errorf("without any value: stability %v by %q", none, valued)
	}
	absent, valued := figures(` (metadata (ai "Late_ai"))`)
	if absent != plain || !strings.Contains(valued, `"Late_ai", which is not there`) {
		t.Errorf("with heuristics that are not there: stability %v by %q, want %v", absent, valued, plain)
	}
	wrong, valued := figures(` (metadata (ai (heuristics (regionProximity region:7))))`)
	if wrong != plain || !strings.Contains(valued, "there is no region 7") {
		t.Errorf("with a region that is not there: stability %v by %q, want %v", wrong, valued, plain)
	}
}
