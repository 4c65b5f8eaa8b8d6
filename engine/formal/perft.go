package formal

import (
	"context"
	"errors"

	"github.com/astragal/astragal/engine/rng"
)

// ErrDrawn is the error of counting plays of a game that draws inside its moves.
var ErrDrawn = errors.New("chance decides among more alternatives than can be listed, so that the numbers would " +
	"depend on the draws")

// Perft counts the sequences of exactly 1, 2, … depth decisions from the start.
// Decisions of chance count too, and players who decide at the same time decide
// one after the other. Plays that are over are not continued. On an error the
// counts so far are given.
func Perft(ctx context.Context, g Game, depth int) ([]uint64, error) {
	counts := make([]uint64, depth)
	p := g.NewPosition()
	if s, ok := p.(Interruptible); ok {
		s.Interrupt(ctx.Err)
	}
	r := rng.New(1)
	p.Restart(&r)
	c := counter{ctx: ctx, counts: counts}
	return counts, c.count(p, 0)
}

type counter struct {
	ctx    context.Context
	counts []uint64
	steps  int
}

func (c *counter) count(p Position, depth int) error {
	if e, ok := p.(interface{ Err() error }); ok && e.Err() != nil {
		return e.Err()
	}
	if d, ok := p.(interface{ Drawn() bool }); ok && d.Drawn() {
		return ErrDrawn
	}
	if depth == len(c.counts) || p.Terminal() {
		return nil
	}
	if c.steps++; c.steps%256 == 0 && c.ctx.Err() != nil {
		return c.ctx.Err()
	}
	n := p.Moves()
	c.counts[depth] += uint64(n)
	if depth == len(c.counts)-1 {
		return nil
	}
	for i := range n {
		next := p
		if i < n-1 {
			next = p.Clone()
		}
		next.Apply(i)
		if err := c.count(next, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// Interruptible is a position whose moves may take long: stop is asked now and
// then while they are found and made, and the error that it returns ends the play.
type Interruptible interface{ Interrupt(stop func() error) }
