package rbg

import "github.com/astragal/astragal/engine/rng"

// Playout plays uniformly random moves from s until the play is over or limit
// moves are made, and returns the number of moves and whether the play is
// over. A play that was cut by an error (State.Err) counts as over.
func (s *State) Playout(r *rng.SplitMix64, limit int) (plies int, over bool) {
	for plies < limit {
		if !s.Random(r) {
			return plies, true
		}
		plies++
	}
	return plies, s.Moves() == 0
}

// Random makes one uniformly random legal move and the keeper moves after it;
// false when there is none.
func (s *State) Random(r *rng.SplitMix64) bool {
	n := s.Moves()
	if n == 0 {
		return false
	}
	s.Apply(r.Below(n))
	return true
}
