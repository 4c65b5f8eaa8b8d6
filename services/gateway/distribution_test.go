package gateway

import (
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/metric"
)

// TestDistributions are drawn in the units of their metric, with the mean and its interval.
func TestDistributions(t *testing.T) {
	b := metric.NewBatch(3)
	for i := range 20 {
		b.Add(&metric.Playout{Plies: 4 + i%3, Turns: 4, Winner: 1 + i%2, Branching: []int32{4, 3, int32(1 + i%2)},
			Utilities: []float64{1, -1, -1}})
	}
	s := b.Summary()
	length := string(histogram(&s))
	for _, want := range []string{`<title>5 plies: 7 playouts</title>`, `<g class="mean"><title>mean 4.95, 95 % interval `,
		`aria-label="Histogram of plies from 4 to 6; mean 4.95, 95 % interval `} {
		if !strings.Contains(length, want) {
			t.Errorf("no %s in %s", want, length)
		}
	}
	spreads := spreadsOf(&s)
	found := false
	for _, x := range spreads {
		if x.Name == "BranchingFactorAverage" {
			found = strings.Contains(string(x.Picture), `<title>2.7 Branching`) && strings.Contains(string(x.Picture), `>3</text>`)
		}
	}
	if !found {
		t.Errorf("the mean number of moves, 8/3 or 3, is not shown in tenths: %+v", spreads)
	}
	if n := strings.Count(string(seats(&s)), `<g class="seat">`); n != 4 {
		t.Errorf("%d shares, want those of three players and of draws", n)
	}
	if seats(&metric.Summary{}) != "" || len(spreadsOf(&metric.Summary{})) != 0 || histogram(&metric.Summary{}) != "" {
		t.Error("pictures of nothing")
	}
}
