package host

import (
	"context"
	"errors"
	"time"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/jobs"
	"github.com/astragal/astragal/pkg/middleware"
)

// Worker returns a worker on this host for jobs of a kind. Its failures are
// recorded in the catalogue and counted; gaveUp then marks what the job was for.
func (h *Host) Worker(kind string, handle jobs.Handler, gaveUp func(ctx context.Context, j jobs.Job,
	err error) error) jobs.Worker {
	return jobs.Worker{
		Kind: kind, Concurrency: h.Config.Workers, Log: h.Tel.Log,
		Handle: func(ctx context.Context, j jobs.Job) error {
			err := handle(middleware.WithRequestID(ctx, j.String()), j)
			if errors.Is(err, middleware.ErrPanic) {
				err = jobs.Permanent(err) // what panics once panics again
			}
			if errors.Is(err, catalogue.ErrNotFound) {
				if known, e := h.Catalogue.Known(ctx, j.Subject); e == nil && !known {
					h.Tel.Log.Info("dropped a job whose subject was deleted", "job", j.String())
					return nil
				}
			}
			return err
		},
		Unavailable: func(err error) bool { return catalogue.Unavailable(err) || errors.Is(err, middleware.ErrOpen) },
		Failed: func(ctx context.Context, j jobs.Job, reason string, err error) error {
			if err := gaveUp(ctx, j, err); err != nil {
				return err
			}
			h.Tel.Failures.WithLabelValues(kind, reason).Inc()
			h.Queue.Emit(jobs.Event{Kind: "failed", Subject: j.Subject, Detail: err.Error()})
			return h.Catalogue.RecordFailure(ctx, catalogue.Failure{Kind: kind, Subject: j.Subject, Reason: reason,
				Error: err.Error(), Attempts: j.Attempt})
		},
		Observe: func(_ jobs.Job, took time.Duration, err error) {
			outcome := "ok"
			if err != nil {
				outcome = "error"
			}
			h.Tel.Jobs.WithLabelValues(kind, outcome).Inc()
			h.Tel.JobSeconds.WithLabelValues(kind).Observe(took.Seconds())
		},
	}
}
