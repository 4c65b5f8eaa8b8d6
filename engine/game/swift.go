package game

// swiftGame tells whether what stands on a site is told by component, owner and
// count alone, and nothing else follows from a piece that comes or goes.
func (g *Game) swiftGame() bool {
	return !g.Stacks && !g.States && !g.Rotations && !g.Values && !g.Hides && !g.Boardless && !g.DeductionPuzzle &&
		g.Flags&(LargePiece|LineOfPlay|InternalLoop|DominoFlag) == 0
}

// swift applies the usual actions of such a game, as Do does: a piece that goes to an
// empty site, is added to one or removed. It returns false for everything else.
func (c *Context) swift(a *Action) bool {
	s := c.S
	if s.odd {
		return false
	}
	switch a.Kind {
	case ActMove:
		sf, st := s.typed(a.TypeFrom, a.From), s.typed(a.TypeTo, a.To)
		lf, lt := s.ok(sf, a.From), s.ok(st, a.To)
		if lf == nil || lt == nil || lf.what[a.From] == 0 || lt.what[a.To] != 0 || lf.count != nil && lf.count[a.From] != 1 {
			return false
		}
		what := lf.what[a.From]
		s.vacate(lf, a.From)
		s.listRemove(what, a.From, sf)
		s.occupy(lt, a.To, what)
		s.listAdd(what, a.To, 0, st)
		return true
	case ActAdd:
		st := s.typed(a.TypeTo, a.To)
		l := s.ok(st, a.To)
		if l == nil || a.What <= 0 || a.Count != 1 || l.what[a.To] != 0 {
			return false
		}
		s.occupy(l, a.To, a.What)
		s.listAdd(a.What, a.To, 0, st)
		return true
	case ActRemove:
		if a.Flag {
			return false
		}
		st := s.untyped(a.TypeTo, a.To)
		l := s.ok(st, a.To)
		if l == nil || l.what[a.To] == 0 {
			return false
		}
		what := l.what[a.To]
		s.vacate(l, a.To)
		s.listRemove(what, a.To, st)
		return true
	}
	return false
}

// vacate empties a site with a piece.
func (s *State) vacate(l *layer, site int32) {
	s.touch()
	if s.g.hashed {
		s.hash ^= l.siteHash(site)
	}
	l.what[site], l.who[site] = 0, 0
	if l.count != nil {
		l.count[site] = 0
	}
	l.empty.Add(int(site))
}

// occupy puts one piece on an empty site.
func (s *State) occupy(l *layer, site, what int32) {
	s.touch()
	l.what[site], l.who[site] = what, what
	if !s.g.WhatIsWho || s.g.ContainerAt(int(site)) != 0 {
		l.who[site] = s.ownerOf(what)
	}
	if l.count != nil {
		l.count[site] = 1
	}
	l.empty.Remove(int(site))
	if s.g.hashed {
		s.hash ^= l.siteHash(site)
	}
}
