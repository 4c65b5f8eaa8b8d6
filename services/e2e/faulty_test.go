package e2e

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/embedded/servertest"
	"github.com/astragal/astragal/services/gateway"
)

// jammed is a game of one step in which a wins, loses, or has no move any more.
const jammed = `(role a) (role b) (init start)
(<= (legal a ?x) (true start) (choice ?x)) (legal b wait)
(choice win) (choice lose) (choice jam)
(<= (next ?x) (does a ?x))
(<= terminal (true win)) (<= terminal (true lose))
(<= (goal a 100) (true win)) (<= (goal a 0) (true lose))
(<= (goal b 100) (true lose)) (<= (goal b 0) (true win))`

// An evaluation of a description that spoils some of its plays is finished; its
// summary and its page say how many, and by what.
func TestFaultyPlays(t *testing.T) {
	t.Parallel()
	s := servertest.Start(t)
	compiler := engine.New()
	h, _ := startServices(t, compiler, s.NATS.URL(), s.Postgres.URL(), 2, true)
	gate := gateway.New(h.Catalogue, h.Queue, compiler)
	p := catalogue.Params{Agent: "random", Metrics: catalogue.AllMetrics, Playouts: 600, Seed: 5, BatchSize: 100}
	r, err := gate.Submit(t.Context(), gateway.Submission{File: "jammed.kif", Text: jammed, Formalism: "gdl", Params: p})
	if err != nil {
		t.Fatal(err)
	}
	o := await(t, h.Catalogue, []string{r.Source}, p)[0]
	if o.Evaluation == nil || o.Evaluation.Status != "done" {
		t.Fatalf("outcome %+v", o)
	}
	sum := o.Evaluation.Summary
	if sum.Faulty < 100 || sum.Playouts+sum.Faulty != 600 || sum.Faults["role a has no legal move"] != sum.Faulty {
		t.Errorf("%d sound and %d faulty playouts: %v", sum.Playouts, sum.Faulty, sum.Faults)
	}
	srv := httptest.NewServer(h.Mux)
	defer srv.Close()
	for path, says := range map[string]string{
		"/rulesets/" + o.Ruleset.Hash:         "role a has no legal move",
		"/api/rulesets/" + o.Ruleset.Hash:     `"role a has no legal move":`,
		"/api/evaluations/" + o.Evaluation.ID: `"faulty":`,
	} {
		if status, body := get(t, srv.URL+path); status != 200 || !strings.Contains(body, says) {
			t.Errorf("%s: %d, does not say %q: %.300s", path, status, says, body)
		}
	}
}
