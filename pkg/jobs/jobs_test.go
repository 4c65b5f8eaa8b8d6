package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/astragal/astragal/pkg/embedded"
	"github.com/astragal/astragal/pkg/jobs"
)

var quiet = slog.New(slog.NewTextHandler(io.Discard, nil))

func startNATS(t *testing.T) (*embedded.Dir, *embedded.NATS, *jobs.Queue) {
	t.Helper()
	d, err := embedded.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	n, err := embedded.StartNATS(d, 0, quiet)
	if err != nil {
		t.Fatal(err)
	}
	q, err := jobs.Connect(t.Context(), n.URL(), "test", quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(q.Close)
	return d, n, q
}

// recorder collects what workers do.
type recorder struct {
	mu     sync.Mutex
	done   []string
	failed []string
}

func (r *recorder) add(list *[]string, s string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	*list = append(*list, s)
}

func (r *recorder) snapshot() (done, failed []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	done, failed = slices.Clone(r.done), slices.Clone(r.failed)
	slices.Sort(done)
	slices.Sort(failed)
	return done, failed
}

func (r *recorder) worker(handle jobs.Handler) jobs.Worker {
	return jobs.Worker{Kind: jobs.Simulate, Concurrency: 4, Handle: handle, Log: quiet,
		Failed: func(_ context.Context, j jobs.Job, reason string, err error) error {
			r.add(&r.failed, fmt.Sprintf("%v %s %v", j, reason, err))
			return nil
		}}
}

func waitFor(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(40 * time.Second); !ok(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited too long for %s", what)
		}
	}
}

func TestWorker(t *testing.T) {
	_, n, q := startNATS(t)
	defer n.Stop()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var list []jobs.Job
	for i := range 40 {
		list = append(list, jobs.Job{Kind: jobs.Simulate, Subject: "e", Batch: i})
	}
	for range 2 { // the second time changes nothing
		if err := q.Publish(ctx, list...); err != nil {
			t.Fatal(err)
		}
	}
	if d, err := q.Depth(ctx, jobs.Simulate); d != 40 || err != nil {
		t.Fatalf("depth %d, %v", d, err)
	}
	var r recorder
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		q.Run(ctx, r.worker(func(_ context.Context, j jobs.Job) error {
			switch {
			case j.Batch == 7:
				panic("seven")
			case j.Batch == 8:
				return jobs.Permanent(errors.New("hopeless"))
			case j.Batch == 9 && j.Attempt < 3:
				return errors.New("not yet")
			}
			r.add(&r.done, j.String())
			return nil
		}))
	}()
	waitFor(t, "38 done and 2 failed", func() bool { d, f := r.snapshot(); return len(d) == 38 && len(f) == 2 })
	_, failed := r.snapshot()
	if want := []string{"simulate.e.7 panic panic: seven", "simulate.e.8 error hopeless"}; !slices.Equal(failed, want) {
		t.Errorf("failed %q, want %q", failed, want)
	}
	waitFor(t, "an empty queue", func() bool { d, err := q.Depth(ctx, jobs.Simulate); return err == nil && d == 0 })
	cancel()
	<-finished
}

// A worker that stops in the middle gives its job back at once.
func TestWorkerStops(t *testing.T) {
	_, n, q := startNATS(t)
	defer n.Stop()
	if err := q.Publish(t.Context(), jobs.Job{Kind: jobs.Simulate, Subject: "e", Batch: 1}); err != nil {
		t.Fatal(err)
	}
	var r recorder
	first, cancel := context.WithCancel(t.Context())
	q.Run(first, r.worker(func(ctx context.Context, j jobs.Job) error {
		cancel()
		<-ctx.Done()
		return ctx.Err()
	}))
	second, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	q.Run(second, r.worker(func(ctx context.Context, j jobs.Job) error {
		r.add(&r.done, j.String())
		cancel()
		return nil
	}))
	if done, failed := r.snapshot(); len(done) != 1 || len(failed) != 0 {
		t.Errorf("done %v, failed %v", done, failed)
	}
}

