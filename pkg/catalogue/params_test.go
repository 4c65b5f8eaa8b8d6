package catalogue

import (
	"testing"
	"time"
)

func TestBatchSize(t *testing.T) {
	for _, c := range []struct {
		playouts int
		each     time.Duration
		budget   time.Duration
		want     int
	}{
		{1000, 0, 0, 20},                        // unknown
		{10, 0, 0, 10},                          //
		{1000, time.Microsecond, 0, 1000},       // all of it takes a millisecond
		{4_000_000, time.Microsecond, 0, 500e3}, // four seconds: eight batches of a half
		{100e6, time.Microsecond, 0, 1e6},       // a second each
		{1000, time.Millisecond, 0, 400},        // a second: three batches
		{100, 10 * time.Millisecond, 0, 40},
		{100, time.Minute, 0, 1},
		{10_000, 5 * time.Millisecond, 0, 200},        // fifty seconds
		{1_000_000, 7 * time.Millisecond, 0, 3906},    // two hours: 256 batches of half a minute
		{1_000_000, 100 * time.Millisecond, 0, 600},   // a day: batches of a minute
		{100, time.Millisecond, time.Minute, 100},     // enough
		{100, time.Second, time.Minute, 50},           // not enough: two batches, not a hundred
		{100, time.Second, 20 * time.Second, 100},     // one
		{1000, 2 * time.Second, 10 * time.Minute, 50}, // twenty
		{100, 0, time.Minute, 50},                     // who knows
	} {
		if got := batchSize(c.playouts, c.each, c.budget); got != c.want {
			t.Errorf("%d playouts of %v in %v: batches of %d, want %d", c.playouts, c.each, c.budget, got, c.want)
		}
	}
}

// What is measured tells evaluations apart, and parameters made before there was
// a choice keep their identity.
func TestKeys(t *testing.T) {
	p := Params{Agent: "random", Playouts: 5, Seed: 3}
	all, outcomes := p, p
	all.Metrics, outcomes.Metrics = AllMetrics, Outcomes
	if p.key() != "random/5/0/3/0/0/0" || all.key() != p.key() || outcomes.key() == p.key() {
		t.Errorf("keys %q, %q, %q", p.key(), all.key(), outcomes.key())
	}
}
