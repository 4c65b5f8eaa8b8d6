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
	ctx, cancel := o.begin(ctx)
	defer cancel()
	g, _ = unlimited(g)
	g = unclocked(g)
	a, ok := g.(formal.Arranger)
	if !ok {
		return nil, errors.New("positions are put up in games of L-GDL only")
	}
	roots, err := a.Arrangements(pieces)
	if err != nil {
		return nil, err
	}
	answer := &Answer{}
	gr, entries, err := arranged(ctx, g, roots, answer.symmetries(g, o), o)
	if err != nil {
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

// unclocked is a game without the number that ends plays in its keys, where it can be left out.
func unclocked(g formal.Game) formal.Game {
	if c, ok := g.(formal.Clocked); ok {
		if without, _, ok := c.Clocked(); ok {
			return without
		}
	}
	return g
}

// arranged finds what all positions are worth that follow from some that are put up.
func arranged(ctx context.Context, g formal.Game, roots formal.Arrangements, symmetries [][]int32,
	o Options) (gr *graph, entries []Entry, err error) {
	gr = newGraph(g, symmetries, nil)
	gr.roots = roots
	if c, ok := g.(formal.Clocked); ok {
		if _, limit, ok := c.Clocked(); ok {
			gr.limit = limit
		}
	}
	switch err = gr.unfold(ctx, g, o); {
	case err != nil:
	case gr.limit > 0:
		entries, err = gr.timed(ctx)
	default:
		entries, err = gr.table(ctx)
	}
	if errors.Is(err, context.DeadlineExceeded) && o.Timeout > 0 {
		err = notDecided("not within %v", o.Timeout)
	}
	return gr, entries, err
}

// Undecided reports whether an error says that something was not decided within the bounds.
func Undecided(err error) bool {
	var u undecided
	return errors.As(err, &u)
}
