package layout

import (
	"encoding/binary"
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
)

func (p *Positions) loadPlayable(mem []byte, s *game.State) {
	f := p.Kept.Fields.Playable
	if f == nil {
		return
	}
	for site := range p.Kept.Fields.Sites {
		at := f.Addr + site/8
		mem[at] &^= 1 << (site % 8)
		if site < p.Kept.Fields.Board && s.Playable(site) {
			mem[at] |= 1 << (site % 8)
		}
	}
}

// load writes the dice of a position into memory.
func (d *Dice) load(mem []byte, c *game.Context) {
	for i, v := range c.S.DiceValue {
		WriteInt(mem, d.Value, i, int(v))
		WriteInt(mem, d.Face, i, c.S.StateAt(2, d.First+i, -1))
	}
	WriteInt(mem, d.Sum, 0, c.S.DiceSum)
	WriteInt(mem, d.Equal, 0, int(Boolean(c.S.DiceEqual)))
}

// loadListings writes the position lists by the rules into memory.
func (p *Positions) loadListings(mem []byte, s *game.State) {
	f := &p.Kept.Fields
	times, sites := f.Listings.Times, f.Listings.Sites
	clear(mem[times.Addr : times.Addr+4*times.Len])
	clear(mem[sites.Addr : sites.Addr+8*p.Words*f.Comps])
	for c := range f.Comps {
		for _, x := range s.Places(c) {
			at := c*f.Sites + int(x.Site)
			WriteInt(mem, times, at, ReadInt(mem, times, at)+1)
			mem[sites.Addr+8*p.Words*c+int(x.Site)>>3] |= 1 << (x.Site & 7)
		}
	}
}

// loadPlay writes what a position has of the play that led to it: the result so far,
// the sites of the last move, what is pending, and the runs of moves that the end when
// all have passed looks at.
func (p *Positions) loadPlay(mem []byte, c *game.Context) {
	f, s, t := &p.Kept.Fields, c.S, &c.T
	put := func(v Var, x int) { WriteInt(mem, f.Vars[v], 0, x) }
	put(Over, int(Boolean(s.Over)))
	put(Limited, int(Boolean(s.End == game.TurnLimitEnd || s.End == game.MoveLimitEnd)))
	for q := 1; q <= p.G.Players; q++ {
		WriteInt(mem, f.Rank, q, int(s.Ranking[q]*RankUnit))
	}
	from, to, level, actFrom, actTo := -1, -1, -1, -1, -1
	if last := t.Last(); last != nil {
		from, to, level = int(last.From), int(last.To), int(last.LevelTo)
		if p.Kept.TellsActs {
			actFrom, actTo = int(last.AfterFrom), int(last.AfterTo)
		}
	}
	if r := p.Kept.Repetition; r != nil && r.Passes != nil {
		WriteInt(mem, r.Passes, 0, s.Passes)
	}
	p.loadLastTypes(mem, t.Last())
	p.loadBetween(mem, t.Last())
	put(LastFrom, from)
	put(LastTo, to)
	if p.Kept.TellsArrival {
		put(LastLevel, level)
	}
	put(AfterFrom, actFrom)
	put(AfterTo, actTo)
	put(ActFrom, actFrom)
	put(ActTo, actTo)
	p.loadSet(mem, p.Kept.PendingSites, s.Pending)
	p.loadChosen(mem)
	if x, last := p.Kept.LastSites, t.Last(); x != nil && last != nil {
		p.loadSet(mem, x.To, last.Tos)
		p.loadSet(mem, x.From, last.Froms)
	}
	for _, m := range p.Kept.Memories {
		if len(s.Remembered[m.Name]) > p.Kept.MostRemembered() {
			mem[p.Kept.Candidates.Fault.Addr] = 1
		}
	}
	r := p.runsOf(t)
	put(RunLength, r.length)
	put(RunPass, int(Boolean(r.pass)))
	put(Runs, r.number)
	put(Chain, r.chain)
	if last := t.Last(); p.Kept.NobodysMoves != nil && last != nil {
		mem[p.Kept.NobodysMoves.Addr] = NobodysLast * Boolean(last.Mover == 0)
	}
}

