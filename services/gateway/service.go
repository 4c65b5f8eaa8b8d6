// Package gateway is the service that people and programs talk to: it takes
// rulesets, answers questions about the catalogue as JSON, and shows the same
// as web pages. It is the only service with a public face.
package gateway

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/jobs"
	"github.com/astragal/astragal/pkg/lab"
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
	// Games are descriptions of the games of a match, by file name. Those that are
	// missing are looked for in the catalogue, by the name of the file or the game.
	Games map[string]string `json:"games"`
	// Path is the file's absolute path on the disk of whoever submits it, "" for
	// none; SubmitFiles keeps track of it.
	Path string `json:"-"`
	// Params are those of the evaluation; with zero Playouts nothing is evaluated.
	Params catalogue.Params `json:"params"`

	// defset and games are the ids of definitions and descriptions stored before.
	defset, games string
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
	// SubmitAll submits many sources that share definitions and returns their ids.
	SubmitAll(ctx context.Context, list []Submission, defs map[string]string) ([]string, error)
	// SubmitFiles does the same for files and tells what changed since they were
	// submitted last. Unless folder is "", the files are all that it has: others
	// submitted from there before are retired. progress is told how many are
	// submitted; it may be nil.
	SubmitFiles(ctx context.Context, list []Submission, defs map[string]string, folder string, progress func(done int)) ([]string, catalogue.Changes, error)
	Source(ctx context.Context, id string) (catalogue.Source, error)
	Rulesets(ctx context.Context, f catalogue.Filter) (Page, error)
	Ruleset(ctx context.Context, hash string) (Detail, error)
	Evaluation(ctx context.Context, id string) (catalogue.Evaluation, error)
	Cancel(ctx context.Context, evaluation string) (catalogue.Evaluation, error)
	Problems(ctx context.Context) (Problems, error)
	Evaluations(ctx context.Context, f catalogue.EvaluationFilter) (EvaluationPage, error)
	// Evaluate asks for an evaluation of a ruleset that the catalogue has.
	Evaluate(ctx context.Context, r EvaluateRequest) (Receipt, error)
	Metric(ctx context.Context, q MetricQuery) ([]catalogue.MetricValue, error)
	Distances(ctx context.Context, q DistanceQuery) ([]catalogue.Neighbour, error)
	// Trial records a random playout of a ruleset.
	Trial(ctx context.Context, q TrialQuery) (Trial, error)
	Concepts(ctx context.Context) ([]catalogue.ConceptUse, error)
}

type service struct {
	catalogue *catalogue.Catalogue
	queue     *jobs.Queue
	compiler  lab.Compiler
	engine    string // its version
	cache     *lab.Cache
}

// cached is the number of compiled rulesets kept for recording trials.
const cached = 16

// New returns the service for an engine.
func New(c *catalogue.Catalogue, q *jobs.Queue, compiler lab.Compiler) Service {
	return &service{c, q, compiler, compiler.Version(), lab.NewCache(cached)}
}

func (s *service) SubmitAll(ctx context.Context, list []Submission, defs map[string]string) ([]string, error) {
	return s.submitAll(ctx, list, defs, nil)
}

func (s *service) SubmitFiles(ctx context.Context, list []Submission, defs map[string]string, folder string, progress func(int)) ([]string, catalogue.Changes, error) {
	ids, err := s.submitAll(ctx, list, defs, progress)
	if err != nil {
		return nil, catalogue.Changes{}, err
	}
	files := make([]catalogue.File, len(list))
	for i, sub := range list {
		files[i] = catalogue.File{Path: sub.Path, Ruleset: sub.Ruleset, Options: sub.Options, Source: ids[i]}
	}
	changes, err := s.catalogue.TrackFiles(ctx, folder, files)
	return ids, changes, err
}

// publishEvery is the number of jobs that submitting many sources publishes together.
const publishEvery = 256

