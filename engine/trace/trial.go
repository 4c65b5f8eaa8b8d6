package trace

import (
	"fmt"
	"time"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
)

// Trial is a play recorded as text: the state of the generator before the start
// rules ran, the moves made, and how many were legal each time.
type Trial struct {
	RNG   []int8   // the generator's state, lowest byte first
	Start []string // moves of the start rules
	Moves []string // moves of the players with all that followed from them
	Legal []int    // number of legal moves before each of them
}

// Watcher is told of a play as it is replayed.
type Watcher interface {
	// Start is called once the start rules ran.
	Start(c *game.Context)
	// Ply is called before every move with the number of legal moves, Look
	// after it for each of them.
	Ply(c *game.Context, n int)
	Look(c *game.Context, m game.Move)
	// Played is called after every move.
	Played(c *game.Context)
}

// Replay plays the trial on a compiled game and tells w. An error says where
// the game and the record part; it never takes longer than limit.
func (t *Trial) Replay(g *game.Game, w Watcher, limit time.Duration) (c *game.Context, err error) {
	if len(t.RNG) != 8 || len(t.Legal) != len(t.Moves) {
		return nil, fmt.Errorf("trial: %d bytes of generator state, %d moves and %d numbers of legal moves; expected 8 "+
			"bytes and as many of both", len(t.RNG), len(t.Moves), len(t.Legal))
	}
	r := &replayer{g: g, t: &Trace{Header: Header{RNG: t.RNG, Start: t.Start}}, c: game.NewContext(g)}
	deadline := time.Now().Add(limit)
	fault := game.Catch(func() {
		gen := rng.New(r.t.Header.Seed())
		r.c.Start(&gen)
		if !r.start() {
			return
		}
		w.Start(r.c)
		for i, move := range t.Moves {
			r.ply = i
			if time.Now().After(deadline) {
				r.fail("the time limit was reached")
				return
			}
			legal := r.c.Legal()
			w.Ply(r.c, len(legal))
			for _, m := range legal {
				mark := r.c.Mark()
				w.Look(r.c, m)
				r.c.Release(mark)
			}
			if !r.step(&Line{N: t.Legal[i], Played: []string{move}}) {
				return
			}
			w.Played(r.c)
		}
	})
	switch {
	case fault != nil:
		return nil, fmt.Errorf("trial: move %d: %w", r.ply, fault)
	case r.fault != "":
		return nil, fmt.Errorf("trial: move %d: %s: %s", r.ply, r.stage, r.fault)
	}
	return r.c, nil
}
