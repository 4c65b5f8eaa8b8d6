package compile

import (
	"context"

	"github.com/go-kit/kit/endpoint"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/middleware"
	"github.com/astragal/astragal/pkg/telemetry"
)

// Endpoints are the service's functions with their middleware.
type Endpoints struct {
	// Compile takes a source id (string) and returns a Result.
	Compile endpoint.Endpoint
}

// NewEndpoints surrounds the service with middleware.
func NewEndpoints(s Service, tel *telemetry.Set) Endpoints {
	compile := func(ctx context.Context, request any) (any, error) { return s.Compile(ctx, request.(string)) }
	return Endpoints{Compile: endpoint.Chain(
		middleware.Standard(tel, "compile", "compile"),
		middleware.Breaker("compile", catalogue.Unavailable),
	)(compile)}
}
