package scheduler

import (
	"context"

	"github.com/go-kit/kit/endpoint"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/middleware"
	"github.com/astragal/astragal/pkg/telemetry"
)

// Endpoints are the service's functions with their middleware.
type Endpoints struct {
	// Reconcile takes nothing and returns the number of jobs published.
	Reconcile endpoint.Endpoint
	// Reevaluate takes catalogue.Params and returns the number of evaluations requested.
	Reevaluate endpoint.Endpoint
}

// NewEndpoints surrounds the service with middleware.
func NewEndpoints(s Service, tel *telemetry.Set) Endpoints {
	reconcile := func(ctx context.Context, _ any) (any, error) { return s.Reconcile(ctx) }
	reevaluate := func(ctx context.Context, r any) (any, error) { return s.Reevaluate(ctx, r.(catalogue.Params)) }
	return Endpoints{
		Reconcile:  middleware.Standard(tel, "scheduler", "reconcile")(reconcile),
		Reevaluate: endpoint.Chain(middleware.Standard(tel, "scheduler", "reevaluate"), middleware.Limit(1, 2))(reevaluate),
	}
}
