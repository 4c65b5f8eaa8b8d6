package game

// Most moves of most games are one action: a piece added, a piece moved. A
// playout applies such a move from its draft, without making the move first.

// single applies the draft of a move that is a single action without between
// list, perhaps with a throw of the dice and effects in front and another action
// behind, and runs the turn loop; the result is that of making and playing it,
// except that Applied is not kept. With idle the consequents are known to come to nothing.
func (c *Context) single(ds *Drafts, d *Draft, idle bool) {
	at := c.lead(ds, d)
	if !idle {
		c.Consequent(d.maker.Then)
		c.drafted(ds, d.then, 0)
	}
	if e := c.T.At(at); e.Pass {
		e.Pass = c.passed()
	}
	c.conclude(at)
}

// attempt is single for a move after which something must hold: that is asked when
// it has been applied. Where it does not hold all is as before and the result false.
func (c *Context) attempt(ds *Drafts, d *Draft) bool {
	x, decision := &ds.checks[d.check-1], c.S.Decision
	if c.before == nil {
		c.before = newState(c.G)
		c.before.limits = c.limits
	}
	c.before.CopyFrom(c.S)
	at := c.lead(ds, d)
	c.Consequent(d.maker.Then)
	c.drafted(ds, x.then, 0)
	if !c.stays(x, decision, at) {
		c.brief = false
		return false
	}
	c.drafted(ds, d.then, x.then)
	c.conclude(at)
	return true
}

// lead applies the move of a draft without its consequents and returns the number of its entry.
func (c *Context) lead(ds *Drafts, d *Draft) int {
	s, maker := c.S, d.maker
	c.Rest()
	s.Decision = Off
	if maker.Pass {
		c.passing()
	}
	s.Pending = s.Pending[:0]
	c.flat = c.flat[:0]
	c.legalOK = false
	c.brief = !c.G.readsAfter && !maker.Pass
	if d.ahead {
		c.showThrow(&ds.throw)
	}
	from, to, level, site, pips := c.From, c.To, c.Level, c.Site, c.Pips
	c.From, c.To, c.Level, c.Site, c.Pips = int(d.From), int(d.To), int(d.level), int(d.site), int(d.pips)
	a := &c.action
	maker.Action(c, d, a)
	if maker.Second != nil {
		maker.Second(c, d, &c.second)
	}
	top := int32(0)
	if maker.Top && c.G.Stacks {
		top = int32(s.SizeAt(s.typed(a.TypeFrom, a.From), int(a.From)) - 1)
	}
	if maker.Before != nil && maker.Before(c, d) {
		top = 0
	}
	c.From, c.To, c.Level, c.Site, c.Pips = from, to, level, site, pips
	c.Act(a)
	if a.Kind == ActAdd {
		st := SiteType(s.typed(a.TypeTo, a.To))
		a.TypeFrom, a.TypeTo = st, st
	}
	if maker.Second != nil {
		c.Act(&c.second)
	}
	c.actTail(ds, d.tail)
	at := c.T.Len()
	e := c.enter(d, a)
	e.LevelMin, e.LevelMax, e.Pass = top, top, maker.Pass
	if !c.brief {
		c.follow(e)
	}
	return at
}

// conclude runs the turn loop after the move entered under a number.
func (c *Context) conclude(at int) {
	e := c.T.At(at)
	if !c.brief {
		c.follow(e)
	}
	c.brief = false
	c.turn(int(e.Mover), e.From, e.To, false)
}

// stays tells whether a move just applied leaves what must hold; otherwise it
// is taken back.
func (c *Context) stays(x *afterwards, decision, entries int) bool {
	s, temporary := c.S, c.Temporary
	undecided := s.Decision == Off
	if undecided {
		s.Decision = decision
	}
	c.Temporary = true
	ok := x.holds(c)
	c.Temporary = temporary
	if ok {
		if undecided {
			s.Decision = Off
		}
		return true
	}
	c.S, c.before = c.before, s
	c.T.own = c.T.own[:entries-len(c.T.base)]
	c.legalOK = false
	return false
}

// setAction sets a to the action of a draft.
func (c *Context) setAction(d *Draft, a *Action) {
	from, to, level, site, pips := c.From, c.To, c.Level, c.Site, c.Pips
	c.From, c.To, c.Level, c.Site, c.Pips = int(d.From), int(d.To), int(d.level), int(d.site), int(d.pips)
	d.maker.Action(c, d, a)
	c.From, c.To, c.Level, c.Site, c.Pips = from, to, level, site, pips
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
	if d.maker.Between != nil {
		e.Between = append(e.Between, d.maker.Between(d)...)
	}
	return e
}

// moveFrom is the from of the move of a draft.
func (d *Draft) moveFrom() int32 {
	if d.maker.FromData {
		return d.Data
	}
	return d.From
}

// drafted applies the consequents that the generators around a draft attached from
// node n back to (not including) stop, oldest first.
func (c *Context) drafted(ds *Drafts, n, stop int32) {
	if n == 0 || n == stop {
		return
	}
	x := ds.thens[n-1]
	c.drafted(ds, x.prev, stop)
	c.Effect(c.G.thens[x.gen])
}

// PlayCandidate plays the i-th of n candidates, unless it turns out not to be
// legal. Applied does not tell afterwards what was done.
func (c *Context) PlayCandidate(i int) bool {
	ds := &c.candidates
	ds.taken = ds.at(i)
	d := &ds.taken
	if d.maker.Action != nil && c.G.quick && d.check == 0 && (!d.ahead || ds.throw.on && !c.G.readsAfter) &&
		(d.tail == 0 || !c.G.readsAfter) && (d.maker.Stacks || !c.G.Stacks) {
		c.single(ds, d, false)
		return true
	}
	if f := c.foresee(ds, d); f.known {
		if f.legal {
			c.single(ds, d, f.idle)
		}
		return f.legal
	}
	if d.maker.Action != nil && c.G.quick && !d.ahead && d.tail == 0 && d.check != 0 && !d.maker.Pass && !c.G.Stacks && ds.checks[d.check-1].holds != nil && c.triesLive() {
		return c.attempt(ds, d)
	}
	m, ok := ds.make(c, d)
	if !ok || c.forbidden(m) {
		return false
	}
	c.Play(m)
	return true
}

// triesLive tells whether what must hold after a move may be asked in the position
// itself: nothing of the turn shows there that a copy would not have.
func (c *Context) triesLive() bool {
	return c.G.Flags&(Stochastic|PendingValues|Visited) == 0 && !c.G.Boardless && c.Match == nil && c.T.base == nil && c.draws == nil
}

// quickGame tells whether single moves may be played from their drafts.
func (g *Game) quickGame() bool {
	return g.Flags&(SequenceCapture|MoveSites) == 0 && g.noRepeat == 0 && !g.Meta.NoSuicide
}
