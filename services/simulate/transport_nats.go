package simulate

import (
	"context"

	"github.com/astragal/astragal/pkg/host"
	"github.com/astragal/astragal/pkg/jobs"
	"github.com/astragal/astragal/pkg/lab"
)

// cached is the number of compiled rulesets that a process keeps.
const cached = 64

// Attach runs the service on a host: its jobs and its HTTP routes.
func Attach(h *host.Host, compiler lab.Compiler) {
	limit := uint64(h.Config.Memory) << 20
	if limit == 0 {
		limit = lab.DefaultMemory()
	}
	e := NewEndpoints(New(h.Catalogue, h.Queue, compiler, lab.NewCache(cached), lab.NewWatchdog(limit), h.Tel), h.Tel)
	h.Go(func(ctx context.Context) {
		h.Queue.Run(ctx, h.Worker(jobs.Simulate, func(ctx context.Context, j jobs.Job) error {
			_, err := e.Play(ctx, BatchName{Evaluation: j.Subject, Number: j.Batch})
			return err
		}, func(ctx context.Context, j jobs.Job, err error) error {
			return h.Catalogue.EndEvaluation(ctx, j.Subject, "failed", err.Error())
		}))
	})
	RegisterHTTP(h.Mux, e)
}
