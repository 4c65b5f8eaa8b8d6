package ruleset

import (
	"context"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/play"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/strength"
)

// searchPlayer makes the moves that agents decide on, watched as random play is.
type searchPlayer struct {
	at    *position
	seek  *agent.Table
	watch play.Watcher      // nil for nobody
	mind  *strength.Watcher // of what is thought; nil for nobody
	live  rng.SplitMix64    // the game's
	look  rng.SplitMix64    // the watcher's
}

// newSearchPlayer returns a searchPlayer; the error says why the agents cannot play the game.
func newSearchPlayer(g *adapter, a agent.Team, watch play.Watcher) (*searchPlayer, error) {
	seek, err := a.Sit(g)
	if err != nil {
		return nil, err
	}
	return &searchPlayer{at: g.NewPosition().(*position), seek: seek, watch: watch}, nil
}

func (t *searchPlayer) Context() *game.Context { return t.at.c }

// Pace is 1: a search takes long compared with a look at the clock.
func (t *searchPlayer) Pace() int { return 1 }

// Start begins a play; the streams of the game and the watcher are those of
// random play, the agent has the one between.
func (t *searchPlayer) Start(seed uint64) {
	t.live, t.look = rng.Derive(seed, 0), rng.Derive(seed, 2)
	t.seek.Start(seed)
	t.at.Restart(&t.live)
	if t.mind != nil {
		t.mind.Start()
	}
}

// Step makes one move; in a game with simultaneous moves, one for every active player.
func (t *searchPlayer) Step(ctx context.Context) error {
	if t.at.err != nil {
		return t.at.err
	}
	c := t.at.c
	if t.watch != nil {
		legal := c.Legal()
		t.watch.Ply(c, len(legal))
		for range t.watch.Samples() {
			mark := c.Mark()
			t.watch.Look(c, legal[t.look.Below(len(legal))])
			c.Release(mark)
		}
	}
	for {
		i, err := t.seek.Choose(ctx, t.at, &t.live)
		if err != nil {
			return err
		}
		if t.mind != nil {
			t.mind.Decided(t.at, i)
		}
		t.at.Apply(i)
		if t.at.err != nil {
			return t.at.err
		}
		if t.at.Terminal() || t.at.Pending() == 0 {
			break
		}
	}
	if t.watch != nil {
		t.watch.Played(c)
	}
	return nil
}
