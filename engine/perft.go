package engine

import (
	"context"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rbg"
)

// Perft counts the sequences of exactly 1, 2, …, depth moves from the start, in the way
// of the game's formalism: GDL counts joint moves, the others single decisions, and L-GDL those
// of chance, too. Equal counts are strong evidence that two implementations agree on what is legal.
func Perft(ctx context.Context, g formal.Game, depth int) ([]uint64, error) {
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
		return formal.Perft(ctx, ExplicitChance(g), depth)
	default:
		return formal.Perft(ctx, ExplicitChance(g), depth)
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

// ExplicitChance presents a game with chance as an actor of its own where its formalism
// draws inside of moves; other games are returned as they are.
func ExplicitChance(g formal.Game) formal.Game {
	if t, ok := g.(interface{ Trajectories() formal.Game }); ok {
		return t.Trajectories()
	}
	return g
}
