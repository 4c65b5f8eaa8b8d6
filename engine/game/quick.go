package game

// Most moves of most games are one action: a piece added, a piece moved. A
// playout applies such a move from its draft, without making the move first.

// single applies the draft of a move that is a single action without between
// list, and runs the turn loop; the result is that of making and playing it,
// except that Applied is not kept.
func (c *Context) single(ds *Drafts, d *Draft) {
	s := c.S
	mover := s.Mover
	c.pool.work = 0
	from, to, level, site := c.From, c.To, c.Level, c.Site
	c.From, c.To, c.Level, c.Site = int(d.From), int(d.To), int(d.level), int(d.site)
	a := &c.action
	d.maker.Action(c, d, a)
	c.From, c.To, c.Level, c.Site = from, to, level, site
	s.Decision = Off
	s.Pending = s.Pending[:0]
	c.flat = c.flat[:0]
	c.legalOK = false
	c.Do(*a)
	if a.Kind == ActAdd {
		st := SiteType(s.typed(a.TypeTo, a.To))
		a.TypeFrom, a.TypeTo = st, st
	}
	at := c.T.Len()
	e := c.T.next()
	e.Mover, e.From, e.To, e.LevelMin, e.LevelMax, e.State = int32(mover), d.moveFrom(), d.To, 0, 0, Off
	e.FromType, e.ToType, e.DecFrom, e.DecTo, e.What = a.TypeFrom, a.TypeTo, a.From, a.To, a.What
	e.LevelFrom, e.LevelTo = max(a.LevelFrom, 0), max(a.LevelTo, 0)
	e.AfterFrom, e.AfterTo, e.AfterLevelFrom, e.AfterLevelTo = a.From, a.To, e.LevelFrom, e.LevelTo
	e.Pass, e.Swap = false, false
	e.Between, e.Froms, e.Tos = e.Between[:0], nil, nil
	if from, to := e.From, e.To; d.then != 0 || d.maker.Then != 0 {
		c.flat = append(c.flat, *a)
		if t := d.maker.Then; t != 0 {
			c.consequence(t)
		}
		c.drafted(ds, d.then)
		if len(c.flat) > 1 {
			c.follow(c.T.At(at))
		}
		c.turn(mover, from, to, false)
		return
	}
	c.turn(mover, e.From, e.To, false)
}

// moveFrom is the from of the move of a draft.
func (d *Draft) moveFrom() int32 {
	if d.maker.FromData {
		return d.Data
	}
	return d.From
}

// drafted applies the consequents that the generators around a draft attached, oldest first.
func (c *Context) drafted(ds *Drafts, n int32) {
	if n == 0 {
		return
	}
	x := ds.thens[n-1]
	c.drafted(ds, x.prev)
	c.consequence(x.gen)
}

// consequence evaluates consequent t and applies its moves.
func (c *Context) consequence(t int32) {
	l := c.TakeList()
	c.G.thens[t].Eval(c, l)
	for i := 0; i < len(l.M); i++ {
		c.ApplyEffect(l.M[i])
	}
	c.GiveList(l)
}

// PlayCandidate plays the i-th of n candidates, unless it turns out not to be
// legal. Applied does not tell afterwards what was done.
func (c *Context) PlayCandidate(i int) bool {
	ds := &c.candidates
	ds.taken = ds.at(i)
	d := &ds.taken
	if d.check == 0 && !d.ahead && d.maker.Action != nil && c.G.quick {
		c.single(ds, d)
		return true
	}
	m, ok := ds.make(c, d)
	if !ok || c.forbidden(m) {
		return false
	}
	c.Play(m)
	return true
}

// quickGame tells whether single moves may be played from their drafts.
func (g *Game) quickGame() bool {
	return g.Flags&(SequenceCapture|MoveSites) == 0 && g.noRepeat == 0 && !g.Meta.NoSuicide && !g.Stacks
}
