package e2e

import (
	"math"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/embedded/servertest"
	"github.com/astragal/astragal/services/gateway"
	"github.com/astragal/astragal/services/scheduler"
)

// An evaluation of outcomes has the figures of the bare engine, however it is
// dealt to workers, and agrees with one of all metrics as far as both tell.
func TestOutcomes(t *testing.T) {
	t.Parallel()
	s := servertest.Start(t)
	compiler := engine.New()
	h, _ := startServices(t, compiler, s.NATS.URL(), s.Postgres.URL(), 3, true)
	rs, err := compiler.Compile(t.Context(), engine.Source{File: "good.lud", Text: []byte(goodLud)})
	if err != nil {
		t.Fatal(err)
	}
	bare, err := rs.Simulate(t.Context(), engine.Params{Seed: 5, Playouts: 1000, Agent: "random", Bare: true})
	if err != nil {
		t.Fatal(err)
	}
	want, _ := bare.MarshalBinary()
	gate := gateway.New(h.Catalogue, h.Queue, compiler)
	run := func(p catalogue.Params) catalogue.Outcome {
		t.Helper()
		r, err := gate.Submit(t.Context(), gateway.Submission{File: "good.lud", Text: goodLud, Formalism: "lgdl", Params: p})
		if err != nil {
			t.Fatal(err)
		}
		return await(t, h.Catalogue, []string{r.Source}, p)[0]
	}
	p := catalogue.Params{Agent: "random", Metrics: catalogue.Outcomes, Playouts: 1000, Seed: 5}
	var first catalogue.Outcome
	for _, p.BatchSize = range []int{0, 1000, 170, 7} {
		o := run(p)
		if got := figures(t, h.Catalogue, o); got != string(want) {
			t.Errorf("batches of %d:\n%.300s\nwant %.300s", p.BatchSize, got, want)
		}
		if p.BatchSize == 0 {
			first = o
		}
	}
	all := p
	all.Metrics = catalogue.AllMetrics
	more := run(all)
	few, many := first.Evaluation.Summary, more.Evaluation.Summary
	if len(few.Metrics) > 20 || len(many.Metrics) < 80 {
		t.Errorf("%d and %d metrics", len(few.Metrics), len(many.Metrics))
	}
	for name, m := range few.Metrics {
		// Their intervals of 95 % are ±2 standard errors each; allowed are ±5 of the difference.
		all := many.Metrics[name]
		if allowed := 5.0 / 2 * math.Hypot(m.High-m.Mean, all.High-all.Mean); all.N != m.N ||
			math.Abs(all.Mean-m.Mean) > allowed+1e-9 {
			t.Errorf("%s is %+v, with all metrics %+v", name, m, all)
		}
	}
	hash := more.Ruleset.Hash
	srv := httptest.NewServer(h.Mux)
	defer srv.Close()
	for path, says := range map[string]string{
		"/rulesets/" + hash: "Branching Factor Average",
		"/rulesets/" + hash + "?evaluation=" + first.Evaluation.ID: "only lengths and results were measured",
		"/api/metrics/BranchingFactorAverage":                      `"game":"Good"`,
	} {
		if status, body := get(t, srv.URL+path); status != 200 || !strings.Contains(body, says) {
			t.Errorf("%s: %d, does not say %q", path, status, says)
		}
	}

	// The evaluation of all metrics tells the outcomes as well, but not the other way round.
	sch := scheduler.New(h.Catalogue, h.Queue, compiler.Version())
	for _, c := range []struct {
		done, asked string
		want        int
	}{{catalogue.AllMetrics, catalogue.Outcomes, 0}, {catalogue.Outcomes, catalogue.AllMetrics, 1}} {
		p := catalogue.Params{Agent: "random", Metrics: c.done, Playouts: 50 + c.want, Seed: 5}
		run(p)
		p.Metrics = c.asked
		if n, err := sch.Reevaluate(t.Context(), p); n != c.want || err != nil {
			t.Errorf("%s where %s are measured: %d requested, want %d: %v", c.asked, c.done, n, c.want, err)
		}
	}
}

// Every formalism can leave out what takes watching.
func TestOutcomesOfFormalisms(t *testing.T) {
	t.Parallel()
	for file, text := range map[string]string{
		"pennies.efg": "EFG 2 R \"Pennies\" { \"A\" \"B\" }\np \"\" 1 1 \"\" { \"H\" \"T\" } 0\nt \"\" 1 \"\" { 1, -1 " +
			"}\nt \"\" 2 \"\" { -1, 1 }\n",
		"one.kif": "(role a) (init s) (legal a go) (<= (next over) (does a go)) (<= terminal (true over)) (goal a " +
			"100) (base s) (base over) (input a go)",
	} {
		rs, err := engine.New().Compile(t.Context(), engine.Source{File: file, Text: []byte(text)})
		if err != nil {
			t.Fatal(err)
		}
		var b [2]*metric.Batch
		for i := range b {
			if b[i], err = rs.Simulate(t.Context(), engine.Params{Seed: 1, Playouts: 10, Agent: "random",
				Bare: i == 1}); err != nil {
				t.Fatal(err)
			}
		}
		all, few := b[0].Summary().Metrics, b[1].Summary().Metrics
		if _, ok := few["BranchingFactorAverage"]; ok || few["DurationMoves"].N != 10 || len(all) < len(few)+10 {
			t.Errorf("%s: %d metrics, bare %d", file, len(all), len(few))
		}
		for name, m := range few {
			if all[name] != m {
				t.Errorf("%s: %s is %+v, with all metrics %+v", file, name, m, all[name])
			}
		}
	}
}
