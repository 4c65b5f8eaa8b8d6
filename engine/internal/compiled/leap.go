package compiled

import (
	"github.com/astragal/astragal/engine/internal/ir/wasm"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/rng"
)

// A call of machine code costs some 50 ns, as much as a move of a small game. So what searches do at every leaf is
// one call or two. Closures, whose calls cost next to nothing, are asked move by move.

// Quick reports whether there is Leap, Look, Grow and End from now on: where machine code plays, what moves begin with
// is not made when they are listed, and positions may come back.
func (p *Position) Quick() bool {
	return wasm.Included && p.on.slow == nil && !p.of.p.Begins() && !p.of.p.Repeats()
}

// Leap makes moves and plays on at random as Playout does. It returns the number of random moves.
func (p *Position) Leap(moves []uint64, r *rng.SplitMix64, limit int) int {
	return int(p.moving(p.leap, moves, r, limit))
}

// Look makes moves and appends the legal moves of the position that they lead to, none where the play is over.
func (p *Position) Look(moves, dst []uint64) []uint64 {
	r := p.Drawn()
	p.Leap(moves, &r, 0)
	return p.of.p.Candidates(p.mem, dst)
}

// Grow makes moves, appends the legal moves of the position that they lead to, and goes on to the first of these after
// which the play is over: it returns who decides and the number of that move. If there is none that is the number of
// moves, and what follows is what a random play from there has come to. Where the play is over no moves are appended,
// nor where there are more than it has room for: then it is where they have been listed.
func (p *Position) Grow(moves, dst []uint64, r *rng.SplitMix64, limit int) (list []uint64, mover, at int) {
	mover, at, list = p.of.p.Grown(p.mem, p.moving(p.grow, moves, r, limit), dst)
	return list, mover, at
}

// MaxEnds is the number of moves that Grow and End go through.
const MaxEnds = lower.MaxForeseen

// End goes on from where Grow or End has led to the position after the first of its n moves, from number at on, after
// which the play is over, and returns its number. If there is none it is n.
func (p *Position) End(at, n int) int {
	p.stack[0], p.stack[1], p.stack[2] = uint64(at), uint64(n), 0
	p.call(p.ends)
	return int(uint32(p.stack[0]))
}

// moving calls a function that makes moves and then draws from r up to a limit.
func (p *Position) moving(f *entry, moves []uint64, r *rng.SplitMix64, limit int) uint32 {
	for ; len(moves) > 2; moves = moves[1:] {
		p.Step(moves[0])
	}
	p.stack[0], p.stack[3] = uint64(len(moves)), uint64(limit)
	copy(p.stack[3-len(moves):], moves)
	p.of.p.Seed(p.mem, r.State)
	p.call(f)
	r.State = p.of.p.Drawn(p.mem)
	return uint32(p.stack[0])
}
