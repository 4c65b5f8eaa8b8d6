package game

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
)

// meta applies the meta rules to a list of legal moves: it adds the swap, drops
// what is forbidden and extends consequents (part 3, §10 steps 3 to 6, and §14).
func (c *Context) meta(l *MoveList) {
	m := &c.G.Meta
	if m.Swap {
		c.addSwap(l)
	}
	if m.Pin {
		for i := len(l.M) - 1; i >= 0; i-- {
			if c.pinned(l.M[i]) {
				l.M = slices.Delete(l.M, i, i+1)
			}
		}
	}
	if m.NoStackOn {
		for i := len(l.M) - 1; i >= 0; i-- {
			if c.stacksOnFallen(l.M[i]) {
				l.M = slices.Delete(l.M, i, i+1)
			}
		}
	}
	if m.Automove {
		for i := range l.M {
			c.automove(&l.M[i])
		}
	}
	if m.Gravity {
		for i := range l.M {
			c.gravity(&l.M[i])
		}
	}
	c.filter(l)
}

func (c *Context) addSwap(l *MoveList) {
	s, t := c.S, &c.T
	if t.MoveNumber() != c.G.Players-1 {
		return
	}
	q := t.LastTurnMover(s.Mover)
	if q < 0 {
		return
	}
	m := c.Pair(Player(ActSwap, s.Mover, q).Decided(), Player(ActSetNextPlayer, s.Mover, Off))
	m.Mover = int32(s.Mover)
	l.Add(m)
}

// filter drops the moves that the repetition and suicide rules forbid; the last
// move takes the place of a dropped one.
func (c *Context) filter(l *MoveList) {
	if !c.G.Meta.NoSuicide && c.G.noRepeat == 0 {
		return
	}
	for i := 0; i < len(l.M); {
		if c.forbidden(l.M[i]) {
			l.M[i] = l.M[len(l.M)-1]
			l.M = l.M[:len(l.M)-1]
			continue
		}
		i++
	}
}

// forbidden reports whether a repetition or suicide rule forbids a candidate move.
func (c *Context) forbidden(m Move) bool {
	g := c.G
	if !g.Meta.NoSuicide && g.noRepeat == 0 || c.IsPass(m) {
		return false
	}
	mark := c.arena.mark()
	defer c.arena.release(mark)
	if g.noRepeat != 0 {
		t := c.Try(m)
		defer c.GiveTemp(t)
		switch {
		case g.noRepeat == RepeatPositionalInGame && slices.Contains(c.T.GameHashes, t.PositionHash()),
			g.noRepeat == RepeatPositionalInTurn && slices.Contains(c.T.TurnHashes, t.PositionHash()),
			g.noRepeat == RepeatSituationalInGame && slices.Contains(c.T.GameHashes, t.FullHash()),
			g.noRepeat == RepeatSituationalInTurn && slices.Contains(c.T.TurnHashes, t.FullHash()):
			return true
		}
	}
	if g.Meta.NoSuicide {
		t := c.Temp()
		defer c.GiveTemp(t)
		mover := c.S.Mover
		t.Play(m)
		return !t.S.IsActive(mover) && slices.Contains(t.S.Losers, int32(mover))
	}
	return false
}

// eachAction calls f for the actions of a move, nested ones included.
func (c *Context) eachAction(m Move, f func(a Action) bool) bool {
	for i := range c.Items(m) {
		a := c.Item(m, i)
		if a.Kind == SubMove {
			if !c.eachAction(c.Sub(a), f) {
				return false
			}
		} else if !f(a) {
			return false
		}
	}
	return true
}

