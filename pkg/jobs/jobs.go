// Package jobs carries work between services over NATS JetStream.
//
// The stream JOBS is a work queue on disk. A job is a subject that names rows of the
// catalogue and nothing more:
//
//	jobs.compile.<source>
//	jobs.simulate.<evaluation>.<batch>
//	jobs.concepts.<evaluation>
//
// Jobs of high or low priority have a lane of their own (jobs.simulate-high.…,
// jobs.compile-low.…), which workers empty before, or after, all others. Each
// lane has one durable pull consumer shared by all workers. What is guaranteed:
//
//   - A job is delivered until a worker acknowledges it, at least once. Workers
//     make their effects idempotent (pkg/catalogue does).
//   - Publishing a job twice within two minutes queues it once.
//   - While a worker works on a job it says so; a job of a worker that died is
//     delivered again after AckWait.
//   - A job that fails is delivered again after a growing pause, MaxAttempts
//     times in all; then, or at once when its error is Permanent, it is handed
//     to the Failed hook and leaves the queue. A panic is a failure.
//   - The queue may be lost as a whole: Reconcile fills it again from the catalogue.
//
// The stream EVENTS keeps progress messages for an hour; they may be lost.
package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Kinds of jobs, which are also the names of their consumers.
const (
	Compile  = "compile"
	Simulate = "simulate"
	Concepts = "concepts"
)

// Kinds lists them in pipeline order.
var Kinds = []string{Compile, Simulate, Concepts}

// lanes are the suffixes of a kind by priority, the first served first.
var lanes = []string{"-high", "", "-low"}

// Limits of delivery.
const (
	// AckWait is how long a silent worker keeps a job.
	AckWait = 10 * time.Second
	// MaxAttempts is how often a job is tried.
	MaxAttempts = 5
	// dedupWindow is how long a published job blocks its like.
	dedupWindow = 2 * time.Minute
)

const (
	jobStream   = "JOBS"
	eventStream = "EVENTS"
)

// Queue is a connection to the streams. It is safe for concurrent use.
type Queue struct {
	conn *nats.Conn
	js   jetstream.JetStream
	log  *slog.Logger
}

// Connect connects to the server at url, waiting up to 30 seconds for it, and
// creates the streams and consumers that are missing. The connection comes back
// by itself when the server was away.
func Connect(ctx context.Context, url, name string, log *slog.Logger) (*Queue, error) {
	options := []nats.Option{nats.Name(name), nats.MaxReconnects(-1), nats.ReconnectWait(250 * time.Millisecond),
		nats.Timeout(5 * time.Second),
		// A network that swallows packets is noticed after 15 seconds.
		nats.PingInterval(5 * time.Second), nats.MaxPingsOutstanding(2), nats.FlusherTimeout(10 * time.Second),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { log.Debug("nats", "error", err) })}
	conn, err := nats.Connect(url, options...)
	for deadline := time.Now().Add(30 * time.Second); err != nil && time.Now().Before(deadline) && ctx.Err() == nil &&
		!errors.Is(err, nats.ErrAuthorization); {
		time.Sleep(250 * time.Millisecond)
		conn, err = nats.Connect(url, options...)
	}
	if err != nil {
		return nil, fmt.Errorf("NATS: %w", err)
	}
	js, err := jetstream.New(conn)
	if err != nil {
		conn.Close()
		return nil, fmt.Errorf("JetStream: %w", err)
	}
	q := &Queue{conn: conn, js: js, log: log}
	if err := q.Ensure(ctx); err != nil {
		conn.Close()
		return nil, err
	}
	return q, nil
}

// Close ends the connection after what was published has left.
func (q *Queue) Close() {
	q.conn.FlushTimeout(time.Second)
	q.conn.Close()
}

// Ping reports whether the server answers.
func (q *Queue) Ping(ctx context.Context) error { return q.conn.FlushWithContext(ctx) }

