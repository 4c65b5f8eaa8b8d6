package concepts

import (
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/middleware"
	"github.com/astragal/astragal/pkg/telemetry"
)

// Endpoints are the service's functions with their middleware.
type Endpoints struct {
	// Complete takes an evaluation's id.
	Complete middleware.Endpoint[string, metric.Summary]
}

// NewEndpoints surrounds the service with middleware.
func NewEndpoints(s Service, tel *telemetry.Set) Endpoints {
	return Endpoints{Complete: middleware.Around(s.Complete, middleware.Standard(tel, "concepts", "complete"),
		middleware.Breaker("concepts", catalogue.Unavailable))}
}
