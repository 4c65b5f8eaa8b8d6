// Command compile runs the compile service alone, connected by URLs.
package main

import (
	"github.com/astragal/astragal/engine"
	"github.com/astragal/astragal/pkg/host"
	"github.com/astragal/astragal/services/compile"
)

func main() {
	host.Main("compile", func(h *host.Host) error {
		compile.Attach(h, engine.New())
		return nil
	})
}