// Ensure creates the streams and consumers that are missing. When the server
// answers but cannot create them, as after its files were damaged, the stream of
// jobs is deleted with what is left of it and made anew; Reconcile fills it.
func (q *Queue) Ensure(ctx context.Context) error {
	err := q.create(ctx)
	var refused *jetstream.APIError
	if !errors.As(err, &refused) || refused.Code < 500 {
		return err
	}
	q.log.Error("the queue is damaged; making it anew", "error", err)
	if gone := q.js.DeleteStream(ctx, jobStream); gone != nil && !errors.Is(gone, jetstream.ErrStreamNotFound) {
		return errors.Join(err, gone)
	}
	return q.create(ctx)
}

func (q *Queue) create(ctx context.Context) error {
	if _, err := q.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: jobStream, Subjects: []string{"jobs.>"}, Retention: jetstream.WorkQueuePolicy,
		Storage: jetstream.FileStorage, Duplicates: dedupWindow, AllowDirect: true,
	}); err != nil {
		return fmt.Errorf("stream %s: %w", jobStream, err)
	}
	if _, err := q.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: eventStream, Subjects: []string{"events.>"}, Retention: jetstream.LimitsPolicy,
		Storage: jetstream.MemoryStorage, MaxAge: time.Hour, MaxMsgs: 100_000, Discard: jetstream.DiscardOld,
	}); err != nil {
		return fmt.Errorf("stream %s: %w", eventStream, err)
	}
	for _, kind := range Kinds {
		for _, lane := range lanes {
			if _, err := q.js.CreateOrUpdateConsumer(ctx, jobStream, jetstream.ConsumerConfig{
				Durable: kind + lane, FilterSubject: "jobs." + kind + lane + ".>", AckPolicy: jetstream.AckExplicitPolicy,
				AckWait: AckWait, MaxDeliver: -1, MaxAckPending: 4096,
			}); err != nil {
				return fmt.Errorf("consumer %s%s: %w", kind, lane, err)
			}
		}
	}
	return nil
}

// Job is one piece of work.
type Job struct {
	// Kind is one of Kinds.
	Kind string
	// Subject names the row: a source or an evaluation.
	Subject string
	// Batch is the batch's number in jobs of kind Simulate.
	Batch int
	// Priority chooses the lane by its sign.
	Priority int
	// Attempt counts deliveries from 1. It is not part of what is published.
	Attempt int
}

// lane is the kind with the suffix of the priority.
func (j Job) lane() string { return j.Kind + lanes[1-cmp.Compare(j.Priority, 0)] }

func (j Job) String() string {
	if j.Kind == Simulate {
		return fmt.Sprintf("%s.%s.%d", j.lane(), j.Subject, j.Batch)
	}
	return j.lane() + "." + j.Subject
}

func parseJob(subject string) (j Job, err error) {
	parts := strings.Split(subject, ".")
	if len(parts) < 3 || parts[0] != "jobs" {
		return j, fmt.Errorf("subject %q names no job", subject)
	}
	j = Job{Kind: parts[1], Subject: parts[2]}
	if kind, ok := strings.CutSuffix(j.Kind, lanes[0]); ok {
		j.Kind, j.Priority = kind, 1
	} else if kind, ok := strings.CutSuffix(j.Kind, lanes[2]); ok {
		j.Kind, j.Priority = kind, -1
	}
	if j.Kind == Simulate {
		if len(parts) != 4 {
			return j, fmt.Errorf("subject %q names no batch", subject)
		}
		if _, err := fmt.Sscanf(parts[3], "%d", &j.Batch); err != nil || j.Batch < 0 {
			return j, fmt.Errorf("subject %q names no batch", subject)
		}
	}
	return j, nil
}

// ErrUnavailable tells that NATS does not answer.
var ErrUnavailable = errors.New("NATS does not answer")

