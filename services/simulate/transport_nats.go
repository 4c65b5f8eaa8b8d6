package simulate

import (
	"context"

	"github.com/astragal/astragal/engine"
	"github.com/astragal/astragal/pkg/limit"

	"github.com/astragal/astragal/pkg/host"
	"github.com/astragal/astragal/pkg/jobs"
)

// Attach runs the service on a host: its jobs and its HTTP routes.
func Attach(h *host.Host, compiler engine.Compiler) {
	memory := uint64(h.Config.Memory) << 20
	if memory == 0 {
		memory = limit.DefaultMemory()
	}
	e := NewEndpoints(New(h.Catalogue, h.Queue, compiler, h.Rulesets, limit.NewWatchdog(memory), h.Tel,
		h.Config.Workers), h.Tel)
	h.Go(func(ctx context.Context) {
		w := h.Worker(jobs.Simulate, func(ctx context.Context, j jobs.Job) error {
			_, err := e.Play(ctx, BatchName{Evaluation: j.Subject, Number: j.Batch})
			return err
		}, func(ctx context.Context, j jobs.Job, err error) error {
			return h.Catalogue.EndEvaluation(ctx, j.Subject, "failed", err.Error())
		})
		// While batches are played, as many other jobs are fetched, read or
		// recorded: play does not wait for the servers.
		w.Concurrency *= 2
		h.Queue.Run(ctx, w)
	})
	RegisterHTTP(h.Mux, e)
}
