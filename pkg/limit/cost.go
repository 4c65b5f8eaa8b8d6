package limit

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/astragal/astragal/engine"
	"github.com/astragal/astragal/engine/cputime"
	"github.com/astragal/astragal/engine/metric"
)

// What PlayoutTime spends: enough for an order of magnitude, little beside
// compiling, and not much where a playout takes long.
const (
	enoughPlay  = 2 * time.Millisecond
	mostPlay    = 100 * time.Millisecond
	mostSamples = 1 << 12
)

// PlayoutTime returns about how much processor time a random playout takes, bare
// or with all metrics. When not even one comes to its end, it is the time that was
// given to it; 0 when play fails, which simulating will tell.
func PlayoutTime(ctx context.Context, rs engine.Ruleset, bare bool) (each time.Duration) {
	defer func() {
		if recover() != nil {
			each = 0
		}
	}()
	// Of eight playouts one is watched, but for the first hundred: they count together.
	for n := 16; ; n *= 4 {
		var nanoseconds atomic.Int64
		b, err := Simulate(ctx, stopwatch{rs, &nanoseconds}, engine.Params{Seed: 1, First: 1 << 10, Playouts: n,
			Agent: "random", Bare: bare}, Limits{Budget: mostPlay})
		spent := time.Duration(nanoseconds.Load())
		switch {
		case err != nil:
			return 0
		case b.Playouts+b.Faulty() == 0:
			return mostPlay
		case b.Abandoned+b.Unplayed > 0 || spent >= enoughPlay || n >= mostSamples:
			return max(spent/time.Duration(b.Playouts+b.Faulty()), 1)
		}
	}
}

// stopwatch adds up the processor time of the threads that play: what else the
// machine does must not make playouts look slow.
type stopwatch struct {
	engine.Ruleset
	spent *atomic.Int64 // nanoseconds
}

func (s stopwatch) Simulate(ctx context.Context, p engine.Params) (*metric.Batch, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	start := cputime.Thread()
	b, err := s.Ruleset.Simulate(ctx, p)
	s.spent.Add(int64(cputime.Thread() - start))
	return b, err
}
