// Package compile is the service that turns submitted sources into rulesets.
//
// A job names a source. The service compiles it, records in one transaction
// what it is (or why it does not compile), and lets the batches of the
// evaluations that waited for it into the queue.
package compile

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing/fstest"
	"time"

	"github.com/astragal/astragal/engine"
	"github.com/astragal/astragal/pkg/compilecache"
	"github.com/astragal/astragal/pkg/limit"

	"github.com/astragal/astragal/engine/lint"
	"github.com/astragal/astragal/engine/provenance"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/jobs"
)

// Result is what compiling a source led to.
type Result struct {
	// Hash identifies the ruleset; it is "" when the source does not compile
	// for the reason Error.
	Hash  string `json:"hash,omitempty"`
	Error string `json:"error,omitempty"`
	// Evaluations are those that compiling opened.
	Evaluations []string `json:"evaluations,omitempty"`
}

// Service compiles sources.
type Service interface {
	// Compile compiles the source with that id. A source that does not compile
	// is a result, not an error.
	Compile(ctx context.Context, source string) (Result, error)
}

// Sources is where descriptions come from.
type Sources interface {
	Source(ctx context.Context, id string) (catalogue.Source, error)
	// Defs returns a set of files by their names.
	Defs(ctx context.Context, id string) (map[string]string, error)
}

// Catalogue is what the service asks of the catalogue.
type Catalogue interface {
	Sources
	Evaluations
	RecordSourceFailure(ctx context.Context, source, version, reason string) error
	RecordWarnings(ctx context.Context, source string, warnings []lint.Warning) error
	RecordCompiled(ctx context.Context, source, version string, r catalogue.Compiled) (opened []string, err error)
}

// Evaluations is where evaluations are known by their ids.
type Evaluations interface {
	Evaluation(ctx context.Context, id string) (catalogue.Evaluation, error)
}

// Queue is what the service asks of the queue.
type Queue interface {
	Publish(ctx context.Context, list ...jobs.Job) error
	Emit(e jobs.Event)
}

type service struct {
	catalogue Catalogue
	queue     Queue
	compiler  engine.Compiler
	cache     *compilecache.Cache
}

// New returns the service. What it compiles enters the cache, for those who play it.
func New(c Catalogue, q Queue, compiler engine.Compiler, cache *compilecache.Cache) Service {
	return &service{c, q, compiler, cache}
}

