package ruleset

import (
	"context"

	"github.com/astragal/astragal/engine/rng"
)

// CountPlays is formal.Perft by compiled code; false where there is none that can.
func (a *adapter) CountPlays(ctx context.Context, depth int) (counts []uint64, ok bool, err error) {
	if a.Draws() || a.g.RandomStart {
		return nil, false, nil // chance counts as an actor
	}
	c := a.code(false)
	if c == nil {
		return nil, false, nil
	}
	at, err := c.NewPosition()
	if err != nil {
		return nil, false, nil // without memory for it the rules count
	}
	p := a.NewPosition().(*position)
	p.Interrupt(ctx.Err) // the first list of moves is made by the rules, and may take long
	live := rng.New(1)
	p.Restart(&live)
	if p.err != nil {
		return nil, false, nil
	}
	at.Load(p.c, p.told)
	if at.Err() != nil {
		return nil, false, nil
	}
	counts = make([]uint64, depth)
	err = at.Perft(ctx, counts)
	if at.Err() != nil {
		return nil, false, nil
	}
	return counts, true, err
}
