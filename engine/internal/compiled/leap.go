package compiled

import (
	"github.com/astragal/astragal/engine/internal/ir/wasm"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/rng"
)

// A call of machine code costs some 50 ns, as much as a move of a small game. So what searches do at every leaf is
// one call or two. Closures, whose calls cost next to nothing, are asked move by move.

// Quick reports whether there is Leap, Look and End from now on: where machine code plays, what moves begin with is not
// made when they are listed, and positions may come back.
func (p *Position) Quick() bool {
	return wasm.Included && p.on.slow == nil && !p.of.p.Begins() && !p.of.p.Repeats()
}

// Leap makes moves and plays on at random as Playout does. It returns the number of random moves.
func (p *Position) Leap(moves []uint64, r *rng.SplitMix64, limit int) int {
	for ; len(moves) > 2; moves = moves[1:] {
		p.Step(moves[0])
	}
	p.stack[0], p.stack[3] = uint64(len(moves)), uint64(limit)
	copy(p.stack[3-len(moves):], moves)
	return p.drawing(p.leap, r)
}

// Look makes moves and appends the legal moves of the position that they lead to, none where the play is over.
func (p *Position) Look(moves, dst []uint64) []uint64 {
	r := p.Drawn()
	p.Leap(moves, &r, 0)
	return p.of.p.Candidates(p.mem, dst)
}

// End goes on to the position after the first of the moves listed there, from number at on, after which the play is
// over, and returns its number. If there is none it is the number of moves, and the position that where they were
// listed or, if the limit is not 0, what a random play from there has come to. What it begins with at 0 must be the
// position where the moves were listed, MaxEnds at most, and later the same moves.
func (p *Position) End(moves []uint64, at int, r *rng.SplitMix64, limit int) int {
	if at == 0 {
		p.of.p.Foresee(p.mem, moves)
	}
	p.stack[0], p.stack[1], p.stack[2] = uint64(at), uint64(len(moves)), uint64(limit)
	return p.drawing(p.ends, r)
}

// MaxEnds is the number of moves that End goes through.
const MaxEnds = lower.MaxForeseen

// drawing calls a function that draws from r.
func (p *Position) drawing(f *entry, r *rng.SplitMix64) int {
	p.of.p.Seed(p.mem, r.State)
	p.call(f)
	r.State = p.of.p.Drawn(p.mem)
	return int(uint32(p.stack[0]))
}
