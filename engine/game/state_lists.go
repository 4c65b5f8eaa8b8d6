package game

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
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

// above reports whether there may be an entry of a site above a level.
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

// SiteList is a "region or site" argument: the sites of a region in ascending
// order, a single site, or by default the to of the last move (part 7, §1.7).
type SiteList struct {
	region Region
	at     Int
}

// SiteList compiles the pair of arguments in:<region> and at:<int>, of which at most
// one is present; without either it is the to of the last move.
func (k *Compiler) SiteList(region, at *lgdl.Expr) SiteList {
	if region != nil {
		return SiteList{region: k.Region(region)}
	}
	return SiteList{at: k.SiteOrLast(at)}
}

// SiteOrLast compiles an optional site, without which it is the to of the last move.
func (k *Compiler) SiteOrLast(e *lgdl.Expr) Int { return k.IntElse(e, IntFn((*Context).LastTo)) }

// Single returns the site expression of a list that is not a region.
func (l SiteList) Single() (Int, bool) { return l.at, l.at.Given() }

// Each calls f for the sites in order until it returns false.
func (l SiteList) Each(c *Context, f func(site int) bool) {
	if l.at.Given() {
		if s := l.at.Get(c); s >= 0 {
			f(s)
		}
		return
	}
	l.region.Each(c, f)
}

// First returns the lowest site, or -1 when there is none.
func (l SiteList) First(c *Context) int {
	first := Off
	l.Each(c, func(s int) bool { first = s; return false })
	return first
}

// Has reports whether a site ≥ 0 is in the list.
func (l SiteList) Has(c *Context, site int) bool {
	if l.at.Given() {
		return l.at.Get(c) == site
	}
	return l.region.Contains(c, site)
}

// LastTo is the to of the last move, -1 when there is none.
func (c *Context) LastTo() int {
	if e := c.T.Last(); e != nil {
		return int(e.To)
	}
	return Off
}

// LastFrom is the from of the last move, -1 when there is none.
func (c *Context) LastFrom() int {
	if e := c.T.Last(); e != nil {
		return int(e.From)
	}
	return Off
}

// OnBoard reports whether a site number is one of the board's elements of a type.
func (g *Game) OnBoard(st board.SiteType, site int) bool {
	return site >= 0 && site < g.Topo.Num(st)
}

// Flood collects the group of start: the board sites reached from it by steps
// in the directions, resolved anew at each site, over sites that ok accepts from
// a neighbour. The start is not tested. The sites are appended to group in order of
// discovery and added to seen, whose members are never entered (part 7, §1.8).
func (c *Context) Flood(st board.SiteType, start int, dirs Directions, group []int32, seen Set,
	ok func(site, next int) bool) []int32 {
	topo := c.G.Topo
	head := len(group)
	group = append(group, int32(start))
	seen.Add(start)
	absolute := c.TakeDirs()
	for ; head < len(group); head++ {
		c.Tick(4)
		s := group[head]
		absolute = dirs.Eval(c, st, int(s), absolute[:0])
		for _, d := range absolute {
			for _, t := range topo.Steps(st, s, d) {
				if !seen.Has(int(t)) && ok(int(s), int(t)) {
					seen.Add(int(t))
					group = append(group, t)
				}
			}
		}
	}
	c.GiveDirs(absolute)
	return group
}
