package game

// Candidates drafts the legal moves of the position, all of them and perhaps
// some that turn out not to be legal when they are made; it returns their
// number. For games without simultaneous moves.
func (c *Context) Candidates() int {
	g, s, ds := c.G, c.S, &c.candidates
	if ds.copy != nil {
		c.GiveTemp(ds.copy)
		ds.copy = nil
	}
	ds.reset()
	if s.Over {
		return 0
	}
	switch m := &g.Meta; {
	case c.Match != nil, g.Mode != Alternating, m.Pin, m.NoStackOn, m.Automove, m.Gravity:
		c.legalOK = false
		for i, x := range c.Legal() {
			ds.moves.Add(x)
			ds.Add(c, madeMaker, x.From, x.To, int32(i))
		}
		return ds.count
	}
	if !c.Temporary {
		c.arena.reset()
		c.Rest()
	}
	ds.List(c, g.Phases[s.PhaseOf[s.Mover]].Play)
	if g.Meta.Swap {
		ds.Made(c, func(c *Context, out *MoveList) { c.addSwap(out) })
	}
	s.Stalemated &^= 1 << s.Mover
	return ds.count
}

// Candidate makes the i-th of n candidates; false when it is not legal after all.
func (c *Context) Candidate(i int) (Move, bool) {
	ds := &c.candidates
	ds.taken = ds.at(i)
	d := &ds.taken
	if d.check != 0 || c.G.noRepeat != 0 {
		if f := c.foresee(ds, d); f.known {
			if !f.legal {
				return Move{}, false
			}
			d.check = 0
			m, _ := ds.make(c, d)
			return m, true
		}
	}
	m, ok := ds.make(c, d)
	return m, ok && !c.forbidden(m)
}

// LegalCandidates counts the candidates that are legal.
func (c *Context) LegalCandidates() int {
	ds := &c.candidates
	if c.Settled() {
		return ds.count
	}
	n := 0
	for i := range ds.count {
		ds.taken = ds.at(i)
		if f := c.foresee(ds, &ds.taken); f.known {
			if f.legal {
				n++
			}
			continue
		}
		mark := c.arena.mark()
		if _, ok := c.Candidate(i); ok {
			n++
		}
		c.arena.release(mark)
	}
	return n
}

// DropCandidate takes the i-th candidate out, the last may take its place.
func (c *Context) DropCandidate(i int) { c.candidates.drop(i) }

// ForcedPass returns the move of a player who has no other.
func (c *Context) ForcedPass() Move {
	m := c.One(Pass(true).Decided())
	m.Mover = int32(c.S.Mover)
	return m
}
