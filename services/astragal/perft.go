package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rbg"
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
	counts, err := countPlays(ctx, rs.Game(), *depth)
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

// countPlays counts sequences of moves in the way of the game's formalism: GDL
// counts joint moves, the others single decisions, and L-GDL those of chance, too.
func countPlays(ctx context.Context, g formal.Game, depth int) ([]uint64, error) {
	var count func(depth int) ([]uint64, error)
	switch own := g.(type) {
	case *rbg.Game:
		count = own.NewState().Perft
	case interface{ Perft(int) ([]uint64, error) }:
		count = own.Perft
	case interface {
		CountPlays(ctx context.Context, depth int) ([]uint64, bool, error)
	}:
		if counts, ok, err := own.CountPlays(ctx, depth); ok {
			return counts, err
		}
		return formal.Perft(ctx, explicitChance(g), depth)
	default:
		return formal.Perft(ctx, explicitChance(g), depth)
	}
	type result struct {
		counts []uint64
		err    error
	}
	done := make(chan result, 1)
	go func() {
		counts, err := count(depth)
		done <- result{counts, err}
	}()
	select {
	case r := <-done:
		return r.counts, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// explicitChance presents a game with chance as an actor of its own where its
// formalism draws inside of moves.
func explicitChance(g formal.Game) formal.Game {
	if t, ok := g.(interface{ Trajectories() formal.Game }); ok {
		return t.Trajectories()
	}
	return g
}
