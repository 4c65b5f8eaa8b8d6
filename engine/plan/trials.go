package plan

import (
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/rng"
)

// trial is a planned (do … ifAfterwards:): moves that leave a condition true. A
// move is tried on a second state; which one is drawn first decides what is
// tried, so that most moves never are.
type trial struct {
	prior         *gen
	after         func(s *State) bool
	threat, stuck bool // the condition is that nothing is threatened, or nobody stuck
	outer         int  // consequents that are no part of what is tried
}

// trialDraws is the number of moves drawn before all are listed instead.
const trialDraws = 4

func (k *planner) trying(e *lgdl.Expr, outer consequents) *gen {
	// Slots: moves, next, ifAfterwards, then.
	k.only(e, 0, 2, 3)
	if e.Args[2] == nil {
		k.other(e)
	}
	outer = k.with(outer, e.Args[3])
	d := &trial{prior: k.decisions(e.Args[0], outer), after: k.boolean(e.Args[2]).fn(), outer: len(outer)}
	d.threat, d.stuck = game.Guarded(e.Args[2])
	g := &gen{list: d.list, any: d.any, pick: d.pick, reach: d.reach, dear: true}
	if d.prior.slots != nil {
		g.slots = d.prior.slots
		g.try = func(s *State, i int) (option, bool) {
			o, ok := d.prior.try(s, i)
			return o, ok && (d.holds(s) || d.passes(s, o))
		}
		k.later = append(k.later, func() {
			if d.prior.slots == nil {
				g.slots, g.try = nil, nil
			}
		})
	}
	return g
}

// holds tells whether the condition is true without looking.
func (d *trial) holds(s *State) bool { return d.threat && s.inThreat || d.stuck && s.inStuck }

// passes tells whether a move leaves the condition true.
func (d *trial) passes(s *State, o option) bool {
	t := s.imagine()
	t.perform(o, d.outer)
	if t.next == t.mover {
		t.setTurn(t.mover, t.prev)
	}
	return d.after(t)
}

func (d *trial) list(s *State) {
	first := len(s.options)
	d.prior.list(s)
	if d.holds(s) {
		return
	}
	keep := first
	for _, o := range s.options[first:] {
		if d.passes(s, o) {
			s.options[keep] = o
			keep++
		}
	}
	s.options = s.options[:keep]
}

func (d *trial) any(s *State) bool {
	if d.holds(s) {
		return d.prior.any(s)
	}
	return d.some(s, func(option) bool { return true })
}

// reach tells whether there is a move to a site.
func (d *trial) reach(s *State, site int) bool {
	if d.holds(s) {
		return d.prior.reaches(s, site)
	}
	return d.some(s, func(o option) bool { return int(o.to) == site })
}

// some tells whether there is a move that f wants.
func (d *trial) some(s *State, f func(o option) bool) bool {
	first, found := len(s.options), false
	d.prior.list(s)
	for i := first; i < len(s.options) && !found; i++ {
		o := s.options[i]
		found = f(o) && d.passes(s, o)
	}
	s.options = s.options[:first]
	return found
}

func (d *trial) pick(s *State, r *rng.SplitMix64) (option, bool) {
	if d.holds(s) {
		return d.prior.pick(s, r)
	}
	for range trialDraws {
		o, ok := d.prior.pick(s, r)
		if !ok || d.passes(s, o) {
			return o, ok
		}
	}
	s.options = s.options[:0]
	d.prior.list(s)
	for n := len(s.options); n > 0; n-- {
		i := r.Below(n)
		o := s.options[i]
		if d.passes(s, o) {
			return o, true
		}
		s.options[i] = s.options[n-1]
	}
	return option{}, false
}

// imagine returns a copy to try a move on. It shares the record, to which both
// append at the same place: what the copy appends is gone with the next move.
func (s *State) imagine() *State {
	if s.copied == nil {
		s.copied = newState(s.p)
		s.copied.effort, s.copied.inside = s.effort, s.inside+1
		if s.copied.inside > mostAhead {
			game.Fault(s.p.g.Root(), "the rules ask for moves of moves that lie more than %d deep in each other", mostAhead)
		}
	}
	s.tries()
	s.moves = slices.Grow(s.moves, 1)
	t := s.copied
	t.copyPosition(s)
	t.moves, t.past = s.moves, s.past
	return t
}
