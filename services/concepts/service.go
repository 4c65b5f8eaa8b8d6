// Package concepts is the service that turns an evaluation's batches into its
// figures: a job names an evaluation whose batches are all recorded; the
// service merges them, and records metrics with their intervals beside the
// concepts that compilation found.
package concepts

import (
	"context"
	"errors"

	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/jobs"
)

// Service completes evaluations.
type Service interface {
	// Complete merges the batches of an evaluation and records its figures,
	// which it returns. Doing it again changes nothing, nor does doing it before
	// all batches are there.
	Complete(ctx context.Context, evaluation string) (metric.Summary, error)
}

// Catalogue is what the service asks of the catalogue.
type Catalogue interface {
	Evaluation(ctx context.Context, id string) (catalogue.Evaluation, error)
	Ruleset(ctx context.Context, hash string) (catalogue.Ruleset, error)
	MergedBatches(ctx context.Context, evaluation string, players int) (*metric.Batch, int, error)
	Extend(ctx context.Context, e catalogue.Evaluation, total *metric.Batch) (next, until int, more bool, err error)
	Finish(ctx context.Context, evaluation string, total *metric.Batch) error
}

// Queue is what the service asks of the queue.
type Queue interface {
	Publish(ctx context.Context, list ...jobs.Job) error
	Emit(e jobs.Event)
}

type service struct {
	catalogue Catalogue
	queue     Queue
}

// New returns the service.
func New(c Catalogue, q Queue) Service { return &service{c, q} }

func (s *service) Complete(ctx context.Context, evaluation string) (metric.Summary, error) {
	e, err := s.catalogue.Evaluation(ctx, evaluation)
	if errors.Is(err, catalogue.ErrNotFound) {
		return metric.Summary{}, jobs.Permanent(err)
	}
	if err != nil {
		return metric.Summary{}, err
	}
	if e.Status == "done" {
		return *e.Summary, nil
	}
	rs, err := s.catalogue.Ruleset(ctx, e.RulesetHash)
	if err != nil {
		return metric.Summary{}, err
	}
	total, n, err := s.catalogue.MergedBatches(ctx, e.ID, rs.Players)
	if err != nil {
		return metric.Summary{}, err
	}
	if n != e.Batches {
		return metric.Summary{}, nil // delivered too early, or again; the last batch asks once more
	}
	next, until, more, err := s.catalogue.Extend(ctx, e, total)
	if err != nil {
		return metric.Summary{}, err
	}
	if more { // its condition does not hold yet
		var list []jobs.Job
		for n := next; n < until; n++ {
			list = append(list, jobs.Job{Kind: jobs.Simulate, Subject: e.ID, Batch: n, Priority: e.Params.Priority})
		}
		return metric.Summary{}, s.queue.Publish(ctx, list...)
	}
	if err := s.catalogue.Finish(ctx, e.ID, total); err != nil {
		return metric.Summary{}, err
	}
	s.queue.Emit(jobs.Event{Kind: "done", Subject: e.ID, Done: n, Total: n, Detail: rs.Game})
	return total.Summary(), nil
}
