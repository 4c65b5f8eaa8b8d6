// Package gateway is the service that people and programs talk to: it takes
// rulesets, answers questions about the catalogue as JSON, and shows the same
// as web pages. It is the only service with a public face.
package gateway

import (
	"context"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/jobs"
	"github.com/astragal/astragal/services/compile"
)

// Submission is a description and how to evaluate it.
type Submission struct {
	File      string   `json:"file"`
	Text      string   `json:"text"`
	Options   []string `json:"options"`
	Ruleset   string   `json:"ruleset"`
	Formalism string   `json:"formalism"`
	// Defs are definitions that the description uses, by file name.
	Defs map[string]string `json:"defs"`
	// Params are those of the evaluation; with zero Playouts nothing is evaluated.
	Params catalogue.Params `json:"params"`

	// defset is the id of definitions stored before.
	defset string
}

// Receipt answers a submission.
type Receipt struct {
	Source     string `json:"source"`
	Evaluation string `json:"evaluation,omitempty"` // "" until the source is compiled
}

// Page is a page of rulesets and the number of all that pass the filter.
type Page struct {
	Rulesets []catalogue.Ruleset `json:"rulesets"`
	Total    int                 `json:"total"`
}

// Detail is everything about one ruleset.
type Detail struct {
	catalogue.Ruleset
	Concepts    map[string]float64     `json:"concepts"`
	Evaluations []catalogue.Evaluation `json:"evaluations"`
}

// Problems are what failed.
type Problems struct {
	Sources []catalogue.Source  `json:"sources"` // do not compile
	Jobs    []catalogue.Failure `json:"jobs"`    // failed for good
}

// Service answers.
type Service interface {
	Submit(ctx context.Context, s Submission) (Receipt, error)
	SubmitAll(ctx context.Context, list []Submission, defs map[string]string) ([]string, error)
	Source(ctx context.Context, id string) (catalogue.Source, error)
	Rulesets(ctx context.Context, f catalogue.Filter) (Page, error)
	Ruleset(ctx context.Context, hash string) (Detail, error)
	Evaluation(ctx context.Context, id string) (catalogue.Evaluation, error)
	Cancel(ctx context.Context, evaluation string) (catalogue.Evaluation, error)
	Problems(ctx context.Context) (Problems, error)
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

// SubmitAll submits many sources that share definitions and returns their ids.
func (s *service) SubmitAll(ctx context.Context, list []Submission, defs map[string]string) ([]string, error) {
	defset, err := s.putDefs(ctx, defs)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(list))
	for i, sub := range list {
		sub.defset = defset
		receipt, err := s.Submit(ctx, sub)
		if err != nil {
			return nil, err
		}
		ids[i] = receipt.Source
	}
	return ids, nil
}

func (s *service) putDefs(ctx context.Context, defs map[string]string) (string, error) {
	if len(defs) == 0 {
		return "", nil
	}
	return s.catalogue.PutDefs(ctx, defs)
}

func (s *service) Submit(ctx context.Context, sub Submission) (r Receipt, err error) {
	if sub.Params.Playouts > 0 {
		if err := sub.Params.Check(); err != nil {
			return r, err
		}
	}
	if sub.defset == "" {
		if sub.defset, err = s.putDefs(ctx, sub.Defs); err != nil {
			return r, err
		}
	}
	r.Source, err = s.catalogue.Submit(ctx, catalogue.Source{File: sub.File, Text: sub.Text, Options: sub.Options, Ruleset: sub.Ruleset,
		Formalism: sub.Formalism, DefsetID: sub.defset})
	if err != nil {
		return r, err
	}
	if sub.Params.Playouts > 0 {
		if r.Evaluation, err = s.catalogue.Request(ctx, r.Source, s.engine, sub.Params); err != nil {
			return r, err
		}
		if r.Evaluation != "" {
			return r, compile.Enqueue(ctx, s.catalogue, s.queue, r.Evaluation)
		}
	}
	if err := s.catalogue.Outdate(ctx, r.Source, s.engine); err != nil {
		return r, err
	}
	src, err := s.catalogue.Source(ctx, r.Source)
	if err != nil || src.Status != "new" {
		return r, err
	}
	return r, s.queue.Publish(ctx, jobs.Job{Kind: jobs.Compile, Subject: r.Source})
}

func (s *service) Source(ctx context.Context, id string) (catalogue.Source, error) {
	return s.catalogue.Source(ctx, id)
}

func (s *service) Rulesets(ctx context.Context, f catalogue.Filter) (Page, error) {
	list, total, err := s.catalogue.Rulesets(ctx, f)
	return Page{list, total}, err
}

func (s *service) Ruleset(ctx context.Context, hash string) (d Detail, err error) {
	if d.Ruleset, err = s.catalogue.Ruleset(ctx, hash); err != nil {
		return d, err
	}
	if d.Concepts, err = s.catalogue.Concepts(ctx, hash); err != nil {
		return d, err
	}
	if d.Evaluations, err = s.catalogue.Evaluations(ctx, hash); err != nil {
		return d, err
	}
	for i := range d.Evaluations {
		if e := &d.Evaluations[i]; d.Latest == nil || d.Latest.Status != "done" && e.Status == "done" {
			d.Latest = e
		}
	}
	return d, nil
}

func (s *service) Evaluation(ctx context.Context, id string) (catalogue.Evaluation, error) {
	return s.catalogue.Evaluation(ctx, id)
}

func (s *service) Cancel(ctx context.Context, id string) (catalogue.Evaluation, error) {
	if err := s.catalogue.EndEvaluation(ctx, id, "cancelled", "cancelled"); err != nil {
		return catalogue.Evaluation{}, err
	}
	return s.catalogue.Evaluation(ctx, id)
}

func (s *service) Problems(ctx context.Context) (p Problems, err error) {
	if p.Sources, err = s.catalogue.FailedSources(ctx); err != nil {
		return p, err
	}
	p.Jobs, err = s.catalogue.Failures(ctx, 500)
	return p, err
}
