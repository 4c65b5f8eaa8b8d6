package lab

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/rng"
)

// DefaultMaxPlies ends playouts of games in the common form that have no limit of their own.
const DefaultMaxPlies = 10_000

// Play plays a batch of random playouts of any game through the common form of
// all formalisms. Decisions are uniform over the legal ones, chance follows its
// exact probabilities. Plies count decisions of players only. The winner is the
// player with the highest payoff, if only one has it; a draw is equal payoffs
// for everybody; utilities are by rank, ties sharing the mean rank.
func Play(ctx context.Context, g formal.Game, p Params) (*metric.Batch, error) {
	if p.Agent != "random" {
		return nil, fmt.Errorf("agent %q: %s games are played by random agents only", p.Agent, g.Formalism())
	}
	maxPlies := p.MaxPlies
	if maxPlies == 0 {
		maxPlies = DefaultMaxPlies
	}
	b := metric.NewBatch(len(g.Players()))
	pos := g.NewPosition()
	start := time.Now()
	for n := range p.Playouts {
		// A stream per playout: one that is abandoned does not shift the others.
		r := rng.Derive(p.Seed, uint64(p.First+n))
		out, err := playOne(ctx, pos, len(g.Players()), &r, maxPlies, p.Timeout)
		switch {
		case err != nil:
			return nil, fmt.Errorf("playout %d: %w", p.First+n, err)
		case out == nil:
			b.Abandoned++
			pos = g.NewPosition()
		default:
			b.Add(out)
		}
	}
	b.Elapsed = time.Since(start)
	return b, nil
}

// clockEvery is the number of steps between looks at the clock and the context.
const clockEvery = 64

// playOne plays once; it returns nil when the time is over.
func playOne(ctx context.Context, pos formal.Position, players int, r *rng.SplitMix64, maxPlies int, timeout time.Duration) (*metric.Playout, error) {
	out := &metric.Playout{Branching: []int32{}}
	start := time.Now()
	mover := -1
	pos.Restart(r)
	for step := 0; !pos.Terminal(); step++ {
		if step%clockEvery == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if timeout > 0 && time.Since(start) > timeout {
				return nil, nil
			}
		}
		if pos.Mover() == formal.Chance {
			pos.Apply(chance(pos, r))
			continue
		}
		if out.Plies == maxPlies {
			out.Limit = true
			judge(out, drawn(players))
			return out, nil
		}
		n := pos.Moves()
		if n < 1 {
			return nil, fmt.Errorf("no legal move in a position that is not terminal, after %d plies", out.Plies)
		}
		if pos.Mover() != mover {
			mover = pos.Mover()
			out.Turns++
		}
		out.Plies++
		out.Branching = append(out.Branching, int32(n))
		pos.Apply(r.Below(n))
	}
	if f, ok := pos.(interface{ Err() error }); ok && f.Err() != nil {
		return nil, f.Err()
	}
	judge(out, pos.Payoffs())
	return out, nil
}

// chance draws a decision of nature.
func chance(pos formal.Position, r *rng.SplitMix64) int {
	x := new(big.Rat).SetFrac(new(big.Int).SetUint64(r.Uint64()), new(big.Int).Lsh(big.NewInt(1), 64))
	last := pos.Moves() - 1
	for i := range last {
		if x.Sub(x, pos.Probability(i)); x.Sign() < 0 {
			return i
		}
	}
	return last
}

// drawn are the payoffs of a play that a limit ended: equal ones, for a single player a loss.
func drawn(players int) []*big.Rat {
	payoffs := make([]*big.Rat, players)
	for i := range payoffs {
		payoffs[i] = new(big.Rat)
	}
	return payoffs
}

// judge sets the outcome from the payoffs.
func judge(out *metric.Playout, payoffs []*big.Rat) {
	n := len(payoffs)
	if n == 1 {
		out.Utilities = []float64{-1}
		if payoffs[0].Sign() > 0 {
			out.Winner, out.Utilities[0] = 1, 1
		}
	}
	if n < 2 {
		return
	}
	out.Utilities = make([]float64, n)
	for i, x := range payoffs {
		better, equal := 0, 0
		for _, y := range payoffs {
			switch y.Cmp(x) {
			case 1:
				better++
			case 0:
				equal++
			}
		}
		rank := float64(better) + float64(equal+1)/2
		out.Utilities[i] = 1 - 2*(rank-1)/float64(n-1)
		if better == 0 && equal == 1 {
			out.Winner = i + 1
		}
	}
}
