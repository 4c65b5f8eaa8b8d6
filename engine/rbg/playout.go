package rbg

import (
	"math"
	"math/bits"
	"time"

	"github.com/astragal/astragal/engine/rng"
)

// Playout plays uniformly random moves from s until the play is over or limit
// moves are made, and returns the number of moves and whether the play is
// over. A play that was cut by an error (State.Err) counts as over.
func (s *State) Playout(r *rng.SplitMix64, limit int) (plies int, over bool) {
	if s.listed && limit > 0 { // the first move is drawn from the list
		if !s.Random(r) {
			return 0, true
		}
		plies, over = s.Playout(r, limit-1)
		return plies + 1, over
	}
	if m := s.machine(); m != nil && s.err == nil && limit <= math.MaxInt32 {
		if plies, over, ok := m.run(s, r, limit); ok {
			return plies, over || s.Moves() == 0
		}
	}
	if s.on != nil || s.alone || s.g.code.begun.Load() {
		return s.interpret(r, limit)
	}
	start := time.Now()
	plies, over = s.interpret(r, limit)
	if s.g.code.spent.Add(int64(time.Since(start))) > int64(len(s.g.nodes))*int64(worthOfNode) {
		_ = s.g.Hasten() // else the interpreter goes on
	}
	return plies, over
}

// interpret is Playout by the interpreter.
func (s *State) interpret(r *rng.SplitMix64, limit int) (plies int, over bool) {
	for plies < limit {
		if !s.Random(r) {
			return plies, true
		}
		plies++
	}
	return plies, s.Moves() == 0
}

// Random makes one uniformly random legal move and the keeper moves after it;
// false when there is none. It draws without listing all moves where it can,
// and checks listed candidates only when they are drawn; both keep the choice
// exactly uniform.
func (s *State) Random(r *rng.SplitMix64) bool {
	if s.player == 0 || s.err != nil {
		return false
	}
	if s.listed {
		if len(s.leaves) == 0 {
			return false
		}
		s.Apply(r.Below(len(s.leaves)))
		return true
	}
	if sp := s.g.samplers[s.pc]; sp != nil {
		switch s.draw(sp, r) {
		case drawMade:
			return true
		case drawNone:
			return false
		}
	}
	s.collect(s.pc, true)
	for len(s.leaves) > 0 {
		i := r.Below(len(s.leaves))
		if s.try(i) {
			s.keep()
			return true
		}
		last := len(s.leaves) - 1
		s.leaves[i] = s.leaves[last]
		s.leaves = s.leaves[:last]
	}
	return false
}

// try makes candidate i of a lazy list if it is legal.
func (s *State) try(i int) bool {
	s.unwind(i)
	mark := len(s.trail)
	for k := len(s.path) - 1; k >= 0; k-- {
		t := s.tree[s.path[k]]
		switch n := &s.g.nodes[t.node]; n.op {
		case opOff:
			s.trail = append(s.trail, undo{t.vertex, int64(s.board[t.vertex])})
			s.put(t.vertex, n.piece)
		case opAssign:
			s.trail = append(s.trail, undo{^n.num, s.vars[n.num]})
			s.vars[n.num], _ = s.eval(n.left)
		case opSwitch:
			s.player, s.vertex, s.pc = n.num, t.vertex, n.next
		case opLater:
			s.listing, s.lazy = false, false
			s.begin()
			if !s.walk(n.next, t.vertex) {
				for k := len(s.trail); k > mark; k-- {
					s.restore(s.trail[k-1])
				}
				s.trail = s.trail[:mark]
				return false
			}
		}
	}
	s.trail = s.trail[:mark]
	return true
}

type drawn int

const (
	drawNone drawn = iota // there is no legal move
	drawMade              // a move was made
	drawLost              // too many refusals: list the moves
)

// draw picks a slot of sp uniformly until it holds a legal move. Every legal
// move fills exactly one slot, so the moves are equally likely. A vertex of an
// arm with one slot each is struck off when it turns out to hold none.
func (s *State) draw(sp *sampler, r *rng.SplitMix64) drawn {
	total, w := 0, s.g.words
	for i := range sp.arms {
		a := &sp.arms[i]
		s.widths[i] = s.width(a, s.open[i*w:i*w+w]) * a.bound
		total += s.widths[i]
	}
	for tries := total + 2; total > 0 && (tries > 0 || sp.single); tries-- {
		x, i := r.Below(total), 0
		for ; x >= s.widths[i]; i++ {
			x -= s.widths[i]
		}
		a := &sp.arms[i]
		open := s.open[i*w : i*w+w]
		if a.bound == 1 {
			s.picked = s.target(a, open, x)
		} else {
			s.picked, s.skip = s.target(a, open, x/a.bound), x%a.bound
		}
		s.listing, s.lazy = false, false
		s.begin()
		made := s.walk(a.entry, s.vertex)
		s.skip = 0
		if s.err != nil {
			return drawNone
		}
		if made {
			s.keep()
			return drawMade
		}
		if a.bound == 1 {
			s.widths[i]--
			total--
			if a.rel != nil && a.one == nil {
				open[s.picked>>6] &^= 1 << (s.picked & 63)
			}
		}
	}
	if total == 0 {
		return drawNone
	}
	return drawLost
}

// width is the number of vertices from which a may go on; open becomes their
// set if the arm leads to several.
func (s *State) width(a *arm, open []uint64) int {
	if a.rel == nil {
		return 1
	}
	if a.one != nil {
		if t := a.one[s.vertex]; t < 0 || !a.mask.has(s.board[t]) {
			return 0
		}
		return 1
	}
	n, w := 0, len(open)
	if w == 1 {
		var set uint64
		for _, p := range a.pieces {
			set |= s.sets[p]
		}
		set &= a.rel.bits[s.vertex][0]
		open[0] = set
		return bits.OnesCount64(set)
	}
	for k, row := range a.rel.bits[s.vertex] {
		var set uint64
		for _, p := range a.pieces {
			set |= s.sets[int(p)*w+k]
		}
		set &= row
		open[k] = set
		n += bits.OnesCount64(set)
	}
	return n
}

// target is vertex x of those that width counts.
func (s *State) target(a *arm, open []uint64, x int) int32 {
	if a.rel == nil {
		return s.vertex
	}
	if a.one != nil {
		return a.one[s.vertex]
	}
	if len(open) == 1 {
		return int32(selectBit(open[0], x))
	}
	for k, set := range open {
		if n := bits.OnesCount64(set); x >= n {
			x -= n
			continue
		}
		return int32(k<<6 + selectBit(set, x))
	}
	panic("rbg: drew a vertex outside the set")
}

// selectBit is the position of bit number x, from 0, among the set bits of w.
func selectBit(w uint64, x int) int {
	base := 0
	for width := 32; x > 4; width >>= 1 {
		if n := bits.OnesCount64(w & (1<<width - 1)); x >= n {
			x -= n
			w >>= width
			base += width
		} else {
			w &= 1<<width - 1
		}
	}
	for ; x > 0; x-- {
		w &= w - 1
	}
	return base + bits.TrailingZeros64(w)
}
