package plan

import "github.com/astragal/astragal/engine/lgdl"

// longest is a planned (max Moves …): the moves that begin the longest turns.
type longest struct {
	prior *gen
	outer int // consequents that are no part of what is tried
}

func (k *planner) longest(e *lgdl.Expr, outer consequents) *gen {
	// Slots: type, withValue, moves, then; that never runs.
	k.only(e, 0, 2)
	if e.Args[0].Text != "Moves" {
		k.other(e)
	}
	m := &longest{prior: k.decisions(e.Args[2], outer), outer: len(outer)}
	return seal(&gen{list: m.list, any: func(s *State) bool { return m.prior.any(s) }})
}

func (m *longest) list(s *State) {
	first := len(s.options)
	m.prior.list(s)
	s.chain, s.chained = 0, 0
	if len(s.options) == first+1 && !s.weighing {
		return
	}
	best, keep := 0, first
	for i := first; i < len(s.options); i++ {
		o := s.options[i]
		n := 1 + s.ahead(o, m.outer)
		if n > best {
			best, keep = n, first
		}
		if n == best {
			s.options[keep] = o
			keep++
		}
	}
	s.options = s.options[:keep]
	s.chain, s.chained = best, keep-first
}

// ahead is the length of the longest sequence of moves by which the mover goes
// on with his turn after a move.
func (s *State) ahead(o option, without int) int {
	t := s.imagine()
	t.weighing = true
	t.playBut(o, without)
	if t.over || t.mover != s.mover {
		return 0
	}
	first := len(t.options)
	t.chain = 0
	t.list()
	n := 0
	if t.chain > 0 && t.chained == len(t.options)-first {
		n = t.chain // they have been weighed for the list
	} else {
		for i := first; i < len(t.options); i++ {
			n = max(n, 1+t.ahead(t.options[i], 0))
		}
	}
	t.options = t.options[:first]
	return n
}
