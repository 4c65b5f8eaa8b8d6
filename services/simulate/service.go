// Package simulate is the service that plays: a job names a batch of an
// evaluation, the service plays its playouts and records their statistics.
//
// A batch's random choices follow from the evaluation's seed and the batch's
// number alone, and its statistics are recorded at most once, so it does not
// matter which worker plays it, how often, or beside how many others.
package simulate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/astragal/astragal/engine"
	"github.com/astragal/astragal/pkg/compilecache"
	"github.com/astragal/astragal/pkg/limit"

	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/jobs"
	"github.com/astragal/astragal/pkg/telemetry"
	"github.com/astragal/astragal/services/compile"
)

// BatchName is the request: which batch to play.
type BatchName struct {
	Evaluation string `json:"evaluation"`
	Number     int    `json:"number"`
}

// Service plays batches.
type Service interface {
	// Play plays a batch unless it is recorded already or no longer wanted, and
	// lets into the queue what may follow. It returns the evaluation's progress.
	Play(ctx context.Context, b BatchName) (catalogue.BatchResult, error)
}

// Catalogue is what the service asks of the catalogue.
type Catalogue interface {
	compile.Sources
	compile.Evaluations
	HasBatch(ctx context.Context, evaluation string, number int) (bool, error)
	RecordBatch(ctx context.Context, evaluation string, number int, b *metric.Batch,
		worker string) (catalogue.BatchResult, error)
}

// Queue is what the service asks of the queue.
type Queue interface {
	Send(j jobs.Job) error
	Emit(e jobs.Event)
}

type service struct {
	catalogue Catalogue
	queue     Queue
	compiler  engine.Compiler
	cache     *compilecache.Cache
	memory    *limit.Watchdog
	tel       *telemetry.Set
	worker    string
	slots     chan struct{} // one entry per batch that is being played
}

// New returns the service. It plays at most so many batches at once; of others
// that are asked for meanwhile it reads, compiles and records what it can.
func New(c Catalogue, q Queue, compiler engine.Compiler, cache *compilecache.Cache, memory *limit.Watchdog,
	tel *telemetry.Set,
	slots int) Service {
	name, _ := os.Hostname()
	return &service{c, q, compiler, cache, memory, tel, fmt.Sprintf("%s/%d", name, os.Getpid()),
		make(chan struct{}, slots)}
}

func (s *service) Play(ctx context.Context, b BatchName) (r catalogue.BatchResult, err error) {
	e, err := s.catalogue.Evaluation(ctx, b.Evaluation)
	if errors.Is(err, catalogue.ErrNotFound) {
		return r, jobs.Permanent(err)
	}
	if err != nil || e.Status != "running" {
		return r, err
	}
	if b.Number >= e.Batches {
		return r, jobs.Permanent(fmt.Errorf("evaluation %s has no batch %d", e.ID, b.Number))
	}
	if e.Engine != s.compiler.Version() {
		return r, jobs.Permanent(fmt.Errorf("evaluation %s belongs to engine version %s, this is %s; request it again",
			e.ID, e.Engine, s.compiler.Version()))
	}
	has, err := s.catalogue.HasBatch(ctx, e.ID, b.Number)
	if err != nil {
		return r, err
	}
	if has { // we may have died between recording it and publishing what follows
		r = catalogue.BatchResult{Done: e.Done, Batches: e.Batches, Complete: e.Done == e.Batches}
		return r, s.follow(e, r)
	}
	rs, err := s.cache.Get(ctx, e.SourceID, func(ctx context.Context) (engine.Ruleset, error) {
		return compile.Load(ctx, s.catalogue, s.compiler, e.SourceID)
	})
	var bad *compile.SourceError
	if errors.As(err, &bad) {
		return r, jobs.Permanent(err)
	}
	if err != nil {
		return r, err
	}
	if rs.Hash() != e.RulesetHash {
		return r, jobs.Permanent(fmt.Errorf("source %s compiles to ruleset %s, but evaluation %s is of %s", e.SourceID,
			rs.Hash(), e.ID, e.RulesetHash))
	}
	params := engine.Params{Seed: e.Params.Seed, First: b.Number * e.Params.BatchSize,
		Playouts: e.BatchPlayouts(b.Number), Agent: e.Params.Agent, Bare: e.Params.Metrics == catalogue.Outcomes,
		Scope:   e.Params.Scope(),
		Traffic: e.Params.Metrics == catalogue.Traffic, Ladder: e.Params.Metrics == catalogue.Ladder,
		MaxPlies:  e.Params.MaxPlies,
		MoveLimit: e.Params.MoveLimit, TurnLimit: e.Params.TurnLimit, Timeout: e.Params.Timeout}
	limits := limit.Limits{Memory: s.memory,
		Budget: time.Duration(float64(e.Params.Budget) * float64(params.Playouts) / float64(e.Params.Playouts))}
	stats, err := s.playInSlot(ctx, rs, params, limits)
	if err != nil {
		if ctx.Err() == nil && !errors.Is(err, context.DeadlineExceeded) {
			err = jobs.Permanent(fmt.Errorf("%s: %w", rs.Name(), err)) // the same batch fails the same way
		}
		return r, err
	}
	if r, err = s.catalogue.RecordBatch(ctx, e.ID, b.Number, stats, s.worker); err != nil {
		return r, err
	}
	s.tel.Abandoned.Add(float64(stats.Abandoned))
	s.tel.Playouts.Add(float64(stats.Playouts))
	if m := stats.Metric("DurationMoves"); m != nil {
		s.tel.Plies.Add(m.Estimate().Mean * float64(stats.Playouts))
	}
	s.tel.PlaySeconds.Add(stats.Elapsed.Seconds())
	if r.New {
		s.queue.Emit(jobs.Event{Kind: "batch", Subject: e.ID, Done: r.Done, Total: r.Batches, Detail: rs.Name()})
	}
	return r, s.follow(e, r)
}

// playInSlot plays a batch when there is room.
func (s *service) playInSlot(ctx context.Context, rs engine.Ruleset, p engine.Params,
	l limit.Limits) (stats *metric.Batch, err error) {
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	telemetry.Tag(ctx, func(ctx context.Context) { stats, err = limit.Simulate(ctx, rs, p, l) },
		"service", "simulate", "game", rs.Name(), "phase", "playout")
	return stats, err
}

// follow publishes what a recorded batch makes possible. It does not wait: what
// gets lost on the way is unfinished in the catalogue, and comes back.
func (s *service) follow(e catalogue.Evaluation, r catalogue.BatchResult) error {
	if r.Complete {
		return s.queue.Send(jobs.Job{Kind: jobs.Concepts, Subject: e.ID, Priority: e.Params.Priority})
	}
	for n := r.Next; n < r.Until; n++ {
		if err := s.queue.Send(jobs.Job{Kind: jobs.Simulate, Subject: e.ID, Batch: n,
			Priority: e.Params.Priority}); err != nil {
			return err
		}
	}
	return nil
}
