package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Handler does a job. Its context ends when the worker stops.
type Handler func(ctx context.Context, j Job) error

// permanent marks an error that trying again cannot mend.
type permanent struct{ error }

func (p permanent) Unwrap() error { return p.error }

// Permanent marks err as one that trying again cannot mend.
func Permanent(err error) error { return permanent{err} }

// IsPermanent reports whether an error, or one that it wraps, was marked by Permanent.
func IsPermanent(err error) bool {
	var p permanent
	return errors.As(err, &p)
}

// PanicError is the failure of a handler that panicked.
type PanicError struct {
	Value any
	Stack []byte
}

func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v", e.Value) }

// Worker takes jobs of one kind from the queue.
type Worker struct {
	// Kind of jobs, and how many to do at once (at least 1).
	Kind        string
	Concurrency int
	// Handle does a job; Failed records one that failed for good, with the
	// reason "error", "panic" or "attempts" and its last error, nil when the
	// job was delivered too often because its workers died. When Failed returns
	// an error it is called again later.
	Handle Handler
	Failed func(ctx context.Context, j Job, reason string, err error) error
	// Unavailable tells of an error that is not the job's fault but that of a
	// server that is away. The worker keeps the job and tries again until the
	// server is back; no attempt is lost. It may be nil.
	Unavailable func(error) bool
	// Observe is told of every attempt; it may be nil.
	Observe func(j Job, took time.Duration, err error)
	Log     *slog.Logger
}

func (w *Worker) unavailable(err error) bool {
	return errors.Is(err, ErrUnavailable) || w.Unavailable != nil && w.Unavailable(err)
}

// Run works until ctx ends, then gives back what it has not finished. It
// outlives the server's absence and the loss of the streams.
func (q *Queue) Run(ctx context.Context, w Worker) {
	var wg sync.WaitGroup
	for range max(1, w.Concurrency) {
		wg.Go(func() { q.loop(ctx, w) })
	}
	wg.Wait()
}

// idleWait is how long a worker without work listens to one lane before it looks
// at the others.
const idleWait = 500 * time.Millisecond

func (q *Queue) loop(ctx context.Context, w Worker) {
	var from []jetstream.Consumer // one per lane, in order
	for ctx.Err() == nil {
		if from == nil {
			var err error
			if from, err = q.consumers(ctx, w.Kind); err != nil {
				sleep(ctx, 500*time.Millisecond)
				continue
			}
		}
		m, err := next(from)
		if err != nil && ctx.Err() == nil {
			from = nil // gone, or the server is away: look again
			sleep(ctx, 100*time.Millisecond)
		}
		if m != nil {
			q.work(ctx, w, m)
		}
	}
}

// consumers returns those of the lanes of a kind.
func (q *Queue) consumers(ctx context.Context, kind string) ([]jetstream.Consumer, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	var list []jetstream.Consumer
	for _, lane := range lanes {
		c, err := q.js.Consumer(ctx, jobStream, kind+lane)
		if err != nil {
			q.Ensure(ctx) // somebody lost the streams: whoever sees it first makes them again
			return nil, err
		}
		list = append(list, c)
	}
	return list, nil
}

// next takes one message from the first lane that has any; when none has, it
// waits a moment for one in the middle lane. It returns nil when there is none.
func next(from []jetstream.Consumer) (jetstream.Msg, error) {
	take := func(batch jetstream.MessageBatch, err error) (jetstream.Msg, error) {
		if err != nil {
			return nil, err
		}
		var m jetstream.Msg
		for got := range batch.Messages() {
			m = got
		}
		return m, batch.Error()
	}
	for _, c := range from {
		if m, err := take(c.FetchNoWait(1)); m != nil || err != nil {
			return m, err
		}
	}
	return take(from[1].Fetch(1, jetstream.FetchMaxWait(idleWait)))
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// work does the job of one message and answers for it.
func (q *Queue) work(ctx context.Context, w Worker, m jetstream.Msg) {
	job, err := parseJob(m.Subject())
	if err != nil {
		w.Log.Error("dropping a message that is no job", "subject", m.Subject(), "error", err)
		m.Term()
		return
	}
	meta, err := m.Metadata()
	if err != nil {
		return // no JetStream message; nothing to answer
	}
	job.Attempt = int(meta.NumDelivered)
	log := w.Log.With("job", job.String(), "attempt", job.Attempt)
	if ctx.Err() != nil {
		m.Nak()
		return
	}
	if job.Attempt > MaxAttempts+1 {
		// Its workers died without an answer, so it may be what kills them.
		q.fail(ctx, w, m, job, "attempts", nil, log)
		return
	}
	stopBeat := heartbeat(m)
	start := time.Now()
	err = safely(ctx, w.Handle, job)
	for pause := 250 * time.Millisecond; err != nil && ctx.Err() == nil &&
		w.unavailable(err); pause = min(2*pause, 5*time.Second) {
		log.Warn("a server is away; waiting for it", "error", err, "pause", pause)
		sleep(ctx, pause)
		err = safely(ctx, w.Handle, job)
	}
	took := time.Since(start)
	stopBeat()
	if w.Observe != nil {
		w.Observe(job, took, err)
	}
	var panicked *PanicError
	switch {
	case err == nil:
		if err := m.Ack(); err != nil { // when it is lost the job comes again and changes nothing
			log.Debug("not acknowledged", "error", err)
		}
	case ctx.Err() != nil:
		m.Nak()
	case errors.As(err, &panicked):
		log.Error("job panicked", "error", err, "stack", string(panicked.Stack))
		q.fail(ctx, w, m, job, "panic", err, log)
	case IsPermanent(err):
		q.fail(ctx, w, m, job, "error", err, log)
	case job.Attempt >= MaxAttempts:
		q.fail(ctx, w, m, job, "attempts", err, log)
	default:
		pause := backoff(job.Attempt)
		log.Warn("job failed; trying again", "error", err, "pause", pause)
		m.NakWithDelay(pause)
	}
}

// backoff is the pause after attempt n: 0.5 s, 1 s, 2 s, 4 s, … at most 30 s.
func backoff(n int) time.Duration {
	return min(250*time.Millisecond<<min(n, 10), 30*time.Second)
}

// fail hands a job to the Failed hook and takes it out of the queue.
func (q *Queue) fail(ctx context.Context, w Worker, m jetstream.Msg, j Job, reason string, err error,
	log *slog.Logger) {
	if err == nil {
		err = fmt.Errorf("delivered %d times without an answer: its workers died", j.Attempt-1)
	}
	if ferr := w.Failed(ctx, j, reason, err); ferr != nil {
		log.Error("a failure could not be recorded; trying again", "error", ferr, "failure", err)
		m.NakWithDelay(5 * time.Second)
		return
	}
	log.Error("job failed", "reason", reason, "error", err)
	m.Term()
}

// heartbeat tells the server that the job is being worked on, until stopped.
func heartbeat(m jetstream.Msg) (stop func()) {
	done := make(chan struct{})
	go func() {
		tick := time.NewTicker(AckWait / 3)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				m.InProgress()
			}
		}
	}()
	return func() { close(done) }
}

func safely(ctx context.Context, h Handler, j Job) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &PanicError{Value: v, Stack: debug.Stack()}
		}
	}()
	return h(ctx, j)
}
