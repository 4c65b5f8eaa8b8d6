package game

import (
	"math/bits"
	"slices"

	"github.com/astragal/astragal/engine/board"
)

// Reads of what stands where. Data that the game does not keep are 0 (part 3, §5).

// What returns the component at a site, the top one of a stack; 0 for none and
// for sites outside the game.
func (s *State) What(st board.SiteType, site int) int {
	if s.g.DeductionPuzzle {
		return s.resolved(st, site)
	}
	if l, i := s.at(s.g.typeAt(st, site), site); l != nil {
		return int(l.what[i])
	}
	return 0
}

// Vacant appends the sites of a set at which What returns 0, in ascending order.
func (s *State) Vacant(st board.SiteType, sites Set, dst []int32) []int32 {
	if l := s.reader(st); !s.g.DeductionPuzzle && s.g.read[st] == s.g.read[board.Cell] && l != nil && l.size == nil {
		for w, left := range sites {
			for ; left != 0; left &= left - 1 {
				if site := w<<6 + bits.TrailingZeros64(left); site >= l.n || l.what[site] == 0 {
					dst = append(dst, int32(site))
				}
			}
		}
		return dst
	}
	sites.Each(func(site int) bool {
		if s.What(st, site) == 0 {
			dst = append(dst, int32(site))
		}
		return true
	})
	return dst
}

// Who returns the owner read at a site (with the aliasing of part 3, §5.2).
func (s *State) Who(st board.SiteType, site int) int {
	if l, i := s.at(s.g.typeAt(st, site), site); l != nil {
		return int(l.who[i])
	}
	return 0
}

// WhatAt and the other readers with a level read that level of a stack; without
// stacks the level is ignored, and a level outside the stack reads 0.
func (s *State) WhatAt(st board.SiteType, site, level int) int {
	if l, i := s.atLevel(s.g.typeAt(st, site), site, level); l != nil {
		return int(l.what[i])
	}
	return 0
}

// WhoAt: see WhatAt.
func (s *State) WhoAt(st board.SiteType, site, level int) int {
	if l, i := s.atLevel(s.g.typeAt(st, site), site, level); l != nil {
		return int(l.who[i])
	}
	return 0
}

func field(a []int32, i int) int {
	if a == nil {
		return 0
	}
	return int(a[i])
}

// StateAt returns the local state at a site, of the top piece when level is -1.
func (s *State) StateAt(st board.SiteType, site, level int) int {
	if l, i := s.pick(st, site, level); l != nil {
		return field(l.state, i)
	}
	return 0
}

// RotationAt returns the rotation at a site, of the top piece when level is -1.
func (s *State) RotationAt(st board.SiteType, site, level int) int {
	if l, i := s.pick(st, site, level); l != nil {
		return field(l.rot, i)
	}
	return 0
}

// ValueAt returns the piece value at a site, of the top piece when level is -1.
func (s *State) ValueAt(st board.SiteType, site, level int) int {
	if l, i := s.pick(st, site, level); l != nil {
		return field(l.value, i)
	}
	return 0
}

// Latent returns the state, rotation and value that lie at a level of a site above its
// stack, where a piece that is pushed without any finds them (part 3, §5.3).
func (s *State) Latent(st board.SiteType, site, level int) [3]int {
	l := s.reader(s.g.typeAt(st, site))
	if l == nil || l.size == nil || uint(site) >= uint(l.n) || level >= l.stride {
		return [3]int{}
	}
	i := site*l.stride + level
	return [3]int{field(l.state, i), field(l.rot, i), field(l.value, i)}
}

func (s *State) pick(st board.SiteType, site, level int) (*layer, int) {
	st = s.g.typeAt(st, site)
	if level < 0 {
		return s.at(st, site)
	}
	return s.atLevel(st, site, level)
}

// CountAt returns the number of pieces at a site (in stacking games 1 when the
// top piece has an owner, else 0).
func (s *State) CountAt(st board.SiteType, site int) int {
	l, i := s.at(s.g.typeAt(st, site), site)
	if l == nil {
		return 0
	}
	if l.size != nil {
		if l.who[i] != 0 {
			return 1
		}
		return 0
	}
	if l.count != nil {
		return int(l.count[i])
	}
	if l.who[i] != 0 || l.what[i] != 0 {
		return 1
	}
	return 0
}

// SizeAt returns the height of the stack at a site; without stacks 1 if occupied, else 0.
func (s *State) SizeAt(st board.SiteType, site int) int {
	st = s.g.typeAt(st, site)
	l := s.reader(st)
	if l == nil || uint(site) >= uint(l.n) {
		return 0
	}
	if s.g.DeductionPuzzle {
		if s.resolved(st, site) != 0 {
			return 1
		}
		return 0
	}
	if l.size != nil {
		return int(l.size[site])
	}
	if l.empty.Has(site) {
		return 0
	}
	return 1
}

// IsEmpty reports whether a site is in the empty set (part 3, §5.4).
func (s *State) IsEmpty(st board.SiteType, site int) bool {
	st = s.g.typeAt(st, site)
	l := s.reader(st)
	if l == nil {
		return true
	}
	return l.empty.Has(site)
}

// EmptySet returns the empty sites of a type: of Cell those of all containers.
// Must not be modified.
func (s *State) EmptySet(st board.SiteType) Set {
	if l := s.writer(st); l != nil {
		return l.empty
	}
	return nil
}

// Playable reports whether a cell may be played on; always true on a bounded board.
func (s *State) Playable(site int) bool {
	if !s.g.Boardless || site >= s.g.Topo.NumSites() {
		return true
	}
	return s.layers[s.g.DefaultType].playable.Has(site)
}

// HiddenBit reports whether one kind of data (HiddenAll…) of a site is hidden from a player.
func (s *State) HiddenBit(data, player int, st board.SiteType, site, level int) bool {
	l := s.writer(s.g.typeAt(st, site))
	if l == nil || l.hidden == nil || uint(site) >= uint(l.n) || player < 1 || player > s.g.Players || level < 0 ||
		level >= l.stride {
		return false
	}
	if l.size == nil {
		level = 0
	}
	return l.hidden[(player*l.n+site)*l.stride+level]&(1<<data) != 0
}

// CostAt is the cost of a board element: 0 until a rule sets it.
func (c *Context) CostAt(st board.SiteType, site int) int {
	if costs := c.S.costs[st]; site >= 0 && site < len(costs) {
		return int(costs[site])
	}
	return 0
}

// setCost sets the cost of a board element. Costs are set rarely, normally
// by start rules only, so that states share the list and every change copies it.
func (s *State) setCost(st board.SiteType, site, cost int32) {
	if !s.g.OnBoard(st, int(site)) {
		return
	}
	costs := slices.Clone(s.costs[st])
	if costs == nil {
		costs = make([]int32, s.g.Topo.Num(st))
	}
	costs[site] = cost
	s.costs[st] = costs
}
