package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/astragal/astragal/engine"
)

func init() {
	register(command{
		name:  "perft",
		args:  "[--defs DIR] [--option S]… [--ruleset S] [--depth D] [--json] FILE",
		short: "Count the sequences of moves by their length",
		run:   perft,
	})
}

// perftLine is the outcome of a count.
type perftLine struct {
	File  string   `json:"file"`
	Perft []uint64 `json:"perft"` // sequences of exactly 1, 2, … moves
}

func perft(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("perft")
	c := choiceFlags(fs)
	depth := fs.Int("depth", 3, "longest sequences counted")
	asJSON := fs.Bool("json", false, "print a JSON object")
	files, err := parse(fs, args)
	if err != nil {
		return err
	}
	if len(files) != 1 {
		return usagef("expected one FILE")
	}
	const most = 100
	if *depth < 1 || *depth > most {
		return usagef("--depth must be 1 to %d", most)
	}
	rs, err := c.open(ctx, files[0])
	if err != nil {
		return err
	}
	counts, err := engine.Perft(ctx, rs.Game(), *depth)
	if err != nil {
		return fmt.Errorf("%s: %w", files[0], err)
	}
	if *asJSON {
		return json.NewEncoder(s.out).Encode(perftLine{files[0], counts})
	}
	for i, n := range counts {
		fmt.Fprintf(s.out, "%3d %d\n", i+1, n)
	}
	return nil
}
