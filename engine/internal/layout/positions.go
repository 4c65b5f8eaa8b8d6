package layout

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
)

// Begins reports whether listing or counting the moves of a position may make what they begin with.
func (p *Positions) Begins() bool { return p.Kept.Thrown != nil }

func setComponent(mem []byte, f *ir.Field, site, what int) {
	if f.Elem == ir.U8 {
		mem[f.Addr+site] = byte(what)
		return
	}
	binary.LittleEndian.PutUint16(mem[f.Addr+2*site:], uint16(what))
}

func getComponent(mem []byte, f *ir.Field, site int) int {
	if f.Elem == ir.U8 {
		return int(mem[f.Addr+site])
	}
	return int(binary.LittleEndian.Uint16(mem[f.Addr+2*site:]))
}

// Pieces is the number of the first n sites that are not empty, 0 where the program does not keep it.
func (p *Positions) Pieces(mem []byte, n int) int {
	x := p.Kept.Fields.What
	switch {
	case x.Kind != ir.State:
		return 0
	case x.Elem == ir.U8:
		return n - bytes.Count(mem[x.Addr:x.Addr+n], []byte{0})
	}
	pieces := 0
	for site := range n {
		pieces += int(Boolean(getComponent(mem, x, site) != 0))
	}
	return pieces
}

// datum is a number of a piece by the rules.
func datum(s *game.State, d Datum, st board.SiteType, site, level int) int {
	switch d {
	case State:
		return s.StateAt(st, site, level)
	case Rotation:
		return s.RotationAt(st, site, level)
	}
	return s.ValueAt(st, site, level)
}

// Datum reads a number of the piece at a level of a site; above a stack what lies there
// for a piece that comes without any. Without stacks the level does not matter.
func (p *Positions) Datum(mem []byte, d Datum, site, level int) int {
	if face, ok := p.Kept.Dice.state(mem, site); ok && d == State && level == 0 {
		return face
	}
	field, at := p.Kept.Fields.Data()[d], site
	if s := p.Kept.Fields.Stacks; s != nil {
		field, at = s.Data[d], site*p.Kept.Fields.Height+level
	}
	if field == nil {
		return 0
	}
	return int(int32(binary.LittleEndian.Uint32(mem[field.Addr+4*at:])))
}

// MaxPlayers bounds the number of players: the rules are lowered for each.
const MaxPlayers = 16

// EachHidden calls f for each kind and player of which something is kept, and each site.
func (p *Positions) EachHidden(mem []byte, f func(kind, player, site int, hidden bool)) {
	h := p.Kept.Fields.Hidden
	if h == nil {
		return
	}
	for i, kind := range h.Kinds {
		for q := 1; q <= p.G.Players; q++ {
			for site := range p.Kept.Fields.Sites {
				at := h.Sets.Addr + 8*((i*(p.G.Players+1)+q)*p.Words+site>>6)
				f(kind, q, site, mem[at+site&63>>3]>>(site&7)&1 != 0)
			}
		}
	}
}

// Listed reads the position list of a component, sorted.
func (p *Positions) listed(mem []byte, comp int) (list [][2]int) {
	f := &p.Kept.Fields
	for site := range f.Sites {
		for range ReadInt(mem, f.Listings.Times, comp*f.Sites+site) {
			list = append(list, [2]int{site, 0})
		}
	}
	return list
}

