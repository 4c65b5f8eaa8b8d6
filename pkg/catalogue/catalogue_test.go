package catalogue_test

import (
	"errors"
	"fmt"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/provenance"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/embedded/servertest"
)

func open(t *testing.T) *catalogue.Catalogue {
	t.Helper()
	s := servertest.Start(t)
	c, err := catalogue.Open(t.Context(), s.Postgres.URL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

var params = catalogue.Params{Agent: "random", Metrics: "all", Playouts: 2050, BatchSize: 100, Seed: 1<<64 - 1,
	MoveLimit: 250, TurnLimit: 40}

var compiled = catalogue.Compiled{
	Hash: "h1", Game: "Gnome's Chess", Ruleset: "Small", Formalism: "lgdl", Players: 2,
	Metadata: map[string]string{"culture": "Gnomish", "period": "Early"},
	About:    provenance.Ruleset{Culture: "Gnomish", Period: "Early"}, Expanded: "(game)", Highlighted: "<b>",
	Board:    "<svg/>",
	Concepts: map[string]float64{"Hop": 1, "NumPlayers": 2},
}

// A ruleset's whole life: every step twice, and nothing counts twice.
func TestLife(t *testing.T) {
	ctx, c := t.Context(), open(t)
	defs := must(c.PutDefs(ctx, map[string]string{"a.def": "(define …)"}))(t)
	source := must(c.Submit(ctx, catalogue.Source{File: "a.lud", Text: "(game)", Options: []string{"Board/3"},
		Formalism: "lgdl", DefsetID: defs}))(t)
	if again := must(c.Submit(ctx, catalogue.Source{File: "b.lud", Text: "(game)", Options: []string{"Board/3"},
		Formalism: "lgdl", DefsetID: defs}))(t); again != source {
		t.Error("the same source has two ids")
	}
	if got := must(c.Defs(ctx, defs))(t); got["a.def"] != "(define …)" {
		t.Errorf("defs %v", got)
	}
	if id := must(c.Request(ctx, source, "1", params))(t); id != "" {
		t.Error("a source that is not compiled has an evaluation")
	}
	if w := must(c.Unfinished(ctx))(t); !reflect.DeepEqual(w.Compile, []catalogue.SourceName{{Source: source}}) ||
		len(w.Simulate) > 0 {
		t.Errorf("unfinished %+v", w)
	}
	opened := must(c.RecordCompiled(ctx, source, "1", compiled))(t)
	if len(opened) != 1 {
		t.Fatalf("opened %v", opened)
	}
	if again := must(c.RecordCompiled(ctx, source, "1", compiled))(t); len(again) != 0 {
		t.Errorf("opened twice: %v", again)
	}
	e := must(c.Evaluation(ctx, opened[0]))(t)
	if e.Batches != 21 || e.Queued != 21 || e.BatchPlayouts(20) != 50 || e.BatchPlayouts(0) != 100 ||
		e.Params != params || e.Status != "running" {
		t.Fatalf("evaluation %+v", e)
	}
	if id := must(c.Request(ctx, source, "1", params))(t); id != e.ID {
		t.Errorf("asked again: evaluation %q, want %q", id, e.ID)
	}

	// All batches, each by two workers at once.
	batch := func(n int) *metric.Batch {
		b := metric.NewBatch(2)
		for i := range e.BatchPlayouts(n) {
			b.Add(&metric.Playout{Plies: 5 + (n*i)%7, Winner: 1 + i%2, Branching: []int32{9, 8, 7, 6}})
		}
		return b
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	fresh, complete := 0, 0
	for n := range e.Batches {
		for range 2 {
			wg.Go(func() {
				r, err := c.RecordBatch(ctx, e.ID, n, batch(n), "w")
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					t.Error(err)
				}
				if r.New {
					fresh++
				}
				if r.New && r.Complete {
					complete++
				}
			})
		}
	}
	wg.Wait()
	if fresh != 21 || complete != 1 {
		t.Errorf("%d new batches, %d completions", fresh, complete)
	}
	total, n, err := c.MergedBatches(ctx, e.ID, 2)
	if err != nil || n != 21 || total.Playouts != 2050 {
		t.Fatalf("merged %d batches with %d playouts: %v", n, total.Playouts, err)
	}
	if w := must(c.Unfinished(ctx))(t); len(w.Compile)+len(w.Simulate) != 0 ||
		!reflect.DeepEqual(w.Concepts, []catalogue.BatchName{{Evaluation: e.ID}}) {
		t.Errorf("unfinished %+v", w)
	}
	for range 4 { // at once, too
		wg.Go(func() {
			if err := c.Finish(ctx, e.ID, total); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if p := must(c.Progress(ctx, []string{source}, params))(t); !p.Finished() || p.Done != 1 || p.BatchesDone != 21 {
		t.Errorf("progress %+v", p)
	}
	o := must(c.Outcomes(ctx, []string{source}, params))(t)[0]
	if o.Ruleset.Game != "Gnome's Chess" || o.Ruleset.Culture != "Gnomish" || o.Ruleset.NumConcepts != 2 ||
		!reflect.DeepEqual(*o.Evaluation.Summary, total.Summary()) {
		t.Errorf("outcome %+v", o)
	}
	for _, f := range []struct {
		f    catalogue.Filter
		want int
	}{{catalogue.Filter{}, 1}, {catalogue.Filter{Culture: "gnomish", Concepts: []catalogue.Condition{{Name: "Hop"}},
		Search: "gnome"}, 1}, {catalogue.Filter{Concepts: []catalogue.Condition{{Name: "Slide"}}}, 0},
		{catalogue.Filter{Search: "'%_"}, 0}} {
		list, total, err := c.Rulesets(ctx, f.f)
		if err != nil || len(list) != f.want || total != f.want || f.want == 1 && list[0].Latest.Status != "done" {
			t.Errorf("%+v finds %d of %d, %v", f.f, len(list), total, err)
		}
	}

	// A newer engine compiles again and evaluates anew; the old figures stay.
	if id := must(c.Request(ctx, source, "2", params))(t); id != "" {
		t.Error("an evaluation by an engine that has not compiled the source")
	}
	newer := must(c.RecordCompiled(ctx, source, "2", compiled))(t)
	if len(newer) != 1 || newer[0] == e.ID {
		t.Errorf("newer engine opened %v", newer)
	}
	if all := must(c.Evaluations(ctx, "h1"))(t); len(all) != 2 {
		t.Errorf("%d evaluations", len(all))
	}
}

// Evaluations share the queue: the more there are, the fewer batches of each
// enter at once, and every batch enters exactly once.
func TestWindow(t *testing.T) {
	ctx, c := t.Context(), open(t)
	for i := range 60 {
		source := must(c.Submit(ctx, catalogue.Source{File: "a.lud", Text: fmt.Sprint(i)}))(t)
		must(c.Request(ctx, source, "1", params))(t)
		r := compiled
		r.Hash = fmt.Sprint(i)
		must(c.RecordCompiled(ctx, source, "1", r))(t)
	}
	long := params
	long.Playouts = 10000
	source := must(c.Submit(ctx, catalogue.Source{File: "long.lud", Text: "long"}))(t)
	must(c.RecordCompiled(ctx, source, "1", compiled))(t)
	time.Sleep(1100 * time.Millisecond)
	e := must(c.Evaluation(ctx, must(c.Request(ctx, source, "1", long))(t)))(t)
	if e.Batches != 100 || e.Queued != 4 { // 256 over 61 evaluations
		t.Errorf("%d of %d batches entered", e.Queued, e.Batches)
	}
	entered := map[int]bool{}
	for n := range e.Queued {
		entered[n] = true
	}
	for n := range e.Batches {
		if !entered[n] {
			t.Fatalf("batch %d has not entered", n)
		}
		r := must(c.RecordBatch(ctx, e.ID, n, metric.NewBatch(2), "w"))(t)
		for next := r.Next; next < r.Until; next++ {
			if entered[next] || next >= e.Batches {
				t.Fatalf("batch %d enters twice or does not exist", next)
			}
			entered[next] = true
		}
		if w := len(entered) - r.Done; w > 8 {
			t.Fatalf("%d batches wait", w)
		}
	}
}

// Importing the same folder again knows what changed, and what is gone is retired.
func TestTrackFiles(t *testing.T) {
	ctx, c := t.Context(), open(t)
	source := func(text string) string {
		return must(c.Submit(ctx, catalogue.Source{File: text, Text: text}))(t)
	}
	a, b := source("a"), source("b")
	both := []catalogue.File{{Path: "/lib/a", Source: a}, {Path: "/lib/b", Ruleset: "R", Source: b}}
	for i, want := range []catalogue.Changes{{Added: 2}, {Unchanged: 2}} {
		if ch := must(c.TrackFiles(ctx, "/lib", both))(t); ch != want {
			t.Errorf("round %d: %+v, want %+v", i, ch, want)
		}
	}
	for _, id := range []string{a, b} {
		if err := c.RecordSourceFailure(ctx, id, "1", "x"); err != nil {
			t.Fatal(err)
		}
	}
	changed := source("b2")
	if ch := must(c.TrackFiles(ctx, "/lib", []catalogue.File{{Path: "/lib/b", Ruleset: "R",
		Source: changed}}))(t); ch != (catalogue.Changes{Changed: 1, Removed: 1}) {
		t.Errorf("changed: %+v", ch)
	}
	if failed := must(c.FailedSources(ctx))(t); len(failed) != 0 {
		t.Errorf("retired sources are shown: %+v", failed)
	}
	if stale := must(c.Stale(ctx, "2", params, 10))(t); !reflect.DeepEqual(stale, []string{changed}) {
		t.Errorf("stale %v", stale)
	}
	source("a") // somebody submits it again
	if failed := must(c.FailedSources(ctx))(t); len(failed) != 1 || failed[0].ID != a {
		t.Errorf("failed %+v", failed)
	}
	// One file evaluated by itself says nothing about the others.
	if ch := must(c.TrackFiles(ctx, "", []catalogue.File{{Path: "/lib/a",
		Source: a}}))(t); ch != (catalogue.Changes{Added: 1}) {
		t.Errorf("one file: %+v", ch)
	}
}

func TestFailures(t *testing.T) {
	ctx, c := t.Context(), open(t)
	source := must(c.Submit(ctx, catalogue.Source{File: "bad.lud", Text: "("}))(t)
	must(c.Request(ctx, source, "1", params))(t)
	if err := c.RecordSourceFailure(ctx, source, "1", "bad.lud:1:1: missing )"); err != nil {
		t.Fatal(err)
	}
	if p := must(c.Progress(ctx, []string{source}, params))(t); !p.Finished() || p.Failed != 1 {
		t.Errorf("progress %+v", p)
	}
	if failed := must(c.FailedSources(ctx))(t); len(failed) != 1 || failed[0].Error != "bad.lud:1:1: missing )" {
		t.Errorf("failed %+v", failed)
	}
	if err := c.RecordFailure(ctx, catalogue.Failure{Kind: "compile", Subject: source, Reason: "error", Error: "x",
		Attempts: 1}); err != nil {
		t.Fatal(err)
	}
	if f := must(c.Failures(ctx, 10))(t); len(f) != 1 || f[0].Subject != source || f[0].At.IsZero() {
		t.Errorf("failures %+v", f)
	}
	for _, bad := range []catalogue.Params{{}, {Agent: "genius", Playouts: 1, BatchSize: 1},
		{Agent: "random", BatchSize: 1}, {Agent: "random", Playouts: 1, BatchSize: -1},
		{Agent: "random", Playouts: 1, Metrics: "some"}, {Agent: "random", Playouts: 1, BatchSize: 1, MaxPlies: -1},
		{Agent: "random", Playouts: 1, MoveLimit: -1}, {Agent: "random", Playouts: 1, TurnLimit: 1 << 30}} {
		if _, err := c.Request(ctx, source, "1", bad); err == nil {
			t.Errorf("%+v is accepted", bad)
		}
	}
	if _, err := c.Ruleset(ctx, "nothing"); !errors.Is(err, catalogue.ErrNotFound) {
		t.Errorf("missing ruleset: %v", err)
	}
	if _, err := c.Request(ctx, "nothing", "1", params); !errors.Is(err, catalogue.ErrNotFound) {
		t.Errorf("missing source: %v", err)
	}
}
