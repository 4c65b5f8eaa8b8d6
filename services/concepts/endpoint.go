package concepts

import (
	"context"

	"github.com/go-kit/kit/endpoint"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/middleware"
	"github.com/astragal/astragal/pkg/telemetry"
)

// Endpoints are the service's functions with their middleware.
type Endpoints struct {
	// Complete takes an evaluation id (string) and returns a metric.Summary.
	Complete endpoint.Endpoint
}

// NewEndpoints surrounds the service with middleware.
func NewEndpoints(s Service, tel *telemetry.Set) Endpoints {
	complete := func(ctx context.Context, request any) (any, error) { return s.Complete(ctx, request.(string)) }
	return Endpoints{Complete: endpoint.Chain(
		middleware.Standard(tel, "concepts", "complete"),
		middleware.Breaker("concepts", catalogue.Unavailable),
	)(complete)}
}
