package simulate

import (
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/middleware"
	"github.com/astragal/astragal/pkg/telemetry"
)

// Endpoints are the service's functions with their middleware.
type Endpoints struct {
	// Play plays one batch.
	Play middleware.Endpoint[BatchName, catalogue.BatchResult]
}

// NewEndpoints surrounds the service with middleware.
func NewEndpoints(s Service, tel *telemetry.Set) Endpoints {
	return Endpoints{Play: middleware.Around(s.Play, middleware.Standard(tel, "simulate", "play"),
		middleware.Breaker("simulate", catalogue.Unavailable))}
}