// pinned reports whether a move takes a vertex piece that supports several others.
func (c *Context) pinned(m Move) bool {
	s, t := c.S, c.G.Topo
	return !c.eachAction(m, func(a Action) bool {
		site := a.To
		if a.Kind == ActMove {
			site = a.From
		} else if a.Kind != ActRemove {
			return true
		}
		if site < 0 || int(site) >= t.Num(board.Vertex) || s.What(board.Vertex, int(site)) == 0 {
			return true
		}
		n := 0
		for _, up := range t.Steps(board.Vertex, site, board.Upward) {
			if s.What(board.Vertex, int(up)) != 0 {
				n++
			}
		}
		return n < 2
	})
}

// stacksOnFallen reports whether a move puts a piece on the line above its own origin.
func (c *Context) stacksOnFallen(m Move) bool {
	s, t := c.S, c.G.Topo
	return !c.eachAction(m, func(a Action) bool {
		if a.Kind != ActMove || a.From < 0 || int(a.From) >= t.Num(board.Vertex) || int(a.To) >= t.Num(board.Vertex) ||
			s.What(board.Vertex, int(a.From)) == 0 {
			return true
		}
		rs := t.Radials(board.Vertex, a.From, board.Upward)
		for i := range rs {
			if slices.Contains(rs[i].Path[1:], a.To) {
				return false
			}
			if o := rs[i].Opposite; len(o) > 0 && slices.Contains(o[1:], a.To) {
				return false
			}
		}
		return true
	})
}

// automove attaches the forced continuations of a move as consequents.
func (c *Context) automove(m *Move) {
	made := func() *Context {
		t := c.Temp()
		t.Apply(*m)
		return t
	}
	t := made()
	l, kept := c.TakeList(), c.TakeList()
	for range AutomoveLimit {
		c.Spend(1)
		l.M, kept.M = l.M[:0], kept.M[:0]
		t.G.Phases[t.S.PhaseOf[t.S.Mover]].Play.Eval(t, l)
		for i := range l.M {
			alone := true
			for j := range l.M {
				if i != j && l.M[i].To == l.M[j].To {
					alone = false
				}
			}
			if alone {
				kept.Add(l.M[i])
			}
		}
		if len(kept.M) == 0 {
			break
		}
		c.thenMoves(m, kept.M)
		if c.G.Has(SequenceCapture) { // what the turn has captured goes after all of them
			c.GiveTemp(t)
			t = made()
			continue
		}
		for i := range kept.M {
			t.ApplyEffect(kept.M[i])
		}
		t.follow(t.T.Last())
		t.T.Last().Pass = t.passed()
	}
	c.GiveList(kept)
	c.GiveList(l)
	c.GiveTemp(t)
}

// AutomoveLimit bounds the forced continuations of one move.
const AutomoveLimit = 1000

// thenMoves appends a consequent that consists of given moves.
func (c *Context) thenMoves(m *Move, ms []Move) {
	first := int32(len(c.arena.subs))
	c.arena.subs = append(c.arena.subs, ms...)
	c.arena.thens = append(c.arena.thens, thenNode{gen: -1, prev: m.then, first: first, n: int32(len(ms))})
	m.then = int32(len(c.arena.thens) - 1)
}

// gravity attaches the drops that follow a move.
func (c *Context) gravity(m *Move) {
	t := c.Temp()
	defer c.GiveTemp(t)
	t.Play(*m)
	topo := c.G.Topo
	var drops []Action
	for again := true; again; {
		c.Spend(1)
		again = false
		for v := 0; v < topo.Num(board.Vertex) && !again; v++ {
			if t.S.What(board.Vertex, v) == 0 {
				continue
			}
			for _, d := range topo.Steps(board.Vertex, int32(v), board.Downward) {
				if t.S.IsEmpty(board.Vertex, int(d)) {
					a := MovePiece(SiteType(board.Vertex), v, 0, SiteType(board.Vertex), int(d), 0, Off, Off, Off, false)
					t.Do(a)
					drops = append(drops, a)
					again = true
					break
				}
			}
		}
	}
	if len(drops) > 0 {
		c.thenMoves(m, []Move{c.Bare(drops)})
	}
}
