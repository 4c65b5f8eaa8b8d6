package e2e

import (
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/host"
)

// retried stops an evaluation and has the API go on with it.
func (a *api) retried(t *testing.T, h *host.Host) {
	t.Helper()
	_, text := a.call(t, "GET", "/api/evaluations?limit=1", "", nil)
	var list struct{ Evaluations []catalogue.Evaluation }
	if err := json.Unmarshal(text, &list); err != nil || len(list.Evaluations) == 0 {
		t.Fatalf("%v: %s", err, text)
	}
	const playouts = 20000
	_, text = a.call(t, "POST", "/api/rulesets/"+list.Evaluations[0].RulesetHash+"/evaluations", "",
		map[string]any{"params": map[string]any{"playouts": playouts, "seed": 77, "metrics": "outcomes", "batchSize": 500}})
	var asked struct{ Evaluation string }
	json.Unmarshal(text, &asked)
	if err := h.Catalogue.EndEvaluation(t.Context(), asked.Evaluation, "failed", "somebody pulled the plug"); err != nil {
		t.Fatal(err)
	}
	plug := catalogue.Failure{
		Kind:     "simulate",
		Subject:  asked.Evaluation,
		Reason:   "error",
		Error:    "somebody pulled the plug",
		Attempts: 5,
	}
	if err := h.Catalogue.RecordFailure(t.Context(), plug); err != nil {
		t.Fatal(err)
	}
	if _, page := get(t, a.URL+"/failures"); !strings.Contains(page, "/api/evaluations/"+asked.Evaluation+"/retry") {
		t.Error("the page of failures has no button for the failed evaluation")
	}
	status, text := a.call(t, "POST", "/api/evaluations/"+asked.Evaluation+"/retry", "", nil)
	if status != 200 || !strings.Contains(string(text), `"status":"running"`) {
		t.Fatalf("going on: %d %s", status, text)
	}
	var e catalogue.Evaluation
	for deadline := time.Now().Add(time.Minute); e.Status != "done"; time.Sleep(50 * time.Millisecond) {
		var err error
		if e, err = h.Catalogue.Evaluation(
			t.Context(),
			asked.Evaluation,
		); err != nil || e.Status == "failed" ||
			time.Now().After(deadline) {
			t.Fatalf("%v: %+v", err, e)
		}
	}
	if e.Summary.Playouts != playouts {
		t.Errorf("%d playouts, want %d", e.Summary.Playouts, playouts)
	}
	if _, text := a.call(t, "GET", "/api/failures", "", nil); strings.Contains(string(text), asked.Evaluation) {
		t.Error("the failure is still told of")
	}
	for _, id := range []string{asked.Evaluation, "none"} { // that is done, that there is not
		if status, _ := a.call(t, "POST", "/api/evaluations/"+id+"/retry", "", nil); status != 404 {
			t.Errorf("going on with %s: %d", id, status)
		}
	}
}

// The pages say what is done by the clock, and what came of it.
func TestSchedulePage(t *testing.T) {
	t.Parallel()
	h := gatewayAlone(t, "") // a scheduler with nothing to do by the clock empties the schedule when it starts
	srv := httptest.NewServer(h.Handler())
	defer srv.Close()
	if _, text := get(t, srv.URL+"/operations"); !strings.Contains(text, "Nothing is done by the clock") {
		t.Error("there is a schedule that nobody asked for")
	}
	next, ran, requested := time.Date(2031, 2, 3, 4, 5, 0, 0, time.UTC), time.Date(2031, 2, 2, 4, 5, 0, 0, time.UTC), 1234
	for _, st := range []catalogue.Schedule{
		{Cron: "5 4 * * *", Playouts: 321, Metrics: "outcomes", Next: next, Ran: &ran, Requested: &requested},
		{Cron: "5 4 * * *", Playouts: 321, Metrics: "outcomes", Next: next}, // after a restart the last time is still known
	} {
		if err := h.Catalogue.PutSchedule(t.Context(), &st); err != nil {
			t.Fatal(err)
		}
		_, text := get(t, srv.URL+"/operations")
		for _, says := range []string{"5 4 * * *", "321", "2031-02-03 04:05", "2031-02-02 04:05", "1,234 evaluations"} {
			if !strings.Contains(text, says) {
				t.Errorf("the page does not say %q", says)
			}
		}
	}
	if err := h.Catalogue.PutSchedule(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if st, err := h.Catalogue.Schedule(t.Context()); err != nil || st != nil {
		t.Errorf("%+v, %v", st, err)
	}
}