// Places reads the position list of a component as far as it is kept: the sites and
// levels of its entries, in order where that is kept, else sorted. It is nil where there are no lists.
func (p *Positions) Places(mem []byte, comp int) (list [][2]int) {
	s := p.Kept.Fields.Lists
	if p.Kept.Fields.Listings != nil {
		return p.listed(mem, comp)
	} else if s == nil {
		return nil
	}
	for i := range int(binary.LittleEndian.Uint32(mem[s.Listed.Addr+4*comp:])) {
		x := int(binary.LittleEndian.Uint32(mem[s.Places.Addr+4*(comp*s.Room+i):]))
		list = append(list, [2]int{x / p.Kept.Fields.Height, x % p.Kept.Fields.Height})
	}
	if !p.ListsInOrder() {
		slices.SortFunc(list, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	}
	return list
}

// ListsInOrder reports whether the order of the position lists is kept: some clause goes by it.
func (p *Positions) ListsInOrder() bool {
	return p.Kept.Fields.Lists != nil && p.Kept.Fields.Lists.Read
}

// NewPositions are those of a program of a game that keeps this of them.
func NewPositions(p *ir.Program, g *game.Game, k *Layout) *Positions {
	return &Positions{Program: p, G: g, Kept: k}
}

// Positions are the positions of a program, as ranges of bytes: how they stand for those of package game.
type Positions struct {
	*ir.Program
	G    *game.Game
	Kept *Layout

	addr struct { // in memory, of what is asked for at every turn
		rng, fault, rank int
		vars             [NumVars]int
	}
}

// Locate notes where in memory lies what is asked for at every turn, once the program is laid out.
func (p *Positions) Locate() {
	f := &p.Kept.Fields
	p.addr.rng, p.addr.fault, p.addr.rank = f.Rng.Addr, p.Kept.Candidates.Fault.Addr, f.Rank.Addr
	for v, x := range f.Vars {
		p.addr.vars[v] = x.Addr
	}
}

// Var reads a number of the position.
func (p *Positions) Var(mem []byte, v Var) int {
	return int(int32(binary.LittleEndian.Uint32(mem[p.addr.vars[v]:])))
}

// SetVar changes a number of the position.
func (p *Positions) SetVar(mem []byte, v Var, x int) { WriteInt(mem, p.Kept.Fields.Vars[v], 0, x) }

// What reads the component on a site, 0 where the program does not keep it.
func (p *Positions) What(mem []byte, site int) int {
	if p.Kept.Fields.What.Kind != ir.State {
		return 0
	}
	return getComponent(mem, p.Kept.Fields.What, site)
}

// Score reads the score of a player.
func (p *Positions) Score(mem []byte, q int) int {
	return ReadInt(mem, p.Kept.Fields.Score, q)
}

// Faulty reports whether there was no room for candidates or numbers, and forgets it.
func (p *Positions) Faulty(mem []byte) bool {
	at := p.addr.fault
	full := mem[at] != 0
	if full { // code would wait for what has been written here when it reads the whole number
		mem[at] = 0
	}
	return full
}

// Spent is what the loops of the last move have taken of its budget, in rounds.
func (p *Positions) Spent(mem []byte) int { return transform.Budget - ReadInt(mem, p.Kept.Fuel, 0) }

// Seed sets the state of the generator of draws.
func (p *Positions) Seed(mem []byte, state uint64) {
	binary.LittleEndian.PutUint64(mem[p.addr.rng:], state)
}

// Count reads the number of pieces on a site.
func (p *Positions) Count(mem []byte, site int) int {
	f := &p.Kept.Fields
	switch {
	case f.Stacks != nil:
		return int(Boolean(p.G.Components[p.What(mem, site)].Owner != 0))
	case p.Kept.Puzzle != nil:
		return 0 // values are no pieces
	case f.Count == nil:
		return int(Boolean(p.What(mem, site) != 0))
	}
	return int(int32(binary.LittleEndian.Uint32(mem[f.Count.Addr+4*site:])))
}

// ReadInt reads element i of a field of numbers of 32 bits.
func ReadInt(mem []byte, f *ir.Field, i int) int {
	return int(int32(binary.LittleEndian.Uint32(mem[f.Addr+4*i:])))
}

// WriteInt writes it.
func WriteInt(mem []byte, f *ir.Field, i, v int) {
	binary.LittleEndian.PutUint32(mem[f.Addr+4*i:], uint32(int32(v)))
}

// Boolean is 1 for true.
func Boolean(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

// Sites is the number of sites of all containers.
func (p *Positions) Sites() int { return p.Kept.Fields.Sites }

// Drawn is the state of the generator of draws.
func (p *Positions) Drawn(mem []byte) uint64 {
	return binary.LittleEndian.Uint64(mem[p.addr.rng:])
}

// Rank reads the rank of a player, 0 for none yet.
func (p *Positions) Rank(mem []byte, q int) float64 {
	return float64(int32(binary.LittleEndian.Uint32(mem[p.addr.rank+4*q:]))) / RankUnit
}

// On reads the component, the number of pieces and the local state of a site of a type
// other than the default one of the board.
func (p *Positions) On(mem []byte, st board.SiteType, site int) (what, count, state int) {
	l := p.Kept.Fields.Layers[st]
	if l == nil || site >= l.N {
		return 0, 0, 0
	}
	number := func(f *ir.Field) int { return int(int32(binary.LittleEndian.Uint32(mem[f.Addr+4*site:]))) }
	what = getComponent(mem, l.What, site)
	count = int(Boolean(what != 0 && p.Kept.Puzzle == nil)) // values are no pieces
	if l.Count != nil {
		count = number(l.Count)
	}
	if l.State != nil {
		state = number(l.State)
	}
	return what, count, state
}

// Possible are the values that are possible for a variable of a puzzle, as bits; ok is false in other games.
func (p *Positions) Possible(mem []byte, v int) (values uint64, ok bool) {
	if p.Kept.Puzzle == nil {
		return 0, false
	}
	return binary.LittleEndian.Uint64(mem[p.Kept.Puzzle.May.Addr+8*v:]), true
}

// Ranks are kept as four times what they are, for they may be quarters.
const RankUnit = 4

// WhatOn reads the component at a level of a site, 0 above its stack.
func (p *Positions) WhatOn(mem []byte, site, level int) int {
	if s := p.Kept.Fields.Stacks; s != nil {
		return int(mem[s.Level.Addr+site*p.Kept.Fields.Height+level])
	}
	if p.Kept.Puzzle != nil {
		return 0 // values are no pieces
	}
	return p.What(mem, site)
}
