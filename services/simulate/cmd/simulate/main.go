// Command simulate runs the simulate service alone, connected by URLs.
package main

import (
	"github.com/astragal/astragal/engine"
	"github.com/astragal/astragal/pkg/host"
	"github.com/astragal/astragal/services/simulate"
)

func main() {
	host.Main("simulate", func(h *host.Host) error {
		simulate.Attach(h, engine.New())
		return nil
	})
}