// The server's files are wiped while a worker runs: the reconciler fills the
// queue again, once.
func TestReconcileAfterWipe(t *testing.T) {
	d, n, q := startNATS(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	all := []jobs.Job{{Kind: jobs.Simulate, Subject: "e", Batch: 0}, {Kind: jobs.Simulate, Subject: "e", Batch: 1},
		{Kind: jobs.Compile, Subject: "s"}}
	unfinished := func(context.Context) (list, overdue []jobs.Job, err error) { return all, nil, nil }
	if err := q.Publish(ctx, all...); err != nil {
		t.Fatal(err)
	}
	if n, err := q.Reconcile(ctx, unfinished); n != 0 || err != nil {
		t.Errorf("reconciling a full queue publishes %d, %v", n, err)
	}
	url := n.URL()
	q.Close()
	n.Stop()
	if err := os.RemoveAll(filepath.Join(d.Path(), "nats")); err != nil {
		t.Fatal(err)
	}
	n, err := embedded.StartNATS(d, 0, quiet)
	if err != nil {
		t.Fatal(err)
	}
	defer n.Stop()
	if n.URL() == url {
		t.Error("a restarted server kept its token")
	}
	if q, err = jobs.Connect(ctx, n.URL(), "test", quiet); err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	if n, err := q.Reconcile(ctx, unfinished); n != 3 || err != nil {
		t.Errorf("reconciling an empty queue publishes %d, %v", n, err)
	}
	if n, err := q.Reconcile(ctx, unfinished); n != 0 || err != nil {
		t.Errorf("reconciling again publishes %d, %v", n, err)
	}
	var r recorder
	go q.Run(ctx, r.worker(func(_ context.Context, j jobs.Job) error {
		r.add(&r.done, j.String())
		return nil
	}))
	waitFor(t, "both batches", func() bool { done, _ := r.snapshot(); return len(done) == 2 })
}

// High priority goes first, low last, in whatever order jobs were published.
func TestLanes(t *testing.T) {
	_, n, q := startNATS(t)
	defer n.Stop()
	var list []jobs.Job
	for i, priority := range []int{-3, 0, 5, 0, -1, 2} {
		list = append(list, jobs.Job{Kind: jobs.Simulate, Subject: "e", Batch: i, Priority: priority})
	}
	if err := q.Publish(t.Context(), list...); err != nil {
		t.Fatal(err)
	}
	// The server counts what consumers have not seen yet a moment after it is published.
	waitFor(t, "the depth of the queue", func() bool {
		d, err := q.Depth(t.Context(), jobs.Simulate)
		return d == 6 && err == nil
	})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	order := make(chan int, 6)
	w := (&recorder{}).worker(func(_ context.Context, j jobs.Job) error { order <- j.Batch; return nil })
	w.Concurrency = 1
	go q.Run(ctx, w)
	for i, want := range []int{2, 5, 1, 3, 0, 4} {
		if got := <-order; got != want {
			t.Errorf("job %d is batch %d, want %d", i, got, want)
		}
	}
}

// A job that the catalogue calls overdue is published again though its lane is
// busy, once in a while.
func TestOverdue(t *testing.T) {
	_, n, q := startNATS(t)
	defer n.Stop()
	busy := jobs.Job{Kind: jobs.Simulate, Subject: "busy"}
	lost := jobs.Job{Kind: jobs.Simulate, Subject: "lost"}
	if err := q.Publish(t.Context(), busy); err != nil {
		t.Fatal(err)
	}
	depth := func(want int) (d int) { // the server counts a moment after it has stored
		for range 100 {
			var err error
			if d, err = q.Depth(t.Context(), jobs.Simulate); err != nil {
				t.Fatal(err)
			}
			if d >= want {
				return d
			}
			time.Sleep(20 * time.Millisecond)
		}
		return d
	}
	depth(1)
	clock := time.Unix(3000, 0)
	jobs.Now = func() time.Time { return clock }
	defer func() { jobs.Now = time.Now }()
	unfinished := func(context.Context) (list, overdue []jobs.Job, err error) {
		return []jobs.Job{busy, lost}, []jobs.Job{lost}, nil
	}
	for i, want := range []int{2, 2, 2, 3} {
		if i == 2 {
			clock = time.Unix(1000, 0).Add(2000 * time.Second) // back and forth: the same moment
		} else if i == 3 {
			clock = clock.Add(10 * time.Minute)
		}
		if _, err := q.Reconcile(t.Context(), unfinished); err != nil {
			t.Fatal(err)
		}
		if d := depth(want); d != want {
			t.Errorf("round %d: depth %d, want %d", i, d, want)
		}
	}
}

func TestEvents(t *testing.T) {
	_, n, q := startNATS(t)
	defer n.Stop()
	got := make(chan jobs.Event, 1)
	stop, err := q.Watch(t.Context(), func(e jobs.Event) { got <- e })
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	q.Emit(jobs.Event{Kind: "batch", Subject: "e", Done: 1, Total: 2})
	select {
	case e := <-got:
		if e.Kind != "batch" || e.Subject != "e" || e.Done != 1 || e.Total != 2 || e.At.IsZero() {
			t.Errorf("event %+v", e)
		}
	case <-time.After(5 * time.Second):
		t.Error("no event")
	}
}
