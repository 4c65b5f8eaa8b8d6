package catalogue

import (
	"testing"

	"github.com/astragal/astragal/engine/metric"
)

func TestParseUntil(t *testing.T) {
	for text, want := range map[string]int{"": 0, "DurationMoves<1%": 1, "DurationMoves<1%, Completion<0.02": 2,
		"Drawishness<1e-3": 1} {
		if list, err := ParseUntil(text); err != nil || len(list) != want {
			t.Errorf("%q: %v %v", text, list, err)
		}
	}
	for _, text := range []string{"DurationMoves", "DurationMoves<", "DurationMoves<0", "DurationMoves<-1%",
		"DurationMoves<NaN", "DurationMoves<Inf",
		"DurationMovs<1%", "NumDice<1", "DurationMoves>1", "DurationMoves<1%,", "DurationMoves<1e999"} {
		if list, err := ParseUntil(text); err == nil {
			t.Errorf("%q gives %v", text, list)
		}
	}
	list, _ := ParseUntil("DurationMoves<10%,Completion<0.5")
	s := metric.Summary{Metrics: map[string]metric.Estimate{"DurationMoves": {N: 10, Mean: 50, Low: 45.1, High: 54.9},
		"Completion": {N: 10, Mean: 1, Low: .2, High: 1}}}
	if !narrowEnough(list, &s) {
		t.Error("narrow intervals are not enough")
	}
	s.Metrics["DurationMoves"] = metric.Estimate{N: 10, Mean: 50, Low: 45, High: 55}
	if narrowEnough(list, &s) {
		t.Error("the bound itself is not less than the bound")
	}
	delete(s.Metrics, "DurationMoves")
	if narrowEnough(list, &s) {
		t.Error("what was not measured is narrow")
	}
}

// The stages are the same whatever the batch that ended, and end with what is asked for.
func TestStages(t *testing.T) {
	var list []int
	for n := 0; n < 2000; n = stage(n, 2000) {
		list = append(list, n)
	}
	want := []int{0, 200, 300, 450, 700, 1050, 1600}
	for i := range max(len(list), len(want)) {
		if len(list) != len(want) || list[i] != want[i] {
			t.Fatalf("%v, want %v", list, want)
		}
	}
	if stage(0, 70) != 70 || stage(310, 5000) != 450 {
		t.Error("a stage is beyond what is asked for, or begins anywhere")
	}
}