// Load compiles a source of the catalogue. An error of the catalogue is
// returned as is, one of the description as a *SourceError.
func Load(ctx context.Context, c Sources, compiler engine.Compiler, id string) (engine.Ruleset, error) {
	s, err := c.Source(ctx, id)
	if err != nil {
		return nil, err
	}
	src := engine.Source{File: s.File, Text: []byte(s.Text), Options: s.Options, Ruleset: s.Ruleset,
		Formalism: s.Formalism}
	if s.DefsetID != "" {
		files, err := c.Defs(ctx, s.DefsetID)
		if err != nil {
			return nil, err
		}
		defs := fstest.MapFS{}
		for name, text := range files {
			defs[name] = &fstest.MapFile{Data: []byte(text)}
		}
		src.Defs, src.DefsID = defs, s.DefsetID
	}
	games := fstest.MapFS{}
	if s.GamesID != "" {
		files, err := c.Defs(ctx, s.GamesID)
		if err != nil {
			return nil, err
		}
		for name, text := range files {
			games[name] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	src.Library = games
	rs, err := guarded(ctx, compiler, src)
	if err != nil && ctx.Err() == nil {
		err = &SourceError{err}
	}
	return rs, err
}

// SourceError is what is wrong with a description.
type SourceError struct{ Err error }

func (e *SourceError) Error() string { return e.Err.Error() }
func (e *SourceError) Unwrap() error { return e.Err }

// compileTimeout is how long compiling one description may take. The language's
// own limits end it much earlier; this is for what they overlook.
const compileTimeout = time.Minute

// guarded turns a panic of the compiler and a compilation that takes too long
// into errors of the description, so that they are recorded and shown like any
// other.
func guarded(ctx context.Context, compiler engine.Compiler, src engine.Source) (engine.Ruleset, error) {
	type result struct {
		rs  engine.Ruleset
		err error
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			if v := recover(); v != nil {
				r = result{nil, fmt.Errorf("%s: the compiler failed: %v", src.File, v)}
			}
			done <- r
		}()
		r.rs, r.err = compiler.Compile(ctx, src)
	}()
	select {
	case r := <-done:
		return r.rs, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(compileTimeout):
		return nil, fmt.Errorf("%s:1:1: compiling takes longer than %v", src.File, compileTimeout)
	}
}

func (s *service) Compile(ctx context.Context, source string) (Result, error) {
	version := s.compiler.Version()
	known, err := s.catalogue.Source(ctx, source)
	if errors.Is(err, catalogue.ErrNotFound) {
		return Result{}, jobs.Permanent(err)
	}
	if err != nil {
		return Result{}, err
	}
	if known.Status != "new" && known.Engine == version { // done already, by another worker perhaps
		return Result{Hash: known.RulesetHash, Error: known.Error}, nil
	}
	rs, err := s.cache.Get(ctx, source, func(ctx context.Context) (engine.Ruleset, error) {
		return Load(ctx, s.catalogue, s.compiler, source)
	})
	var bad *SourceError
	if errors.As(err, &bad) {
		if err := s.catalogue.RecordSourceFailure(ctx, source, version, bad.Error()); err != nil {
			return Result{}, err
		}
		s.queue.Emit(jobs.Event{Kind: "compile-failed", Subject: source, Detail: bad.Error()})
		return Result{Error: bad.Error()}, nil
	}
	if err != nil {
		return Result{}, err
	}
	// Before the source counts as compiled, so that whoever sees that sees them.
	if err := s.catalogue.RecordWarnings(ctx, source, warningsOf(ctx, rs)); err != nil {
		return Result{}, err
	}
	metadata := cleanMap(rs.Metadata())
	opened, err := s.catalogue.RecordCompiled(ctx, source, version, catalogue.Compiled{
		Hash: rs.Hash(), Game: clean(rs.Name()), Ruleset: clean(rs.RulesetName()), Formalism: rs.Game().Formalism(),
		Players:  rs.Players(),
		Metadata: metadata, About: provenance.Of(metadata), Expanded: clean(rs.Expanded()),
		Highlighted: clean(rs.HighlightedHTML()), Board: clean(string(rs.BoardSVG())),
		Concepts: rs.Concepts(), Bare: limit.PlayoutTime(ctx, rs, true), Watched: limit.PlayoutTime(ctx, rs, false),
	})
	if err != nil {
		return Result{}, err
	}
	for _, id := range opened {
		list, err := FirstJobs(ctx, s.catalogue, id)
		if err != nil {
			return Result{}, err
		}
		if err := s.queue.Publish(ctx, list...); err != nil {
			return Result{}, err
		}
	}
	s.queue.Emit(jobs.Event{Kind: "compiled", Subject: source, Detail: rs.Name()})
	return Result{Hash: rs.Hash(), Evaluations: opened}, nil
}

// clean drops what PostgreSQL's text cannot hold.
func clean(s string) string { return strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", ""), "\uFFFD") }

func cleanMap(m map[string]string) map[string]string {
	out := make(map[string]string, len(m))
	for k, v := range m {
		out[clean(k)] = clean(v)
	}
	return out
}

// FirstJobs are the jobs that a running evaluation starts with.
func FirstJobs(ctx context.Context, c Evaluations, evaluation string) ([]jobs.Job, error) {
	e, err := c.Evaluation(ctx, evaluation)
	if err != nil || e.Status != "running" {
		return nil, err
	}
	if e.Done == e.Batches {
		return []jobs.Job{{Kind: jobs.Concepts, Subject: e.ID, Priority: e.Params.Priority}}, nil
	}
	var list []jobs.Job
	for n := range e.Queued {
		list = append(list, jobs.Job{Kind: jobs.Simulate, Subject: e.ID, Batch: n, Priority: e.Params.Priority})
	}
	return list, nil
}
