package strength

import (
	"context"
	"errors"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/search"
)

// Prover finds positions in which exactly one decision forces a win. It belongs to one
// goroutine.
type Prover struct {
	game   formal.Game
	forced *search.Forced
}

// NewProver returns nil for games in which nothing is forced: with chance, secrets,
// simultaneous decisions or payoffs without bounds.
func NewProver(g formal.Game) (*Prover, error) {
	forced, err := proofs(g, false)
	if err != nil || forced == nil {
		return nil, err
	}
	return &Prover{g, forced}, nil
}

// proofs makes a search for forced wins, by compiled code where there is any or by the rules;
// nil for games in which nothing is forced.
func proofs(g formal.Game, rules bool) (*search.Forced, error) {
	world, f, err := search.New(g, search.None, rules)
	if err != nil {
		return nil, err
	}
	if x, err := search.NewForced(world, f, g.Name()); err == nil {
		return x, nil
	}
	return nil, nil
}

// Only is search.Forced.Only: the one decision that wins within so many plies whatever others
// do, −1 for none, and how many it takes. Where the description is at fault somewhere beyond
// the position the error is a *formal.Fault.
func (x *Prover) Only(ctx context.Context, p formal.Position, plies, limit int) (only, within int, err error) {
	only, within, err = x.forced.Only(ctx, p, plies, limit)
	if errors.As(err, &search.Spoilt{}) { // compiled code cannot go on, the rules can
		if x.forced, err = proofs(x.game, true); err == nil {
			return x.forced.Only(ctx, p, plies, limit)
		}
	}
	return only, within, err
}
