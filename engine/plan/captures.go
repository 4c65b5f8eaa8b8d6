package plan

import "github.com/astragal/astragal/engine/lgdl"

// atTurnEnd is the (remove … at:) of pieces that are captured during a turn of
// several moves and stay on the board until it ends.
const atTurnEnd = "EndOfTurn"

// capturesLater tells whether a clause, or one within it, captures at the end of a turn.
func capturesLater(e *lgdl.Expr) bool {
	if e == nil {
		return false
	}
	if e.Kind == lgdl.Const && e.Text == atTurnEnd {
		return true
	}
	for _, list := range [2][]*lgdl.Expr{e.Args, e.Items} {
		for _, x := range list {
			if capturesLater(x) {
				return true
			}
		}
	}
	return false
}

// toClear plans the sites of what is captured and not yet taken off.
func (k *planner) toClear() *region {
	if !k.p.sequence {
		return kept((*State).none, 0)
	}
	return kept(func(s *State) []uint64 { return s.toClear }, ofToClear)
}

// captureLater plans (remove … at:EndOfTurn) of one site.
func (k *planner) captureLater(e *lgdl.Expr) effect {
	k.only(e, 0, 1, 4)
	if e.Args[1] == nil {
		k.other(e)
	}
	at := k.integer(e.Args[1])
	f := at.fn()
	return effect{do: func(s *State) {
		if x := f(s); uint(x) < uint(len(s.what)) && s.what[x] != 0 {
			s.toClear[x>>6] |= 1 << (x & 63)
			s.toClearAny = true
		}
	}, reads: at.reads | ofBoard, writes: ofToClear}
}

// clearCaptured takes off what was captured during the turn that ends.
func (s *State) clearCaptured() {
	for x := next(s.toClear, 0); x >= 0; x = next(s.toClear, x+1) {
		if s.what[x] != 0 {
			s.take(x)
		}
	}
	clear(s.toClear)
	s.toClearAny = false
}
