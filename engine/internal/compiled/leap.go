package compiled

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir/wasm"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/rng"
)

// A call of machine code costs some 50 ns, as much as a move of a small game. So what searches do at every leaf is
// one call or two. Closures, whose calls cost next to nothing, are asked move by move.

// Quick reports whether there is Leap, Look and Grow from now on: where machine code plays, what moves begin with
// is not made when they are listed, positions may come back, and ranks tell what players are paid.
func (p *Position) Quick() bool {
	return wasm.Included && p.on.slow == nil && !p.prog.Begins() && !p.prog.Repeats() && !p.prog.G.Has(game.Payoff)
}

// Leap makes moves and plays on at random as Playout does. It returns the number of random moves.
func (p *Position) Leap(moves []uint64, r *rng.SplitMix64, limit int) int {
	return int(p.moving(p.leap, moves, r, limit))
}

// Look makes moves and appends the legal moves of the position that they lead to, none where the play is over.
func (p *Position) Look(moves, dst []uint64) []uint64 {
	r := p.Drawn()
	p.Leap(moves, &r, 0)
	return p.prog.Candidates(p.mem, dst)
}

// Grow makes moves, appends the legal moves of the position that they lead to, and finds which of these end the play,
// up to the first with which the mover is of the given rank: it returns who decides and how many end it. Unless there
// is such a move or all do, what follows is what a random play from there has come to, else where all end it the position
// after the moves. Where the play is over no moves are appended, nor where there are more, or more that end it, than it
// has room for: then it is where they have been listed.
func (p *Position) Grow(moves, dst []uint64, r *rng.SplitMix64, limit, rank int) (list []uint64, mover, ends int) {
	p.stack[4] = lower.BestRank(rank)
	mover, ends, list = p.prog.Grown(p.mem, p.moving(p.grow, moves, r, limit), dst)
	return list, mover, ends
}

// Ended is the number of the k-th move of Grow that ends the play, with what the agents' ranks are worth then, see
// Worths.
func (p *Position) Ended(k int, by, dst []float64) (move int) { return p.prog.Ended(p.mem, k, by, dst) }

// moving calls a function that makes moves and then draws from r up to a limit.
func (p *Position) moving(f *entry, moves []uint64, r *rng.SplitMix64, limit int) uint32 {
	for ; len(moves) > 2; moves = moves[1:] {
		p.Step(moves[0])
	}
	p.stack[0], p.stack[3] = uint64(len(moves)), uint64(limit)
	copy(p.stack[3-len(moves):], moves)
	p.prog.Seed(p.mem, r.State)
	p.call(f)
	r.State = p.prog.Drawn(p.mem)
	return uint32(p.stack[0])
}
