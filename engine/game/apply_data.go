package game

import (
	"github.com/astragal/astragal/engine/board"
)

func (c *Context) doVote(vote int32) {
	s := c.S
	s.Votes = append(s.Votes, vote)
	if len(s.Votes) < c.G.Players {
		return
	}
	best, most := int32(Off), 0
	for _, v := range s.Votes {
		n := 0
		for _, w := range s.Votes {
			if w == v {
				n++
			}
		}
		if n > most {
			best, most = v, n
		}
	}
	if most > c.G.Players/2 {
		s.Decision = int(best)
	}
	s.Votes, s.Propositions = s.Votes[:0], s.Propositions[:0]
}

func (c *Context) doSetDie(a Action) {
	if a.State >= 0 {
		c.setDie(a.To, a.State)
	}
}

// setDie has the die on a site show a face.
func (c *Context) setDie(site, face int32) {
	s := c.S
	if s.ok(board.Cell, site) == nil {
		return
	}
	if p := s.dieFace(site); p != nil {
		*p = face
	}
	k := s.What(board.Cell, int(site))
	if die := c.G.dieAt(int(site)); die >= 0 && k > 0 {
		if f := c.G.Components[k].Faces; int(face) < len(f) {
			s.DiceValue[die] = int32(f[face])
		}
	}
}

// dieFace is where the face of a die is kept; nil if it does not lie on its site.
func (s *State) dieFace(site int32) *int32 {
	l := s.ok(board.Cell, site)
	if l == nil || l.state == nil {
		return nil
	}
	if l.size == nil {
		return &l.state[site]
	}
	if n := int(l.size[site]); n > 0 {
		return &l.state[int(site)*l.stride+n-1]
	}
	return nil
}

// dieAt returns the number of the die that lies on a site of the dice container, or -1.
func (g *Game) dieAt(site int) int {
	if i := g.DiceContainer(); i >= 0 {
		d := site - g.Containers[i].First
		if d >= 0 && d < len(g.Dice) {
			return d
		}
	}
	return Off
}

func (c *Context) doSetData(a Action, st board.SiteType) {
	s := c.S
	l := s.ok(st, a.To)
	if l == nil {
		return
	}
	arr, v := l.state, a.State
	if a.Kind == ActSetValue {
		arr, v = l.value, a.Value
	}
	if arr == nil {
		return
	}
	if l.size == nil {
		if v != Off {
			arr[a.To] = v
		}
		return
	}
	level := l.size[a.To] - 1
	if a.LevelTo >= 0 {
		if a.LevelTo > level {
			return
		}
		level = a.LevelTo
	}
	if level >= 0 && v != Off {
		arr[int(a.To)*l.stride+int(level)] = v
	}
}

func (c *Context) doSetCount(a Action) {
	s := c.S
	st := s.typed(a.TypeTo, a.To)
	l := s.ok(st, a.To)
	if l == nil || l.size != nil {
		return
	}
	if a.What != 0 && s.CountAt(st, int(a.To)) == 0 && a.Count > 0 {
		s.listAdd(a.What, a.To, 0, st)
	}
	if a.Count > 0 {
		s.setSite(st, a.To, Off, a.What, a.Count, Off, Off, Off)
		return
	}
	what := s.clearSite(st, a.To)
	if what != 0 {
		s.listRemove(what, a.To, st)
		s.trackRemove(what, a.To)
	}
}

func (c *Context) setHidden(data int, t int8, site, at, who int32, value bool) {
	s := c.S
	st := s.typed(t, site)
	l := s.ok(st, site)
	if l == nil || l.hidden == nil || who < 1 || int(who) > c.G.Players {
		return
	}
	level := 0
	if l.size != nil {
		level = int(max(at, 0))
		if level >= int(l.size[site]) {
			return
		}
	}
	bit := &l.hidden[(int(who)*l.n+int(site))*l.stride+level]
	if value {
		*bit |= 1 << data
	} else {
		*bit &^= 1 << data
	}
}
