package lab

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"time"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/play"
	"github.com/astragal/astragal/engine/rng"
)

// DefaultMaxPlies ends playouts of games in the common form that have no limit of their own.
const DefaultMaxPlies = 10_000

// Play plays a batch of playouts of any game through the common form of all
// formalisms. Random decisions are uniform over the legal ones, chance follows
// its exact probabilities. Plies count decisions of players only; those taken at
// the same time are one ply, whose branching is the product of theirs. The
// winner is the player with the highest payoff, if only one has it; a draw is
// equal payoffs for everybody; utilities are by rank, ties sharing the mean rank.
func Play(ctx context.Context, g formal.Game, p Params) (*metric.Batch, error) {
	agent, err := play.ParseAgent(p.Agent)
	if err != nil {
		return nil, err
	}
	t := &table{players: len(g.Players()), maxPlies: p.MaxPlies, timeout: p.Timeout, pace: clockEvery}
	if t.maxPlies == 0 {
		t.maxPlies = DefaultMaxPlies
	}
	if !agent.Random() {
		if t.seek, err = agent.Seeker(g); err != nil {
			return nil, err
		}
		t.pace = 1 // a search takes long compared with a look at the clock
	}
	b := metric.NewBatch(t.players)
	pos := g.NewPosition()
	start := time.Now()
	for n := range p.Playouts {
		// A stream per playout: one that is abandoned does not shift the others.
		r := rng.Derive(p.Seed, uint64(p.First+n))
		out, err := t.play(ctx, pos, &r)
		switch {
		case err != nil:
			return nil, fmt.Errorf("playout %d: %w", p.First+n, err)
		case out == nil:
			b.Abandoned++
			pos = g.NewPosition()
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

// clockEvery is the number of steps of random play between looks at the clock
// and the context.
const clockEvery = 64

// table is where plays take place.
type table struct {
	players  int
	maxPlies int
	timeout  time.Duration
	seek     *play.Seeker // nil for random play
	pace     int          // steps between looks at the clock
}

// choose returns the decision in a position.
func (t *table) choose(ctx context.Context, pos formal.Position, r *rng.SplitMix64) (int, error) {
	switch {
	case t.seek != nil:
		return t.seek.Choose(ctx, pos, r)
	case pos.Mover() == formal.Chance:
		return formal.Draw(pos, r), nil
	}
	return r.Below(pos.Moves()), nil
}

// play plays once; it returns nil when the time is over.
func (t *table) play(ctx context.Context, pos formal.Position, r *rng.SplitMix64) (*metric.Playout, error) {
	out := &metric.Playout{Branching: []int32{}}
	start := time.Now()
	joint, _ := pos.(formal.Joint)
	mover := -1
	if t.seek != nil {
		t.seek.Start(r.State)
	}
	pos.Restart(r)
	var now ply
	for step := 0; !pos.Terminal(); step++ {
		if step%t.pace == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if t.timeout > 0 && time.Since(start) > t.timeout {
				return nil, nil
			}
		}
		who, n := pos.Mover(), pos.Moves()
		if n < 1 {
			return nil, fmt.Errorf("no legal move in a position that is not terminal, after %d plies", out.Plies)
		}
		if who != formal.Chance {
			if out.Plies == t.maxPlies {
				out.Limit = true
				judge(out, drawn(t.players))
				return out, nil
			}
			now.add(who, n)
		}
		i, err := t.choose(ctx, pos, r)
		if err != nil {
			return nil, err
		}
		pos.Apply(i)
		if joint != nil && joint.Pending() > 0 && !pos.Terminal() || now.deciders == 0 {
			continue
		}
		if who := now.mover(); who != 0 && who != mover {
			mover = who
			out.Turns++
		}
		out.Plies++
		out.Branching = append(out.Branching, int32(now.branching))
		now = ply{}
	}
	if f, ok := pos.(interface{ Err() error }); ok && f.Err() != nil {
		return nil, f.Err()
	}
	judge(out, pos.Payoffs())
	return out, nil
}

// ply is one decision, or all that are taken at the same time.
type ply struct {
	deciders  int
	only      int // the last who decided
	choosers  int // those with more than one alternative
	chooser   int // the last of them
	branching int // joint moves
}

func (p *ply) add(who, n int) {
	if p.deciders == 0 {
		p.branching = 1
	}
	p.deciders++
	p.only = who
	p.branching = min(p.branching*n, math.MaxInt32)
	if n > 1 {
		p.choosers++
		p.chooser = who
	}
}

// mover is who decides alone, or who alone has a choice; 0 if there is nobody.
func (p *ply) mover() int {
	switch {
	case p.deciders == 1:
		return p.only
	case p.choosers == 1:
		return p.chooser
	}
	return 0
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
