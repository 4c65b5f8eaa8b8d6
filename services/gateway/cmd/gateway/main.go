// Command gateway runs the gateway service alone, connected by URLs.
package main

import (
	"github.com/astragal/astragal/engine"
	"github.com/astragal/astragal/pkg/host"
	"github.com/astragal/astragal/services/gateway"
)

func main() {
	host.Main("gateway", func(h *host.Host) error {
		return gateway.Attach(h, engine.New())
	})
}
