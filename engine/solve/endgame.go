package solve

import (
	"context"
	"errors"
	"math/big"

	"github.com/astragal/astragal/engine/formal"
)

// Endgame is what is known of all ways to put up some pieces with either player to move.
type Endgame struct {
	// Arrangements are these ways; Over of them the play is over, whatever led there.
	Arrangements, Over int
	// Wins, Draws and Losses of the player who is to move, of arrangements where the play is not over.
	Wins, Draws, Losses int
	// Classes are the arrangements up to symmetries, Positions all positions that follow from them.
	Classes, Positions int
	Symmetries         int
	NoSymmetry         string
	Plies              int // in which the player for whom it takes longest wins, whatever the other does
}

// Endgames solves all positions in which so many pieces by name are on the board and nothing else is in play: a
// two-player zero-sum game of perfect information without chance. The error says why they are not solved; of one that
// says that the bounds are too narrow Undecided is true.
func Endgames(ctx context.Context, g formal.Game, pieces map[string]int, o Options) (*Endgame, error) {
	if o.Memory == 0 {
		o.Memory = 1 << 30
	}
	if o.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.Timeout)
		defer cancel()
	}
	if l, ok := g.(formal.Limited); ok {
		if without, _, free := l.Unlimited(); free {
			g = without
		}
	}
	a, ok := g.(formal.Arranger)
	if !ok {
		return nil, errors.New("positions are put up in games of L-GDL only")
	}
	roots, err := a.Arrangements(pieces)
	if err != nil {
		return nil, err
	}
	answer := &Answer{}
	gr := newGraph(g, answer.symmetries(g, o), nil)
	gr.roots = roots
	err = gr.unfold(ctx, g, o)
	var entries []Entry
	if err == nil {
		entries, err = gr.table(ctx)
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded) && o.Timeout > 0:
		return nil, notDecided("not within %v", o.Timeout)
	case err != nil:
		return nil, err
	}
	e := &Endgame{Arrangements: roots.Len(), Positions: len(gr.nodes), Symmetries: answer.Symmetries,
		NoSymmetry: answer.NoSymmetry}
	half := new(big.Rat).Quo(gr.sum(), big.NewRat(2, 1))
	for i, at := range gr.entries {
		x, n := &entries[at], int(gr.alike[i])
		e.Classes++
		if x.Mover == 0 {
			e.Over += n
			continue
		}
		switch c := x.Value.Cmp(half); {
		case c == 0:
			e.Draws += n
		case (c > 0) == (x.Mover == 1):
			e.Wins += n
		default:
			e.Losses += n
		}
		e.Plies = max(e.Plies, x.Plies)
	}
	return e, nil
}

// Undecided reports whether an error says that something was not decided within the bounds.
func Undecided(err error) bool {
	var u undecided
	return errors.As(err, &u)
}
