package compile

import (
	"context"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/pkg/host"
	"github.com/astragal/astragal/pkg/jobs"
)

// Attach runs the service on a host: its jobs and its HTTP routes.
func Attach(h *host.Host, compiler engine.Compiler) {
	h.Go(func(ctx context.Context) {
		if n, err := h.Catalogue.RereadDates(ctx); err != nil && ctx.Err() == nil {
			h.Tel.Log.Error("reading the dates again failed", "error", err)
		} else if n > 0 {
			h.Tel.Log.Info("the years of rulesets were read again", "rulesets", n)
		}
	})
	e := NewEndpoints(New(h.Catalogue, h.Queue, compiler, h.Rulesets), h.Tel)
	h.Go(func(ctx context.Context) {
		h.Queue.Run(ctx, h.Worker(jobs.Compile, func(ctx context.Context, j jobs.Job) error {
			_, err := e.Compile(ctx, j.Subject)
			return err
		}, func(ctx context.Context, j jobs.Job, err error) error {
			return h.Catalogue.RecordSourceFailure(ctx, j.Subject, compiler.Version(), err.Error())
		}))
	})
	RegisterHTTP(h.Mux, e)
}
