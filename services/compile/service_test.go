package compile

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine"
	"github.com/astragal/astragal/engine/lint"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/compilecache"
	"github.com/astragal/astragal/pkg/jobs"
)

// memory is a catalogue and a queue in memory.
type memory struct {
	sources  map[string]catalogue.Source
	compiled map[string]catalogue.Compiled
	failed   map[string]string
	warned   []string
	down     error // what the catalogue says instead of recording
	jobs     []jobs.Job
	events   []string
}

func (m *memory) Source(_ context.Context, id string) (catalogue.Source, error) {
	s, ok := m.sources[id]
	if !ok {
		return s, catalogue.ErrNotFound
	}
	return s, nil
}

func (m *memory) Defs(context.Context, string) (map[string]string, error) { return nil, nil }

func (m *memory) Evaluation(_ context.Context, id string) (catalogue.Evaluation, error) {
	return catalogue.Evaluation{ID: id, Status: "running", Batches: 3, Queued: 2}, nil
}

func (m *memory) RecordSourceFailure(_ context.Context, source, _, reason string) error {
	m.failed[source] = reason
	return m.down
}

func (m *memory) RecordWarnings(_ context.Context, source string, _ []lint.Warning) error {
	m.warned = append(m.warned, source)
	return m.down
}

func (m *memory) RecordCompiled(_ context.Context, source, _ string, r catalogue.Compiled) ([]string, error) {
	m.compiled[source] = r
	return []string{"e1"}, m.down
}

func (m *memory) Publish(_ context.Context, list ...jobs.Job) error {
	m.jobs = append(m.jobs, list...)
	return nil
}

func (m *memory) Emit(e jobs.Event) { m.events = append(m.events, e.Kind) }

const coin = `EFG 2 R "Coin" { "Caller" "House" }
c "" 1 "" { "heads" 1/2 "tails" 1/2 } 0
t "" 1 "" { 1, -1 }
t "" 2 "" { -1, 1 }
`

func newMemory(text string) *memory {
	return &memory{sources: map[string]catalogue.Source{"s": {ID: "s", File: "coin.efg", Text: text, Status: "new"}},
		compiled: map[string]catalogue.Compiled{}, failed: map[string]string{}}
}

// A source becomes a ruleset whose evaluations have their first jobs in the queue.
func TestCompile(t *testing.T) {
	m := newMemory(coin)
	r, err := New(m, m, engine.New(), compilecache.New(2)).Compile(t.Context(), "s")
	if err != nil || r.Hash == "" || len(r.Evaluations) != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	if c := m.compiled["s"]; c.Game != "Coin" || c.Players != 2 || c.Formalism != "efg" || c.Hash != r.Hash {
		t.Errorf("recorded %+v", c)
	}
	if len(m.jobs) != 2 || m.jobs[0].Kind != jobs.Simulate || m.jobs[1].Batch != 1 {
		t.Errorf("jobs %+v, want the batches 0 and 1", m.jobs)
	}
	if len(m.warned) != 1 || strings.Join(m.events, " ") != "compiled" {
		t.Errorf("warnings of %v, events %v", m.warned, m.events)
	}
}

// A description that is wrong is a result, recorded with its place; it is no failed job.
func TestCompileRefused(t *testing.T) {
	m := newMemory("EFG 3")
	r, err := New(m, m, engine.New(), compilecache.New(2)).Compile(t.Context(), "s")
	if err != nil || !strings.HasPrefix(r.Error, "coin.efg:1:") || m.failed["s"] != r.Error || len(m.jobs) != 0 {
		t.Errorf("%+v, %v; recorded %q, jobs %v", r, err, m.failed["s"], m.jobs)
	}
}

// What another worker has compiled is not compiled again, and what is gone fails for good.
func TestCompileNothing(t *testing.T) {
	m := newMemory("not even a description")
	s := m.sources["s"]
	s.Status, s.Engine, s.RulesetHash = "compiled", engine.New().Version(), "abc"
	m.sources["s"] = s
	service := New(m, m, engine.New(), compilecache.New(2))
	if r, err := service.Compile(t.Context(), "s"); err != nil || r.Hash != "abc" || len(m.warned) != 0 {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := service.Compile(t.Context(), "gone"); !jobs.IsPermanent(err) {
		t.Errorf("a source that is gone: %v", err)
	}
}

// While the database is away the error is its own, so that the job comes again.
func TestCompileCatalogueAway(t *testing.T) {
	m := newMemory(coin)
	m.down = errors.New("away")
	if _, err := New(m, m, engine.New(), compilecache.New(2)).Compile(t.Context(), "s"); !errors.Is(err, m.down) ||
		jobs.IsPermanent(err) {
		t.Errorf("error %v", err)
	}
}

// wild is a compiler that panics.
type wild struct{ engine.Compiler }

func (wild) Version() string { return "wild" }
func (wild) Compile(context.Context, engine.Source) (engine.Ruleset, error) {
	panic("wild")
}

// A panic of the compiler is an error of the description that causes it.
func TestCompilerPanics(t *testing.T) {
	m := newMemory(coin)
	if r, err := New(m, m, wild{}, compilecache.New(2)).Compile(t.Context(), "s"); err != nil ||
		!strings.Contains(r.Error, "wild") {
		t.Errorf("%+v, %v", r, err)
	}
}
