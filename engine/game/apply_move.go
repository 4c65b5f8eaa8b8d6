package game

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
)

// doMove applies [Move] in its five variants (part 3, §7.1).
func (c *Context) doMove(a Action) {
	s := c.S
	sf, st := s.typed(a.TypeFrom, a.From), s.typed(a.TypeTo, a.To)
	lf, lt := s.ok(sf, a.From), s.ok(st, a.To)
	if lf == nil || lt == nil {
		return
	}
	if lf.size == nil {
		c.moveSingle(a, sf, st, lf, lt)
		return
	}
	if a.From == a.To && sf == st {
		return
	}
	c.moveStacked(a, sf, st, lf, lt)
}

func (c *Context) moveSingle(a Action, sf, st board.SiteType, lf, lt *layer) {
	s, g := c.S, c.G
	from, to := a.From, a.To
	what := lf.what[from]
	count := int32(s.CountAt(sf, int(from)))
	if what == 0 && count == 0 {
		return
	}
	state, rot, value := int32(field(lf.state, int(from))), int32(field(lf.rot, int(from))),
		int32(field(lf.value, int(from)))
	former := state
	if count == 1 {
		s.clearSite(sf, from)
		if what != 0 {
			s.listRemove(what, from, sf)
		}
	} else {
		v := int32(Off)
		if g.Has(LineOfPlay) {
			v = 1
		}
		s.setSite(sf, from, Off, Off, count-1, Off, Off, v)
	}
	a.override(&state, &rot, &value)
	if g.Has(LineOfPlay) {
		value = 1
	}
	there := lt.what[to]
	if there != 0 && (lt.count == nil || there != what) {
		s.listRemove(there, to, st)
	}
	// A boardless cell is written without a value where the game keeps none.
	if lt.value == nil {
		value = Off
	}
	if there == what && there != 0 && s.CountAt(st, int(to)) > 0 {
		n := int32(1)
		if lt.count != nil {
			n = lt.count[to] + 1
		}
		s.setSite(st, to, Off, Off, n, state, rot, value)
	} else {
		s.setSite(st, to, s.ownerOf(what), what, 1, state, rot, value)
	}
	if what != 0 && s.CountAt(st, int(to)) == 1 {
		s.listAdd(what, to, 0, st)
	}
	s.trackMove(what, from, to, 1)
	if lf.hidden != nil && (from != to || sf != st) {
		emptied := lf.empty.Has(int(from))
		for p := 1; p <= g.Players; p++ {
			lt.hidden[p*lt.n+int(to)] = lf.hidden[p*lf.n+int(from)]
			if emptied {
				lf.hidden[p*lf.n+int(from)] = 0
			}
		}
	}
	if k := &g.Components[what]; k.Large() && a.LevelFrom < 0 && a.LevelTo < 0 && !a.Stack {
		c.moveLarge(a, k, int(what), former)
	}
}

// moveLarge frees the cells under a large piece and covers those it moved to.
func (c *Context) moveLarge(a Action, k *Component, what int, former int32) {
	s := c.S
	l := &s.layers[board.Cell]
	cells := c.Footprint(what, int(a.From), int(max(former, 0)), c.TakeInts())
	for _, cell := range cells {
		l.empty.Add(int(cell))
		if l.count != nil {
			l.count[cell] = 0
		}
	}
	c.GiveInts(cells)
	c.cover(k, what, a.To, max(a.State, 0))
	if c.G.Has(LineOfPlay) && k.Kind == "domino" {
		c.openEnds()
	}
}

func (c *Context) moveStacked(a Action, sf, st board.SiteType, lf, lt *layer) {
	s := c.S
	from, to := a.From, a.To
	size := lf.size[from]
	card := c.G.Has(Card)
	// A single piece moved from where there is none takes "nothing" along as a
	// level of its own, which stands in the way like a piece.
	switch {
	case a.Stack:
		if size > 0 {
			c.moveWholeStack(a, sf, st, lf, lt)
		}
		return
	case a.LevelFrom >= 0 && a.LevelTo >= 0:
		c.moveLevels(a, sf, st, lf, lt)
		return
	case a.LevelFrom >= 0:
		var what, state, rot, value int32
		if a.LevelFrom < size {
			i := int(from)*lf.stride + int(a.LevelFrom)
			what = lf.what[i]
			state, rot, value = int32(field(lf.state, i)), int32(field(lf.rot, i)), int32(field(lf.value, i))
		}
		a.override(&state, &rot, &value)
		s.removeLevel(sf, from, a.LevelFrom)
		top := lt.size[to]
		s.push(st, to, what, s.ownerOf(what), true, state, rot, value)
		lt.empty.Remove(int(to))
		if lf.size[from] == 0 {
			lf.empty.Add(int(from))
		}
		s.listAdd(what, to, top, st)
		s.listRemoveLevel(what, from, a.LevelFrom, sf)
		s.trackMove(what, from, to, 1)
	case a.LevelTo >= 0:
		what := s.pop(sf, from)
		if !card {
			s.insert(st, to, a.LevelTo, what, s.ownerOf(what), a.State, a.Rotation, a.Value)
		}
		lt.empty.Remove(int(to))
		if lf.size[from] == 0 {
			lf.empty.Add(int(from))
		}
		s.listAdd(what, to, lt.size[to]-1, st)
		if size > 0 {
			s.listRemoveLevel(what, from, size-1, sf)
		}
		s.trackMove(what, from, to, 1)
	default:
		what := s.pop(sf, from)
		top := lt.size[to]
		if !card {
			s.push(st, to, what, s.ownerOf(what), false, 0, 0, 0)
		}
		if lf.size[from] == 0 {
			lf.empty.Add(int(from))
		}
		lt.empty.Remove(int(to))
		s.listAdd(what, to, top, st)
		if size > 0 {
			s.listRemoveLevel(what, from, size-1, sf)
		}
		s.trackMove(what, from, to, 1)
	}
}

