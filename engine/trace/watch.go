package trace

import (
	"context"
	"fmt"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
)

// Watch plays the playout that Playout records for the seed, at most so many plies,
// and calls before with every position, its legal moves and the one that is played. It
// returns the position at the end with its legal moves: none when the play is over. What before is
// given is valid during the call only. It ends with the error of ctx.
func Watch(ctx context.Context, g *game.Game, seed uint64, plies int,
	before func(c *game.Context, legal []game.Move, chosen game.Move)) (*game.Context, []game.Move, error) {
	choice := rng.Derive(seed, 1)
	c := game.NewContext(g)
	c.SetLimits(game.Limits{Stop: ctx.Err})
	n := 0
	var legal []game.Move
	err := c.Catch(func() {
		gen := rng.New(rng.Derive(seed, 0).State)
		c.Start(&gen)
		for !c.S.Over {
			legal = c.Legal()
			if n == plies {
				return
			}
			m := Choose(c, legal, &choice)
			before(c, legal, m)
			c.Play(m)
			n++
		}
		legal = nil
	})
	if err != nil {
		return nil, nil, fmt.Errorf("ply %d: %w", n, err)
	}
	return c, legal, nil
}
