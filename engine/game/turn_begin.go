package game

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/rng"
)

// Start begins a play: the state is reset, dice and decks are laid out and the
// start rules played (part 3, §9). Draws come from r from now on.
func (c *Context) Start(r *rng.SplitMix64) {
	if c.Match != nil {
		c.startMatch(r)
		return
	}
	c.start(r)
}

func (c *Context) start(r *rng.SplitMix64) {
	c.R, c.aside = r, 0
	c.arena.reset()
	c.clearIterators()
	// A play that failed leaves these as they were in the middle of a rule.
	c.Temporary, c.InThreat, c.InNoMoves, c.Facing, c.Turned, c.depth, c.rule, c.at = false, false, false, 0, 0, 0, 0, nil
	c.pool.done += c.pool.work
	c.pool.rounds, c.pool.work, c.pool.look = 0, 0, 0
	c.legalOK = false
	c.pool.vacancy.s = nil
	c.ending, c.decided, c.open = c.ending[:0], false, false
	if c.begun != nil {
		c.restart()
		return
	}
	c.S.Reset()
	c.T.reset()
	c.placed = c.placed[:0]
	g, s := c.G, c.S
	if g.Boardless {
		l := s.writer(g.DefaultType)
		if at := g.centre(); len(at) > 0 && l.empty.Has(int(at[0])) {
			l.playable.Add(int(at[0]))
		}
	}
	if g.Has(DominoFlag) {
		for i := 1; i < len(g.Components); i++ {
			s.Dominoes = append(s.Dominoes, int32(i))
		}
	}
	if i := g.DiceContainer(); i >= 0 {
		for d, comp := range g.Dice {
			c.Place(Add(SiteType(2), g.Containers[i].First+d, int(comp), 1, Off, Off, Off, false))
		}
	}
	for i := range g.Containers {
		if g.Containers[i].Kind == Deck {
			c.shuffle(i)
		}
	}
	for i := range g.Starts {
		g.Starts[i].Eval(c)
	}
	c.T.Placements = c.T.Len()
	if g.Has(StartSites) {
		for site := range g.Topo.NumSites() {
			c.T.Opening = append(c.T.Opening, int32(s.What(g.DefaultType, site)))
		}
	}
	for i, comp := range g.Dice {
		faces := g.Components[comp].Faces
		f := s.StateAt(2, g.Containers[g.DiceContainer()].First+i, -1)
		if f < len(faces) {
			s.DiceValue[i] = int32(faces[f])
		}
	}
	c.sumDice()
	if g.Has(RepeatPositionalInGame) {
		c.T.GameHashes = append(c.T.GameHashes, c.PositionHash())
	}
	if g.Has(RepeatPositionalInTurn) {
		c.T.TurnHashes = append(c.T.TurnHashes, c.PositionHash())
	}
	c.keepStart()
	if g.Has(Stochastic) && !c.Lazy {
		c.Legal()
	}
}

// Place plays one action of a start rule as an initial placement move.
func (c *Context) Place(a Action) {
	c.pool.placings++
	if int(a.What) >= len(c.G.Components) && (a.Kind == ActAdd || a.Kind == ActInsert) {
		panic(failure{c.fault("there is no component %d to place", a.What)})
	}
	if !a.Decision && a.Kind != ActPass && a.Kind != ActSwap {
		if c.Do(a); !c.Brief {
			c.placed = append(c.placed, a)
		}
		c.entered(a.From, a.To)
		return
	}
	m := c.One(a)
	c.Do(a)
	c.placed = append(c.placed, a)
	c.record(m)
	c.legalOK = false
}

// entered records a placement as record would, of a move without decisions; of several in a row only the last in brief.
func (c *Context) entered(from, to int32) {
	c.legalOK = false
	if n := len(c.T.own); c.Brief && n > 0 {
		if last := &c.T.own[n-1]; last.FromType == NoType && !last.Pass && !last.Swap {
			last.From, last.To, last.AfterFrom, last.AfterTo = from, to, from, to
			return
		}
	}
	c.T.add(Entry{From: from, To: to, State: Off, FromType: NoType, ToType: NoType, DecFrom: Off, DecTo: Off,
		AfterFrom: from, AfterTo: to})
}