// Send puts a job into the queue without waiting for the server: it may get
// lost. The error tells only that it could not leave.
func (q *Queue) Send(j Job) error {
	if _, err := q.js.PublishAsync("jobs."+j.String(), nil, jetstream.WithMsgID(j.String())); err != nil {
		return fmt.Errorf("publishing %v: %w: %w", j, ErrUnavailable, err)
	}
	return nil
}

// Publish puts jobs into the queue and returns when the server has them on disk.
func (q *Queue) Publish(ctx context.Context, jobs ...Job) error { return q.publish(ctx, "", jobs) }

// Republish puts jobs into the queue although the same are or were there; equal
// rounds count as the same publication.
func (q *Queue) Republish(ctx context.Context, round string, jobs ...Job) error {
	return q.publish(ctx, "#"+round, jobs)
}

// Purge throws all jobs away. Those that are unfinished come back by Reconcile.
func (q *Queue) Purge(ctx context.Context) error {
	s, err := q.js.Stream(ctx, jobStream)
	if err != nil {
		return err
	}
	return s.Purge(ctx)
}

func (q *Queue) publish(ctx context.Context, round string, jobs []Job) error {
	const inFlight = 256
	for len(jobs) > 0 {
		n := min(inFlight, len(jobs))
		acks := make([]jetstream.PubAckFuture, 0, n)
		for _, j := range jobs[:n] {
			ack, err := q.js.PublishAsync("jobs."+j.String(), nil, jetstream.WithMsgID(j.String()+round))
			if err != nil {
				return fmt.Errorf("publishing %v: %w: %w", j, ErrUnavailable, err)
			}
			acks = append(acks, ack)
		}
		for i, ack := range acks {
			select {
			case <-ack.Ok():
			case err := <-ack.Err():
				return fmt.Errorf("publishing %v: %w: %w", jobs[i], ErrUnavailable, err)
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(10 * time.Second):
				return fmt.Errorf("publishing %v: %w", jobs[i], ErrUnavailable)
			}
		}
		jobs = jobs[n:]
	}
	return nil
}

// Depth is the number of jobs of a kind, of all lanes, that are waiting or being
// worked on.
func (q *Queue) Depth(ctx context.Context, kind string) (int, error) {
	total := 0
	for _, lane := range lanes {
		n, err := q.laneDepth(ctx, kind+lane)
		if err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}

func (q *Queue) laneDepth(ctx context.Context, lane string) (int, error) {
	c, err := q.js.Consumer(ctx, jobStream, lane)
	if err != nil {
		return 0, err
	}
	info := c.CachedInfo()
	return int(info.NumPending) + info.NumAckPending, nil
}

// Event is a progress message.
type Event struct {
	// Kind is what happened: "compiled", "compile-failed", "batch", "done", "failed".
	Kind string `json:"kind"`
	// Subject is the source or evaluation it happened to.
	Subject string `json:"subject"`
	// Done and Total count batches.
	Done  int `json:"done,omitempty"`
	Total int `json:"total,omitempty"`
	// Detail is for people: a name or an error.
	Detail string    `json:"detail,omitempty"`
	At     time.Time `json:"at"`
}

// Emit publishes an event without waiting; it may be lost.
func (q *Queue) Emit(e Event) {
	e.At = time.Now().UTC()
	if data, err := json.Marshal(e); err == nil {
		q.conn.Publish("events."+e.Kind+"."+e.Subject, data)
	}
}

// Watch calls f for every event from now on until ctx ends or the function
// returned is called. Events that arrive faster than f returns are dropped.
func (q *Queue) Watch(ctx context.Context, f func(Event)) (stop func(), err error) {
	sub, err := q.conn.Subscribe("events.>", func(m *nats.Msg) {
		var e Event
		if json.Unmarshal(m.Data, &e) == nil {
			f(e)
		}
	})
	if err != nil {
		return nil, err
	}
	sub.SetPendingLimits(4096, 1<<22)
	detach := context.AfterFunc(ctx, func() { sub.Unsubscribe() })
	return func() { detach(); sub.Unsubscribe() }, nil
}
