// Package scheduler is the service that keeps the rest moving: it compares the
// queue with the catalogue and publishes jobs that were lost, and by a cron
// expression it asks for the evaluation of what is missing or was evaluated by an
// older engine or with other parameters.
package scheduler

import (
	"context"
	"time"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/jobs"
)

// Service reconciles and re-evaluates.
type Service interface {
	// Reconcile publishes the unfinished jobs that no queue holds, and returns their number.
	Reconcile(ctx context.Context) (int, error)
	// Reevaluate requests the evaluations that are missing or out of date, behind
	// all that people ask for, and returns their number.
	Reevaluate(ctx context.Context, p catalogue.Params) (int, error)
	// Report compares the figures of the current engine with those of the one before,
	// keeps what it finds, and reports whether that is news.
	Report(ctx context.Context) (catalogue.ChangeReport, bool, error)
}

type service struct {
	catalogue *catalogue.Catalogue
	queue     *jobs.Queue
	engine    string
}

// New returns the service for an engine version.
func New(c *catalogue.Catalogue, q *jobs.Queue, engine string) Service {
	return &service{c, q, engine}
}

func (s *service) Reconcile(ctx context.Context) (int, error) {
	return s.queue.Reconcile(ctx, func(ctx context.Context) (list, overdue []jobs.Job, err error) {
		w, err := s.catalogue.Unfinished(ctx)
		if err != nil {
			return nil, nil, err
		}
		add := func(late bool, j jobs.Job) {
			list = append(list, j)
			if late {
				overdue = append(overdue, j)
			}
		}
		for _, c := range w.Compile {
			add(c.Overdue, jobs.Job{Kind: jobs.Compile, Subject: c.Source, Priority: c.Priority})
		}
		for _, b := range w.Simulate {
			add(b.Overdue, jobs.Job{Kind: jobs.Simulate, Subject: b.Evaluation, Batch: b.Number, Priority: b.Priority})
		}
		for _, e := range w.Concepts {
			add(e.Overdue, jobs.Job{Kind: jobs.Concepts, Subject: e.Evaluation, Priority: e.Priority})
		}
		return list, overdue, nil
	})
}

func (s *service) Report(ctx context.Context) (r catalogue.ChangeReport, news bool, err error) {
	if r, err = s.catalogue.Changes(ctx, "", s.engine); err != nil {
		return r, false, err
	}
	news, err = s.catalogue.StoreChanges(ctx, r)
	return r, news, err
}

// page is the number of sources requested between pauses.
const page = 100

func (s *service) Reevaluate(ctx context.Context, p catalogue.Params) (int, error) {
	p.Priority = -1
	total := 0
	for {
		stale, err := s.catalogue.Stale(ctx, s.engine, p, page)
		if err != nil || len(stale) == 0 {
			return total, err
		}
		for _, id := range stale {
			if _, err := s.catalogue.Request(ctx, id, s.engine, p); err != nil {
				return total, err
			}
			total++
		}
		// The reconciler fills the queue; pausing leaves room for what people ask.
		select {
		case <-ctx.Done():
			return total, ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	}
}
