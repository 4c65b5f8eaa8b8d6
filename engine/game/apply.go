package game

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
)

// listKind is the behaviour of the position lists (part 3, §6).
type listKind uint8

const (
	flatLists listKind = iota
	stackLists
	fullLists
)

// typed resolves the site type of an action: its own or the board's default,
// and Cell for numbers beyond the board (part 3, §7, look-ups a and b).
func (s *State) typed(t int8, site int32) board.SiteType {
	st := s.g.DefaultType
	if t != NoType {
		st = board.SiteType(t)
	}
	return s.g.typeAt(st, int(site))
}

// untyped resolves the site type where the site number decides the container
// whatever the type (look-up c).
func (s *State) untyped(t int8, site int32) board.SiteType {
	if s.g.ContainerAt(int(site)) != 0 {
		return board.Cell
	}
	return s.typed(t, site)
}

func (s *State) ok(st board.SiteType, site int32) *layer {
	l := s.writer(st)
	if l == nil || site < 0 || int(site) >= l.n {
		return nil
	}
	return l
}

// Do applies one primitive action to the state (part 3, §7).
func (c *Context) Do(a Action) {
	s := c.S
	switch a.Kind {
	case ActMove:
		c.doMove(a)
	case ActAdd:
		c.doAdd(a)
	case ActRemove:
		c.doRemove(a)
	case ActSelect, ActPass, ActNote, ActNextInstance:
	case ActMoveCount:
		c.doMoveCount(a)
	case ActSetNextPlayer:
		s.Next = int(a.What)
	case ActSetScore:
		if p := a.What; p >= 0 && int(p) < len(s.ScoreOf) {
			if a.Flag {
				s.ScoreOf[p] += a.Value
			} else {
				s.ScoreOf[p] = a.Value
			}
		}
	case ActSetPending:
		v := a.Value
		if v == Off {
			v = 1
		}
		if i, found := slices.BinarySearch(s.Pending, v); !found {
			s.Pending = slices.Insert(s.Pending, i, v)
		}
	case ActSetCounter:
		s.Counter = int(a.Value)
	case ActSetTemp:
		s.Temp = int(a.Value)
	case ActSetPot:
		s.Pot = int(a.Value)
	case ActSetAmount, ActBet:
		if p := a.What; p >= 1 && int(p) <= c.G.Players {
			s.AmountOf[p] = a.Value
		}
	case ActSetVar:
		s.Vars[a.Name], s.VarSet[a.Name] = a.Value, true
	case ActSetValueOfPlayer:
		if p := a.What; p >= 0 && int(p) < len(s.ValueOf) {
			s.ValueOf[p] = a.Value
		}
	case ActRememberValue:
		s.Remembered[a.Name] = append(s.Remembered[a.Name], a.Value)
	case ActForgetValue:
		l := s.Remembered[a.Name]
		if i := slices.Index(l, a.Value); i >= 0 {
			s.Remembered[a.Name] = slices.Delete(l, i, i+1)
		}
	case ActTrigger:
		if a.What >= 0 && a.What < 32 {
			s.Triggered |= 1 << a.What
		}
	case ActAddPlayerToTeam:
		if p := a.What; p >= 1 && int(p) <= c.G.Players {
			s.TeamOf[p] = a.Value
		}
	case ActStoreState:
		s.StoredHash = c.PositionHash()
	case ActSwap:
		i, j := slices.Index(s.Order[1:], a.What), slices.Index(s.Order[1:], a.Value)
		if i >= 0 && j >= 0 {
			s.Order[1+i], s.Order[1+j] = s.Order[1+j], s.Order[1+i]
		}
	case ActSetTrumpSuit:
		s.TrumpSuit = int(a.Value)
	case ActPropose:
		s.Propositions = append(s.Propositions, a.Name)
	case ActVote:
		c.doVote(a.Name)
	case ActForfeit:
		c.loss(int(a.What))
	case ActSetDie:
		c.doSetDie(a)
	case ActUseDie:
		if i := int(a.Value); i >= 0 && i < len(s.DiceValue) {
			s.DiceValue[i] = 0
		}
	case ActSetDiceAllEqual:
		s.DiceEqual = a.Flag
		s.DiceSum = 0
		for _, v := range s.DiceValue {
			s.DiceSum += int(v)
		}
	case ActSetState:
		c.doSetData(a, s.typed(a.TypeTo, a.To))
	case ActSetValue:
		c.doSetData(a, s.untyped(a.TypeTo, a.To))
	case ActSetRotation:
		st := s.untyped(a.TypeTo, a.To)
		if l := s.ok(st, a.To); l != nil && l.rot != nil {
			if l.size == nil {
				l.rot[a.To] = a.Rotation
			} else if n := int(l.size[a.To]); n > 0 {
				l.rot[int(a.To)*l.stride+n-1] = a.Rotation
			}
		}
	case ActSetCost:
		s.setCost(s.typed(a.TypeTo, a.To), a.To, a.Value)
	case ActSetCount:
		c.doSetCount(a)
	case ActSetHidden:
		c.doSetHidden(a)
	case ActPromote:
		c.doPromote(a)
	case ActInsert:
		c.doInsert(a)
	case ActCopy:
		c.doCopy(a)
	case ActStackMove:
		c.doStackMove(a)
	case ActPuzzleSet, ActPuzzleToggle, ActPuzzleReset:
		c.doPuzzle(a)
	}
}

