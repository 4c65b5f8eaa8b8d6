package compiled

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/heuristic"
	"github.com/astragal/astragal/engine/rng"
)

// FitPlayer plays a game compiled by NewValued at random for the weights of heuristics (heuristic.Player).
type FitPlayer struct {
	*values
	at    *Position
	start *game.Context
	live  rng.SplitMix64 // of what the start rules draw
	pick  rng.SplitMix64
	spent int
}

// NewFitPlayer returns a player; an error where there is no memory for it.
func (c *Game) NewFitPlayer() (*FitPlayer, error) {
	at, err := c.NewPosition()
	if err != nil {
		return nil, err
	}
	return &FitPlayer{values: c.newValues(at.mem, at.list, &at.fault), at: at, start: game.NewContext(c.p.G)}, nil
}

var _ heuristic.Player = (*FitPlayer)(nil)

// Start begins a play; the start is put up by the rules.
func (f *FitPlayer) Start(seed uint64) {
	f.live, f.pick = rng.Derive(seed, 0), rng.Derive(seed, 1)
	f.start.Start(&f.live)
	f.at.Load(f.start, nil)
	f.check()
}

// Step makes a random move.
func (f *FitPlayer) Step() {
	f.at.Playout(&f.pick, 1, false)
	f.spent += f.code.p.Spent(f.at.mem)
	f.check()
}

// Over reports whether the play is over.
func (f *FitPlayer) Over() bool { return f.at.Over() }

// Legal is the number of legal moves.
func (f *FitPlayer) Legal() int {
	n := f.at.Count()
	f.check()
	return n
}

// Rank is the rank of a player, 0 if he has none.
func (f *FitPlayer) Rank(player int) float64 { return f.at.Rank(player) }

// Enough is the number of moves after which it has played enough: some tenths of a second.
func (f *FitPlayer) Enough() int { return 120_000 }

// Spent is the number of rounds of loops that all moves have taken so far.
func (f *FitPlayer) Spent() int { return f.spent }

// Moves calls g with where the moves of a player go.
func (f *FitPlayer) Moves(player int, g func(to int32)) {
	f.values.Moves(player, g)
	f.check()
}

// check ends the play where compiled code could not go on.
func (f *FitPlayer) check() {
	if err := f.at.Err(); err != nil {
		game.Abort(err)
	}
}
