package simulate

import (
	"context"

	"github.com/go-kit/kit/endpoint"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/middleware"
	"github.com/astragal/astragal/pkg/telemetry"
)

// Endpoints are the service's functions with their middleware.
type Endpoints struct {
	// Play takes a BatchName and returns a catalogue.BatchResult.
	Play endpoint.Endpoint
}

// NewEndpoints surrounds the service with middleware.
func NewEndpoints(s Service, tel *telemetry.Set) Endpoints {
	play := func(ctx context.Context, request any) (any, error) { return s.Play(ctx, request.(BatchName)) }
	return Endpoints{Play: endpoint.Chain(
		middleware.Standard(tel, "simulate", "play"),
		middleware.Breaker("simulate", catalogue.Unavailable),
	)(play)}
}
