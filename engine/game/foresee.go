package game

import "slices"

// Whether a move is legal often shows only once it has been made: no suicide, no
// repetition, no line of four. Trying it on a copy of the position is costly. A
// move of one action, whose consequents say in advance what they take off the
// board, is imagined on the position itself instead: what stands where is
// changed, the condition asked, and everything put back.

// foreseen is what is known about the move of a draft without making it.
type foreseen struct {
	known bool // the rest holds
	legal bool
	idle  bool // the consequents of the move come to nothing
}

// written is a site as it was before something was imagined there.
type written struct {
	l                *layer
	site             int32
	what, who, count int32
	empty            bool
}

// foreseeableGame tells whether a site of the game is told by its component,
// owner and count, so that moves can be imagined.
func (g *Game) foreseeableGame() bool {
	return g.Tabular() && !g.States && !g.Rotations && !g.Values && !g.Hides && !g.Boardless && g.Mode == Alternating &&
		g.Flags&(SequenceCapture|MoveSites|DominoFlag|InternalLoop) == 0 && !g.Meta.NoSuicide && g.noRepeat&^RepeatPositionalInGame == 0
}

// foresee tells whether the move of a draft is legal, if that can be told
// without making it.
func (c *Context) foresee(ds *Drafts, d *Draft) (f foreseen) {
	g, s := c.G, c.S
	if !g.foreseeable || c.Match != nil || d.ahead || d.tail != 0 || d.maker.Action == nil || d.maker.Second != nil || d.maker.Before != nil || !c.predictable(ds, d) {
		return f
	}
	var x *afterwards
	if d.check != 0 {
		if x = &ds.checks[d.check-1]; x.sees == nil {
			return f
		}
	}
	a := &c.action
	c.setAction(d, a)
	base := len(c.imagined)
	hash, odd, stamp := s.hash, s.odd, s.stamp
	if !c.imagineAction(a) {
		return f
	}
	n := len(c.T.own)
	c.enter(d, a)
	f.known, f.legal, f.idle = true, true, true
	stop := int32(0)
	gone := c.TakeInts()
	if x != nil {
		stop = x.then
		gone = c.imagineThen(d.maker.Then, gone, &f)
		gone = c.imagineThens(ds, stop, 0, gone, &f)
		f.legal = f.known && x.sees(c)
	} else {
		gone = c.imagineThen(d.maker.Then, gone, &f)
	}
	if f.legal && f.known && g.noRepeat != 0 {
		gone = c.imagineThens(ds, d.then, stop, gone, &f)
		f.legal = f.known && !c.repeats(c.PositionHash())
	} else if d.then != stop {
		f.idle = false
	}
	c.GiveInts(gone)
	c.T.own = c.T.own[:n]
	for i := len(c.imagined) - 1; i >= base; i-- {
		w := &c.imagined[i]
		w.l.what[w.site], w.l.who[w.site] = w.what, w.who
		if w.l.count != nil {
			w.l.count[w.site] = w.count
		}
		if w.empty {
			w.l.empty.Add(int(w.site))
		} else {
			w.l.empty.Remove(int(w.site))
		}
	}
	c.imagined = c.imagined[:base]
	s.hash, s.odd, s.stamp = hash, odd, stamp
	return f
}

// predictable tells whether all consequents of a draft can be foreseen.
func (c *Context) predictable(ds *Drafts, d *Draft) bool {
	if t := d.maker.Then; t != 0 && !c.G.thens[t].foreseeable() {
		return false
	}
	for n := d.then; n != 0; n = ds.thens[n-1].prev {
		if !c.G.thens[ds.thens[n-1].gen].foreseeable() {
			return false
		}
	}
	return true
}

func (g *Gen) foreseeable() bool { return g.Quiet || g.Foresee != nil }

// imagineThens imagines the consequents from node n back to (not including) stop, oldest first.
func (c *Context) imagineThens(ds *Drafts, n, stop int32, gone []int32, f *foreseen) []int32 {
	if n == 0 || n == stop || !f.known {
		return gone
	}
	x := ds.thens[n-1]
	gone = c.imagineThens(ds, x.prev, stop, gone, f)
	return c.imagineThen(x.gen, gone, f)
}

func (c *Context) imagineThen(t int32, gone []int32, f *foreseen) []int32 {
	if t == 0 || !f.known {
		return gone
	}
	g := c.G.thens[t]
	if g.Quiet {
		f.idle = false
		return gone
	}
	if gone, f.known = g.Foresee(c, gone[:0]); len(gone) > 0 {
		f.idle = false
		l := &c.S.layers[c.G.plainType()]
		for _, s := range gone {
			c.imagineSite(l, s, 0, 0)
		}
	}
	return gone
}

// imagineAction imagines that a piece is added or moved; false when that is not all of the action.
func (c *Context) imagineAction(a *Action) bool {
	s := c.S
	st := s.typed(a.TypeTo, a.To)
	l := s.ok(st, a.To)
	if l == nil {
		return false
	}
	switch a.Kind {
	case ActAdd:
		if a.What <= 0 || l.what[a.To] != 0 || a.Count != 1 {
			return false
		}
		c.imagineSite(l, a.To, a.What, 1)
		return true
	case ActMove:
		from := s.ok(s.typed(a.TypeFrom, a.From), a.From)
		if from == nil || from == l && a.From == a.To || from.what[a.From] == 0 || l.what[a.To] == from.what[a.From] {
			return false
		}
		what, count := from.what[a.From], int32(1)
		if from.count != nil {
			count = from.count[a.From]
		}
		if count > 1 {
			c.imagineSite(from, a.From, what, count-1)
		} else {
			c.imagineSite(from, a.From, 0, 0)
		}
		c.imagineSite(l, a.To, what, 1)
		return true
	}
	return false
}

// imagineSite writes a site and notes what was there.
func (c *Context) imagineSite(l *layer, site, what, count int32) {
	s := c.S
	w := written{l: l, site: site, what: l.what[site], who: l.who[site], empty: l.empty.Has(int(site))}
	if l.count != nil {
		w.count = l.count[site]
	}
	c.imagined = append(c.imagined, w)
	s.touch()
	if s.g.hashed {
		s.hash ^= l.siteHash(site)
	}
	l.what[site], l.who[site] = what, what
	if !s.g.WhatIsWho {
		l.who[site] = s.ownerOf(what)
	}
	if l.count != nil {
		l.count[site] = count
	}
	if what != 0 {
		l.empty.Remove(int(site))
	} else {
		l.empty.Add(int(site))
	}
	if s.g.hashed {
		s.hash ^= l.siteHash(site)
	}
}

// seenBits is the size of the filter of the positions of a play.
const seenBits = 1 << 14

// repeats tells whether a position with the hash has occurred in the play.
func (c *Context) repeats(hash uint64) bool {
	h := c.T.GameHashes
	if c.Temporary || len(h) < c.seenLen {
		return slices.Contains(h, hash)
	}
	if c.seen == nil {
		c.seen = make(Set, seenBits/64)
	}
	for _, x := range h[c.seenLen:] {
		c.seen.Add(int(x % seenBits))
	}
	c.seenLen = len(h)
	return c.seen.Has(int(hash%seenBits)) && slices.Contains(h, hash)
}
