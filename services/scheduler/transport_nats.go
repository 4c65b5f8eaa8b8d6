package scheduler

import (
	"context"
	"fmt"
	"time"

	"github.com/robfig/cron/v3"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/host"
	"github.com/astragal/astragal/pkg/jobs"
)

// reconcileEvery is how long lost jobs stay lost.
const reconcileEvery = 2 * time.Second

// Attach runs the service on a host: the reconciler, the schedule and the HTTP routes.
func Attach(h *host.Host, engine string) error {
	s := New(h.Catalogue, h.Queue, engine)
	e := NewEndpoints(s, h.Tel)
	h.Go(func(ctx context.Context) {
		for {
			reconcile(ctx, h, e)
			select {
			case <-ctx.Done():
				return
			case <-time.After(reconcileEvery):
			}
		}
	})
	if h.Config.Schedule != "" {
		runs, err := ParseCron(h.Config.Schedule)
		if err != nil {
			return fmt.Errorf("schedule: %w", err)
		}
		p := scheduled(h.Config.SchedulePlayouts, h.Config.ScheduleMetrics)
		if err := p.Check(); err != nil {
			return fmt.Errorf("schedule: %w", err)
		}
		report := func(ctx context.Context) {
			r, news, err := s.Report(ctx)
			switch {
			case err != nil:
				h.Tel.Log.Error("the report of changes failed", "error", err)
			case news:
				h.Tel.Log.Info("figures have changed; the page /changes says which", "from", r.From, "to", r.To,
					"compared", r.Compared, "equal", r.Equal, "changed", len(r.Changed), "rules", len(r.Rules))
			}
		}
		h.Go(func(ctx context.Context) { runSchedule(ctx, h, e, runs, p, report) })
	} else {
		h.Go(func(ctx context.Context) {
			if err := h.Catalogue.PutSchedule(ctx, nil); err != nil && ctx.Err() == nil {
				h.Tel.Log.Warn("the pages may show a schedule that there is not", "error", err)
			}
		})
	}
	RegisterHTTP(h.Mux, e)
	return nil
}

// scheduled are the parameters of evaluations that the schedule asks for.
func scheduled(playouts int, metrics string) catalogue.Params {
	return catalogue.Params{Agent: "random", Metrics: metrics, Playouts: playouts, Seed: 1}
}

func reconcile(ctx context.Context, h *host.Host, e Endpoints) {
	n, err := e.Reconcile(ctx, struct{}{})
	if err != nil {
		if ctx.Err() == nil {
			h.Tel.Log.Warn("reconciling failed; trying again", "error", err)
		}
		return
	}
	if n > 0 {
		h.Tel.Log.Info("published jobs that no queue held", "jobs", n)
	}
	for _, kind := range jobs.Kinds {
		if d, err := h.Queue.Depth(ctx, kind); err == nil {
			h.Tel.QueueDepth.WithLabelValues(kind).Set(float64(d))
		}
	}
}

// lookEvery is how often runSchedule looks at the clock.
const lookEvery = 5 * time.Second

// runSchedule reports what has changed and asks for what is missing whenever it is
// due. It looks at the clock once in a while instead of sleeping until the
// time has come, because the clock may jump.
func runSchedule(ctx context.Context, h *host.Host, e Endpoints, runs cron.Schedule, p catalogue.Params,
	report func(context.Context)) {
	s := schedule{cron: runs, next: runs.Next(time.Now().UTC())}
	shown := catalogue.Schedule{Cron: h.Config.Schedule, Playouts: p.Playouts, Metrics: p.Metrics}
	show := func() {
		if shown.Next = s.next; h.Catalogue.PutSchedule(ctx, &shown) != nil && ctx.Err() == nil {
			h.Tel.Log.Warn("the schedule could not be stored for the pages")
		}
	}
	show()
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(lookEvery):
		}
		if !s.due(time.Now()) {
			continue
		}
		report(ctx) // what the last time asked for is played meanwhile
		n, err := e.Reevaluate(ctx, p)
		if err != nil {
			h.Tel.Log.Error("scheduled re-evaluation failed; trying again", "error", err)
			shown.Error = err.Error()
			show()
			continue
		}
		h.Tel.Log.Info("scheduled re-evaluation", "requested", n)
		now, requested := time.Now(), n
		s.ran(now)
		shown.Ran, shown.Requested, shown.Error = &now, &requested, ""
		show()
	}
}
