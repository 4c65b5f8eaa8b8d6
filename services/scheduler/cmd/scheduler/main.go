// Command scheduler runs the scheduler service alone, connected by URLs.
package main

import (
	"github.com/astragal/astragal/engine"
	"github.com/astragal/astragal/pkg/host"
	"github.com/astragal/astragal/services/scheduler"
)

func main() {
	host.Main("scheduler", func(h *host.Host) error { return scheduler.Attach(h, engine.New().Version()) })
}
