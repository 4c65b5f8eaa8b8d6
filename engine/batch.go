package engine

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/strength"
)

// errNoLimits refuses limits that the rules of a formalism cannot read.
var errNoLimits = errors.New("only L-GDL rulesets have limits of moves and turns; the limit of plies cuts off any play")

// errNoBoard refuses to count traffic on a board that nobody knows.
var errNoBoard = errors.New("only L-GDL rulesets have boards on which traffic can be counted")

// errNoTime says that a playout did not end in its time.
var errNoTime = errors.New("out of time")

// one plays one playout with choices drawn from r. Unless it is watched only its
// length and result are asked for. The playout is the caller's until the next call.
// The error is errNoTime after the playout's time, a *formal.Fault where the game's
// description is to blame, and otherwise that of the whole batch.
type one func(r *rng.SplitMix64, watched bool) (*metric.Playout, error)

// playAll plays the playouts of a batch. A stream of chance for each makes them
// the same in whatever batch they are played, and whatever happens to the others.
// With all metrics those are watched that watch names by their numbers; each metric
// says by how many playouts it was told.
func playAll(players int, p Params, watch func(number int) bool, play one) (*metric.Batch, error) {
	if p.MoveLimit != 0 || p.TurnLimit != 0 {
		return nil, errNoLimits
	}
	if p.Traffic {
		return nil, errNoBoard
	}
	if p.Ladder {
		team, err := agent.ParseTeam(p.Agent)
		if err == nil {
			_, err = strength.Levels(team)
		}
		if err != nil {
			return nil, err
		}
	}
	b := metric.NewBatch(players)
	start, r := time.Now(), rng.New(0)
	for n := p.First; n < p.First+p.Playouts; n++ {
		if p.late() {
			b.Unplayed = int64(p.First + p.Playouts - n)
			break
		}
		r = rng.Derive(p.Seed, uint64(n))
		watched := !p.Bare && watch(n)
		out, err := play(&r, watched)
		var fault *formal.Fault
		switch {
		case err == nil && watched:
			if !p.Scope.Counts() {
				out.Branching = nil
			}
			b.Add(out)
		case err == nil:
			out.Turns, out.Branching = -1, nil
			b.Add(out)
		case err == errNoTime:
			b.Abandoned++
		case errors.As(err, &fault):
			b.Spoil(fault.Reason)
		default:
			return nil, fmt.Errorf("playout %d: %w", n, err)
		}
	}
	b.Settle()
	b.Elapsed = time.Since(start)
	return b, nil
}

// clock tells a playout when to stop.
type clock struct {
	ctx    context.Context
	params Params    // with the time of a playout, and of the batch
	start  time.Time // of the playout
}

// begin begins a playout.
func (c *clock) begin() {
	if c.params.Timeout > 0 {
		c.start = time.Now()
	}
}

// look returns errNoTime after the time of the playout or of the batch, and
// otherwise the error of the context.
func (c *clock) look() error {
	if c.params.over(c.start) {
		return errNoTime
	}
	return c.ctx.Err()
}

// drawn judges a play that a limit ended: equal payoffs, for a single player a loss.
func drawn(out *metric.Playout, players int) {
	out.Limit = true
	rank(out, players, func(int) bool { return false }, func(int, int) int { return 0 })
}

// judge sets the outcome from the payoffs.
func judge(out *metric.Playout, payoffs []*big.Rat) {
	rank(out, len(payoffs), func(i int) bool { return payoffs[i].Sign() > 0 }, func(i, j int) int {
		if payoffs[i] == payoffs[j] {
			return 0
		}
		return compare(payoffs[i], payoffs[j])
	})
}

// compare compares numbers; small integers, which most payoffs are, without memory.
func compare(x, y *big.Rat) int {
	if x.IsInt() && y.IsInt() {
		return x.Num().Cmp(y.Num())
	}
	return x.Cmp(y)
}

// rank sets winner and utilities of a play among so many players. A single player
// wins if good says so; of several compare orders the payoffs.
func rank(out *metric.Playout, players int, good func(i int) bool, compare func(i, j int) int) {
	out.Winner, out.Utilities = 0, out.Utilities[:0]
	if players == 1 {
		if good(0) {
			out.Winner, out.Utilities = 1, append(out.Utilities, 1)
			return
		}
		out.Utilities = append(out.Utilities, -1)
	}
	if players < 2 {
		return
	}
	if players == 2 {
		order := compare(0, 1)
		out.Winner = [...]int{2, 0, 1}[order+1]
		out.Utilities = append(out.Utilities, float64(order), float64(-order))
		return
	}
	for i := range players {
		better, equal := 0, 0
		for j := range players {
			switch order := compare(j, i); {
			case order > 0:
				better++
			case order == 0:
				equal++
			}
		}
		rank := float64(better) + float64(equal+1)/2
		out.Utilities = append(out.Utilities, 1-2*(rank-1)/float64(players-1))
		if better == 0 && equal == 1 {
			out.Winner = i + 1
		}
	}
}
