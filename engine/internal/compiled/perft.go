package compiled

import "context"

// Perft adds the numbers of sequences of exactly 1, 2, … moves from the position to
// counts, as many as it is long; moves that lead to the same position count each. It
// goes on until the context ends, whose error it returns, or until Err is not nil.
func (p *Position) Perft(ctx context.Context, counts []uint64) error {
	w := walker{p: p, ctx: ctx, counts: counts, moves: make([][]uint64, len(counts)), states: make([][]byte, len(counts))}
	if len(counts) == 0 || p.Over() {
		return nil
	}
	return w.walk(0)
}

type walker struct {
	p      *Position
	ctx    context.Context
	counts []uint64
	moves  [][]uint64 // by depth
	states [][]byte
	steps  int
}

// walk counts from a position that is not over.
func (w *walker) walk(depth int) error {
	p := w.p
	if depth == len(w.counts)-1 {
		w.counts[depth] += uint64(p.Count())
		return p.fault
	}
	if w.steps++; w.steps%256 == 0 && w.ctx.Err() != nil {
		return w.ctx.Err()
	}
	moves := p.Moves(w.moves[depth][:0])
	w.moves[depth] = moves
	w.counts[depth] += uint64(len(moves))
	w.states[depth] = p.Save(w.states[depth][:0])
	for i, m := range moves {
		if i > 0 {
			p.Restore(w.states[depth])
		}
		if p.Step(m) {
			continue
		}
		if err := w.walk(depth + 1); err != nil {
			return err
		}
	}
	return p.fault
}
