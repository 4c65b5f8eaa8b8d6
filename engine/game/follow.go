package game

// follow enters into a trial entry where the actions applied so far went: while
// consequents run these are the move's own, in the end all of them.
func (c *Context) follow(e *Entry) {
	e.AfterFrom, e.AfterTo, e.AfterLevelFrom, e.AfterLevelTo = Off, Off, 0, 0
	for i := len(c.flat) - 1; i >= 0 && (e.AfterFrom == Off || e.AfterTo == Off); i-- {
		a := &c.flat[i]
		if e.AfterFrom == Off && a.From != Off {
			e.AfterFrom, e.AfterLevelFrom = a.From, max(a.LevelFrom, 0)
		}
		if e.AfterTo == Off && a.To != Off {
			e.AfterTo, e.AfterLevelTo = a.To, max(a.LevelTo, 0)
		}
	}
	if !c.G.Has(MoveSites) {
		return
	}
	// The lists are made anew: temporary copies may share the old ones.
	n := int32(c.G.Topo.NumSites())
	e.Froms, e.Tos = nil, nil
	for i := range c.flat {
		if f := c.flat[i].From; f >= 0 && f < n {
			e.Froms = append(e.Froms, f)
		}
		if t := c.flat[i].To; t >= 0 && t < n {
			e.Tos = append(e.Tos, t)
		}
	}
}

// LastTos appends the to of the last move and the tos of its actions on the
// board, ascending and each once; the game must require MoveSites.
func (c *Context) LastTos(dst []int32) []int32 {
	if e := c.T.Last(); e != nil {
		dst = ascending(append(append(dst, e.To), e.Tos...), len(dst))
	}
	return dst
}

// LastFroms is LastTos for the sites moved from.
func (c *Context) LastFroms(dst []int32) []int32 {
	if e := c.T.Last(); e != nil {
		dst = ascending(append(append(dst, e.From), e.Froms...), len(dst))
	}
	return dst
}
