package game

import (
	"math/bits"
	"slices"
	"strconv"

	"github.com/astragal/astragal/engine/board"
)

// What replay and export need to know about a play beyond the rules.

// PlacedActions returns the actions of the start rules in order; valid until
// legal moves are next computed.
func (c *Context) PlacedActions() []Action { return c.placed }

// VarsWhere tells of every variable of the game, by number, whether ok holds of its name.
func (g *Game) VarsWhere(ok func(name string) bool) []bool {
	out := make([]bool, len(g.varNames))
	for i, name := range g.varNames {
		out[i] = ok(name)
	}
	return out
}

// VarName returns the name of a variable as SetVar actions number it.
func (g *Game) VarName(i int32) string { return g.varNames[i] }

// VarNamed returns the value of the variable with that name, -1 when it was never set.
func (c *Context) VarNamed(name string) int {
	if i := slices.Index(c.G.varNames, name); i >= 0 {
		return int(c.S.Vars[i])
	}
	return Off
}

// RememberedNamed returns the remembered values of a named list, "" for the anonymous one.
func (c *Context) RememberedNamed(name string) []int32 {
	if i := slices.Index(c.G.names, name); i >= 0 {
		return c.S.Remembered[i]
	}
	return nil
}

// SetVars returns the values of the variables set so far by name.
func (c *Context) SetVars() map[string]int {
	vars := map[string]int{}
	for i, name := range c.G.varNames {
		if c.S.VarSet[i] {
			vars[name] = int(c.S.Vars[i])
		}
	}
	return vars
}

// HiddenBits returns what is hidden of a level from a player, one bit for each kind of data from HiddenAll on.
func (s *State) HiddenBits(player int, st board.SiteType, site, level int) int {
	bits := 0
	for d := HiddenAll; d <= HiddenValue; d++ {
		if s.HiddenBit(d, player, st, site, level) {
			bits |= 1 << d
		}
	}
	return bits
}

// Visible describes the position as a player sees it: the data of all sites as
// far as they are not hidden from him. Whose turn it is and how the play came
// here are not part of it (part 10, §4.5). Equal texts mean equal sights.
func (c *Context) Visible(player int) string {
	s, g := c.S, c.G
	var b []byte
	number := func(sep byte, x int) { b = strconv.AppendInt(append(b, sep), int64(x), 10) }
	for st := range s.layers {
		l := &s.layers[st]
		t := board.SiteType(st)
		hidden := -1 // the first of a run of sites that are hidden altogether
		for site := 0; site <= l.n; site++ {
			levels := 1
			if g.Stacks && site < l.n {
				levels = int(l.size[site])
			}
			dark := site < l.n && levels == 1 && s.hiddenBits(l, player, site, 0)&1 != 0
			if dark && hidden < 0 {
				hidden = site
			}
			if !dark && hidden >= 0 {
				number(';', st)
				number('/', hidden)
				number('-', site-1)
				b, hidden = append(b, '?'), -1
			}
			if dark || site == l.n {
				continue
			}
			for lv := range levels {
				h := s.hiddenBits(l, player, site, lv)
				if h&1 != 0 {
					number(';', st)
					number('/', site)
					number('/', lv)
					b = append(b, '?')
					continue
				}
				v := [6]int{s.WhatAt(t, site, lv), s.WhoAt(t, site, lv), s.CountAt(t, site), s.StateAt(t, site, lv),
					s.RotationAt(t, site, lv), s.ValueAt(t, site, lv)}
				if v == [6]int{} && h == 0 {
					continue
				}
				number(';', st)
				number('/', site)
				number('/', lv)
				for i, x := range v {
					if h&(1<<(i+1)) != 0 {
						b = append(b, ' ', '?')
					} else {
						number(' ', x)
					}
				}
			}
		}
	}
	return string(b)
}

// hiddenBits is HiddenBits for a level that there is.
func (s *State) hiddenBits(l *layer, player, site, level int) int {
	if l.hidden == nil || player < 1 || player > s.g.Players || level >= l.stride {
		return 0
	}
	return int(l.hidden[(player*l.n+site)*l.stride+level])
}

// Those who watch a play want to know, cheaply after every move, what the move
// changed. For them the stored sites of all types are numbered in one range of
// slots; the slots of a move are those that its applied actions name.

// Slots is the number of stored sites of all types, those of hands and dice included.
func (s *State) Slots() int {
	n := 0
	for st := range s.layers {
		n += s.layers[st].n
	}
	return n
}

// SlotOf returns the slot of a site as actions name it (NoType is the board's
// default type), -1 when nothing is stored there.
func (s *State) SlotOf(t int8, site int32) int {
	st := s.g.write[s.typed(t, site)]
	if st < 0 || site < 0 {
		return Off
	}
	first := 0
	for i := range st {
		first += s.layers[i].n
	}
	if int(site) >= s.layers[st].n {
		return Off
	}
	return first + int(site)
}

// Elements appends to dst the slots that hold the elements of the board of a
// type, in order; types that are not stored may read those of another type, or none.
func (s *State) Elements(st board.SiteType, dst []int32) []int32 {
	r := s.g.read[st]
	if r < 0 {
		return dst
	}
	first := 0
	for i := range r {
		first += s.layers[i].n
	}
	for i := range min(s.g.Topo.Num(st), s.layers[r].n) {
		dst = append(dst, int32(first+i))
	}
	return dst
}

