package plan

import "github.com/astragal/astragal/engine/rng"

// brisk is what a ply comes to in a game whose moves all add the mover's piece to
// one of a set of sites and do nothing else, in one phase.
type brisk struct {
	pool func(s *State) []uint64
	pile bool
	end  []endRule
}

// briskly lays out the plies of such a game, nil for others.
func (p *Plan) briskly() *brisk {
	if len(p.phases) > 1 || p.phases[0].end != nil || p.swap || p.stuck || p.end == nil {
		return nil
	}
	g := p.phases[0].play
	a := g.act
	if a == nil || g.pool == nil || a.what != nil || a.kind != actAdd && a.kind != actPile || len(a.before)+len(a.then) > 0 || a.state != nil {
		return nil
	}
	if p.g.Players >= p.comps {
		return nil
	}
	return &brisk{pool: g.pool, pile: a.kind == actPile, end: p.end}
}

// runBriskly is Run for such a game.
func (s *State) runBriskly(r *rng.SplitMix64, plies int) bool {
	p := s.p
	b := p.brisk
	for n := 0; n < plies && !s.over; n++ {
		x := draw(b.pool(s), r)
		if x < 0 {
			s.play(option{act: passing, from: off, to: off})
			continue
		}
		mover := s.mover
		switch {
		case b.pile:
			s.pile(x, mover)
		case s.what[x] == 0:
			s.place(x, mover)
		}
		s.moves = append(s.moves, ply{from: int16(x), to: int16(x), mover: int8(mover)})
		for i := range b.end {
			if b.end[i].holds(s) {
				b.end[i].give(s)
			}
		}
		s.lossesNow = 0
		if !s.over {
			s.handOver(mover, false)
		}
	}
	return s.over
}
