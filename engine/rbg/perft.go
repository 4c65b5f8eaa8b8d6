package rbg

// Perft returns perft(1) … perft(depth) from s: entry d-1 is the number of
// sequences of exactly d player moves, the keeper moving in between. Positions
// that are over contribute nothing further. A play that exceeds a limit ends
// the count with the error of State.Err.
func (s *State) Perft(depth int) ([]uint64, error) {
	counts := make([]uint64, depth)
	levels := make([]*State, depth)
	for d := range levels {
		levels[d] = s.g.NewState()
	}
	if depth == 0 {
		return counts, s.err
	}
	levels[0].CopyFrom(s)
	err := perft(levels, counts)
	return counts, err
}

func perft(levels []*State, counts []uint64) error {
	s := levels[0]
	n := s.Moves()
	if s.err != nil {
		return s.err
	}
	counts[0] += uint64(n)
	if len(levels) == 1 {
		return nil
	}
	for i := range n {
		next := levels[1]
		next.CopyFrom(s)
		next.applyOf(s, i)
		if err := perft(levels[1:], counts[1:]); err != nil {
			return err
		}
	}
	return nil
}