// value makes an element of a field by site a number.
func (p *Positions) value(mem []byte, f *ir.Field, site, x int) {
	WriteInt(mem, f, site, x)
	for _, v := range p.Kept.Fields.Valued {
		if v.Of != f {
			continue
		}
		p.valued(mem, v, site, x)
	}
}

// valued has the sets by number say what an element of the field is.
func (p *Positions) valued(mem []byte, v *ir.Valued, i, x int) {
	for set := range v.Sets() {
		p.include(mem, v.In, set, i, v.Has(set, int64(x)))
	}
}

// include puts a site into a set, or takes it out.
func (p *Positions) include(mem []byte, f *ir.Field, set, site int, in bool) {
	at := mem[f.Addr+8*(set*p.Words+site>>6):]
	w := binary.LittleEndian.Uint64(at) &^ (1 << (site & 63))
	if in {
		w |= 1 << (site & 63)
	}
	binary.LittleEndian.PutUint64(at, w)
}

// loadSet writes a set of sites, if the program has it.
func (p *Positions) loadSet(mem []byte, f *ir.Field, sites []int32) {
	if f == nil {
		return
	}
	at := mem[f.Addr : f.Addr+8*p.Words]
	clear(at)
	for _, site := range sites {
		if 0 <= site && int(site) < p.Kept.Fields.Sites {
			at[site>>3] |= 1 << (site & 7)
		}
	}
}

func (p *Positions) loadTracks(mem []byte, s *game.State) {
	for _, t := range p.Kept.Fields.Tracks {
		for c := range p.Kept.Fields.Comps {
			for i := range t.N {
				v := uint16(int16(s.OnTrack(t.Track, c, i)))
				at := t.Number.Addr + 2*(c*t.N+i)
				mem[at], mem[at+1] = byte(v), byte(v>>8)
			}
		}
	}
}

// loadPlaces writes the position lists by the rules into memory.
func (p *Positions) loadPlaces(mem []byte, s *game.State) {
	if p.Kept.Fields.Listings != nil {
		p.loadListings(mem, s)
		return
	}
	f := p.Kept.Fields.Lists
	for c := range p.Kept.Fields.Comps {
		list := s.Places(c)
		if len(list) > f.Room {
			p.setFault(mem)
			list = list[:f.Room]
		}
		WriteInt(mem, f.Listed, c, len(list))
		for i, x := range list {
			WriteInt(mem, f.Places, c*f.Room+i, int(x.Site)*p.Kept.Fields.Height+int(x.Level))
		}
	}
}

// Load writes the position of a context into memory, all of it: play goes on from it as
// it does by the rules. One that has no room is faulty, and so is one of a play that has begun where positions
// must not come back: see LoadAfter.
func (p *Positions) Load(mem []byte, c *game.Context) {
	p.load(mem, c)
	p.loadHistory(mem, c)
}

