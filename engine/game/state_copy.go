package game

// pack moves the slices whose length never changes into common backings, so
// that a copy of the state moves them at once. The levels of stacks may grow and
// keep backings of their own.
func (s *State) pack() {
	numbers := []*[]int32{&s.ScoreOf, &s.AmountOf, &s.ValueOf, &s.PhaseOf, &s.TeamOf, &s.Order, &s.Vars, &s.DiceValue}
	sets := []*Set{&s.Visited}
	for st := range s.layers {
		l := &s.layers[st]
		if l.size == nil {
			numbers = append(numbers, &l.what, &l.who, &l.state, &l.rot, &l.value, &l.count)
		} else {
			numbers = append(numbers, &l.size)
		}
		sets = append(sets, &l.empty, &l.playable)
	}
	s.ints = packed(numbers)
	s.words = packed(sets)
}

// packed moves slices into one that they share.
func packed[T ~[]E, E any](slices []*T) []E {
	n := 0
	for _, x := range slices {
		n += len(*x)
	}
	all := make([]E, 0, n)
	for _, x := range slices {
		if k := len(*x); k > 0 {
			at := len(all)
			all = all[:at+k]
			*x = all[at : at+k : at+k]
		}
	}
	return all
}

// CopyFrom makes s equal to o, a state of the same game.
func (s *State) CopyFrom(o *State) {
	s.Numbers = o.Numbers
	copy(s.ints, o.ints)
	copy(s.words, o.words)
	copy(s.PayoffOf, o.PayoffOf)
	copy(s.Ranking, o.Ranking)
	copy(s.VarSet, o.VarSet)
	s.Pending = append(s.Pending[:0], o.Pending...)
	s.Winners = append(s.Winners[:0], o.Winners...)
	s.Losers = append(s.Losers[:0], o.Losers...)
	s.ToClear = append(s.ToClear[:0], o.ToClear...)
	s.Dominoes = append(s.Dominoes[:0], o.Dominoes...)
	s.Propositions = append(s.Propositions[:0], o.Propositions...)
	s.Votes = append(s.Votes[:0], o.Votes...)
	for i := range s.Remembered {
		s.Remembered[i] = append(s.Remembered[i][:0], o.Remembered[i]...)
	}
	for i := range s.lists {
		s.lists[i] = append(s.lists[i][:0], o.lists[i]...)
	}
	if s.g.Stacks || s.g.Hides {
		s.copyLevels(o)
	}
	for i := range s.onTrack {
		copy(s.onTrack[i], o.onTrack[i])
	}
	for i := range s.puzzle {
		copy(s.puzzle[i], o.puzzle[i])
	}
	s.costs = o.costs
}

// copyLevels copies what may grow with the height of stacks, and hidden data.
func (s *State) copyLevels(o *State) {
	for st := range s.layers {
		l, x := &s.layers[st], &o.layers[st]
		if l.n == 0 {
			continue
		}
		l.stride = x.stride
		l.hidden = append(l.hidden[:0], x.hidden...)
		if l.size == nil {
			continue
		}
		l.what = append(l.what[:0], x.what...)
		l.who = append(l.who[:0], x.who...)
		l.state = append(l.state[:0], x.state...)
		l.rot = append(l.rot[:0], x.rot...)
		l.value = append(l.value[:0], x.value...)
	}
}
