package scheduler

import (
	"context"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/middleware"
	"github.com/astragal/astragal/pkg/telemetry"
)

// Endpoints are the service's functions with their middleware.
type Endpoints struct {
	// Reconcile returns the number of jobs published.
	Reconcile middleware.Endpoint[struct{}, int]
	// Reevaluate returns the number of evaluations requested.
	Reevaluate middleware.Endpoint[catalogue.Params, int]
}

// NewEndpoints surrounds the service with middleware.
func NewEndpoints(s Service, tel *telemetry.Set) Endpoints {
	reconcile := func(ctx context.Context, _ struct{}) (int, error) { return s.Reconcile(ctx) }
	return Endpoints{
		Reconcile: middleware.Around(reconcile, middleware.Standard(tel, "scheduler", "reconcile")),
		Reevaluate: middleware.Around(s.Reevaluate, middleware.Standard(tel, "scheduler", "reevaluate"),
			middleware.Limit(1, 2)),
	}
}
