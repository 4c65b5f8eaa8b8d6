package layout

import (
	"encoding/binary"
	"math/bits"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
)

// The words of a record.
const (
	RecordLegal    = iota // legal moves before the move, 32 bits, and whose turn it was
	RecordActs            // actions of the move, 32 bits, and whether it is nobody's
	RecordDecision        // the first action that is a decision, 0 for none
	RecordPosition        // hash of the position after the move
	RecordSituation
	RecordScores // largest difference of scores
	RecordWords
)

// Recorded is the number of plies of which there is an account at most.
const Recorded = 64

// Accounted are the types of sites that are compared, with their number of sites; none with Counts.
func (p *Positions) Accounted() (types []board.SiteType, sites []int) {
	for _, t := range p.Kept.Watch.Accounting.Kept {
		types, sites = append(types, t.St), append(sites, t.What.Len)
	}
	return types, sites
}

// MaxActs is the number of actions of a move that are logged; those beyond are counted.
const MaxActs = 1 << 10

// The bits of a logged action.
const (
	KindBits    = 8
	DecisionBit = 8
	FlagBit     = 9
	FromTypeBit = 10
	ToTypeBit   = 12
	LaterBit    = 14 // it is one of the consequents
	WhatBit     = 16
	FromBit     = 32
	ToBit       = 48
)

// AppendActs appends the actions logged since the last move or "try" began, or those of the move that "after" has
// made, and reports whether these are all there were.
func (p *Positions) AppendActs(mem []byte, after bool, dst []game.Action) ([]game.Action, bool) {
	w := p.Kept.ActLog
	n := ReadInt(mem, w.Count, 0)
	if after {
		n = ReadInt(mem, w.Moved, 0)
	}
	for i := range min(n, MaxActs) {
		x := binary.LittleEndian.Uint64(mem[w.Log.Addr+8*i:])
		dst = append(dst, game.Action{})
		a := &dst[len(dst)-1] // written in its place: to copy it would wait for all its parts
		a.Kind, a.Decision, a.Flag = game.Kind(x&(1<<KindBits-1)), x>>DecisionBit&1 != 0, x>>FlagBit&1 != 0
		a.From, a.To, a.What = int32(int16(x>>FromBit)), int32(int16(x>>ToBit)), int32(int16(x>>WhatBit))
		a.TypeFrom = int8(p.G.TypeAt(board.SiteType(x>>FromTypeBit&3), int(a.From)))
		a.TypeTo = int8(p.G.TypeAt(board.SiteType(x>>ToTypeBit&3), int(a.To)))
	}
	return dst, n <= MaxActs
}

// The lanes of 16 bits in which numbers are noted: occupied sites of the default type, pieces as elements of all
// types count them, and the pieces of each player.
const (
	LaneOccupied = iota
	LanePieces
	LanePlayers // from player 1 on
	LaneBits    = 16
	LanesOfWord = 64 / LaneBits
)

// Counts reports whether sets tell the numbers of positions.
func (p *Positions) Counts() bool { return p.Kept.Watch.Counts != nil }

// CountPieces adds up the pieces of each player in a memory, from 1 on.
func (p *Positions) CountPieces(mem []byte, pieces []int32) {
	if p.Kept.Watch.Counts == nil {
		a := p.Kept.Watch.Accounting
		for n := range a.Kept {
			t := &a.Kept[n]
			switch {
			case t.What.Kind != ir.State: // nothing is ever put there
			case a.Plain:
				for _, what := range mem[t.What.Addr : t.What.Addr+len(t.Stands)] {
					pieces[a.Seat[what]]++
				}
			default:
				for site := range t.Stands {
					p.addPieces(mem, n, site, 1, pieces)
				}
			}
		}
		return
	}
	at := p.Kept.Fields.At.Addr + 8*p.Words
	for i := range p.G.Components[1:] {
		n := 0
		for range p.Words {
			n += bits.OnesCount64(binary.LittleEndian.Uint64(mem[at:]))
			at += 8
		}
		if o := p.G.Components[i+1].Owner; o >= 1 && o <= p.G.Players {
			pieces[o] += int32(n)
		}
	}
}

// Covered are the sites that have held a piece since the play began, as words of a set, or one for each of Accounted.
func (p *Positions) Covered(mem []byte, dst []uint64) []uint64 {
	covered := p.Kept.Watch.Accounting.Covered
	at := covered.Addr
	for i := range covered.Len {
		dst = append(dst, binary.LittleEndian.Uint64(mem[at+8*i:]))
	}
	return dst
}

// Ending appends how the last move decided the play, see game.Context.Ending.
func (p *Positions) Ending(mem []byte, dst []int32) (ending []int32, decided bool) {
	w := p.Kept.Watch
	for i := range ReadInt(mem, w.Count, 0) {
		dst = append(dst, int32(ReadInt(mem, w.List, i)))
	}
	return dst, ReadInt(mem, w.Decided, 0) == 1
}

// Spots is the number of positions that are kept.
const Spots = 2

