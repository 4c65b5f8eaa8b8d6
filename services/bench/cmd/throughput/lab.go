package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/embedded"
	"github.com/astragal/astragal/pkg/host"
	"github.com/astragal/astragal/services/compile"
	"github.com/astragal/astragal/services/concepts"
	"github.com/astragal/astragal/services/gateway"
	"github.com/astragal/astragal/services/scheduler"
	"github.com/astragal/astragal/services/simulate"
)

// laboratory is the servers of a measurement and what is measured with them.
type laboratory struct {
	dir      *embedded.Dir
	postgres *embedded.Postgres
	nats     *embedded.NATS
	sources  []string // ids
	rulesets []engine.Ruleset
	list     []gateway.Submission
	defs     map[string]string

	host *host.Host // that serve started last, or nil
	play bool       // whether it plays
	stop func()
}

func openLab(ctx context.Context, o options) (l *laboratory, err error) {
	l = &laboratory{}
	defer func() {
		if err != nil {
			l.close()
		}
	}()
	if l.dir, err = embedded.Open(o.data); err != nil {
		return l, err
	}
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	if l.postgres, err = embedded.StartPostgres(ctx, l.dir, log); err != nil {
		return l, err
	}
	if l.nats, err = embedded.StartNATS(l.dir, 0, log); err != nil {
		return l, err
	}
	src := engine.Source{}
	if o.defs != "" {
		src.Defs = os.DirFS(o.defs)
		if l.defs, err = readDefs(o.defs); err != nil {
			return l, err
		}
	}
	compiler := engine.New()
	for _, file := range o.files {
		if src.Text, err = os.ReadFile(file); err != nil {
			return l, err
		}
		src.File = file
		rs, err := compiler.Compile(ctx, src)
		if err != nil {
			return l, err
		}
		l.rulesets = append(l.rulesets, rs)
		l.list = append(l.list, gateway.Submission{File: file, Text: string(src.Text), Formalism: "lgdl"})
	}
	// Everything is compiled before anything is timed.
	h, err := l.serve(ctx, o.workers, o.processes[0] == 0)
	if err != nil {
		return l, err
	}
	if l.sources, err = gateway.New(h.Catalogue, h.Queue, compiler).SubmitAll(ctx, l.list, l.defs); err != nil {
		return l, err
	}
	return l, wait(ctx, func(ctx context.Context) (bool, error) {
		pr, err := h.Catalogue.Progress(ctx, l.sources, catalogue.Params{})
		return pr.Compiled+pr.Failed == pr.Sources, err
	})
}

func (l *laboratory) close() {
	if l.host != nil {
		l.stop()
	}
	if l.nats != nil {
		l.nats.Stop()
	}
	if l.postgres != nil {
		l.postgres.Stop()
	}
	if l.dir != nil {
		l.dir.Close()
	}
}

// serve runs all services in this process, with or without simulate. Those that
// run already go on.
func (l *laboratory) serve(ctx context.Context, workers int, play bool) (*host.Host, error) {
	if l.host != nil && l.play == play {
		return l.host, nil
	}
	if l.host != nil {
		l.stop()
		l.host = nil
	}
	compiler := engine.New()
	h, err := host.New(ctx, "throughput", host.Config{NATS: l.nats.URL(), Postgres: l.postgres.URL(), LogLevel: "warn",
		LogFormat: "text", Workers: workers}, os.Stderr)
	if err != nil {
		return nil, err
	}
	compile.Attach(h, compiler)
	if play {
		simulate.Attach(h, compiler)
	}
	concepts.Attach(h)
	if err := scheduler.Attach(h, compiler.Version()); err != nil {
		h.Close()
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	served := make(chan struct{})
	go func() { defer close(served); h.Serve(ctx, nil) }()
	l.host, l.play, l.stop = h, play, func() { cancel(); <-served; h.Close() }
	return h, nil
}

// childArg marks the processes that only play; two more arguments are their
// numbers of workers and the data directory.
const childArg = "-simulate"

func child(workers, data string) error {
	n, err := strconv.Atoi(workers)
	if err != nil {
		return err
	}
	e, err := embedded.ReadEndpoints(data)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	h, err := host.New(ctx, "simulate", host.Config{NATS: e.NATS, Postgres: e.Postgres, LogLevel: "warn",
		LogFormat: "text", Workers: n}, os.Stderr)
	if err != nil {
		return err
	}
	defer h.Close()
	simulate.Attach(h, engine.New())
	fmt.Println("ready")
	return h.Serve(ctx, nil)
}

// spawn starts a process that only plays, and returns when it is ready.
func (l *laboratory) spawn(ctx context.Context, workers int) (pid int, stop func(), err error) {
	if err := l.dir.Publish(embedded.Endpoints{NATS: l.nats.URL(), Postgres: l.postgres.URL()}); err != nil {
		return 0, nil, err
	}
	cmd := exec.CommandContext(ctx, os.Args[0], childArg, strconv.Itoa(workers), l.dir.Path())
	cmd.Stderr = os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return 0, nil, err
	}
	if err := cmd.Start(); err != nil {
		return 0, nil, err
	}
	var word string
	if _, err := fmt.Fscan(out, &word); err != nil {
		cmd.Wait()
		return 0, nil, fmt.Errorf("a process ended before it was ready: %w", err)
	}
	return cmd.Process.Pid, func() { cmd.Process.Signal(syscall.SIGTERM); cmd.Wait() }, nil
}

