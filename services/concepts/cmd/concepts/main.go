// Command concepts runs the concepts service alone, connected by URLs.
package main

import (
	"github.com/astragal/astragal/pkg/host"
	"github.com/astragal/astragal/services/concepts"
)

func main() {
	host.Main("concepts", func(h *host.Host) error {
		concepts.Attach(h)
		return nil
	})
}