// KeepsSpots reports whether code keeps spots: Due says which, "look" goes back to one, and Spot is where it is.
func (p *Positions) KeepsSpots() bool { return p.Kept.Watch.SpotLog != nil }

// Due tells which positions of the account to come are spots: bit i the one before its ply i.
func (p *Positions) Due(mem []byte, due *[Spots]uint64) {
	at, all := p.Kept.Watch.SpotLog.Due.Addr, uint64(0)
	for i, x := range due {
		binary.LittleEndian.PutUint64(mem[at+8*i:], x)
		all |= x
	}
	binary.LittleEndian.PutUint64(mem[at+8*Spots:], all)
}

// Spot is what has been kept of a spot: the memory from Lo on, and the state of the generator of draws.
func (p *Positions) Spot(mem []byte, i int) (state []byte, drawn uint64) {
	s := p.Kept.Watch.SpotLog
	at := s.Kept[i].Addr
	return mem[at : at+p.Mid-p.Lo], binary.LittleEndian.Uint64(mem[s.Drawn.Addr+8*i:])
}

// The parts of kept.stands: elements of the default type, of all types, and the owner of a hand.
const (
	StandsDefault = iota * 4
	StandsAll
	StandsHand
	StandsBits = 15
)

// The numbers that are kept: the pieces by player, those of nobody being number 0, and after those of all players
// what follows.
const (
	NumberOccupied = iota + 1
	NumberPieces
	NumNumbers
)

// Tell notes what stands in the position from which plays begin, before Open is called for the first one.
func (p *Positions) Tell(mem []byte) {
	a := p.Kept.Watch.Accounting
	if a.Numbers == nil {
		return
	}
	clear(mem[a.Open.Addr : a.Open.Addr+8*a.Open.Len])
	number := make([]int32, a.Begun.Len)
	p.CountPieces(mem, number)
	for n, t := range a.Kept {
		if t.What.Kind != ir.State {
			continue // nothing is ever put there
		}
		for site, stands := range t.Stands {
			what, count := p.standing(mem, n, site)
			if what == 0 {
				continue
			}
			at := a.Open.Addr + 8*(n*p.Words+site>>6)
			binary.LittleEndian.PutUint64(mem[at:], binary.LittleEndian.Uint64(mem[at:])|1<<(site&63))
			number[p.G.Players+NumberOccupied] += int32(stands >> StandsDefault & StandsBits)
			number[p.G.Players+NumberPieces] += int32(stands>>StandsAll&StandsBits) * int32(count)
		}
	}
	for i, v := range number {
		WriteInt(mem, a.Begun, i, int(v))
	}
}

// standing is what stands on a site, of a stack its height, and how many pieces.
func (p *Positions) standing(mem []byte, set, site int) (what, count int) {
	t := &p.Kept.Watch.Accounting.Kept[set]
	what = getComponent(mem, t.What, site)
	switch {
	case what == 0:
		return 0, 0
	case p.Kept.Puzzle != nil: // values are no pieces
		return what, 0
	case p.Kept.Fields.Stacks != nil:
		return what, what
	case t.Count != nil && t.Count.Kind == ir.State:
		return what, ReadInt(mem, t.Count, site)
	}
	return what, 1
}

// addPieces adds those of each player on a site, so many times.
func (p *Positions) addPieces(mem []byte, set, site int, times int32, pieces []int32) {
	a := p.Kept.Watch.Accounting
	switch what, count := p.standing(mem, set, site); {
	case count == 0:
	case p.Kept.Fields.Stacks != nil:
		for level := range count {
			pieces[a.Seat[p.WhatOn(mem, site, level)]] += times
		}
	case a.Seat[what] > 0:
		pieces[a.Seat[what]] += times
	default: // neutral pieces are those of the player in whose hand they are
		pieces[a.Kept[set].Stands[site]>>StandsHand] += times * int32(count)
	}
}

// ChangePieces changes the pieces of each player from those of a spot to those of the position that a move has led to
// from there, the first since "after" began. False if it is not known what the move has changed, or if that takes
// no less than counting all pieces.
func (p *Positions) ChangePieces(mem []byte, spot int, pieces []int32) bool {
	a, s := p.Kept.Watch.Accounting, p.Kept.Watch.SpotLog
	if a.Counts != nil || s == nil || p.Kept.Fields.Stacks != nil && p.Kept.Fields.Stacks.Level.Kind != ir.State {
		return false
	}
	touched, sites := 0, 0
	for n := range a.Kept {
		sites += len(a.Kept[n].Stands)
		for w := range p.Words {
			touched += bits.OnesCount64(binary.LittleEndian.Uint64(mem[a.Touched.Addr+8*(n*p.Words+w):]))
		}
	}
	if 4*touched > sites {
		return false
	}
	before := mem[s.Kept[spot].Addr-p.Lo:] // in which fields of the position lie where they do in memory
	for n := range a.Kept {
		if a.Kept[n].What.Kind != ir.State {
			continue
		}
		for w := range p.Words {
			set := binary.LittleEndian.Uint64(mem[a.Touched.Addr+8*(n*p.Words+w):])
			for ; set != 0; set &= set - 1 {
				site := w<<6 + bits.TrailingZeros64(set)
				p.addPieces(before, n, site, -1, pieces)
				p.addPieces(mem, n, site, 1, pieces)
			}
		}
	}
	return true
}

