package game

import (
	"fmt"
	"slices"
	"strings"

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
// here are not part of it (part 10, §4.5).
func (c *Context) Visible(player int) string {
	s, g := c.S, c.G
	var b strings.Builder
	for st := range s.layers {
		l := &s.layers[st]
		for site := 0; site < l.n; site++ {
			levels := 1
			if g.Stacks {
				levels = int(l.size[site])
			}
			for lv := range levels {
				t := board.SiteType(st)
				h := s.HiddenBits(player, t, site, lv)
				if h&1 != 0 {
					fmt.Fprintf(&b, ";%d/%d/%d ?", st, site, lv)
					continue
				}
				v := [6]int{s.WhatAt(t, site, lv), s.WhoAt(t, site, lv), s.CountAt(t, site), s.StateAt(t, site, lv), s.RotationAt(t, site, lv), s.ValueAt(t, site, lv)}
				if v == [6]int{} {
					continue
				}
				fmt.Fprintf(&b, ";%d/%d/%d", st, site, lv)
				for i, x := range v {
					if h&(1<<(i+1)) != 0 {
						b.WriteString(" ?")
					} else {
						fmt.Fprintf(&b, " %d", x)
					}
				}
			}
		}
	}
	return b.String()
}
