package plan

import (
	"slices"

	"github.com/astragal/astragal/engine/rng"
)

// In games that forbid to bring back a position of the play, the hashes of all
// positions at the ends of turns are kept, and a move is made only if what it
// leads to is not among them. That is looked at after a move was drawn.

// past is the positions that must not come back.
type past struct {
	hashes []uint64
	filter [64]uint64 // a bit for each by its lowest bits, so that most questions end there
}

func (x *past) add(h uint64) {
	x.hashes = append(x.hashes, h)
	x.filter[h>>6&63] |= 1 << (h & 63)
}

func (x *past) has(h uint64) bool {
	return x.filter[h>>6&63]>>(h&63)&1 != 0 && slices.Contains(x.hashes, h)
}

func (x *past) copyFrom(o *past) {
	x.hashes, x.filter = append(x.hashes[:0], o.hashes...), o.filter
}

// positionHash is a hash of what stands where, with the local states.
func (s *State) positionHash() uint64 {
	h := uint64(1)
	for _, w := range s.sites[s.p.words:] {
		h = (h ^ w) * 0x9e3779b97f4a7c15
		h ^= h >> 31
	}
	if s.p.g.States {
		for _, x := range s.local {
			h = (h ^ uint64(x)) * 0x9e3779b97f4a7c15
			h ^= h >> 31
		}
	}
	return h * 0xbf58476d1ce4e5b9
}

// remember keeps the position at the end of a turn.
func (s *State) remember() {
	if s.mover != s.prev {
		s.past.add(s.positionHash())
	}
}

// fresh tells whether a move leads to a position that has not been there.
func (s *State) fresh(o option) bool {
	if o.act.kind == actPass {
		return true
	}
	t := s.imagine()
	t.perform(o, 0)
	return !s.past.has(t.positionHash())
}

// unrepeated leaves out the moves of a generator that bring back a position.
func (k *planner) unrepeated(g *gen) *gen {
	out := &gen{
		list: func(s *State) {
			first := len(s.options)
			g.list(s)
			keep := first
			for _, o := range s.options[first:] {
				if s.fresh(o) {
					s.options[keep] = o
					keep++
				}
			}
			s.options = s.options[:keep]
		},
		dear: true,
	}
	if g.slots != nil {
		k.later = append(k.later, func() {
			if g.slots == nil {
				out.unslot()
			}
		})
		out.slots = func(s *State) int { return g.slots(s) }
		out.try = func(s *State, i int) (option, bool) {
			o, ok := g.try(s, i)
			return o, ok && s.fresh(o)
		}
	}
	return seal(out)
}

// drawOnce draws a move from the slots, each of which is tried at most once.
func (g *gen) drawOnce(s *State, r *rng.SplitMix64) (option, bool) {
	n := g.slots(s)
	order := s.order[:0]
	for i := range n {
		order = append(order, int16(i))
	}
	s.order = order
	for ; n > 0; n-- {
		i := r.Below(n)
		if o, ok := g.try(s, int(order[i])); ok {
			return o, true
		}
		order[i] = order[n-1]
	}
	return option{}, false
}
