package game

import "github.com/astragal/astragal/engine/rng"

// A uniformly random move can be drawn without listing the moves: number the
// slots that moves could have (piece, direction, distance), draw slots until one
// holds a move. Every move has one slot, so the first move met is uniform over
// all moves, whatever the share of empty slots; after a number of misses the
// moves are listed after all, which changes nothing about that.

// Slots is a generator's moves as slots.
type Slots struct {
	// Per is the number of slots of each origin.
	Per func() int
	// Try sets To and Data of d for a slot of an origin, 0 ≤ slot < Per, or
	// returns false when the slot holds no move. (from) is the origin.
	Try   func(c *Context, ds *Drafts, origin int32, slot int, d *Draft) bool
	Maker *Maker
}

// source is a family of slots in the position: those of one generator for each
// of some pieces.
type source struct {
	slots  *Slots
	places []Place
	lo, hi int32 // origins that count
	per    int
	then   int32
	rule   int32
	check  func(c *Context, m Move) bool
	sees   func(c *Context) bool // the check, on a position in which the move is imagined
	checkT int32                 // consequents attached when it is checked
}

// A quarter of the slots are drawn before the moves are listed, within these limits.
const (
	minTries = 24
	maxTries = 96
)

// Guess lets a generator offer its slots: for the pieces of the generator around
// it, else for its own origin. It returns false when it has none to offer.
func (g *Gen) guess(c *Context, ds *Drafts) bool { return g.Guess != nil && g.Guess(c, ds) }

// Offer offers the slots of g as part of another generator's.
func (ds *Drafts) Offer(c *Context, g *Gen) bool { return g.guess(c, ds) }

// OfPieces tells whether slots are asked for on behalf of pieces, so that what
// depends on (from) must be asked for each.
func (ds *Drafts) OfPieces() bool { return ds.places != nil }

// Slots offers the slots of a generator whose origin is (from).
func (ds *Drafts) Slots(c *Context, s *Slots) bool {
	if ds.places == nil {
		return false
	}
	ds.sources = append(ds.sources, source{slots: s, places: ds.places, lo: ds.lo, hi: ds.hi, per: s.Per(), rule: c.rule})
	return true
}

// Pieces offers the slots of g for pieces on the sites lo to hi-1.
func (ds *Drafts) Pieces(c *Context, g *Gen, places []Place, lo, hi int) bool {
	if ds.places != nil {
		return false
	}
	if len(places) == 0 {
		return true
	}
	ds.places, ds.lo, ds.hi = places, int32(lo), int32(hi)
	ok := g.guess(c, ds)
	ds.places = nil
	return ok
}

// Sources is the number of sources offered so far.
func (ds *Drafts) Sources() int { return len(ds.sources) }

// ThenSources attaches the consequent t to the sources from number i on.
func (ds *Drafts) ThenSources(i int, t int32) {
	if t == 0 {
		return
	}
	for ; i < len(ds.sources); i++ {
		s := &ds.sources[i]
		ds.thens = append(ds.thens, thenNode{gen: t, prev: s.then})
		s.then = int32(len(ds.thens))
	}
}

// CheckSources has the moves of the sources from number i on checked once they
// are made, or with sees, which may be nil, once they are imagined; false when
// some are checked already.
func (ds *Drafts) CheckSources(i int, passes func(c *Context, m Move) bool, sees func(c *Context) bool) bool {
	for ; i < len(ds.sources); i++ {
		s := &ds.sources[i]
		if s.check != nil {
			return false
		}
		s.check, s.sees, s.checkT = passes, sees, s.then
	}
	return true
}

// Guess draws a legal move without listing the moves; false when it has not met
// one after some tries. The move is made by TakenMove or played by PlayTaken.
func (c *Context) Guess(r *rng.SplitMix64) bool {
	if !c.Guesses() {
		return false
	}
	s, ds := c.S, &c.candidates
	play := c.G.Phases[s.PhaseOf[s.Mover]].Play
	ds.reset()
	ds.sources, ds.places = ds.sources[:0], nil
	if !c.Temporary {
		c.arena.reset()
		c.Rest()
	}
	if !play.Guess(c, ds) {
		return false
	}
	total := 0
	for i := range ds.sources {
		total += len(ds.sources[i].places) * ds.sources[i].per
	}
	if total == 0 {
		return false
	}
	from, to, level, between := c.From, c.To, c.Level, c.Between
	found := false
	for range min(max(total/4, minTries), maxTries) {
		if found = c.try(ds, r.Below(total)); found {
			break
		}
		c.From, c.To, c.Level, c.Between = from, to, level, between
	}
	c.From, c.To, c.Level, c.Between = from, to, level, between
	if !found {
		c.missed()
		return false
	}
	if c.misses > 0 {
		c.misses--
	}
	s.Stalemated &^= 1 << s.Mover
	return true
}

// After more than maxStreak misses over hits nothing is guessed for a while,
// each time longer than the last up to maxPause moves.
const (
	maxStreak = 3
	maxPause  = 128
)

// missed notes that Guess has found nothing.
func (c *Context) missed() {
	if c.misses++; c.misses > maxStreak {
		c.misses = 0
		c.pause = min(max(2*c.pause, 8), maxPause)
		c.resume = c.T.Len() + c.pause
	}
}

// Guesses tells whether Guess tries at all, which takes the place of the
// candidates listed.
func (c *Context) Guesses() bool {
	g, s := c.G, c.S
	if c.T.Len() < c.resume || s.Over || c.Match != nil || g.Mode != Alternating || g.Meta != (Meta{}) || g.noRepeat != 0 || g.Has(Stochastic) || g.Stacks {
		return false
	}
	return g.Phases[s.PhaseOf[s.Mover]].Play.Guess != nil
}

// try looks into the i-th slot; what is found there is in ds.taken, made in ds.made if it had to be checked.
func (c *Context) try(ds *Drafts, i int) bool {
	for k := range ds.sources {
		s := &ds.sources[k]
		n := len(s.places) * s.per
		if i >= n {
			i -= n
			continue
		}
		at := s.places[i/s.per]
		if at.Site < s.lo || at.Site >= s.hi {
			return false
		}
		d := &ds.taken
		c.From, c.Level = int(at.Site), int(at.Level)
		if !s.slots.Try(c, ds, at.Site, i%s.per, d) {
			return false
		}
		d.ahead, d.tail = false, 0
		d.maker, d.From, d.level, d.site, d.pips = s.slots.Maker, at.Site, at.Level, int32(c.Site), int32(c.Pips)
		d.then, d.check, d.rule = s.then, 0, s.rule
		ds.madeIt, ds.idle = false, false
		if s.check != nil {
			ds.checks = append(ds.checks[:0], afterwards{passes: s.check, sees: s.sees, then: s.checkT})
			d.check = 1
			if f := c.foresee(ds, d); f.known {
				d.check, ds.idle = 0, f.idle
				return f.legal
			}
			ds.made, ds.madeIt = ds.make(c, d)
			return ds.madeIt
		}
		return true
	}
	return false
}

// TakenMove makes the move that Guess drew.
func (c *Context) TakenMove() Move {
	ds := &c.candidates
	if !ds.madeIt {
		ds.made, _ = ds.make(c, &ds.taken)
	}
	return ds.made
}

// PlayTaken plays the move that Guess drew; see PlayCandidate.
func (c *Context) PlayTaken() {
	ds := &c.candidates
	if d := &ds.taken; !ds.madeIt && d.maker.Action != nil && c.G.quick {
		c.single(ds, d, ds.idle)
		return
	}
	c.Play(c.TakenMove())
}
