package plan

import (
	"fmt"
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
)

// maxPlies bounds a play, maxTried the moves of a position that are tried.
const (
	maxPlies = 250
	maxTried = 4
)

// Compare plays a game by its plan and by the rules side by side.
func Compare(p *Plan, g *game.Game, seed uint64) (err error) {
	live, r := rng.New(1), rng.New(seed)
	c := game.NewContext(g)
	c.Start(&live)
	s, copied := p.NewState(), p.NewState()
	if err := same(s, c); err != nil {
		return fmt.Errorf("at the start: %w", err)
	}
	for n := range maxPlies {
		if s.over {
			return nil
		}
		s.options = s.options[:0]
		s.list()
		legal := c.Legal()
		if err := sameMoves(s.options, legal); err != nil {
			return fmt.Errorf("ply %d, mover %d: %w", n, s.mover, err)
		}
		all := slices.Clone(s.options)
		if err := sameCount(s, all); err != nil {
			return fmt.Errorf("ply %d, mover %d: %w", n, s.mover, err)
		}
		for range min(len(all), maxTried) {
			o := all[r.Below(len(all))]
			copied.copyFrom(s)
			copied.play(o)
			if _, err := follow(c, legal, copied, o); err != nil {
				return fmt.Errorf("ply %d, mover %d, %d-%d: %w", n, s.mover, o.from, o.to, err)
			}
		}
		copied.copyFrom(s)
		again := r
		copied.Run(&again, 1)
		o := s.choose(&r)
		if !slices.Contains(all, o) {
			return fmt.Errorf("ply %d: drew %d-%d, which is not legal", n, o.from, o.to)
		}
		s.play(o)
		m, err := follow(c, legal, s, o)
		if err != nil {
			return fmt.Errorf("ply %d, %d-%d: %w", n, o.from, o.to, err)
		}
		c.Play(m)
		if err := same(copied, c); err != nil || again != r {
			return fmt.Errorf("ply %d, %d-%d: Run goes elsewhere: %w", n, o.from, o.to, err)
		}
	}
	return nil
}

// sameCount tells whether moves are known to exist, and are counted, as listed.
func sameCount(s *State, all []option) error {
	g, n := s.p.phases[s.phase[s.mover]].play, len(all)
	if n == 1 && all[0].act == passing || s.p.swap && len(s.moves)-s.placed == 1 {
		n--
	}
	if any := g.any(s); any != (n > 0) {
		return fmt.Errorf("there are %d moves, which shows as %v", n, any)
	}
	if g.wide != nil {
		if m := g.wide.count(s); m != n {
			return fmt.Errorf("there are %d moves, counted as %d", n, m)
		}
	}
	return nil
}

// sameMoves tells whether two lists have the same origins and destinations.
func sameMoves(options []option, legal []game.Move) error {
	count := map[[2]int]int{}
	for _, m := range legal {
		count[[2]int{int(m.From), int(m.To)}]++
	}
	for _, o := range options {
		count[[2]int{int(o.from), int(o.to)}]--
	}
	for m, n := range count {
		if n > 0 {
			return fmt.Errorf("%d moves %d-%d are missing (%d of %d legal)", n, m[0], m[1], len(options), len(legal))
		}
		if n < 0 {
			return fmt.Errorf("%d moves %d-%d too many (%d of %d legal)", -n, m[0], m[1], len(options), len(legal))
		}
	}
	return nil
}

// follow returns the legal move that leads to the position s, in which an option resulted.
func follow(c *game.Context, legal []game.Move, s *State, o option) (game.Move, error) {
	var why error
	for _, m := range legal {
		if m.From != int32(o.from) || m.To != int32(o.to) {
			continue
		}
		mark := c.Mark()
		t := c.Temp()
		t.Play(m)
		err := same(s, t)
		c.GiveTemp(t)
		c.Release(mark)
		if err == nil {
			return m, nil
		}
		why = err
	}
	return game.Move{}, why
}

// sameStack tells whether a stack is the same in two positions.
func sameStack(s *State, c *game.Context, site int) error {
	st := c.G.DefaultType
	if a, b := int(s.height[site]), c.S.SizeAt(st, site); a != b {
		return fmt.Errorf("the stack on site %d has %d pieces, by the rules %d", site, a, b)
	}
	for level := range s.p.levels {
		at, b := site*s.p.levels+level, c.S.WhatAt(st, site, level)
		if a := int(s.what[at]); a != b || a != 0 && !has(s.set(a), at) {
			return fmt.Errorf("site %d holds %d on level %d, by the rules %d", site, a, level, b)
		}
	}
	return nil
}