// Open takes over the position after the start rules, before "opened".
func (p *Positions) Open(mem []byte) {
	a, start := p.Kept.Watch.Accounting, p.Kept.Fields.Start.Addr-p.Lo
	for i := range a.Kept {
		for j, x := range a.Kept[i].Fields {
			n := x.Len * x.Elem.Size()
			from := x.Addr
			if x.Kind == ir.State { // what nothing stores to is none
				from += start
			}
			was := a.Kept[i].Was[j].Addr
			copy(mem[was:was+n], mem[from:from+n])
		}
	}
	if x := a.Numbers; x != nil {
		copy(mem[x.Addr:x.Addr+4*x.Len], mem[a.Begun.Addr:])
		copy(mem[a.Covered.Addr:a.Covered.Addr+8*a.Covered.Len], mem[a.Open.Addr:])
	}
}

// Columns are the account of up to Recorded plies, by ply: what is told of many plies is gone through
// number by number.
type Columns struct {
	Legal, Mover [Recorded]int32 // legal moves before the ply, and whose turn it was
	By           [Recorded]int32 // whom the move is recorded as the move of: 0 is nobody
	Acts         [Recorded]int32 // actions of the move
	Position     [Recorded]uint64
	Situation    [Recorded]uint64
	Scores       [Recorded]int32 // largest difference of scores
	Decision     [Recorded]Decision
	Counted
}

// Counted are the numbers of positions: occupied sites of the default type, pieces as elements of all types count
// them, and the pieces of each player, from 1 on.
type Counted struct {
	Occupied, Pieces [Recorded]int32
	Players          [MaxPlayers + 1][Recorded]int32
}

// Account is where in memory the account of plies is.
type Account struct {
	record  int
	words   int // of a record
	players int
}

// Account finds the account.
func (p *Positions) Account() Account {
	x := p.Kept.Watch.Accounting
	return Account{x.Record.Addr, x.Words, p.G.Players}
}

// Read reads the account of so many plies.
func (a *Account) Read(mem []byte, n int, c *Columns) {
	const numbers = 8 * RecordWords
	size := 8 * a.words
	rest := mem[a.record : a.record+n*size]
	for i := range min(n, Recorded) {
		m := rest[:numbers+8]
		rest = rest[size:]
		legal := binary.LittleEndian.Uint64(m[8*RecordLegal:])
		c.Legal[i], c.Mover[i] = max(int32(legal), 1), int32(legal>>32)
		acts := binary.LittleEndian.Uint64(m[8*RecordActs:])
		c.Acts[i] = int32(acts)
		if c.By[i] = c.Mover[i]; acts>>32 != 0 {
			c.By[i] = 0
		}
		c.Decision[i] = Decision(binary.LittleEndian.Uint64(m[8*RecordDecision:]))
		c.Position[i] = binary.LittleEndian.Uint64(m[8*RecordPosition:])
		c.Situation[i] = binary.LittleEndian.Uint64(m[8*RecordSituation:])
		c.Scores[i] = int32(binary.LittleEndian.Uint64(m[8*RecordScores:]))
		w := binary.LittleEndian.Uint64(m[numbers:])
		c.Occupied[i], c.Pieces[i] = int32(uint16(w)), int32(uint16(w>>LaneBits))
		c.Players[1][i], c.Players[2][i] = int32(uint16(w>>(2*LaneBits))), int32(w>>(3*LaneBits))
	}
	for p := 3; p <= a.players; p++ {
		at := a.record + numbers + 2*(LanePlayers+p-1)
		for i := range min(n, Recorded) {
			c.Players[p][i] = int32(binary.LittleEndian.Uint16(mem[at+i*size:]))
		}
	}
}

// Decision is the decision of a move as an action that was logged, 0 for none.
type Decision uint64

// Goes reports whether the decision went from a site to another one.
func (x Decision) Goes() bool {
	from, to := int16(x>>FromBit), int16(x>>ToBit)
	return x != 0 && from != to && from >= 0 && to >= 0
}

// Ends is where the decision went, as its trial entry tells it.
func (x Decision) Ends() (fromType, toType int8, from, to int32) {
	if x == 0 {
		return game.NoType, game.NoType, game.Off, game.Off
	}
	from, to = int32(int16(x>>FromBit)), int32(int16(x>>ToBit))
	fromType, toType = int8(x>>FromTypeBit&3), int8(x>>ToTypeBit&3)
	if to < 0 && game.Kind(x&(1<<KindBits-1)) == game.ActSelect {
		to = from
	}
	return fromType, toType, from, to
}
