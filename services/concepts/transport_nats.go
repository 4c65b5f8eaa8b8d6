package concepts

import (
	"context"

	"github.com/astragal/astragal/pkg/host"
	"github.com/astragal/astragal/pkg/jobs"
)

// Attach runs the service on a host: its jobs and its HTTP routes.
func Attach(h *host.Host) {
	e := NewEndpoints(New(h.Catalogue, h.Queue), h.Tel)
	h.Go(func(ctx context.Context) {
		h.Queue.Run(ctx, h.Worker(jobs.Concepts, func(ctx context.Context, j jobs.Job) error {
			_, err := e.Complete(ctx, j.Subject)
			return err
		}, func(ctx context.Context, j jobs.Job, err error) error {
			return h.Catalogue.EndEvaluation(ctx, j.Subject, "failed", err.Error())
		}))
	})
	RegisterHTTP(h.Mux, e)
}