// Hide is Place of SetHidden.
func (c *Context) Hide(data int, st int8, site, level, who int, value bool) {
	if !c.Brief {
		c.Place(SetHidden(data, st, site, level, who, value))
		return
	}
	if d := c.deals; d != nil {
		d.last, d.since = false, len(d.list) > 0
	}
	c.pool.placings++
	c.setHidden(data, st, int32(site), int32(level), int32(who), value)
	c.entered(int32(site), int32(site))
}

// vacancy is what is vacant of a region that is the same in every position, as long as nothing is placed but there.
type vacancy struct {
	s        *State // nil if it is not known
	st       board.SiteType
	of       *uint64 // the first word of the region
	sites    []int32
	placings int // after which it is so
}

// Vacant are the sites of a region at which State.What is 0, in ascending order, until PlaceVacant or the next Vacant.
func (c *Context) Vacant(st board.SiteType, r Region) []int32 {
	v, known := &c.pool.vacancy, len(r.Static) > 0
	if known && v.s == c.S && v.st == st && v.of == &r.Static[0] && v.placings == c.pool.placings {
		return v.sites
	}
	sites := r.Borrow(c)
	*v = vacancy{st: st, sites: c.S.Vacant(st, sites, v.sites[:0]), placings: c.pool.placings}
	if r.Return(c, sites); known {
		v.s, v.of = c.S, &r.Static[0]
	}
	return v.sites
}

// PlaceVacant is Place on the site of a number of those that Vacant returned, and returns the others.
func (c *Context) PlaceVacant(i int, a Action) []int32 {
	v := &c.pool.vacancy
	v.sites = slices.Delete(v.sites, i, i+1)
	before := c.pool.placings
	if c.Place(a); c.S.What(v.st, int(a.To)) == 0 {
		v.s = nil
	} else if v.placings == before {
		v.placings = c.pool.placings
	}
	return v.sites
}

func (c *Context) shuffle(deck int) {
	k := &c.G.Containers[deck]
	cards := c.TakeInts()
	for i := 1; i < len(c.G.Components); i++ {
		if c.G.Components[i].Kind == "card" {
			cards = append(cards, int32(i))
		}
	}
	for len(cards) > 0 {
		i := c.Draw(len(cards))
		c.Place(Add(SiteType(2), k.First, int(cards[i]), 1, Off, Off, Off, true))
		cards = slices.Delete(cards, i, i+1)
	}
	c.GiveInts(cards)
}

func (c *Context) sumDice() {
	g, s := c.G, c.S
	i := g.DiceContainer()
	if i < 0 {
		return
	}
	sum := int32(0)
	for d, comp := range g.Dice {
		faces := g.Components[comp].Faces
		if f := s.StateAt(2, g.Containers[i].First+d, -1); f < len(faces) {
			sum += int32(faces[f])
		}
	}
	s.DiceSum = int(sum)
}

// begun is the position after the start rules of a game in which these are not
// left to chance: every further play begins with a copy of it.
type begun struct {
	s                      *State
	entries                int // of the trial
	opening                []int32
	gameHashes, turnHashes []uint64
	iterators              [11]int // start rules may leave some assigned
}

// iterators are the integer iterators in a fixed order.
func (c *Context) iterators() [11]*int {
	return [11]*int{&c.From, &c.To, &c.Between, &c.Site, &c.Level, &c.Value, &c.Player, &c.Track, &c.Edge, &c.Hint,
		&c.Pips}
}

// certain reports whether every play of the game begins in the same position.
func (g *Game) certain() bool {
	if g.Has(Stochastic) || g.RandomStart || len(g.Dice) > 0 {
		return false
	}
	for i := range g.Containers {
		if g.Containers[i].Kind == Deck {
			return false
		}
	}
	return true
}

// keepStart remembers the position after the start rules.
func (c *Context) keepStart() {
	if c.Match != nil || !c.G.certain() {
		return
	}
	b := &begun{s: newState(c.G), entries: len(c.T.own), opening: slices.Clone(c.T.Opening),
		gameHashes: slices.Clone(c.T.GameHashes), turnHashes: slices.Clone(c.T.TurnHashes)}
	b.s.limits = c.limits
	b.s.CopyFrom(c.S)
	for i, p := range c.iterators() {
		b.iterators[i] = *p
	}
	c.begun = b
}

