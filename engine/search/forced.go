package search

import (
	"context"
	"fmt"

	"github.com/astragal/astragal/engine/formal"
)

// Forced looks for wins that cannot be prevented. It belongs to one goroutine.
type Forced struct {
	w      World
	f      Facts
	hero   int
	left   int // positions that may be looked at
	pulse  pulse
	payoff []float64
}

// NewForced returns a search in a world; an error if the game has chance, secrets,
// simultaneous decisions or payoffs without bounds, where nothing is forced.
func NewForced(w World, f Facts, name string) (*Forced, error) {
	if f.Draws || f.Hidden || f.Joint || !f.Bounded {
		return nil, unfit{fmt.Sprintf("no wins are forced in %s", name)}
	}
	return &Forced{w: w, f: f, payoff: make([]float64, f.Players)}, nil
}

// Only returns the one decision of a position with which its player wins within so many
// plies whatever the others do, and the fewest plies in which he does; no other decision
// wins within that number. It is −1 where none or several do, or where that takes more
// than limit positions to prove.
func (x *Forced) Only(ctx context.Context, p formal.Position, plies, limit int) (only, within int, err error) {
	x.pulse.ctx, x.left = ctx, limit
	if err := x.w.Load(p, true); err != nil {
		return 0, 0, err
	}
	only = -1
	fail := x.w.Guard(func() {
		n, _ := x.w.List()
		if n < 2 {
			return
		}
		x.hero = x.w.Mover()
		for within = 1; within <= plies; within++ {
			winners := 0
			for i := 0; i < n && winners < 2; i++ {
				x.w.Down(i)
				wins := false
				wins, err = x.wins(within - 1)
				x.w.Up()
				if err != nil || x.left < 0 {
					only = -1
					return
				}
				if wins {
					only, winners = i, winners+1
				}
			}
			switch winners {
			case 1:
				only = x.w.Index(0, only)
				return
			case 2:
				only = -1
				return
			}
		}
	})
	if err == nil {
		err = fail
	}
	return only, within, err
}

// wins reports whether the hero wins from here within so many plies whatever others do.
func (x *Forced) wins(plies int) (bool, error) {
	if x.left--; x.left < 0 {
		return false, nil
	}
	if err := x.pulse.beat(); err != nil {
		return false, err
	}
	if x.w.Over() {
		err := x.w.Payoffs(x.payoff)
		return err == nil && x.payoff[x.hero-1] >= x.f.High, err
	}
	if plies == 0 {
		return false, nil
	}
	n, _ := x.w.List()
	own := x.w.Mover() == x.hero
	for i := range n {
		x.w.Down(i)
		won, err := x.wins(plies - 1)
		x.w.Up()
		if err != nil || won == own {
			return won, err
		}
	}
	return !own, nil
}
