package simulate

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/compilecache"
	"github.com/astragal/astragal/pkg/jobs"
	"github.com/astragal/astragal/pkg/limit"
	"github.com/astragal/astragal/pkg/telemetry"
)

const coin = `EFG 2 R "Coin" { "Caller" "House" }
c "" 1 "" { "heads" 1/2 "tails" 1/2 } 0
t "" 1 "" { 1, -1 }
t "" 2 "" { -1, 1 }
`

// memory is a catalogue with one evaluation of three batches, and a queue.
type memory struct {
	evaluation catalogue.Evaluation
	batches    map[int]*metric.Batch
	sent       []jobs.Job
}

func newMemory(t *testing.T) *memory {
	t.Helper()
	rs, err := engine.New().Compile(t.Context(), engine.Source{File: "coin.efg", Text: []byte(coin)})
	if err != nil {
		t.Fatal(err)
	}
	return &memory{batches: map[int]*metric.Batch{}, evaluation: catalogue.Evaluation{ID: "e", SourceID: "s",
		Status:      "running",
		RulesetHash: rs.Hash(), Engine: engine.New().Version(), Batches: 3,
		Params: catalogue.Params{Agent: "random", Playouts: 25, BatchSize: 10, Seed: 5}}}
}

func (m *memory) Source(context.Context, string) (catalogue.Source, error) {
	return catalogue.Source{ID: "s", File: "coin.efg", Text: coin}, nil
}
func (m *memory) Defs(context.Context, string) (map[string]string, error) { return nil, nil }
func (m *memory) Evaluation(_ context.Context, id string) (catalogue.Evaluation, error) {
	if id != m.evaluation.ID {
		return catalogue.Evaluation{}, catalogue.ErrNotFound
	}
	return m.evaluation, nil
}
func (m *memory) HasBatch(_ context.Context, _ string, n int) (bool, error) {
	return m.batches[n] != nil, nil
}
func (m *memory) RecordBatch(_ context.Context, _ string, n int, b *metric.Batch, _ string) (catalogue.BatchResult,
	error) {
	m.batches[n] = b
	m.evaluation.Done = len(m.batches)
	return catalogue.BatchResult{New: true, Next: n + 1, Until: n + 2, Done: len(m.batches), Batches: 3,
		Complete: len(m.batches) == 3}, nil
}
func (m *memory) Send(j jobs.Job) error { m.sent = append(m.sent, j); return nil }
func (m *memory) Emit(jobs.Event)       {}

func newService(t *testing.T, m *memory) Service {
	t.Helper()
	tel, err := telemetry.New(io.Discard, "error", "text")
	if err != nil {
		t.Fatal(err)
	}
	return New(m, m, engine.New(), compilecache.New(2), limit.NewWatchdog(1<<32), tel, 1)
}

// Batches have their share of the playouts whatever their order, and the last to be
// recorded asks for the figures.
func TestPlay(t *testing.T) {
	m := newMemory(t)
	s := newService(t, m)
	for _, n := range []int{2, 0, 1} {
		if _, err := s.Play(t.Context(), BatchName{"e", n}); err != nil {
			t.Fatal(err)
		}
	}
	if m.batches[0].Playouts != 10 || m.batches[1].Playouts != 10 || m.batches[2].Playouts != 5 {
		t.Errorf("playouts %d, %d, %d", m.batches[0].Playouts, m.batches[1].Playouts, m.batches[2].Playouts)
	}
	if last := m.sent[len(m.sent)-1]; last.Kind != jobs.Concepts || last.Subject != "e" {
		t.Errorf("the last job is %+v, want the figures of e", last)
	}
	again := newMemory(t)
	if _, err := newService(t, again).Play(t.Context(), BatchName{"e", 1}); err != nil {
		t.Fatal(err)
	}
	a, _ := m.batches[1].MarshalBinary()
	b, _ := again.batches[1].MarshalBinary()
	if string(a) != string(b) {
		t.Error("the same batch has other figures when it is played alone")
	}
}

// A batch that is recorded already is not played again, but what follows it is asked for.
func TestPlayAgain(t *testing.T) {
	m := newMemory(t)
	m.batches[0], m.evaluation.Done, m.evaluation.Batches = metric.NewBatch(2), 1, 1
	if r, err := newService(t, m).Play(t.Context(), BatchName{"e", 0}); err != nil || !r.Complete || r.New {
		t.Errorf("%+v, %v", r, err)
	}
	if m.batches[0].Playouts != 0 || len(m.sent) != 1 {
		t.Errorf("played %d times, jobs %v", m.batches[0].Playouts, m.sent)
	}
}

// Jobs that can never be done fail for good, with the reason.
func TestPlayRefused(t *testing.T) {
	for want, change := range map[string]func(m *memory, b *BatchName){
		"not in the catalogue": func(_ *memory, b *BatchName) { b.Evaluation = "gone" },
		"no batch 7":           func(_ *memory, b *BatchName) { b.Number = 7 },
		"engine version":       func(m *memory, _ *BatchName) { m.evaluation.Engine = "older" },
		"compiles to":          func(m *memory, _ *BatchName) { m.evaluation.RulesetHash = "another" },
	} {
		m, b := newMemory(t), BatchName{"e", 0}
		change(m, &b)
		if _, err := newService(t, m).Play(t.Context(), b); !jobs.IsPermanent(err) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
		if len(m.batches) > 0 {
			t.Errorf("%s: a batch was recorded", want)
		}
	}
	m := newMemory(t)
	m.evaluation.Status = "cancelled"
	if _, err := newService(t, m).Play(t.Context(), BatchName{"e", 0}); err != nil || len(m.batches) > 0 {
		t.Errorf("cancelled: %v, %d batches", err, len(m.batches))
	}
}
