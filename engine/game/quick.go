package game

// Most moves of most games are one action: a piece added, a piece moved. A
// playout applies such a move from its draft, without making the move first.

// single applies the draft of a move that is a single action without between
// list, perhaps with a throw of the dice and effects in front and another action
// behind, and runs the turn loop; the result is that of making and playing it,
// except that Applied is not kept. With idle the consequents are known to come to nothing.
func (c *Context) single(ds *Drafts, d *Draft, idle bool) {
	s, maker := c.S, d.maker
	mover := s.Mover
	c.pool.work = 0
	s.Decision = Off
	s.Pending = s.Pending[:0]
	c.flat = c.flat[:0]
	c.legalOK = false
	c.brief = !c.G.readsAfter
	if d.ahead {
		c.showThrow(&ds.throw)
	}
	from, to, level, site := c.From, c.To, c.Level, c.Site
	c.From, c.To, c.Level, c.Site = int(d.From), int(d.To), int(d.level), int(d.site)
	a, second := &c.action, false
	maker.Action(c, d, a)
	if maker.Second != nil {
		second = true
		maker.Second(c, d, &c.second)
	}
	if maker.Before != nil {
		maker.Before(c, d)
	}
	c.From, c.To, c.Level, c.Site = from, to, level, site
	c.Act(a)
	if a.Kind == ActAdd {
		st := SiteType(s.typed(a.TypeTo, a.To))
		a.TypeFrom, a.TypeTo = st, st
	}
	if second {
		c.Act(&c.second)
	}
	at := c.T.Len()
	e := c.enter(d, a)
	if !c.brief {
		c.follow(e)
	}
	fromSite, toSite := e.From, e.To
	if !idle && (d.then != 0 || maker.Then != 0) {
		c.Consequent(maker.Then)
		c.drafted(ds, d.then)
		if !c.brief {
			c.follow(c.T.At(at))
		}
	}
	c.brief = false
	c.turn(mover, fromSite, toSite, false)
}

// setAction sets a to the action of a draft.
func (c *Context) setAction(d *Draft, a *Action) {
	from, to, level, site := c.From, c.To, c.Level, c.Site
	c.From, c.To, c.Level, c.Site = int(d.From), int(d.To), int(d.level), int(d.site)
	d.maker.Action(c, d, a)
	c.From, c.To, c.Level, c.Site = from, to, level, site
}

// enter enters the move of a draft, which is the action a, into the trial.
func (c *Context) enter(d *Draft, a *Action) *Entry {
	e := c.T.next()
	e.Mover, e.From, e.To, e.LevelMin, e.LevelMax, e.State = int32(c.S.Mover), d.moveFrom(), d.To, 0, 0, Off
	e.FromType, e.ToType, e.DecFrom, e.DecTo, e.What = a.TypeFrom, a.TypeTo, a.From, a.To, a.What
	e.LevelFrom, e.LevelTo = max(a.LevelFrom, 0), max(a.LevelTo, 0)
	e.AfterFrom, e.AfterTo, e.AfterLevelFrom, e.AfterLevelTo = a.From, a.To, e.LevelFrom, e.LevelTo
	if a.Kind == ActSelect && a.To == Off {
		e.DecTo, e.LevelTo = e.DecFrom, e.LevelFrom // see record
	}
	e.Pass, e.Swap = false, false
	e.Between, e.Froms, e.Tos = e.Between[:0], nil, nil
	return e
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
	c.Effect(c.G.thens[x.gen])
}

// PlayCandidate plays the i-th of n candidates, unless it turns out not to be
// legal. Applied does not tell afterwards what was done.
func (c *Context) PlayCandidate(i int) bool {
	ds := &c.candidates
	ds.taken = ds.at(i)
	d := &ds.taken
	if d.check == 0 && d.maker.Action != nil && c.G.quick && (!d.ahead || ds.throw.on && !c.G.readsAfter) {
		c.single(ds, d, false)
		return true
	}
	if f := c.foresee(ds, d); f.known {
		if f.legal {
			c.single(ds, d, f.idle)
		}
		return f.legal
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
