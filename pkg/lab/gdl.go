package lab

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/astragal/astragal/engine/gdl"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/rng"
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

// Simulate plays a batch. The branching of a position is the number of its joint
// moves; the mover is the only player with a choice, if there is only one.
func (r *rules) Simulate(ctx context.Context, p Params) (*metric.Batch, error) {
	if p.Agent != "random" {
		return Play(ctx, r.game, p)
	}
	maxPlies := p.MaxPlies
	if maxPlies == 0 {
		maxPlies = DefaultMaxPlies
	}
	player, err := r.game.NewPlayer()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.file, err)
	}
	b := metric.NewBatch(r.Players())
	start := time.Now()
	for n := range p.Playouts {
		random := rng.Derive(p.Seed, uint64(p.First+n))
		out, err := r.play(ctx, player, &random, maxPlies, p.Timeout)
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s: playout %d: %w", r.file, p.First+n, err)
		case out == nil:
			b.Abandoned++
		default:
			if p.Bare {
				out.Turns, out.Branching = -1, nil
			}
			b.Add(out)
		}
	}
	b.Elapsed = time.Since(start)
	return b, nil
}

// play plays once; it returns nil when the time is over.
func (r *rules) play(ctx context.Context, player *gdl.Player, random *rng.SplitMix64, maxPlies int, timeout time.Duration) (*metric.Playout, error) {
	out := &metric.Playout{Branching: []int32{}}
	start := time.Now()
	mover := -1
	for player.Restart(); ; out.Plies++ {
		if out.Plies%clockEvery == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if timeout > 0 && time.Since(start) > timeout {
				return nil, nil
			}
		}
		over, err := player.Over()
		if err != nil {
			return nil, err
		}
		if over {
			break
		}
		if out.Plies == maxPlies {
			out.Limit = true
			judge(out, drawn(r.Players()))
			return out, nil
		}
		counts, err := player.Step(random)
		if err != nil {
			return nil, err
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
	goals, err := player.Goals()
	if err != nil {
		return nil, err
	}
	judge(out, goals)
	return out, nil
}