// same tells whether two positions are the same.
func same(s *State, c *game.Context) error {
	st := c.G.DefaultType
	if s.p.cells > 0 {
		st = board.Edge
		for cell := range s.p.cells {
			if a, b := int(s.claims[cell]), c.S.What(board.Cell, cell); a != b {
				return fmt.Errorf("cell %d is of %d, by the rules %d", cell, a, b)
			}
		}
	}
	for site := range s.p.sites {
		if s.p.levels > 0 {
			if err := sameStack(s, c, site); err != nil {
				return err
			}
			continue
		}
		if a, b := int(s.what[site]), c.S.What(st, site); a != b {
			return fmt.Errorf("site %d holds %d, by the rules %d", site, a, b)
		}
		if a, b := int(s.local[site]), c.S.StateAt(st, site, -1); a != b {
			return fmt.Errorf("site %d has state %d, by the rules %d", site, a, b)
		}
		in := func(set []uint64) bool { return has(set, site) }
		if w := int(s.what[site]); !in(s.set(w)) || w != 0 && (!in(s.owned(int(s.p.owner[w]))) || s.p.lists && s.pieces[w][s.index[site]] != int16(site)) {
			return fmt.Errorf("the sets are wrong about site %d", site)
		}
	}
	for site := range len(s.toClear) * 64 {
		if a, b := s.toClear[site>>6]>>(site&63)&1 != 0, slices.Contains(c.S.ToClear, int32(site)); a != b {
			return fmt.Errorf("site %d is to be cleared: %v, by the rules %v", site, a, b)
		}
	}
	for site := range s.p.numbers {
		st := c.G.DefaultType
		if site >= s.p.sites {
			st = board.Cell
			if c.G.ContainerAt(site) == 0 {
				continue
			}
		}
		if a, b := s.at(site), c.S.What(st, site); a != b {
			return fmt.Errorf("site %d holds %d, by the rules %d", site, a, b)
		}
		if a, b := int(s.count[site]), c.S.CountAt(st, site); a != b {
			return fmt.Errorf("site %d holds %d pieces, by the rules %d", site, a, b)
		}
	}
	if s.over != c.S.Over || s.over && s.winner != c.S.Winner {
		return fmt.Errorf("over %v, winner %d; by the rules %v, %d", s.over, s.winner, c.S.Over, c.S.Winner)
	}
	for q := 1; q < len(s.rank); q++ {
		if s.rank[q] != c.S.Ranking[q] {
			return fmt.Errorf("player %d has rank %v, by the rules %v", q, s.rank[q], c.S.Ranking[q])
		}
	}
	if s.over {
		return nil
	}
	for site := range s.p.sites {
		if s.p.visits && has(s.visited, site) != c.S.Visited.Has(site) {
			return fmt.Errorf("site %d is visited: %v, by the rules the other way", site, has(s.visited, site))
		}
	}
	if a, b := uint32(s.active), c.S.Active; a != b {
		return fmt.Errorf("players %b are in the game, by the rules %b", a, b)
	}
	if s.mover != c.S.Mover || s.next != c.S.Next || s.prev != c.S.Prev || s.turns != c.S.Turns {
		return fmt.Errorf("mover, next, prev, turns %d %d %d %d; by the rules %d %d %d %d", s.mover, s.next, s.prev, s.turns, c.S.Mover, c.S.Next, c.S.Prev, c.S.Turns)
	}
	for q := 1; q <= s.p.players; q++ {
		if a, b := s.stuck>>q&1, uint16(c.S.Stalemated>>q&1); s.p.stuck && a != b {
			return fmt.Errorf("player %d is noted as stuck: %d, by the rules %d", q, a, b)
		}
		if a, b := s.value[q], int(c.S.ValueOf[q]); a != b {
			return fmt.Errorf("player %d has the value %d, by the rules %d", q, a, b)
		}
		if s.score[q] != int(c.S.ScoreOf[q]) || s.phase[q] != int(c.S.PhaseOf[q]) {
			return fmt.Errorf("score %d phase %d of player %d; by the rules %d %d", s.score[q], s.phase[q], q, c.S.ScoreOf[q], c.S.PhaseOf[q])
		}
	}
	return nil
}
