package ruleset

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
)

// Key tells moves by mover, from, to and the component that is decided on.
func (w *world) Key(i int) uint32 {
	m := w.made(i)
	what := int32(0)
	if a, ok := w.at.Decision(m); ok {
		what = a.What
	}
	return moveKey(m.Mover, m.From, m.To, what)
}

func moveKey(mover, from, to, what int32) uint32 {
	h := uint64(uint32(mover+1)) | uint64(uint32(from+1))<<8 | uint64(uint32(to+1))<<32
	h ^= uint64(uint32(what)) * 0x9e3779b97f4a7c15
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	return uint32(h >> 32)
}

// Line reads the moves from the record of the play.
func (w *world) Line(f func(player int, key uint32)) bool {
	c := w.at
	for i := w.root.T.Len(); i < c.T.Len(); i++ {
		e := c.T.At(i)
		player := int(e.Mover)
		for agent := 1; agent <= w.g.Players; agent++ {
			if c.S.Order[agent] == e.Mover {
				player = agent
			}
		}
		f(player, moveKey(e.Mover, e.From, e.To, e.What))
	}
	return true
}

// made is decision i as a move.
func (w *world) made(i int) game.Move {
	switch {
	case w.moves != nil:
		return w.moves[i]
	case i >= w.n:
		return w.at.ForcedPass()
	}
	m, _ := w.at.Candidate(i)
	return m
}

// Index is the place of decision i of the loaded position among its legal moves.
func (w *world) Index(_, i int) int {
	w.Top()
	n, _ := w.List()
	if w.moves != nil {
		return i
	}
	if i >= w.n {
		return 0
	}
	place := 0
	for k := range min(i, n) {
		mark := w.at.Mark()
		if _, ok := w.at.Candidate(k); ok {
			place++
		}
		w.at.Release(mark)
	}
	return place
}

// Noisy reports whether a move takes something off the board, or goes where
// somebody else stands.
func (w *world) Noisy(i int) bool {
	c, m := w.at, w.moves[i]
	found := false
	if m.To >= 0 && m.To != m.From && int(m.To) < w.g.Topo.Num(w.g.DefaultType) {
		who := c.S.Who(w.g.DefaultType, int(m.To))
		found = who != 0 && who != c.S.Mover
	}
	return found || removes(c, m)
}

func removes(c *game.Context, m game.Move) bool {
	for i := range c.Items(m) {
		switch a := c.Item(m, i); a.Kind {
		case game.SubMove:
			if removes(c, c.Sub(a)) {
				return true
			}
		case game.ActRemove:
			return true
		}
	}
	return false
}

// Hash covers what a situation consists of and all else that the rules may read.
func (w *world) Hash(outcome bool) uint64 {
	c, s := w.at, w.at.S
	h := c.FullHash()
	add := func(v int) { h = (h ^ uint64(v)*0x9e3779b97f4a7c15) * 0xff51afd7ed558ccd; h ^= h >> 32 }
	for _, list := range [][]int32{s.Vars, s.PhaseOf, s.ScoreOf, s.AmountOf, s.ValueOf, s.DiceValue, s.Votes,
		s.Propositions, s.Dominoes, s.ToClear} {
		for _, v := range list {
			add(int(v))
		}
	}
	for _, list := range s.Remembered {
		add(len(list))
		for _, v := range list {
			add(int(v))
		}
	}
	for _, v := range s.Visited {
		add(int(v))
	}
	add(s.Pot)
	add(s.TrumpSuit)
	add(s.Temp)
	if w.g.DeductionPuzzle {
		for _, st := range []board.SiteType{board.Vertex, board.Edge, board.Cell} {
			for v := range w.g.Topo.Num(st) {
				x := s.PuzzleValues(st, v)
				add(int(x[0]))
				add(int(x[1]))
			}
		}
	}
	if e := c.T.Last(); w.recent && e != nil {
		add(int(e.From))
		add(int(e.To))
	}
	if outcome {
		add(w.n)
		for i, m := range w.moves {
			add(int(m.From))
			add(int(m.To))
			if i > 0 {
				continue // the throw is in front of every move
			}
			for k := range c.Items(m) {
				a := c.Item(m, k)
				add(int(a.Kind))
				add(int(a.From))
				add(int(a.To))
				add(int(a.State))
				add(int(a.Value))
			}
		}
	}
	return h
}