// load is Load but for the positions that must not come back.
func (p *Positions) load(mem []byte, c *game.Context) {
	f, s := &p.Kept.Fields, c.S
	clear(mem[p.Lo:p.Hi])
	include := func(field *ir.Field, set, site int, in bool) { p.include(mem, field, set, site, in) }
	for site := range f.Sites {
		st := p.G.TypeAt(p.G.DefaultType, site)
		what, count := s.What(st, site), s.CountAt(st, site)
		setComponent(mem, f.What, site, what)
		if what != 0 && p.Kept.Puzzle == nil {
			include(f.At, what, site, true)
			if f.Owned != nil {
				include(f.Owned, p.G.Components[what].Owner, site, true)
			}
		}
		include(f.Empty, 0, site, s.IsEmpty(st, site))
		if x := p.Kept.Ownerless; x != nil {
			include(x, 0, site, what != 0 && s.Who(st, site) == 0 && p.G.Components[what].Owner != 0)
		}
		if p.Kept.PendingSites != nil {
			include(p.Kept.PendingSites, 0, site, slices.Contains(s.Pending, int32(site)))
		}
		if f.Count != nil {
			WriteInt(mem, f.Count, site, count)
			if what != 0 && count == 0 { // such a piece moves like others, and is none to most that ask
				p.setFault(mem)
			}
		}
		if f.Stacks != nil {
			p.loadStack(mem, s, st, site)
			continue
		}
		for d, field := range f.Data() {
			// What dice show is kept beside the board.
			if _, die := p.Kept.Dice.state(mem, site); field != nil && !(die && Datum(d) == State) {
				WriteInt(mem, field, site, datum(s, Datum(d), st, site, -1))
			}
		}
	}
	for _, v := range f.Valued {
		for site := range v.Of.Len {
			x := int(mem[v.Of.Addr+site])
			if v.Of.Elem == ir.Int {
				x = ReadInt(mem, v.Of, site)
			}
			p.valued(mem, v, site, x)
		}
	}
	if f.Lists != nil || f.Listings != nil {
		p.loadPlaces(mem, s)
	}
	if p.Kept.Puzzle != nil {
		p.loadPuzzle(mem, s)
	}
	p.loadTracks(mem, s)
	p.loadPlayable(mem, s)
	p.Kept.Bag.load(mem, s)
	if h := f.Hidden; h != nil {
		p.EachHidden(mem, func(kind, player, site int, _ bool) {
			st := p.G.TypeAt(p.G.DefaultType, site)
			include(h.Sets, slices.Index(h.Kinds, kind)*(p.G.Players+1)+player, site, s.HiddenBit(kind, player, st, site, 0))
		})
	}
	if f.Opening != nil {
		clear(mem[f.Opening.Addr : f.Opening.Addr+8*f.Opening.Len])
		for site, what := range c.T.Opening {
			include(f.Opening, int(what), site, what != 0)
		}
	}
	for t, x := range f.Costs {
		for site := 0; x != nil && site < x.Len; site++ {
			WriteInt(mem, x, site, c.CostAt(board.SiteType(t), site))
		}
	}
	for t, l := range f.Layers {
		st := board.SiteType(t)
		if l == nil {
			if st != p.G.DefaultType && p.G.TypesKept() > 1 {
				for site := range p.G.Topo.Num(st) {
					if s.What(st, site) != 0 {
						p.setFault(mem)
					}
				}
			}
			continue
		}
		for site := range l.N {
			what := s.What(st, site)
			setComponent(mem, l.What, site, what)
			if what != 0 && p.Kept.Puzzle == nil {
				include(l.At, what, site, true)
			}
			include(l.Empty, 0, site, s.IsEmpty(st, site))
			if l.Count != nil {
				WriteInt(mem, l.Count, site, s.CountAt(st, site))
			}
			if l.State != nil {
				WriteInt(mem, l.State, site, s.StateAt(st, site, -1))
			}
		}
	}
	for i := range p.G.VarNames() {
		WriteInt(mem, f.Named, i, int(s.Vars[i]))
	}
	WriteInt(mem, f.Score, 0, int(s.ScoreOf[0])) // nobody has a score, too, and like the shared player a value
	for _, q := range [...]int{0, p.G.Shared()} {
		WriteInt(mem, f.Value, q, int(s.ValueOf[q]))
	}
	for q := 1; q <= p.G.Players; q++ {
		WriteInt(mem, f.Score, q, int(s.ScoreOf[q]))
		WriteInt(mem, f.Phase, q, int(s.PhaseOf[q]))
		WriteInt(mem, f.Amount, q, int(s.AmountOf[q]))
		WriteInt(mem, f.Value, q, int(s.ValueOf[q]))
		if f.Payoff != nil {
			binary.LittleEndian.PutUint64(mem[f.Payoff.Addr+8*q:], payoffBits(s.PayoffOf[q]))
		}
		if f.Team != nil {
			WriteInt(mem, f.Team, q, int(s.TeamOf[q]))
		}
	}
	for _, m := range p.Kept.Memories {
		list := s.Remembered[m.Name]
		WriteInt(mem, m.Length, 0, min(len(list), p.Kept.MostRemembered()))
		clear(mem[m.Known.Addr : m.Known.Addr+8*p.Words])
		for i, v := range list[:min(len(list), p.Kept.MostRemembered())] {
			WriteInt(mem, m.Values, i, int(v))
			if int(v) >= 0 && int(v) < 64*p.Words {
				include(m.Known, 0, int(v), true)
			}
		}
	}
	if x := p.Kept.Cycle; x != nil {
		n := p.Kept.CycleLength()
		WriteInt(mem, x.Count, 0, len(c.T.GameHashes))
		for i := max(len(c.T.GameHashes)-n, 0); i < len(c.T.GameHashes); i++ {
			binary.LittleEndian.PutUint64(mem[x.Hashes.Addr+8*(i%n):], c.T.GameHashes[i])
		}
	}
	if p.Kept.Stored != nil {
		binary.LittleEndian.PutUint64(mem[p.Kept.Stored.Addr:], s.StoredHash)
	}
	if p.Kept.Dice != nil {
		p.Kept.Dice.load(mem, c)
	}
	p.loadSequence(mem, c)
	if p.Kept.Thrown != nil {
		WriteInt(mem, p.Kept.Thrown, 0, 0)
	}
	if p.Kept.SeatOf != nil {
		for i, q := range s.Order {
			WriteInt(mem, p.Kept.SeatOf, i, int(q))
		}
	}
	if b := p.Kept.Ballot; b != nil {
		number := func(name int32) int { return slices.Index(b.Names, name) }
		WriteInt(mem, b.Decision, 0, number(int32(s.Decision)))
		WriteInt(mem, b.Count, 0, len(s.Votes))
		for i, v := range s.Votes {
			WriteInt(mem, b.Votes, i, number(v))
		}
		for i := range MaxNames {
			WriteInt(mem, b.Proposed, i, 0)
		}
		for _, name := range s.Propositions {
			WriteInt(mem, b.Proposed, number(name), 1)
		}
	}
	passed := -1
	if last := c.T.Last(); last != nil {
		passed = int(Boolean(last.Pass))
	}
	WriteInt(mem, f.Vars[Passed], 0, passed)
	WriteInt(mem, f.Vars[LossesNow], 0, 0)
	for v, of := range ofRules {
		if of != nil {
			WriteInt(mem, f.Vars[v], 0, of(c))
		}
	}
	p.loadMovers(mem, &c.T)
	p.loadPlay(mem, c)
}

