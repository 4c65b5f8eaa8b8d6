package main

import (
	"context"
	"fmt"
	"os"

	"github.com/astragal/astragal/engine/solve"
)

// writeTable writes what every position of the game of a file is worth.
func writeTable(ctx context.Context, c *choice, file string, o solve.Options, path string) error {
	rs, err := c.open(ctx, file)
	if err != nil {
		return err
	}
	o.Memory /= 2 // tables grow by copying
	entries, err := solve.Table(ctx, rs.Game(), o)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := solve.WriteTable(f, entries); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