func (c *Context) doVote(vote int32) {
	s := c.S
	s.Votes = append(s.Votes, vote)
	if len(s.Votes) < c.G.Players {
		return
	}
	best, most := int32(Off), 0
	for _, v := range s.Votes {
		n := 0
		for _, w := range s.Votes {
			if w == v {
				n++
			}
		}
		if n > most {
			best, most = v, n
		}
	}
	if most > c.G.Players/2 {
		s.Decision = int(best)
	}
	s.Votes, s.Propositions = s.Votes[:0], s.Propositions[:0]
}

func (c *Context) doSetDie(a Action) {
	if a.State < 0 {
		return
	}
	s := c.S
	l := s.ok(board.Cell, a.To)
	if l == nil {
		return
	}
	if l.size == nil {
		if l.state != nil {
			l.state[a.To] = a.State
		}
	} else if n := int(l.size[a.To]); n > 0 && l.state != nil {
		l.state[int(a.To)*l.stride+n-1] = a.State
	}
	k := s.What(board.Cell, int(a.To))
	if die := c.G.dieAt(int(a.To)); die >= 0 && k > 0 {
		if f := c.G.Components[k].Faces; int(a.State) < len(f) {
			s.DiceValue[die] = int32(f[a.State])
		}
	}
}

// dieAt returns the number of the die that lies on a site of the dice container, or -1.
func (g *Game) dieAt(site int) int {
	if i := g.DiceContainer(); i >= 0 {
		d := site - g.Containers[i].First
		if d >= 0 && d < len(g.Dice) {
			return d
		}
	}
	return Off
}

// setSite writes the data of a site of a game without stacks; -1 leaves a datum alone.
func (s *State) setSite(st board.SiteType, site, who, what, count, state, rot, value int32) {
	l := s.ok(st, site)
	if l == nil {
		return
	}
	if s.g.hashed {
		s.hash ^= l.siteHash(site)
	}
	if s.g.WhatIsWho && s.g.ContainerAt(int(site)) == 0 {
		n := int32(-1)
		if who != Off {
			n = who
		}
		if what != Off {
			n = what
		}
		if n != -1 {
			l.what[site], l.who[site] = n, n
		}
	} else {
		if who != Off {
			l.who[site] = who
		}
		if what != Off {
			l.what[site] = what
		}
	}
	if l.count != nil && count != Off {
		l.count[site] = max(count, 0)
	}
	if l.state != nil && state != Off {
		l.state[site] = state
	}
	if l.rot != nil && rot != Off {
		l.rot[site] = rot
	}
	if l.value != nil && value != Off {
		l.value[site] = value
	}
	was := !l.empty.Has(int(site))
	occupied := l.what[site] != 0 || l.who[site] != 0
	if l.count != nil {
		occupied = l.count[site] != 0
	}
	if occupied {
		l.empty.Remove(int(site))
	} else {
		l.empty.Add(int(site))
	}
	if s.g.hashed {
		s.hash ^= l.siteHash(site)
	}
	if !s.odd {
		what := l.what[site]
		s.odd = occupied != (what != 0) || !s.g.WhatIsWho && l.who[site] != s.ownerOf(what)
	}
	if s.g.Boardless && int(site) < s.g.Topo.Num(st) {
		s.replay(l, st, site, was, occupied, value, what)
	}
}

