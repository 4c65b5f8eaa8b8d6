// Command gateway runs the gateway service alone, connected by URLs.
package main

import (
	"github.com/astragal/astragal/pkg/host"
	"github.com/astragal/astragal/pkg/lab"
	"github.com/astragal/astragal/services/gateway"
)

func main() {
	host.Main("gateway", func(h *host.Host) error {
		gateway.Attach(h, lab.Engine().Version())
		return nil
	})
}
