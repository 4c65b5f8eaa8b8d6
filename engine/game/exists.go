package game

// Whether there is a move at all, or one to a site, is asked of drafts.

// hasMove tells whether g, asked by its moves alone, has one.
func (c *Context) hasMove(g *Gen) bool {
	switch {
	case g.Draft != nil:
		return c.anyMove(g, Off)
	case g.CanMove != nil && c.G.noRepeat == 0 && !c.G.Meta.NoSuicide:
		return g.CanMove(c)
	}
	mark := c.arena.mark()
	l := c.TakeList()
	g.Eval(c, l)
	ok := l.Len() > 0
	c.GiveList(l)
	c.arena.release(mark)
	return ok
}

// anyMove tells whether g, which has a Draft form, has a move, to the given
// site unless that is -1.
func (c *Context) anyMove(g *Gen, site int32) bool {
	mark := c.arena.mark()
	ds := c.takeDrafts()
	ds.any, ds.only, ds.asked = true, site, true
	g.Draft(c, ds)
	ok := ds.count > 0
	c.giveDrafts(ds)
	c.arena.release(mark)
	return ok
}

// anyAllowed tells whether g, which has a Draft form, has a move that the
// repetition and suicide rules allow.
func (c *Context) anyAllowed(g *Gen) bool {
	mark := c.arena.mark()
	ds := c.takeDrafts()
	g.Draft(c, ds)
	ok := false
	for i := 0; i < ds.count && !ok; i++ {
		ds.taken = ds.at(i)
		if f := c.foresee(ds, &ds.taken); f.known {
			ok = f.legal
			continue
		}
		var m Move
		if m, ok = ds.make(c, &ds.taken); ok {
			ok = !c.forbidden(m)
		}
	}
	c.giveDrafts(ds)
	c.arena.release(mark)
	return ok
}

// Reaches reports whether a move of g, which has a Draft form, goes to a site ≥ 0
// and passes. Only moves that go there are made.
func (c *Context) Reaches(g *Gen, site int, passes func(c *Context, m Move) bool) bool {
	mark := c.arena.mark()
	ds := c.takeDrafts()
	ds.only = int32(site)
	g.Draft(c, ds)
	ok := false
	for i := 0; i < ds.count && !ok; i++ {
		ds.taken = ds.at(i)
		var m Move
		if m, ok = ds.make(c, &ds.taken); ok {
			ok = passes(c, m)
		}
	}
	c.giveDrafts(ds)
	c.arena.release(mark)
	return ok
}

// Toward returns the part of a line, which begins where a move begins, that tells
// whether moves of interest go along it: up to the last time that it meets the site
// asked for, nothing where it does not.
func (ds *Drafts) Toward(line []int32) []int32 {
	if ds.only < 0 {
		return line
	}
	for n := len(line) - 1; n > 0; n-- {
		if line[n] == ds.only {
			return line[:n+1]
		}
	}
	return nil
}

// Beyond reports whether moves to one site are asked for and a component on the site
// from, whose generator is g, can have none, wherever else pieces stand.
func (ds *Drafts) Beyond(c *Context, g *Gen, component, from int) bool {
	return ds.only >= 0 && g.Reach != nil && !c.Facing.Specific() && c.Turned == 0 &&
		!g.Reach(component, from, int(ds.only))
}

// Sought is the site that moves are asked for to, -1 for all moves.
func (ds *Drafts) Sought() int { return int(ds.only) }
