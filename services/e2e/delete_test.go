package e2e

import (
	"testing"
	"time"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/embedded/servertest"
	"github.com/astragal/astragal/services/gateway"
)

// A source that is deleted while its evaluation runs is gone without a trace, and
// its jobs disturb nobody.
func TestDeleteRunning(t *testing.T) {
	t.Parallel()
	h, _ := startHost(t, servertest.Start(t), 2)
	gate := gateway.New(h.Catalogue, h.Queue, compiler{version})
	p := params(20_000, 50)
	doomed := submit(t, h, p, "game: Doomed\nslow: 1ms")[0]
	for deadline := time.Now().Add(60 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if pr, err := h.Catalogue.Progress(t.Context(), []string{doomed}, p); err == nil && pr.BatchesDone > 4 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("no batch is played")
		}
	}
	if _, err := gate.DeleteSource(t.Context(), doomed); err != nil {
		t.Fatal(err)
	}
	q := params(200, 10)
	if o := await(t, h.Catalogue, submit(t, h, q, "game: Other"), q)[0]; o.Evaluation.Status != "done" {
		t.Errorf("another game: %+v", o.Evaluation)
	}
	// What the workers had in hand meanwhile has come to its end.
	time.Sleep(2 * time.Second)
	if f, err := h.Catalogue.Failures(t.Context(), 10); err != nil || len(f) > 0 {
		t.Errorf("failures %+v, %v", f, err)
	}
	list, total, err := h.Catalogue.Rulesets(t.Context(), catalogue.Filter{All: true})
	if err != nil || total != 1 || list[0].Game != "Other" {
		t.Errorf("left are %+v, %v", list, err)
	}
	var rows int
	if err := h.Catalogue.Pool().QueryRow(t.Context(),
		`SELECT (SELECT count(*) FROM evaluations) + (SELECT count(*) FROM requests)
		+ (SELECT count(*) FROM sources)`).Scan(&rows); err != nil || rows != 3 {
		t.Errorf("%d rows are left, %v", rows, err)
	}
	if w, err := h.Catalogue.Unfinished(t.Context()); err != nil || len(w.Compile)+len(w.Simulate)+len(w.Concepts) > 0 {
		t.Errorf("unfinished %+v, %v", w, err)
	}
}
