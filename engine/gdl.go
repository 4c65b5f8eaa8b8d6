package engine

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/astragal/astragal/engine/gdl"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
)

// rules is a game in the Game Description Language. It is simulated by the player
// of its own package: a ply is a joint move.
type rules struct {
	*plain
	game *gdl.Game
}

func compileGDL(src Source) (Ruleset, error) {
	g, err := gdl.Load(src.File, src.Text)
	if err != nil {
		return nil, err
	}
	return &rules{newPlain(src, g, []byte(g.Description.KIF()), nil), g}, nil
}

// How much is played to check a description.
const (
	checkedPlays = 20
	checkedPlies = 1000
	checkBudget  = 10 * time.Second
)

// findings are the warnings and notes of the checks of the description, and with
// play those of some random plays. The error is that of the context.
func (r *rules) findings(ctx context.Context, play bool) ([]gdl.Finding, error) {
	found := slices.Clone(r.game.Findings)
	if !play {
		return found, nil
	}
	within, cancel := context.WithTimeout(ctx, checkBudget)
	defer cancel()
	more, err := r.game.CheckPlay(within, 1, checkedPlays, checkedPlies)
	if err != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return append(found, more...), nil
}

// Simulate plays a batch; of random playouts those are watched that would be in
// L-GDL. The branching of a position is the number of its joint
// moves; the mover is the only player with a choice, if there is only one.
func (r *rules) Simulate(ctx context.Context, p Params) (*metric.Batch, error) {
	if p.Agent != "random" || p.From != nil {
		return Play(ctx, r.game, p)
	}
	j := &joint{players: r.Players(), maxPlies: maxPlies(p), clock: clock{ctx: ctx}}
	var err error
	if j.player, err = r.game.NewPlayer(j.clock.look); err != nil {
		return nil, fmt.Errorf("%s: %w", r.file, err)
	}
	j.clock.params = p // grounding has no part in the time of a playout
	b, err := playAll(r.Players(), p, ruleset.Watched, j.play)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.file, err)
	}
	return b, nil
}

// joint plays by joint moves.
type joint struct {
	player   *gdl.Player
	players  int
	maxPlies int
	clock    clock
	out      metric.Playout
}

func (j *joint) play(r *rng.SplitMix64, watched bool) (*metric.Playout, error) {
	j.clock.begin()
	out := &j.out
	out.Plies, out.Turns, out.Limit, out.Branching = 0, 0, false, out.Branching[:0]
	over, err := false, error(nil)
	if watched {
		over, err = j.watch(r, out)
	} else {
		out.Plies, over, err = j.player.Playout(r, j.maxPlies)
	}
	switch {
	case err != nil:
		return nil, err
	case !over:
		drawn(out, j.players)
		return out, nil
	}
	goals, err := j.player.Goals()
	if err != nil {
		return nil, err
	}
	judge(out, goals)
	return out, nil
}

// watch plays like Player.Playout and notes what there was to choose from.
func (j *joint) watch(r *rng.SplitMix64, out *metric.Playout) (over bool, err error) {
	if out.Branching == nil {
		out.Branching = []int32{}
	}
	mover := -1
	for j.player.Restart(); ; out.Plies++ {
		if out.Plies%clockEvery == 0 {
			if err := j.clock.look(); err != nil {
				return false, err
			}
		}
		if over, err := j.player.Over(); over || err != nil {
			return over, err
		}
		if out.Plies == j.maxPlies {
			return false, nil
		}
		counts, err := j.player.Step(r)
		if err != nil {
			return false, err
		}
		joint, choosing, last := 1, 0, -1
		for role, n := range counts {
			joint = min(joint*n, math.MaxInt32)
			if n > 1 {
				choosing++
				last = role
			}
		}
		if choosing == 1 && last != mover {
			mover = last
			out.Turns++
		}
		out.Branching = append(out.Branching, int32(joint))
	}
}
