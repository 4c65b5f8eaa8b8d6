// Package e2e tests the services together against real servers: a private
// PostgreSQL cluster and a nats-server, with Tic-Tac-Toe as the engine.
package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/embedded"
	"github.com/astragal/astragal/pkg/embedded/servertest"
	"github.com/astragal/astragal/pkg/host"
	"github.com/astragal/astragal/services/compile"
	"github.com/astragal/astragal/services/concepts"
	"github.com/astragal/astragal/services/gateway"
	"github.com/astragal/astragal/services/scheduler"
	"github.com/astragal/astragal/services/simulate"
)

const version = "test-1"

// startHost runs all services with that many workers and returns the host and a stop function.
func startHost(t *testing.T, s *servertest.Servers, workers int) (*host.Host, func()) {
	t.Helper()
	return startServices(t, compiler{version}, s.NATS.URL(), s.Postgres.URL(), workers, true)
}

// startServices does the same with a compiler, for servers at URLs, with or
// without the simulate service.
func startServices(t *testing.T, c engine.Compiler, nats, postgres string, workers int, play bool) (*host.Host,
	func()) {
	t.Helper()
	cfg := host.Config{NATS: nats, Postgres: postgres, LogLevel: "error", LogFormat: "text", Workers: workers}
	var logs io.Writer = io.Discard
	if testing.Verbose() {
		logs = os.Stderr
	}
	h, err := host.New(t.Context(), "test", cfg, logs)
	if err != nil {
		t.Fatal(err)
	}
	compile.Attach(h, c)
	if play {
		simulate.Attach(h, c)
	}
	concepts.Attach(h)
	if err := scheduler.Attach(h, c.Version()); err != nil {
		t.Fatal(err)
	}
	if err := gateway.Attach(h, c); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan struct{})
	go func() { defer close(served); h.Serve(ctx, nil) }()
	var once sync.Once
	stop := func() { once.Do(func() { cancel(); <-served; h.Close() }) }
	t.Cleanup(stop)
	return h, stop
}

func params(playouts, batch int) catalogue.Params {
	return catalogue.Params{Agent: "random", Playouts: playouts, BatchSize: batch, Seed: 7}
}

