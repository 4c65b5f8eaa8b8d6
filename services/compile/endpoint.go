package compile

import (
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/middleware"
	"github.com/astragal/astragal/pkg/telemetry"
)

// Endpoints are the service's functions with their middleware.
type Endpoints struct {
	// Compile takes a source id.
	Compile middleware.Endpoint[string, Result]
}

// NewEndpoints surrounds the service with middleware.
func NewEndpoints(s Service, tel *telemetry.Set) Endpoints {
	return Endpoints{Compile: middleware.Around(s.Compile, middleware.Standard(tel, "compile", "compile"),
		middleware.Breaker("compile", catalogue.Unavailable))}
}
