package game

import (
	"slices"
	"strconv"

	"github.com/astragal/astragal/engine/board"
)

// What replay and export need to know about a play beyond the rules.

// PlacedActions returns the actions of the start rules in order; valid until
// legal moves are next computed.
func (c *Context) PlacedActions() []Action { return c.placed }

// VarName returns the name of a variable as SetVar actions number it.
func (g *Game) VarName(i int32) string { return g.varNames[i] }

// VarNamed returns the value of the variable with that name, -1 when it was never set.
func (c *Context) VarNamed(name string) int {
	if i := slices.Index(c.G.varNames, name); i >= 0 {
		return int(c.S.Vars[i])
	}
	return Off
}

// RememberedNamed returns the remembered values of a named list, "" for the anonymous one.
func (c *Context) RememberedNamed(name string) []int32 {
	if i := slices.Index(c.G.names, name); i >= 0 {
		return c.S.Remembered[i]
	}
	return nil
}

// SetVars returns the values of the variables set so far by name.
func (c *Context) SetVars() map[string]int {
	vars := map[string]int{}
	for i, name := range c.G.varNames {
		if c.S.VarSet[i] {
			vars[name] = int(c.S.Vars[i])
		}
	}
	return vars
}

// HiddenBits returns what is hidden of a level from a player, one bit for each kind of data from HiddenAll on.
func (s *State) HiddenBits(player int, st board.SiteType, site, level int) int {
	bits := 0
	for d := HiddenAll; d <= HiddenValue; d++ {
		if s.HiddenBit(d, player, st, site, level) {
			bits |= 1 << d
		}
	}
	return bits
}

// Visible describes the position as a player sees it: the data of all sites as
// far as they are not hidden from him. Whose turn it is and how the play came
// here are not part of it (part 10, §4.5). Equal texts mean equal sights.
func (c *Context) Visible(player int) string {
	s, g := c.S, c.G
	var b []byte
	number := func(sep byte, x int) { b = strconv.AppendInt(append(b, sep), int64(x), 10) }
	for st := range s.layers {
		l := &s.layers[st]
		t := board.SiteType(st)
		hidden := -1 // the first of a run of sites that are hidden altogether
		for site := 0; site <= l.n; site++ {
			levels := 1
			if g.Stacks && site < l.n {
				levels = int(l.size[site])
			}
			dark := site < l.n && levels == 1 && s.hiddenBits(l, player, site, 0)&1 != 0
			if dark && hidden < 0 {
				hidden = site
			}
			if !dark && hidden >= 0 {
				number(';', st)
				number('/', hidden)
				number('-', site-1)
				b, hidden = append(b, '?'), -1
			}
			if dark || site == l.n {
				continue
			}
			for lv := range levels {
				h := s.hiddenBits(l, player, site, lv)
				if h&1 != 0 {
					number(';', st)
					number('/', site)
					number('/', lv)
					b = append(b, '?')
					continue
				}
				v := [6]int{s.WhatAt(t, site, lv), s.WhoAt(t, site, lv), s.CountAt(t, site), s.StateAt(t, site, lv), s.RotationAt(t, site, lv), s.ValueAt(t, site, lv)}
				if v == [6]int{} && h == 0 {
					continue
				}
				number(';', st)
				number('/', site)
				number('/', lv)
				for i, x := range v {
					if h&(1<<(i+1)) != 0 {
						b = append(b, ' ', '?')
					} else {
						number(' ', x)
					}
				}
			}
		}
	}
	return string(b)
}

// hiddenBits is HiddenBits for a level that there is.
func (s *State) hiddenBits(l *layer, player, site, level int) int {
	if l.hidden == nil || player < 1 || player > s.g.Players || level >= l.stride {
		return 0
	}
	return int(l.hidden[(player*l.n+site)*l.stride+level])
}
