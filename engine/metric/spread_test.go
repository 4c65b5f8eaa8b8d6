package metric_test

import (
	"bytes"
	"maps"
	"slices"
	"testing"

	"github.com/astragal/astragal/engine/metric"
)

// TestSpreads: what is kept of a metric over playouts is how often it had which value,
// the same whether one batch counted all playouts or several that were merged and stored.
func TestSpreads(t *testing.T) {
	playouts := []metric.Playout{
		{Plies: 3, Turns: 2, Winner: 1, Branching: []int32{3, 2, 1}, Utilities: []float64{1, -1}},
		{Plies: 3, Turns: 3, Winner: 2, Branching: []int32{3, 2, 2}, Utilities: []float64{-1, 1}},
		{Plies: 2, Turns: 2, Winner: 2, Branching: []int32{3, 1}, Utilities: []float64{-1, 1}},
		{Plies: 2, Turns: 2, Winner: 2, Branching: []int32{300, 1}, Utilities: []float64{-1, 1}},
	}
	whole, first, second := metric.NewBatch(2), metric.NewBatch(2), metric.NewBatch(2)
	for i := range playouts {
		whole.Add(&playouts[i])
		if i%2 == 0 {
			first.Add(&playouts[i])
		} else {
			second.Add(&playouts[i])
		}
	}
	stored, err := second.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	read := metric.NewBatch(2)
	if err := read.UnmarshalBinary(stored); err != nil {
		t.Fatal(err)
	}
	if err := first.Merge(read); err != nil {
		t.Fatal(err)
	}
	first.Add(&playouts[0]) // merging must not part what is counted from what is kept
	whole.Add(&playouts[0])
	a, errA := whole.MarshalBinary()
	b, errB := first.MarshalBinary()
	if errA != nil || errB != nil || !bytes.Equal(a, b) {
		t.Errorf("%v, %v:\n%s\n%s", errA, errB, a, b)
	}
	s := whole.Summary().Spreads
	if names := slices.Sorted(maps.Keys(s)); !slices.Equal(names,
		[]string{"BranchingFactorAverage", "DecisionMoves", "DurationTurns"}) {
		t.Errorf("spreads of %q", names)
	}
	// Means of 2, 7/3, 2, 150.5 and 2 moves in tenths; 1505 lies in a bin of 16.
	want := []metric.Bin{{Low: 20, High: 20, Count: 3}, {Low: 23, High: 23, Count: 1}, {Low: 1504, High: 1519, Count: 1}}
	if got := s["BranchingFactorAverage"]; got.Steps != 10 || !slices.Equal(got.Bins, want) {
		t.Errorf("branching: %+v", got)
	}
	if got := s["DecisionMoves"]; got.Steps != 100 || len(got.Bins) != 3 {
		t.Errorf("decisions: %+v", got)
	}
	if err := read.UnmarshalBinary([]byte(`{"version":10,"players":0,"playouts":0,"wins":[],"outcomes":[],"pairs":[],` +
		`"squares":[{}],"length":{},"turns":{},"metrics":{},"spreads":{"X":null}}`)); err == nil {
		t.Error("a spread without counts is read")
	}
}
