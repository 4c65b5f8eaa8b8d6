// Command scheduler runs the scheduler service alone, connected by URLs.
package main

import (
	"github.com/astragal/astragal/pkg/host"
	"github.com/astragal/astragal/pkg/lab"
	"github.com/astragal/astragal/services/scheduler"
)

func main() {
	host.Main("scheduler", func(h *host.Host) error { return scheduler.Attach(h, lab.Engine().Version()) })
}
