package game

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
)

// doAdd applies [Add].
func (c *Context) doAdd(a Action) {
	if a.To < 0 {
		return
	}
	s, g := c.S, c.G
	st := s.typed(a.TypeTo, a.To)
	l := s.ok(st, a.To)
	if l == nil {
		return
	}
	who := s.ownerOf(a.What)
	if g.Stacks {
		level := l.size[a.To]
		data := a.State != Off || a.Rotation != Off || a.Value != Off
		s.push(st, a.To, a.What, who, data, a.State, a.Rotation, a.Value)
		l.empty.Remove(int(a.To))
		if a.What != 0 {
			s.listAdd(a.What, a.To, level, st)
		}
		s.trackAdd(a.What, a.To, 1)
		s.trackAdd(a.What, a.To, 1)
		return
	}
	if l.what[a.To] != 0 {
		n := int32(1)
		if l.count != nil {
			n = l.count[a.To] + a.Count
		}
		s.setSite(st, a.To, Off, Off, n, a.State, a.Rotation, a.Value)
		s.trackAdd(a.What, a.To, a.Count)
		return
	}
	value := a.Value
	if g.Has(DominoFlag) {
		value = 1
	}
	s.setSite(st, a.To, who, a.What, a.Count, a.State, a.Rotation, value)
	if a.What == 0 {
		return
	}
	s.listAdd(a.What, a.To, 0, st)
	k := &g.Components[a.What]
	if g.Has(DominoFlag) {
		if i := slices.Index(s.Dominoes, a.What); i >= 0 {
			s.Dominoes = slices.Delete(s.Dominoes, i, i+1)
		}
	}
	if k.Large() && int(a.To) < g.Topo.Num(board.Cell) {
		c.cover(k, int(a.What), a.To, max(a.State, 0))
	}
	s.trackAdd(a.What, a.To, a.Count)
}

// cover takes the cells under a large piece out of the empty set; those of a
// domino carry its two values and are not playable.
func (c *Context) cover(k *Component, what int, root, state int32) {
	s := c.S
	cells := c.Footprint(what, int(root), int(state), c.TakeInts())
	l := &s.layers[board.Cell]
	for i, cell := range cells {
		l.empty.Remove(int(cell))
		if l.count != nil {
			l.count[cell] = 1
			if c.G.Has(LineOfPlay) {
				l.count[cell] = int32(what)
			}
		}
		if k.Kind == "domino" {
			if l.playable != nil {
				l.playable.Remove(int(cell))
			}
			if l.value != nil {
				l.value[cell] = int32(k.Value)
				if i >= 4 {
					l.value[cell] = int32(k.Value2)
				}
			}
		}
	}
	c.GiveInts(cells)
}

func (c *Context) doInsert(a Action) {
	s := c.S
	st := s.typed(a.TypeTo, a.To)
	l := s.ok(st, a.To)
	if l == nil || l.size == nil {
		return
	}
	n := l.size[a.To]
	who := s.ownerOf(a.What)
	if a.LevelTo == n || a.LevelTo < 0 {
		s.insert(st, a.To, n, a.What, who, a.State, 0, 0)
		l.empty.Remove(int(a.To))
		s.listAdd(a.What, a.To, n, st)
	} else {
		for lv := n - 1; lv >= a.LevelTo; lv-- {
			w := int32(s.WhatAt(st, int(a.To), int(lv)))
			s.listRaise(w, a.To, lv, st)
		}
		s.insert(st, a.To, a.LevelTo, a.What, who, a.State, 0, 0)
		s.listAdd(a.What, a.To, a.LevelTo, st)
	}
	s.trackAdd(a.What, a.To, 1)
}

func (c *Context) doRemove(a Action) {
	s := c.S
	if a.Flag {
		s.ToClear = append(s.ToClear, a.To)
		return
	}
	st := s.untyped(a.TypeTo, a.To)
	l := s.ok(st, a.To)
	if l == nil {
		return
	}
	if l.size == nil {
		what := s.clearSite(st, a.To)
		if what != 0 {
			s.listRemove(what, a.To, st)
			s.trackRemove(what, a.To)
		}
		return
	}
	n := l.size[a.To]
	if n == 0 {
		return
	}
	level := n - 1
	var what int32
	if a.LevelTo >= 0 {
		level = a.LevelTo
		what = s.removeLevel(st, a.To, level)
	} else {
		what = s.pop(st, a.To)
	}
	if l.size[a.To] == 0 {
		l.empty.Add(int(a.To))
	}
	if what != 0 {
		s.listRemoveLevel(what, a.To, level, st)
		s.trackRemove(what, a.To)
	}
}