// loadPuzzle writes the variables of a position.
func (p *Positions) loadPuzzle(mem []byte, s *game.State) {
	x := p.Kept.Puzzle
	for v := range p.Kept.Fields.Sites {
		values := s.PuzzleValues(p.G.DefaultType, v)
		binary.LittleEndian.PutUint64(mem[x.May.Addr+8*v:], values[0])
		if values.Len() == 1 {
			mem[x.Known.Addr+v>>3] |= 1 << (v & 7)
		}
	}
	WriteInt(mem, x.Stale, 0, 1)
}

// loadStack writes the stack of a site by the rules into memory.
func (p *Positions) loadStack(mem []byte, s *game.State, st board.SiteType, site int) {
	f := p.Kept.Fields.Stacks
	n := s.SizeAt(st, site)
	if n > p.Kept.Fields.Height {
		p.setFault(mem)
		n = p.Kept.Fields.Height
	}
	mem[f.Size.Addr+site] = byte(n)
	_, die := p.Kept.Dice.state(mem, site) // what dice show is kept beside the board
	for l := range p.Kept.Fields.Height {
		at := site*p.Kept.Fields.Height + l
		mem[f.Level.Addr+at] = 0
		if l < n {
			mem[f.Level.Addr+at] = byte(s.WhatAt(st, site, l))
		}
		for d, field := range f.Data {
			if field != nil && !(die && Datum(d) == State) {
				v := s.Latent(st, site, l)[d]
				if l < n {
					v = datum(s, Datum(d), st, site, l)
				}
				WriteInt(mem, field, at, v)
			}
		}
	}
}

func (p *Positions) setFault(mem []byte) { WriteInt(mem, p.Kept.Candidates.Fault, 0, 1) }
