package game

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
)

// The position lists and the on-track indices (part 3, §§5.7 and 6).

func (s *State) listAdd(what, site, level int32, st board.SiteType) {
	if what == 0 {
		return
	}
	s.lists[what] = append(s.lists[what], Place{site, level, st})
}

// listRemove is remove(site) of the list of a component.
func (s *State) listRemove(what, site int32, st board.SiteType) {
	l := s.lists[what]
	if s.g.listKind == flatLists {
		for i := range l {
			if l[i].Site == site {
				l[i] = l[len(l)-1]
				s.lists[what] = l[:len(l)-1]
				return
			}
		}
		return
	}
	k := l[:0]
	for _, p := range l {
		if p.Site != site || s.g.listKind == fullLists && p.Type != st {
			k = append(k, p)
		}
	}
	s.lists[what] = k
}

// listRemoveLevel is remove(site, level): entries of the site above the level sink by one.
func (s *State) listRemoveLevel(what, site, level int32, st board.SiteType) {
	if s.g.listKind == flatLists {
		s.listRemove(what, site, st)
		return
	}
	full := s.g.listKind == fullLists
	l := s.lists[what]
	k := l[:0]
	for _, p := range l {
		if p.Site != site || p.Level != level || full && p.Type != st {
			k = append(k, p)
		}
	}
	s.lists[what] = k
	short := len(k)
	if !s.above(site, level) {
		return
	}
	for owner := range s.g.ownerLists {
		for ordinal, comp := range s.g.ownerLists[owner] {
			for i := range s.lists[comp] {
				p := &s.lists[comp][i]
				if p.Site == site && p.Level > level && (!full || p.Type == st || ordinal >= short) {
					p.Level--
				}
			}
		}
	}
}

// above tells whether there may be an entry of a site above a level.
func (s *State) above(site, level int32) bool {
	for st := range s.layers {
		if l := &s.layers[st]; int(site) < l.n && l.size[site] > level {
			return true
		}
	}
	return false
}

// listRaise moves the entry of a component at a level of a site one level up.
func (s *State) listRaise(what, site, level int32, st board.SiteType) {
	if what == 0 {
		return
	}
	l := s.lists[what]
	i := slices.IndexFunc(l, func(p Place) bool { return p.Site == site && p.Level == level && p.Type == st })
	if i >= 0 {
		l = slices.Delete(l, i, i+1)
	}
	s.lists[what] = append(l, Place{site, level + 1, st})
}

func (s *State) trackCell(t int, what int32, index int) *int32 {
	return &s.onTrack[t][int(what)*len(s.g.Tracks[t].Elems)+index]
}

func (s *State) trackAdd(what, site, n int32) {
	for t := range s.onTrack {
		for i, e := range s.g.Tracks[t].Elems {
			if e.Site == site {
				*s.trackCell(t, what, i) += n
				break
			}
		}
	}
}

func (s *State) trackRemove(what, site int32) {
	for t := range s.onTrack {
		for i, e := range s.g.Tracks[t].Elems {
			if e.Site == site {
				*s.trackCell(t, what, i)--
			}
		}
	}
}

func (s *State) trackMove(what, from, to, n int32) {
	for t := range s.onTrack {
		elems := s.g.Tracks[t].Elems
		first, after, found, onFrom := -1, -1, -1, false
		for i, e := range elems {
			if e.Site == from {
				onFrom = true
				if found < 0 && *s.trackCell(t, what, i) > 0 {
					found = i
				}
			}
		}
		for i, e := range elems {
			if e.Site == to {
				if first < 0 {
					first = i
				}
				if found >= 0 && i > found && after < 0 {
					after = i
				}
			}
		}
		if found >= 0 {
			*s.trackCell(t, what, found) -= n
			if after < 0 {
				after = first
			}
			if after >= 0 {
				*s.trackCell(t, what, after) += n
			}
		} else if !onFrom && first >= 0 {
			*s.trackCell(t, what, first)++
		}
	}
}