// replay keeps the playable cells of a boardless game around a written cell (part 3, §5.5).
func (s *State) replay(l *layer, st board.SiteType, site int32, was, occupied bool, value, what int32) {
	near := s.g.Topo.Neighbours(st, board.RelAdjacent, site)
	switch {
	case !was && occupied && value == Off:
		l.playable.Remove(int(site))
		for _, n := range near {
			if l.empty.Has(int(n)) {
				l.playable.Add(int(n))
			}
		}
	case was && (what == 0 || !occupied && value == Off):
		s.recheck(l, st, site)
		for _, n := range near {
			s.recheck(l, st, n)
		}
	}
}

func (s *State) recheck(l *layer, st board.SiteType, site int32) {
	if !l.empty.Has(int(site)) {
		return
	}
	l.playable.Remove(int(site))
	for _, n := range s.g.Topo.Neighbours(st, board.RelAdjacent, site) {
		if !l.empty.Has(int(n)) {
			l.playable.Add(int(site))
			return
		}
	}
}

// clearSite writes zeros to all data of a site without stacks and returns the former component.
func (s *State) clearSite(st board.SiteType, site int32) int32 {
	l := s.ok(st, site)
	if l == nil {
		return 0
	}
	what := l.what[site]
	s.setSite(st, site, 0, 0, 0, 0, 0, 0)
	return what
}

// push puts a piece on top of a stack; with data sets state, rotation and value
// too, else what is latent at that level stays.
func (s *State) push(st board.SiteType, site, what, who int32, data bool, state, rot, value int32) {
	l := s.ok(st, site)
	if l == nil {
		return
	}
	n := l.size[site]
	for int(n) >= l.stride {
		l.grow(s.g)
	}
	i := int(site)*l.stride + int(n)
	l.what[i], l.who[i] = what, who
	if data {
		setField(l.state, i, state)
		setField(l.rot, i, rot)
		setField(l.value, i, value)
	}
	l.size[site] = n + 1
	if s.g.Boardless && int(site) < s.g.Topo.Num(st) {
		l.playable.Remove(int(site))
		for _, m := range s.g.Topo.Neighbours(st, board.RelAdjacent, site) {
			if l.size[m] == 0 {
				l.playable.Add(int(m))
			}
		}
	}
}

func setField(a []int32, i int, v int32) {
	if a != nil {
		a[i] = max(v, 0)
	}
}

// insert puts a piece into a stack at a level ≤ its height.
func (s *State) insert(st board.SiteType, site, level, what, who, state, rot, value int32) {
	l := s.ok(st, site)
	if l == nil {
		return
	}
	n := l.size[site]
	if level > n {
		return
	}
	if n == 0 {
		l.empty.Remove(int(site))
	}
	if level == n {
		if st == board.Vertex {
			// A vertex stack does not store the value given to a top insert.
			v := value
			s.push(st, site, what, who, true, state, rot, 0)
			if l := s.ok(st, site); l.value != nil && v >= 0 && v < l.size[site] {
				l.value[int(site)*l.stride+int(v)] = 0
			}
			return
		}
		s.push(st, site, what, who, true, state, rot, value)
		return
	}
	for int(n) >= l.stride {
		l.grow(s.g)
	}
	base := int(site) * l.stride
	shift := func(a []int32, v int32) {
		if a == nil {
			return
		}
		copy(a[base+int(level)+1:base+int(n)+1], a[base+int(level):base+int(n)])
		a[base+int(level)] = max(v, 0)
	}
	shift(l.what, what)
	shift(l.who, who)
	shift(l.state, state)
	shift(l.rot, rot)
	shift(l.value, value)
	l.size[site] = n + 1
}

// pop removes the top of a stack and zeroes its data.
func (s *State) pop(st board.SiteType, site int32) int32 {
	l := s.ok(st, site)
	if l == nil || l.size[site] == 0 {
		return 0
	}
	n := l.size[site] - 1
	i := int(site)*l.stride + int(n)
	what := l.what[i]
	l.what[i], l.who[i] = 0, 0
	setField(l.state, i, 0)
	setField(l.rot, i, 0)
	setField(l.value, i, 0)
	l.size[site] = n
	s.unstacked(st, site)
	return what
}