// restart goes back to the position after the start rules.
func (c *Context) restart() {
	b, t := c.begun, &c.T
	for st := range b.s.layers {
		// Stacks grew as high as the last play needed: keep the room.
		for l := &b.s.layers[st]; l.stride < c.S.layers[st].stride; {
			l.grow(b.s)
		}
	}
	c.S.CopyFrom(b.s)
	for i, p := range c.iterators() {
		*p = b.iterators[i]
	}
	t.base, t.own = nil, t.own[:b.entries]
	t.Placements, t.Opening, t.sites = b.entries, b.opening, 0
	t.GameHashes, t.TurnHashes = append(t.GameHashes[:0], b.gameHashes...), append(t.TurnHashes[:0], b.turnHashes...)
}

// Fork returns an independent copy of the context, which may go to another
// goroutine: position, record of the play and legal moves, which may be played
// in the copy. Its draws come from r. Unlike Temp it costs allocations.
func (c *Context) Fork(r *rng.SplitMix64) *Context {
	f := *c
	f.R, f.aside = r, 0
	f.draws = nil
	f.candidates = MoveList{} // those listed here are none of the other's business
	f.arena = &arena{
		acts:  slices.Clone(c.arena.acts),
		subs:  slices.Clone(c.arena.subs),
		thens: slices.Clone(c.arena.thens),
		ints:  slices.Clone(c.arena.ints),
	}
	f.limits = &Limits{}
	*f.limits = *c.limits
	f.pool = &pool{texts: slices.Clone(c.pool.texts)}
	f.legal = &MoveList{M: slices.Clone(c.legal.M)}
	f.placed, f.flat = slices.Clone(c.placed), slices.Clone(c.flat)
	f.S = newState(c.G)
	f.S.limits = f.limits
	f.S.CopyFrom(c.S)
	f.T = c.T
	f.T.base = nil
	f.T.own = make([]Entry, 0, c.T.Len()+1)
	for i := range c.T.Len() {
		e := *c.T.At(i)
		e.Between, e.Froms, e.Tos = slices.Clone(e.Between), slices.Clone(e.Froms), slices.Clone(e.Tos)
		f.T.own = append(f.T.own, e)
	}
	f.T.GameHashes, f.T.TurnHashes = slices.Clone(c.T.GameHashes), slices.Clone(c.T.TurnHashes)
	f.T.Opening = slices.Clone(c.T.Opening)
	if c.Match != nil {
		c.Match.fork(&f)
	}
	return &f
}

// Become makes the context, one that was forked, what a fork of o would be, of the same game and in the same goroutine,
// in its own memory. It reports whether it could: matches are forked anew.
func (c *Context) Become(o *Context) bool {
	if c == o || o.Match != nil || c.Match != nil {
		return false
	}
	f := *c
	*c = *o
	c.R, c.S, c.arena, c.limits, c.pool, c.legal = f.R, f.S, f.arena, f.limits, f.pool, f.legal
	c.draws, c.candidates = nil, MoveList{}
	c.arena.acts = append(c.arena.acts[:0], o.arena.acts...)
	c.arena.subs = append(c.arena.subs[:0], o.arena.subs...)
	c.arena.thens = append(c.arena.thens[:0], o.arena.thens...)
	c.arena.ints = append(c.arena.ints[:0], o.arena.ints...)
	*c.limits = *o.limits
	c.pool.texts = append(c.pool.texts[:0], o.pool.texts...)
	c.pool.rounds, c.pool.work, c.pool.done, c.pool.look = 0, 0, 0, 0
	*c.legal = MoveList{M: append(c.legal.M[:0], o.legal.M...)}
	c.placed, c.flat = append(f.placed[:0], o.placed...), append(f.flat[:0], o.flat...)
	c.S.CopyFrom(o.S)
	c.T.base, c.T.own = nil, f.T.own[:0]
	for i := range o.T.Len() {
		e := *o.T.At(i)
		e.Froms, e.Tos = slices.Clone(e.Froms), slices.Clone(e.Tos)
		c.T.add(e) // with a between list of its own
	}
	c.T.GameHashes = append(f.T.GameHashes[:0], o.T.GameHashes...)
	c.T.TurnHashes = append(f.T.TurnHashes[:0], o.T.TurnHashes...)
	c.T.Opening = append(f.T.Opening[:0], o.T.Opening...)
	return true
}
