package concepts

import (
	"context"
	"errors"
	"testing"

	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/jobs"
)

// memory is a catalogue with one evaluation, and a queue.
type memory struct {
	evaluation catalogue.Evaluation
	recorded   int // batches
	more       int // batches that the condition of the evaluation still asks for
	finished   int // times
	jobs       []jobs.Job
	events     []jobs.Event
	away       error
}

func (m *memory) Evaluation(_ context.Context, id string) (catalogue.Evaluation, error) {
	if id != m.evaluation.ID {
		return catalogue.Evaluation{}, catalogue.ErrNotFound
	}
	return m.evaluation, nil
}
func (m *memory) Ruleset(context.Context, string) (r catalogue.Ruleset, err error) {
	r.Players, r.Game = 2, "Coin"
	return r, m.away
}
func (m *memory) MergedBatches(_ context.Context, _ string, players int) (*metric.Batch, int, error) {
	b := metric.NewBatch(players)
	for range 10 * m.recorded {
		b.Add(&metric.Playout{Plies: 3, Winner: 1, Utilities: []float64{1, -1}, Turns: -1})
	}
	return b, m.recorded, nil
}
func (m *memory) Extend(_ context.Context, e catalogue.Evaluation, _ *metric.Batch) (int, int, bool, error) {
	return e.Batches, e.Batches + m.more, m.more > 0, nil
}
func (m *memory) Finish(context.Context, string, *metric.Batch) error { m.finished++; return nil }
func (m *memory) Publish(_ context.Context, list ...jobs.Job) error {
	m.jobs = append(m.jobs, list...)
	return nil
}
func (m *memory) Emit(e jobs.Event) { m.events = append(m.events, e) }

func newMemory() *memory {
	return &memory{evaluation: catalogue.Evaluation{ID: "e", Status: "running", Batches: 2}, recorded: 2}
}

// All batches are there: the figures are recorded and everybody is told.
func TestComplete(t *testing.T) {
	m := newMemory()
	s, err := New(m, m).Complete(t.Context(), "e")
	if err != nil || s.Playouts != 20 || s.Wins[0].Mean != 1 || m.finished != 1 {
		t.Errorf("%+v, %v, finished %d times", s, err, m.finished)
	}
	if len(m.events) != 1 || m.events[0].Kind != "done" || m.events[0].Total != 2 {
		t.Errorf("events %+v", m.events)
	}
}

// Too early, or while its condition does not hold yet, nothing is finished.
func TestCompleteLater(t *testing.T) {
	early := newMemory()
	early.recorded = 1
	if _, err := New(early, early).Complete(t.Context(), "e"); err != nil || early.finished > 0 || len(early.jobs) > 0 {
		t.Errorf("too early: %v, finished %d times, jobs %v", err, early.finished, early.jobs)
	}
	more := newMemory()
	more.more = 3
	if _, err := New(more, more).Complete(t.Context(), "e"); err != nil || more.finished > 0 {
		t.Errorf("more: %v, finished %d times", err, more.finished)
	}
	if len(more.jobs) != 3 || more.jobs[0].Batch != 2 || more.jobs[2].Batch != 4 {
		t.Errorf("jobs %+v, want the batches 2 to 4", more.jobs)
	}
}

// What is done stays as it is; what is gone fails for good; what is away comes again.
func TestCompleteNothing(t *testing.T) {
	m := newMemory()
	m.evaluation.Status, m.evaluation.Summary = "done", &metric.Summary{Playouts: 7}
	if s, err := New(m, m).Complete(t.Context(), "e"); err != nil || s.Playouts != 7 || m.finished > 0 {
		t.Errorf("%+v, %v, finished %d times", s, err, m.finished)
	}
	if _, err := New(m, m).Complete(t.Context(), "gone"); !jobs.IsPermanent(err) {
		t.Errorf("gone: %v", err)
	}
	m = newMemory()
	m.away = errors.New("away")
	if _, err := New(m, m).Complete(t.Context(), "e"); !errors.Is(err, m.away) || jobs.IsPermanent(err) {
		t.Errorf("away: %v", err)
	}
}