// unstacked rechecks the playable cells of a boardless game after a stack lost a piece.
func (s *State) unstacked(st board.SiteType, site int32) {
	if !s.g.Boardless || int(site) >= s.g.Topo.Num(st) {
		return
	}
	l := s.ok(st, site)
	if l.size[site] != 0 {
		return
	}
	check := func(x int32) {
		if l.size[x] != 0 {
			return
		}
		l.playable.Remove(int(x))
		for _, n := range s.g.Topo.Neighbours(st, board.RelAdjacent, x) {
			if l.size[n] != 0 {
				l.playable.Add(int(x))
				return
			}
		}
	}
	check(site)
	for _, n := range s.g.Topo.Neighbours(st, board.RelAdjacent, site) {
		check(n)
	}
}

// removeLevel takes a level out of a stack and returns the component that was
// there; the old top slot keeps its state, rotation and value (part 3, §5.3).
// A level above the top takes the top off all the same, but finds nothing: so
// the levels of a stack removed from the bottom up still empty it.
func (s *State) removeLevel(st board.SiteType, site, level int32) int32 {
	l := s.ok(st, site)
	if l == nil || level < 0 || l.size[site] == 0 {
		return 0
	}
	n := int(l.size[site])
	base := int(site) * l.stride
	var what int32
	if int(level) < n {
		what = l.what[base+int(level)]
		for _, a := range [][]int32{l.what, l.who, l.state, l.rot, l.value} {
			if a != nil {
				copy(a[base+int(level):base+n-1], a[base+int(level)+1:base+n])
			}
		}
	}
	l.what[base+n-1], l.who[base+n-1] = 0, 0
	l.size[site]--
	s.unstacked(st, site)
	return what
}

func (s *State) ownerOf(what int32) int32 {
	return int32(s.g.Components[what].Owner)
}

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
		moved = append(moved, lf.what[i], lf.who[i], int32(field(lf.state, i)), int32(field(lf.rot, i)), int32(field(lf.value, i)))
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
		s.setSite(sf, a.From, who, what, count, int32(s.StateAt(st, int(a.To), -1)), int32(s.RotationAt(st, int(a.To), -1)), int32(s.ValueAt(st, int(a.To), -1)))
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

func (c *Context) doSetData(a Action, st board.SiteType) {
	s := c.S
	l := s.ok(st, a.To)
	if l == nil {
		return
	}
	arr, v := l.state, a.State
	if a.Kind == ActSetValue {
		arr, v = l.value, a.Value
	}
	if arr == nil {
		return
	}
	if l.size == nil {
		if v != Off {
			arr[a.To] = v
		}
		return
	}
	level := l.size[a.To] - 1
	if a.LevelTo >= 0 {
		if a.LevelTo > level {
			return
		}
		level = a.LevelTo
	}
	if level >= 0 && v != Off {
		arr[int(a.To)*l.stride+int(level)] = v
	}
}

func (c *Context) doSetCount(a Action) {
	s := c.S
	st := s.typed(a.TypeTo, a.To)
	l := s.ok(st, a.To)
	if l == nil || l.size != nil {
		return
	}
	if a.What != 0 && s.CountAt(st, int(a.To)) == 0 && a.Count > 0 {
		s.listAdd(a.What, a.To, 0, st)
	}
	if a.Count > 0 {
		s.setSite(st, a.To, Off, a.What, a.Count, Off, Off, Off)
		return
	}
	what := s.clearSite(st, a.To)
	if what != 0 {
		s.listRemove(what, a.To, st)
		s.trackRemove(what, a.To)
	}
}

func (c *Context) doSetHidden(a Action) {
	s := c.S
	st := s.typed(a.TypeTo, a.To)
	l := s.ok(st, a.To)
	if l == nil || l.hidden == nil || a.What < 1 || int(a.What) > c.G.Players {
		return
	}
	level := 0
	if l.size != nil {
		level = int(max(a.LevelTo, 0))
		if level >= int(l.size[a.To]) {
			return
		}
	}
	bit := &l.hidden[(int(a.What)*l.n+int(a.To))*l.stride+level]
	if a.Flag {
		*bit |= 1 << a.Name
	} else {
		*bit &^= 1 << a.Name
	}
}