// engine plays everything without any pipeline and returns the statistics by
// file.
func (l *laboratory) engine(ctx context.Context, p catalogue.Params, workers int) (u usage, stats map[string]string,
	err error) {
	type piece struct{ game, first, playouts int }
	size := (p.Playouts + 4*workers - 1) / (4 * workers)
	pieces := make(chan piece, len(l.rulesets)*4*workers)
	totals := make([]*metric.Batch, len(l.rulesets))
	for i, rs := range l.rulesets {
		totals[i] = metric.NewBatch(rs.Players())
		for first := 0; first < p.Playouts; first += size {
			pieces <- piece{i, first, min(size, p.Playouts-first)}
		}
	}
	close(pieces)
	var mu sync.Mutex
	var wg sync.WaitGroup
	begin := now(0)
	for range workers {
		wg.Go(func() {
			for x := range pieces {
				b, e := l.rulesets[x.game].Simulate(ctx, engine.Params{Seed: p.Seed, First: x.first, Playouts: x.playouts,
					Agent: p.Agent, Bare: p.Metrics == catalogue.Outcomes, Scope: p.Scope(), MaxPlies: p.MaxPlies})
				mu.Lock()
				if e == nil {
					e = totals[x.game].Merge(b)
				}
				if e != nil {
					err = e
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	u = now(0).since(begin)
	stats = map[string]string{}
	for i, b := range totals {
		text, _ := b.MarshalBinary()
		stats[l.list[i].File] = string(text)
	}
	return u, stats, err
}

// pipeline does the same by an evaluation of every ruleset.
func (l *laboratory) pipeline(ctx context.Context, p catalogue.Params, processes, workers int) (u usage,
	stats map[string]string, err error) {
	h, err := l.serve(ctx, workers, processes == 0)
	if err != nil {
		return u, nil, err
	}
	pids := []int{}
	for range processes {
		pid, end, err := l.spawn(ctx, workers)
		if err != nil {
			return u, nil, err
		}
		defer end()
		pids = append(pids, pid)
	}
	begin := now(l.postgres.PID(), pids...)
	for i := range l.list {
		l.list[i].Params = p
	}
	if _, err := gateway.New(h.Catalogue, h.Queue, engine.New()).SubmitAll(ctx, l.list, l.defs); err != nil {
		return u, nil, err
	}
	err = wait(ctx, func(ctx context.Context) (bool, error) {
		pr, err := h.Catalogue.Progress(ctx, l.sources, p)
		return pr.Finished(), err
	})
	if err != nil {
		return u, nil, err
	}
	u = now(l.postgres.PID(), pids...).since(begin)
	outcomes, err := h.Catalogue.Outcomes(ctx, l.sources, p)
	if err != nil {
		return u, nil, err
	}
	stats = map[string]string{}
	for i, o := range outcomes {
		if o.Evaluation == nil || o.Evaluation.Status != "done" {
			return u, nil, fmt.Errorf("%s is not evaluated: %s", o.Source.File, o.Source.Error)
		}
		b, _, err := h.Catalogue.MergedBatches(ctx, o.Evaluation.ID, l.rulesets[i].Players())
		if err != nil {
			return u, nil, err
		}
		text, _ := b.MarshalBinary()
		stats[l.list[i].File] = string(text)
	}
	return u, stats, nil
}

// wait asks until something is so, with long pauses beside the time that asking takes.
func wait(ctx context.Context, so func(context.Context) (bool, error)) error {
	for {
		start := time.Now()
		if yes, err := so(ctx); yes || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(min(max(10*time.Millisecond, 50*time.Since(start)), 300*time.Millisecond)):
		}
	}
}
