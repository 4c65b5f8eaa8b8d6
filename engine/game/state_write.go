package game

import (
	"github.com/astragal/astragal/engine/board"
)

// setSite writes the data of a site of a game without stacks; -1 leaves a datum alone.
func (s *State) setSite(st board.SiteType, site, who, what, count, state, rot, value int32) {
	l := s.ok(st, site)
	if l == nil {
		return
	}
	if s.g.hashed {
		s.hash ^= l.siteHash(site, int32(st))
	}
	if s.g.WhatIsWho && s.g.ContainerAt(int(site)) == 0 {
		n := int32(-1)
		if who != Off {
			n = who
		}
		if what != Off {
			n = what
		}
		if n != -1 {
			l.what[site], l.who[site] = n, n
		}
	} else {
		if who != Off {
			l.who[site] = who
		}
		if what != Off {
			l.what[site] = what
		}
	}
	if l.count != nil && count != Off {
		l.count[site] = max(count, 0)
	}
	if l.state != nil && state != Off {
		l.state[site] = state
	}
	if l.rot != nil && rot != Off {
		l.rot[site] = rot
	}
	if l.value != nil && value != Off {
		l.value[site] = value
	}
	was := !l.empty.Has(int(site))
	occupied := l.what[site] != 0 || l.who[site] != 0
	if l.count != nil {
		occupied = l.count[site] != 0
	}
	if occupied {
		l.empty.Remove(int(site))
	} else {
		l.empty.Add(int(site))
	}
	if s.g.hashed {
		s.hash ^= l.siteHash(site, int32(st))
	}
	if s.g.Boardless && int(site) < s.g.Topo.Num(st) {
		s.replay(l, st, site, was, occupied, value, what)
	}
}

// replay keeps the playable cells of a boardless game around a written cell (part 3, §5.5).
func (s *State) replay(l *layer, st board.SiteType, site int32, was, occupied bool, value, what int32) {
	near := s.g.Topo.Neighbours(st, board.RelAdjacent, site)
	switch {
	case !was && occupied && value == Off:
		l.playable.Remove(int(site))
		for _, n := range near {
			if l.empty.Has(int(n)) {
				l.playable.Add(int(n))
			}
		}
	case was && (what == 0 || !occupied && value == Off):
		s.recheck(l, st, site)
		for _, n := range near {
			s.recheck(l, st, n)
		}
	}
}

func (s *State) recheck(l *layer, st board.SiteType, site int32) {
	if !l.empty.Has(int(site)) {
		return
	}
	l.playable.Remove(int(site))
	for _, n := range s.g.Topo.Neighbours(st, board.RelAdjacent, site) {
		if !l.empty.Has(int(n)) {
			l.playable.Add(int(site))
			return
		}
	}
}

// clearSite writes zeros to all data of a site without stacks and returns the former component.
func (s *State) clearSite(st board.SiteType, site int32) int32 {
	l := s.ok(st, site)
	if l == nil {
		return 0
	}
	what := l.what[site]
	s.setSite(st, site, 0, 0, 0, 0, 0, 0)
	return what
}

func (s *State) ownerOf(what int32) int32 {
	return int32(s.g.Components[what].Owner)
}