func (c *Context) doMoveCount(a Action) {
	s := c.S
	sf, st := s.untyped(a.TypeFrom, a.From), s.untyped(a.TypeTo, a.To)
	lf, lt := s.ok(sf, a.From), s.ok(st, a.To)
	if lf == nil || lt == nil || lf.size != nil {
		return
	}
	what := lf.what[a.From]
	n := a.Count
	if what == 0 && s.CountAt(sf, int(a.From)) == 0 {
		return
	}
	owner := s.ownerOf(what)
	if left := int32(s.CountAt(sf, int(a.From))) - n; left <= 0 {
		s.clearSite(sf, a.From)
		if what != 0 && owner != 0 {
			s.listRemove(what, a.From, sf)
		}
	} else {
		s.setSite(sf, a.From, Off, Off, left, Off, Off, Off)
	}
	if have := int32(s.CountAt(st, int(a.To))); have == 0 {
		s.setSite(st, a.To, owner, what, n, Off, Off, Off)
	} else if lt.what[a.To] == what && int(have+n) <= c.G.MaxCount {
		s.setSite(st, a.To, Off, Off, have+n, Off, Off, Off)
	}
	if what != 0 && owner != 0 {
		s.listAdd(what, a.To, 0, st)
	}
	s.trackMove(what, a.From, a.To, n)
}

func (c *Context) doStackMove(a Action) {
	s := c.S
	sf, st := s.untyped(a.TypeFrom, a.From), s.untyped(a.TypeTo, a.To)
	lf, lt := s.ok(sf, a.From), s.ok(st, a.To)
	if lf == nil || lt == nil || lf.size == nil {
		return
	}
	n := int(a.Count)
	if size := int(lf.size[a.From]); size == 0 || size < n {
		return
	}
	moved := c.TakeInts()
	for range n {
		top := int(lf.size[a.From]) - 1
		i := int(a.From)*lf.stride + top
		moved = append(moved, lf.what[i], lf.who[i], int32(field(lf.state, i)), int32(field(lf.rot, i)),
			int32(field(lf.value, i)))
		what := s.pop(sf, a.From)
		s.listRemoveLevel(what, a.From, int32(top), sf)
	}
	if lf.size[a.From] == 0 {
		lf.empty.Add(int(a.From))
	}
	for i := n - 1; i >= 0; i-- {
		m := moved[i*5:]
		level := lt.size[a.To]
		s.push(st, a.To, m[0], m[1], true, m[2], m[3], m[4])
		lt.empty.Remove(int(a.To))
		s.listAdd(m[0], a.To, level, st)
	}
	c.GiveInts(moved)
}

func (c *Context) doCopy(a Action) {
	s := c.S
	sf, st := s.typed(a.TypeFrom, a.From), s.typed(a.TypeTo, a.To)
	lf := s.ok(sf, a.From)
	if lf == nil {
		return
	}
	m := a
	m.Kind = ActMove
	if lf.size == nil {
		what, who, count := lf.what[a.From], lf.who[a.From], int32(s.CountAt(sf, int(a.From)))
		if c.G.WhatIsWho {
			who = Off
		}
		c.doMove(m)
		s.setSite(sf, a.From, who, what, count, int32(s.StateAt(st, int(a.To), -1)), int32(s.RotationAt(st, int(a.To), -1)),
			int32(s.ValueAt(st, int(a.To), -1)))
		if what != 0 {
			s.listAdd(what, a.From, 0, sf)
		}
		return
	}
	c.doMove(m)
	what := int32(s.What(st, int(a.To)))
	if what == 0 {
		return
	}
	level := lf.size[a.From]
	if a.LevelFrom >= 0 && a.LevelFrom < level {
		level = a.LevelFrom
		s.insert(sf, a.From, level, what, s.ownerOf(what), 0, 0, 0)
	} else {
		s.push(sf, a.From, what, s.ownerOf(what), false, 0, 0, 0)
	}
	lf.empty.Remove(int(a.From))
	s.listAdd(what, a.From, level, sf)
}

func (c *Context) doPromote(a Action) {
	s := c.S
	st := s.typed(a.TypeTo, a.To)
	l := s.ok(st, a.To)
	if l == nil {
		return
	}
	if a.What < 0 || int(a.What) >= len(c.G.Components) {
		panic(failure{c.fault("there is no component %d to promote to", a.What)})
	}
	if l.size == nil {
		old := l.what[a.To]
		if old != 0 && s.ownerOf(old) != 0 {
			s.listRemove(old, a.To, st)
		}
		who := s.ownerOf(a.What)
		if old == 0 {
			who = 0
		}
		s.clearSite(st, a.To)
		s.setSite(st, a.To, who, a.What, 1, Off, Off, Off)
		if s.ownerOf(a.What) != 0 {
			s.listAdd(a.What, a.To, 0, st)
		}
		return
	}
	size := l.size[a.To]
	level := size - 1
	var old int32
	if a.LevelTo >= 0 && a.LevelTo < size {
		level = a.LevelTo
		old = s.removeLevel(st, a.To, level)
	} else {
		old = s.pop(st, a.To)
	}
	if l.size[a.To] > 0 && old != 0 && s.ownerOf(old) != 0 {
		s.listRemoveLevel(old, a.To, level, st)
	}
	at := l.size[a.To]
	if a.LevelTo >= 0 {
		at = a.LevelTo
	}
	who := s.ownerOf(a.What)
	s.push(st, a.To, a.What, who, false, 0, 0, 0)
	l.empty.Remove(int(a.To))
	if who != 0 {
		s.listAdd(a.What, a.To, at, st)
	}
}