// moveLevels moves one level into another stack at a level; it inserts into
// the cell stack whatever the type (part 3, §20, oddity 4).
func (c *Context) moveLevels(a Action, sf, st board.SiteType, lf, lt *layer) {
	s := c.S
	from, to := a.From, a.To
	what := s.removeLevel(sf, from, a.LevelFrom)
	if lf.size[from] == 0 {
		lf.empty.Add(int(from))
	}
	for lv := lt.size[to] - 1; lv >= a.LevelTo; lv-- {
		w := int32(s.WhatAt(st, int(to), int(lv)))
		s.listRemoveLevel(w, to, lv, st)
		s.listAdd(w, to, lv+1, st)
	}
	into := st
	if s.writer(board.Cell) != nil && int(to) < s.writer(board.Cell).n {
		into = board.Cell
	}
	s.insert(into, to, a.LevelTo, what, s.ownerOf(what), a.State, a.Rotation, a.Value)
	lt.empty.Remove(int(to))
	s.listAdd(what, to, a.LevelTo, st)
	if s.ownerOf(what) != 0 {
		s.listRemoveLevel(what, from, a.LevelFrom, sf)
	}
	s.trackMove(what, from, to, 1)
}

func (c *Context) moveWholeStack(a Action, sf, st board.SiteType, lf, lt *layer) {
	s := c.S
	from, to := a.From, a.To
	n := lf.size[from]
	for lv := n - 1; lv >= 0; lv-- {
		w := int32(s.WhatAt(sf, int(from), int(lv)))
		if w != 0 && s.ownerOf(w) != 0 {
			s.listRemoveLevel(w, from, lv, sf)
		}
	}
	for lv := int32(0); lv < n; lv++ {
		i := int(from)*lf.stride + int(lv)
		w, who := lf.what[i], lf.who[i]
		state, rot, value := int32(field(lf.state, i)), int32(field(lf.rot, i)), int32(field(lf.value, i))
		level := lt.size[to]
		if a.LevelTo >= 0 {
			level = a.LevelTo
			s.insert(st, to, level, w, who, a.State, a.Rotation, a.Value)
		} else {
			s.push(st, to, w, who, true, state, rot, value)
		}
		if s.ownerOf(w) != 0 {
			s.listAdd(w, to, level, st)
		}
	}
	base := int(from) * lf.stride
	for _, arr := range [][]int32{lf.what, lf.who, lf.state, lf.rot, lf.value} {
		if arr != nil {
			clear(arr[base : base+int(n)])
		}
	}
	lf.size[from] = 0
	lf.empty.Add(int(from))
	lt.empty.Remove(int(to))
	s.unstacked(sf, from)
}

// Footprint appends the cells that a large piece covers at a site with a local
// state: the root first, then newly visited cells in order; none where it does
// not fit (part 3, §3.5). For an ordinary piece it is the site alone.
func (c *Context) Footprint(component, site, state int, dst []int32) []int32 {
	walks := c.G.Components[component].Walks
	if walks == nil {
		return append(dst, int32(site))
	}
	t := c.G.Topo
	dirs := t.Supported(board.Cell, board.RelOrthogonal)
	if site < 0 || site >= t.Num(board.Cell) || len(dirs) == 0 {
		return dst
	}
	state = max(state, 0)
	start := len(dst)
	dst = append(dst, int32(site))
	d, w := state%len(dirs), state/len(dirs)
	if w >= len(walks) {
		return dst
	}
	at := int32(site)
	for _, step := range walks[w] {
		switch step {
		case 'R':
			d = (d + 1) % len(dirs)
		case 'L':
			d = (d + len(dirs) - 1) % len(dirs)
		default:
			next := t.Steps(board.Cell, at, dirs[d])
			if len(next) == 0 {
				return dst[:start]
			}
			at = next[len(next)-1]
			if !slices.Contains(dst[start:], at) {
				dst = append(dst, at)
			}
		}
	}
	return dst
}

// override changes those numbers of a piece that the action gives.
func (a *Action) override(state, rot, value *int32) {
	if a.State != Off {
		*state = a.State
	}
	if a.Rotation != Off {
		*rot = a.Rotation
	}
	if a.Value != Off {
		*value = a.Value
	}
}
