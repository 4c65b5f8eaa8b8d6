package metric_test

import (
	"bytes"
	"math"
	"testing"

	"github.com/astragal/astragal/engine/metric"
)

// TestAlike: what is the same in many playouts is counted once for all of them, and comes to what it would come to
// playout by playout, also for more of them than are counted in few words.
func TestAlike(t *testing.T) {
	once, each := metric.NewBatch(2), metric.NewBatch(2)
	for i := range 70_000 {
		x := metric.Board{Sites: 9, Occupied: []int32{1, 2}, Pieces: []int32{1, 2}, StateComplexity: 12.25, StartBoard: 3,
			StartHand: 1 << 13, SameStart: true}
		switch {
		case i > 69_000 && i%3 == 0:
			x.StartBoard, x.StateComplexity = 5, math.NaN()
		case i%7 == 0:
			x.Distances = []int32{2, 1}
		case i%11 == 0:
			x.Scores = []int32{0, 4}
		}
		p := metric.Playout{Plies: 1, Turns: 1, Board: &x}
		once.Add(&p)
		if each.Add(&p); i%5 == 0 || i > 69_000 {
			each.Settle()
		}
	}
	a, err := once.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	b, err := each.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a, b) {
		t.Error("a batch settled once tells other figures than one settled again and again")
	}
	if n := once.Metric("StateTreeComplexity").Estimate().N; n != 70_000-333 {
		t.Errorf("complexity is told of %d playouts, expected %d", n, 70_000-333)
	}
	for name, sum := range map[string]float64{"NumStartComponentsBoard": 3*70_000 + 2*333,
		"NumStartComponentsHand": 70_000 << 13} {
		if m := once.Metric(name).Estimate(); m.N != 70_000 || math.Abs(m.Mean*70_000-sum) > 1e-3 {
			t.Errorf("%s: sum %v of %d playouts, expected %v of 70000", name, m.Mean*70_000, m.N, sum)
		}
	}
}