func (s *State) slot(slot int) (l *layer, st board.SiteType, site int) {
	for i := range s.layers {
		if l = &s.layers[i]; slot < l.n {
			return l, board.SiteType(i), slot
		}
		slot -= l.n
	}
	return nil, 0, 0
}

// SlotHolds returns the component in a slot (of a stack the top one) and the
// number of its pieces: the count, or the height of the stack.
func (s *State) SlotHolds(slot int) (what, pieces int) {
	l, st, site := s.slot(slot)
	switch {
	case l == nil:
		return 0, 0
	case l.size != nil:
		if n := int(l.size[site]); n > 0 {
			return int(l.what[site*l.stride+n-1]), n
		}
		return 0, 0
	case s.g.DeductionPuzzle:
		return s.resolved(st, site), s.CountAt(st, site)
	case l.count != nil:
		return int(l.what[site]), int(l.count[site])
	case l.what[site] != 0 || l.who[site] != 0:
		return int(l.what[site]), 1
	}
	return 0, 0
}

// SlotHash is a hash of everything stored in a slot, 0 when nothing is. The
// hashes of all slots together tell positions apart as PositionHash does.
func (s *State) SlotHash(slot int) uint64 {
	l, _, site := s.slot(slot)
	if l == nil {
		return 0
	}
	if l.size == nil {
		h := l.hash(s.g, site, site, 0)
		if l.playable != nil && l.playable.Has(site) {
			h += 0x8cb92ba72f3d8dd7
		}
		return salted(h, slot)
	}
	if s.g.LargeStack || s.g.Has(Card) {
		return 0
	}
	// The levels are told apart by their number alone: how much room a stack has
	// depends on what was played before and must leave no trace. Latent data
	// above the top take part too (part 3, §15).
	h := uint64(l.size[site])
	for k := range l.stride {
		if x := l.hash(s.g, site*l.stride+k, site, k); x != 0 {
			h += mix64(x + uint64(k)*0xd1342543de82ef95)
		}
	}
	return salted(h, slot)
}

func salted(h uint64, slot int) uint64 {
	if h == 0 {
		return 0
	}
	return mix64(h + uint64(slot)*0x9e3779b97f4a7c15)
}

// hash mixes the data at index i of the arrays, those of a level of a site.
func (l *layer) hash(g *Game, i, site, level int) uint64 {
	x := uint64(uint32(l.what[i])) | uint64(uint32(l.who[i]))<<32
	if l.count != nil {
		x += uint64(uint32(l.count[i])) * 0xd1342543de82ef95
	}
	y := uint64(0)
	if l.state != nil {
		y = uint64(uint32(l.state[i]))
	}
	if l.rot != nil {
		y += uint64(uint32(l.rot[i])) << 24
	}
	if l.value != nil {
		y += uint64(uint32(l.value[i])) << 40
	}
	if l.hidden != nil && l.size == nil {
		for p := 1; p <= g.Players; p++ {
			y = bits.RotateLeft64(y, 11) + uint64(l.hidden[(p*l.n+site)*l.stride+level])
		}
	}
	if x|y == 0 {
		return 0
	}
	return mix64(x + mix64(y*0xaf251af3b0f025b5+1))
}

// RestHash is a hash of what a position has besides its sites (compare PositionHash).
func (s *State) RestHash() uint64 {
	const k = 0xd1342543de82ef95
	h := uint64(uint32(s.Temp))
	for _, v := range s.Order {
		h = h*k + uint64(uint32(v))
	}
	for _, v := range s.TeamOf {
		h = h*k + uint64(uint32(v))
	}
	return mix64(h)
}

// TurnHash is a hash of what a situation has besides its position (compare FullHash).
func (c *Context) TurnHash() uint64 {
	const k = 0xd1342543de82ef95
	s := c.S
	h := uint64(s.Mover&0xff) | uint64(s.Next&0xff)<<8 | uint64(s.Prev&0xff)<<16 | uint64(s.TurnMoves%16)<<24 | uint64(min(s.Passes, MostPasses))<<32
	h = mix64(h) + k*uint64(s.Active) + uint64(s.Triggered)<<32 ^ uint64(s.Stalemated)<<16
	for _, v := range s.Pending {
		h = h*k + uint64(uint32(v)) + 1
	}
	if c.G.Has(HashScores) {
		for _, v := range s.ScoreOf {
			h = h*k + uint64(uint32(v))
		}
	}
	return mix64(h)
}

// ChangesAtRange tells that a move can change more sites than its actions name:
// cells under large pieces, playable cells around, candidates of a puzzle.
func (g *Game) ChangesAtRange() bool {
	return g.Has(LargePiece) || g.Boardless || g.DeductionPuzzle
}

// SlotPiece returns the component at a level of a slot from 0; without stacks
// the level is ignored.
func (s *State) SlotPiece(slot, level int) int {
	l, _, site := s.slot(slot)
	if l == nil {
		return 0
	}
	if l.size == nil {
		return int(l.what[site])
	}
	if level >= int(l.size[site]) {
		return 0
	}
	return int(l.what[site*l.stride+level])
}