func (s *service) submitAll(ctx context.Context, list []Submission, defs map[string]string, progress func(int)) ([]string, error) {
	shared := newDefinitions(defs)
	stored := map[string]string{} // names of definition files → id
	ids := make([]string, len(list))
	var todo []jobs.Job
	for i, sub := range list {
		text, more, err := s.resolveGames(ctx, &sub)
		if err != nil {
			return nil, err
		}
		used := shared.usedBy(text)
		key := strings.Join(slices.Sorted(maps.Keys(used)), "\x00")
		id, known := stored[key]
		if len(more) > 0 { // from the catalogue; those that come along win
			maps.Copy(more, used)
			used, known = more, false
		}
		if !known {
			if id, err = s.putDefs(ctx, used); err != nil {
				return nil, err
			}
		}
		if len(more) == 0 {
			stored[key] = id
		}
		sub.defset = id
		receipt, follow, err := s.submit(ctx, sub)
		if err != nil {
			return nil, err
		}
		ids[i], todo = receipt.Source, append(todo, follow...)
		if len(todo) >= publishEvery || i == len(list)-1 {
			if err := s.queue.Publish(ctx, todo...); err != nil {
				return nil, err
			}
			todo = todo[:0]
		}
		if progress != nil {
			progress(i + 1)
		}
	}
	return ids, nil
}

func (s *service) putDefs(ctx context.Context, defs map[string]string) (string, error) {
	if len(defs) == 0 {
		return "", nil
	}
	return s.catalogue.PutDefs(ctx, defs)
}

func (s *service) Submit(ctx context.Context, sub Submission) (Receipt, error) {
	_, more, err := s.resolveGames(ctx, &sub)
	if err != nil {
		return Receipt{}, err
	}
	if len(more) > 0 {
		maps.Copy(more, sub.Defs)
		sub.Defs = more
	}
	r, todo, err := s.submit(ctx, sub)
	if err == nil {
		err = s.queue.Publish(ctx, todo...)
	}
	return r, err
}

// submit stores a submission and returns the jobs that it leads to.
func (s *service) submit(ctx context.Context, sub Submission) (r Receipt, todo []jobs.Job, err error) {
	if sub.Params.Playouts > 0 {
		if err := sub.Params.Check(); err != nil {
			return r, nil, err
		}
	}
	if sub.defset == "" {
		if sub.defset, err = s.putDefs(ctx, sub.Defs); err != nil {
			return r, nil, err
		}
	}
	r.Source, err = s.catalogue.Submit(ctx, catalogue.Source{File: sub.File, Text: sub.Text, Options: sub.Options, Ruleset: sub.Ruleset,
		Formalism: sub.Formalism, DefsetID: sub.defset, GamesID: sub.games})
	if err != nil {
		return r, nil, err
	}
	if sub.Params.Playouts > 0 {
		if r.Evaluation, err = s.catalogue.Request(ctx, r.Source, s.engine, sub.Params); err != nil {
			return r, nil, err
		}
		if r.Evaluation != "" {
			todo, err = compile.FirstJobs(ctx, s.catalogue, r.Evaluation)
			return r, todo, err
		}
	}
	if err := s.catalogue.Outdate(ctx, r.Source, s.engine); err != nil {
		return r, nil, err
	}
	src, err := s.catalogue.Source(ctx, r.Source)
	if err != nil || src.Status != "new" {
		return r, nil, err
	}
	return r, []jobs.Job{{Kind: jobs.Compile, Subject: r.Source, Priority: sub.Params.Priority}}, nil
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

func (s *service) Concepts(ctx context.Context) ([]catalogue.ConceptUse, error) {
	return s.catalogue.ConceptUses(ctx)
}

func (s *service) Problems(ctx context.Context) (p Problems, err error) {
	if p.Sources, err = s.catalogue.FailedSources(ctx); err != nil {
		return p, err
	}
	p.Jobs, err = s.catalogue.Failures(ctx, 500)
	return p, err
}
