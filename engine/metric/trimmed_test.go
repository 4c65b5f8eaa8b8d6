package metric

import (
	"math"
	"testing"
)

// However much is cut, the middle is left, and the deviation of five plays is a number.
func TestTrimmed(t *testing.T) {
	for _, c := range []struct {
		h    Histogram
		cut  float64
		want float64
	}{
		{Histogram{1: 1, 2: 1, 3: 1, 4: 1, 100: 1}, 0, 22}, {Histogram{1: 1, 2: 1, 3: 1, 4: 1, 100: 1}, 0.2, 3},
		{Histogram{1: 1, 2: 1, 3: 1, 4: 1, 100: 1}, 0.5, 3}, {Histogram{1: 2, 2: 1, 4: 1, 9: 2}, 0.5, 3},
		{Histogram{7: 1}, 0.5, 7},
	} {
		if got := c.h.trimmed(c.cut); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v cut by %v: %v, want %v", c.h, c.cut, got, c.want)
		}
	}
	b := NewBatch(2)
	for _, n := range []int{648, 656, 760, 864, 984} {
		b.Add(&Playout{Plies: n, Turns: n, Winner: 1, Utilities: []float64{1, -1}})
	}
	e := b.Summary().Metrics["DurationTurnsStdDev"]
	if !(e.Low < e.Mean && e.Mean < e.High) {
		t.Errorf("the deviation of five plays: %+v", e)
	}
}
