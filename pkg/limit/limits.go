// Package limit keeps play within time and memory: a batch of playouts that must end by a
// deadline, a watchdog over the memory of the process, and how long a playout takes. What
// is played is the same as without limits; what time or memory did not suffice for is counted.
package limit

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/astragal/astragal/engine"
	"github.com/astragal/astragal/engine/metric"
)

// Limits bound a batch beyond what the rules of the game do.
type Limits struct {
	// Budget is the time that the batch may take; 0 means no limit.
	Budget time.Duration
	// Memory bounds the memory of the process; nil means no limit.
	Memory *Watchdog
}

// grace is how long play may go on after it was told to stop before it is left
// behind, with whatever it holds.
const grace = 20 * time.Second

// Simulate plays a batch within limits. Playouts for which time or memory do
// not suffice are abandoned, those after them are left unplayed, both of which the
// batch counts; they are no error. Those that are played are the same as without
// limits.
func Simulate(ctx context.Context, rs engine.Ruleset, p engine.Params, l Limits) (*metric.Batch, error) {
	if l.Budget == 0 && l.Memory == nil {
		return rs.Simulate(ctx, p)
	}
	total := metric.NewBatch(rs.Players())
	deadline := time.Now().Add(l.Budget)
	left := p
	if l.Budget > 0 {
		left.Deadline = deadline
	}
	// One playout tells how long the others take; without a budget nobody asks.
	chunk := 1
	if l.Budget == 0 {
		chunk = p.Playouts
	}
	for left.Playouts > 0 {
		part := left
		part.Playouts = min(chunk, left.Playouts)
		left.First, left.Playouts = left.First+part.Playouts, left.Playouts-part.Playouts
		start := time.Now()
		b, err := playPart(ctx, rs, part, l, deadline)
		switch {
		case errors.Is(err, errNoTime), errors.Is(err, ErrMemory):
			b = metric.NewBatch(rs.Players())
			b.Abandoned, b.Elapsed = int64(part.Playouts), time.Since(start)
		case err != nil:
			return nil, err
		}
		if err := total.Merge(b); err != nil {
			return nil, err
		}
		if l.Budget > 0 && !time.Now().Before(deadline) || errors.Is(err, ErrMemory) {
			total.Unplayed += int64(left.Playouts)
			break
		}
		// Large parts cost less, small ones lose less when the time is over.
		each := max(time.Since(start)/time.Duration(part.Playouts), 1)
		chunk = int(max(1, min(time.Until(deadline)/4/each, time.Duration(p.Playouts))))
	}
	return total, nil
}

// slack is what play that looks at the clock between plies needs to end by itself,
// and with what it has played, before it is told to.
const slack = 200 * time.Millisecond

// errNoTime says that a part of a batch did not end before its deadline.
var errNoTime = errors.New("out of time")

func playPart(ctx context.Context, rs engine.Ruleset, p engine.Params, l Limits,
	deadline time.Time) (b *metric.Batch, err error) {
	play := func(ctx context.Context) error {
		if l.Budget > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithDeadlineCause(ctx, deadline.Add(slack), errNoTime)
			defer cancel()
		}
		b, err = runDetached(ctx, func() (*metric.Batch, error) { return rs.Simulate(ctx, p) })
		if cause := context.Cause(ctx); err != nil && cause != nil {
			err = cause
		}
		return err
	}
	if l.Memory == nil {
		err = play(ctx)
	} else {
		err = l.Memory.Do(ctx, play)
	}
	return b, err
}

// runDetached calls f on a goroutine of its own and leaves it behind when it
// goes on for too long after the context has ended. A panic of f is the caller's.
func runDetached(ctx context.Context, f func() (*metric.Batch, error)) (*metric.Batch, error) {
	type result struct {
		b        *metric.Batch
		err      error
		panicked any
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			if v := recover(); v != nil {
				r.panicked = v
			}
			done <- r
		}()
		r.b, r.err = f()
	}()
	var r result
	select {
	case r = <-done:
	case <-ctx.Done():
		select {
		case r = <-done:
		case <-time.After(grace):
			return nil, fmt.Errorf("play does not stop: %w", ctx.Err())
		}
	}
	if r.panicked != nil {
		panic(r.panicked)
	}
	return r.b, r.err
}

// ErrMemory says that something needs more memory than a watchdog allows, even alone.
var ErrMemory = errors.New("out of memory")

// errCrowded says that everything at once needs more than a watchdog allows.
var errCrowded = errors.New("out of memory together with others")

// Watchdog bounds the live memory of the process by stopping what runs under
// it. It cannot know who needs the memory, so it stops all, and lets each try
// again alone; what is too large even then fails with ErrMemory.
type Watchdog struct {
	limit uint64
	alone sync.RWMutex // held for writing by who runs alone

	mu   sync.Mutex
	runs map[*context.CancelCauseFunc]bool // true: alone
}

// NewWatchdog returns a watchdog that allows so many bytes.
func NewWatchdog(limit uint64) *Watchdog {
	return &Watchdog{limit: limit, runs: map[*context.CancelCauseFunc]bool{}}
}

// Do calls f with a context that ends when memory runs out.
func (w *Watchdog) Do(ctx context.Context, f func(context.Context) error) error {
	w.alone.RLock()
	err := w.watch(ctx, false, f)
	w.alone.RUnlock()
	if !errors.Is(err, errCrowded) {
		return err
	}
	w.alone.Lock()
	defer w.alone.Unlock()
	runtime.GC()
	return w.watch(ctx, true, f)
}

func (w *Watchdog) watch(ctx context.Context, alone bool, f func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	w.mu.Lock()
	w.runs[&cancel] = alone
	if len(w.runs) == 1 {
		go w.monitor()
	}
	w.mu.Unlock()
	defer func() {
		w.mu.Lock()
		delete(w.runs, &cancel)
		w.mu.Unlock()
	}()
	return f(ctx)
}

// monitor looks at the memory now and then as long as something runs.
func (w *Watchdog) monitor() {
	for {
		time.Sleep(50 * time.Millisecond)
		full := liveBytes() > w.limit
		if full { // garbage does not count
			runtime.GC()
			full = liveBytes() > w.limit
		}
		w.mu.Lock()
		if len(w.runs) == 0 {
			w.mu.Unlock()
			return
		}
		if full {
			for cancel, alone := range w.runs {
				if alone {
					(*cancel)(ErrMemory)
				} else {
					(*cancel)(errCrowded)
				}
			}
		}
		w.mu.Unlock()
	}
}

func liveBytes() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// DefaultMemory is three fifths of the memory that the machine, or the control
// group of the process, has; 2 GiB when that is unknown.
func DefaultMemory() uint64 {
	total := uint64(0)
	if text, err := os.ReadFile("/proc/meminfo"); err == nil {
		if fields := strings.Fields(string(text)); len(fields) > 1 {
			kib, _ := strconv.ParseUint(fields[1], 10, 64)
			total = kib << 10
		}
	}
	if text, err := os.ReadFile("/sys/fs/cgroup/memory.max"); err == nil {
		if n, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64); err == nil && (total == 0 || n < total) {
			total = n
		}
	}
	if total == 0 {
		return 2 << 30
	}
	return total / 5 * 3
}