func submit(t *testing.T, h *host.Host, p catalogue.Params, texts ...string) []string {
	t.Helper()
	var list []gateway.Submission
	for i, text := range texts {
		list = append(list, gateway.Submission{File: fmt.Sprintf("%d.txt", i), Text: text, Params: p})
	}
	ids, err := gateway.New(h.Catalogue, h.Queue, compiler{version}).SubmitAll(t.Context(), list, nil)
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

func await(t *testing.T, c *catalogue.Catalogue, ids []string, p catalogue.Params) []catalogue.Outcome {
	t.Helper()
	for deadline := time.Now().Add(90 * time.Second); ; time.Sleep(30 * time.Millisecond) {
		pr, err := c.Progress(t.Context(), ids, p)
		if err == nil && pr.Finished() {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("not finished: %+v, %v", pr, err)
		}
	}
	outcomes, err := c.Outcomes(t.Context(), ids, p)
	if err != nil {
		t.Fatal(err)
	}
	return outcomes
}

// figures are an evaluation's statistics as stored, in canonical form.
func figures(t *testing.T, c *catalogue.Catalogue, o catalogue.Outcome) string {
	t.Helper()
	if o.Evaluation == nil || o.Evaluation.Status != "done" {
		t.Fatalf("outcome %+v", o)
	}
	total, n, err := c.MergedBatches(t.Context(), o.Evaluation.ID, 2)
	if err != nil || n != o.Evaluation.Batches || total.Playouts != int64(o.Evaluation.Params.Playouts) {
		t.Fatalf("%d of %d batches with %d playouts: %v", n, o.Evaluation.Batches, total.Playouts, err)
	}
	stats, err := total.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	summary, err := json.Marshal(o.Evaluation.Summary)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := json.Marshal(total.Summary())
	if !bytes.Equal(summary, want) {
		t.Errorf("stored summary %s, want %s", summary, want)
	}
	return string(stats)
}

// Results do not depend on the number of workers, and are those of the bare engine.
func TestWorkers(t *testing.T) {
	t.Parallel()
	p := params(2050, 100)
	want := reference(t, p, "game: Tic-Tac-Toe")
	for _, workers := range []int{1, 2, 8} {
		h, stop := startHost(t, servertest.Start(t), workers)
		o := await(t, h.Catalogue, submit(t, h, p, "game: Tic-Tac-Toe"), p)[0]
		if got := figures(t, h.Catalogue, o); got != want {
			t.Errorf("%d workers: %s\nwant %s", workers, got, want)
		}
		s := o.Evaluation.Summary
		if m := s.Metrics["DurationMoves"].Mean; math.Abs(m-7.6) > 0.2 {
			t.Errorf("mean length %g", m)
		}
		// Random Tic-Tac-Toe: 58.5 % and 28.8 % wins, 12.7 % draws.
		if s.Wins[0].Low > 0.585 || s.Wins[0].High < 0.585 || math.Abs(s.Draws.Mean-0.127) > 0.03 {
			t.Errorf("wins %+v, draws %+v", s.Wins, s.Draws)
		}
		stop()
	}
}

// What is broken is recorded and shown, and stops nothing else.
func TestPoison(t *testing.T) {
	t.Parallel()
	h, _ := startHost(t, servertest.Start(t), 2)
	p := params(100, 10)
	ids := submit(t, h, p, "game: Good", "no description", "game: Crash\ncrash: yes", "game: Panic\npanic: yes")
	o := await(t, h.Catalogue, ids, p)
	if o[0].Evaluation.Status != "done" {
		t.Errorf("good game: %+v", o[0].Evaluation)
	}
	if s := o[1].Source; s.Status != "failed" || s.Error != `1.txt:1:1: found "no description", expected key: value` ||
		o[1].Ruleset != nil {
		t.Errorf("bad description: %+v", s)
	}
	if s := o[2].Source; s.Status != "failed" || !strings.Contains(s.Error, "crash") {
		t.Errorf("crashing compiler: %+v", s)
	}
	if e := o[3].Evaluation; e.Status != "failed" || !strings.Contains(e.Error, "in play") {
		t.Errorf("panicking game: %+v", e)
	}
	if f, err := h.Catalogue.Failures(t.Context(), 100); err != nil || len(f) == 0 {
		t.Errorf("failures %v, %v", f, err)
	}
}

// Servers are killed and restarted, PostgreSQL twice, while an evaluation runs.
func TestServersKilled(t *testing.T) {
	t.Parallel()
	s := servertest.Start(t)
	h, stop := startHost(t, s, 4)
	p := params(4000, 20)
	text := "game: Tic-Tac-Toe\nslow: 1ms"
	ids := submit(t, h, p, text)
	for i := range 2 {
		for {
			if pr, err := h.Catalogue.Progress(t.Context(), ids, p); err == nil && pr.BatchesDone > 20*(i+1) {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		if err := syscall.Kill(s.Postgres.PID(), syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
	}
	// The queue's files are lost; the new server has another address, so the host is new, too.
	stop()
	s.NATS.Stop()
	if err := os.RemoveAll(s.Dir.Path() + "/nats"); err != nil {
		t.Fatal(err)
	}
	var err error
	if s.NATS, err = embedded.StartNATS(s.Dir, 0, h.Tel.Log); err != nil {
		t.Fatal(err)
	}
	h, _ = startHost(t, s, 4)
	o := await(t, h.Catalogue, ids, p)[0]
	if got, want := figures(t, h.Catalogue, o), reference(t, p, text); got != want {
		t.Errorf("figures %s\nwant %s", got, want)
	}
}

// Asking again for what is there plays nothing; a newer engine plays again.
func TestReevaluate(t *testing.T) {
	t.Parallel()
	h, _ := startHost(t, servertest.Start(t), 2)
	p := params(100, 10)
	ids := submit(t, h, p, "game: A", "game: B", "broken")
	first := await(t, h.Catalogue, ids, p)
	sch := scheduler.New(h.Catalogue, h.Queue, version)
	if n, err := sch.Reevaluate(t.Context(), p); n != 0 || err != nil {
		t.Errorf("nothing is stale, but %d are requested: %v", n, err)
	}
	submit(t, h, p, "game: A")
	again := await(t, h.Catalogue, ids, p)
	if a, b := first[0].Evaluation, again[0].Evaluation; a.ID != b.ID || a.Elapsed != b.Elapsed {
		t.Errorf("evaluated twice: %+v, %+v", a, b)
	}
	other := params(50, 10)
	if n, err := sch.Reevaluate(t.Context(), other); n != 2 || err != nil {
		t.Errorf("with other parameters %d are requested, want 2: %v", n, err)
	}
	if o := await(t, h.Catalogue, ids, other); o[1].Evaluation.Status != "done" || o[1].Evaluation.Params.Priority >= 0 {
		t.Errorf("outcome %+v", o[1].Evaluation)
	}
	if n, err := scheduler.New(h.Catalogue, h.Queue, "test-2").Reevaluate(t.Context(), p); n != 3 || err != nil {
		t.Errorf("a newer engine requests %d, want 3: %v", n, err)
	}
}
