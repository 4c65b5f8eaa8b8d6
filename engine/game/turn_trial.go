package game

// Entry is one move of a trial as later rules can ask about it. Sites are -1 for none.
type Entry struct {
	Mover                        int32
	From, To                     int32 // of the move
	LevelMin, LevelMax           int32
	State                        int32
	FromType, ToType             int8  // site types of the decision action
	LevelFrom, LevelTo           int32 // of the decision action, 0 when absent
	DecFrom, DecTo               int32 // of the decision action
	What                         int32 // component of the decision action, 0 when absent
	AfterFrom, AfterTo           int32 // of the last action, consequents included, that has one
	AfterLevelFrom, AfterLevelTo int32
	Pass, Swap                   bool
	Between                      []int32
	Froms, Tos                   []int32 // of all actions, in games that require MoveSites
}

// Trial is the record of the moves played, the placements of the start rules
// first. A temporary copy shares the moves of the trial it was copied from.
type Trial struct {
	base []Entry // moves shared with the original
	own  []Entry // moves of this trial after base

	Placements int     // number of initial placement moves
	Opening    []int32 // component on each board site after the start rules, in games that require StartSites
	// Hashes of earlier positions (part 3, §11 step 13).
	GameHashes, TurnHashes []uint64

	sites int // in the lists of the moves that have been weighed, see Context.weigh
}

// Len is the number of moves, initial placements included.
func (t *Trial) Len() int { return len(t.base) + len(t.own) }

// At returns the i-th move, 0 ≤ i < Len.
func (t *Trial) At(i int) *Entry {
	if i < len(t.base) {
		return &t.base[i]
	}
	return &t.own[i-len(t.base)]
}

// Last returns the most recent move, or nil.
func (t *Trial) Last() *Entry {
	if n := t.Len(); n > 0 {
		return t.At(n - 1)
	}
	return nil
}

// MoveNumber is the number of moves played, placements not counted.
func (t *Trial) MoveNumber() int { return t.Len() - t.Placements }

// StartOfTurnFrom is the from of the oldest move in the newest run of moves of
// mover, -1 if the last move is not his.
func (t *Trial) StartOfTurnFrom(mover int) int {
	i := t.Len() - 1
	if i < 0 || int(t.At(i).Mover) != mover {
		return Off
	}
	for i > 0 && int(t.At(i-1).Mover) == mover {
		i--
	}
	return int(t.At(i).From)
}

// LastTurnMover is the mover of the newest move not made by p, -1 if none.
func (t *Trial) LastTurnMover(p int) int {
	for i := t.Len() - 1; i >= 0; i-- {
		if m := int(t.At(i).Mover); m != p {
			return m
		}
	}
	return Off
}

func (t *Trial) reset() {
	t.base, t.own, t.Placements = nil, t.own[:0], 0
	t.Opening, t.sites = nil, 0
	t.GameHashes, t.TurnHashes = t.GameHashes[:0], t.TurnHashes[:0]
}

func (t *Trial) copyFrom(o *Trial) {
	if o.base == nil {
		t.base = o.own
		t.own = t.own[:0]
	} else {
		t.base = o.base
		t.own = t.own[:0]
		for i := range o.own {
			t.add(o.own[i]) // with a between list of its own
		}
	}
	t.Placements, t.Opening = o.Placements, o.Opening
	t.GameHashes = append(t.GameHashes[:0], o.GameHashes...)
	t.TurnHashes = append(t.TurnHashes[:0], o.TurnHashes...)
}

func (t *Trial) add(e Entry) *Entry {
	n := len(t.own)
	if n < cap(t.own) {
		t.own = t.own[:n+1]
		e.Between = append(t.own[n].Between[:0], e.Between...)
		t.own[n] = e
	} else {
		e.Between = append([]int32(nil), e.Between...)
		t.own = append(t.own, e)
	}
	return &t.own[n]
}
