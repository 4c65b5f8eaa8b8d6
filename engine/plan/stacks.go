package plan

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/rng"
)

// Games with stacks have a plan where pieces are only ever added on top, up to
// a height that the rules give. The places for pieces are then the levels of all
// sites, numbered site by site from the bottom; components stand there as they
// stand on sites in other games, and sites with room are kept as a set.

// maxLevels bounds the height of stacks.
const maxLevels = 64

// stacked ends the planning of a game with stacks at clauses that may ask what
// stands on a site: they would take a place for it.
func (k *planner) stacked(e *lgdl.Expr) {
	switch {
	case e.Kind != lgdl.Clause:
	case k.drawn:
		k.edged(e)
	case k.g.Stacks:
		k.narrow(e)
	}
}

// narrow ends the planning at clauses that may ask what stands on a site.
func (k *planner) narrow(e *lgdl.Expr) {
	switch e.Form.Keyword {
	case "and", "or", "not", "xor", "if", "=", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "abs", "max", "min",
		"mover", "next", "prev", "counter", "score", "addScore", "moveAgain", "trigger", "mapEntry":
		return
	case "was":
		return
	case "is":
		if what := e.Form.Slots[0].Const; what == "Line" && !k.drawn || what == "Triggered" {
			return
		}
		switch e.Args[0].Text {
		case "Mover", "Next", "Prev", "Enemy", "Friend", "Even", "Odd":
			return
		}
	case "no":
		if e.Form.Text == "(no Moves roleType)" {
			return
		}
	case "count":
		if e.Args[0] != nil && (e.Args[0].Text == "Moves" || e.Args[0].Text == "Turns") {
			return
		}
	case "set":
		if e.Form.Text == "(set setPlayerType ((player) | roleType) int [(then)])" || e.Form.Text == "(set setValueType [int] [(then)])" {
			return
		}
	case "move":
		if e.Args[0] != nil && (e.Args[0].Text == "Add" || e.Args[0].Text == "Pass") {
			return
		}
	case "pass":
		return
	}
	k.no(e, "a game with stacks or edges: %s", e.Form.Text)
}

// piling plans (move Add … stack:True) to the sites whose stacks are not full.
func (k *planner) piling(e *lgdl.Expr, args []*lgdl.Expr, outer consequents) *gen {
	// Slots: piece, to, count, stack, then.
	to := args[1]
	if args[2] != nil || args[3] == nil || !k.boolean(args[3]).holds(nil) || args[0] != nil && args[0].Args[4] != nil {
		k.other(e)
	}
	k.only(to, 0, 1, 5)
	k.siteType(to.Args[0])
	if to.Args[1] == nil {
		k.other(to)
	}
	all, cond, iterator := to.Args[1], to.Args[5], "to"
	if cond == nil && all.Form != nil && all.Form.Text == "(forEach sites if:bool)" {
		all, cond, iterator = all.Args[0], all.Args[1], "site"
	}
	if cond == nil || !k.fixed(all) {
		k.other(to)
	}
	height := k.height(cond, iterator)
	if k.p.levels != 0 && k.p.levels != height {
		k.other(cond)
	}
	k.p.levels, k.p.words = height, (k.p.sites*height+63)/64
	where := k.parts.Region(all)
	k.later = append(k.later, func() {
		k.eachTurn(func(c *game.Context, turn int) {
			set := make(game.Set, max(k.g.SetWords, k.p.words))
			where.AddTo(c, set)
			if length(set) != k.p.sites {
				k.no(all, "stacks on a part of the board")
			}
		})
	})
	a := &act{kind: actPile, then: k.with(outer, args[4])}
	if args[0] != nil {
		a.what = k.added(args[0])
	}
	return &gen{
		list: func(s *State) {
			for x := next(s.open, 0); x >= 0; x = next(s.open, x+1) {
				s.options = append(s.options, option{act: a, from: int16(x), to: int16(x)})
			}
		},
		any: func(s *State) bool { return next(s.open, 0) >= 0 },
		pick: func(s *State, r *rng.SplitMix64) (option, bool) {
			x := draw(s.open, r)
			return option{act: a, from: int16(x), to: int16(x)}, x >= 0
		},
		act:  a,
		pool: func(s *State) []uint64 { return s.open },
	}
}

// height plans the condition that a stack is lower than a constant.
func (k *planner) height(e *lgdl.Expr, iterator string) int {
	if e.Kind != lgdl.Clause || e.Form.Keyword != "<" || e.Args[0].Form == nil || e.Args[0].Form.Text != "(size Stack [siteType] [in:sites | at:int])" {
		k.other(e)
	}
	size, n := e.Args[0], k.integer(e.Args[1])
	k.only(size, 0, 1, 3)
	k.siteType(size.Args[1])
	at := size.Args[3]
	if at == nil || at.Kind != lgdl.Clause || at.Form.Keyword != iterator || !n.konst || n.v < 1 || n.v > maxLevels || k.p.sites*n.v > maxSites {
		k.other(e)
	}
	return n.v
}

// pile adds a component on top of a site that has room.
func (s *State) pile(site, component int) {
	p := s.p
	at := site*p.levels + int(s.height[site])
	s.what[at] = uint8(component)
	s.sites[component*p.words+at>>6] |= 1 << (at & 63)
	if s.height[site]++; int(s.height[site]) == p.levels {
		s.open[site>>6] &^= 1 << (site & 63)
	}
}

// lineOfLevels plans (is Line … byLevel:True) through the piece added last: its
// component straight down, level, or a level up or down with every site.
func (k *planner) lineOfLevels(e *lgdl.Expr) boolean {
	k.only(e, 0, 1, 2, 3, 12)
	if k.p.levels == 0 || e.Args[1] != nil && e.Args[1].Text != k.g.DefaultType.String() || k.g.DefaultType == board.Edge ||
		e.Args[12] == nil || !k.boolean(e.Args[12]).holds(nil) {
		k.other(e)
	}
	n := k.integer(e.Args[2])
	if !n.konst || n.v < 2 {
		k.other(e)
	}
	dir := board.Adjacent
	if e.Args[3] != nil {
		dir, _ = board.ParseDirection(e.Args[3].Text)
	}
	levels := k.p.levels
	table := make([][]levelLine, k.p.sites*levels)
	for site := range k.p.sites {
		for level := range levels {
			at := site*levels + level
			if level >= n.v-1 {
				table[at] = append(table[at], k.levelLine(e, func(i int) int { return at - i }, n.v))
			}
		}
		rs := k.g.Topo.DistinctRadials(k.g.DefaultType, int32(site), dir)
		for i := range rs {
			row, at := rs[i].Path, 0
			if back := rs[i].Opposite; back != nil {
				at = len(back) - 1
				row = slices.Concat(reversed(back[1:]), row)
			}
			for level := range levels {
				for slope := -1; slope <= 1; slope++ {
				windows:
					for first := max(0, at-n.v+1); first <= at && first+n.v <= len(row); first++ {
						place := func(i int) int { return int(row[first+i])*levels + level + slope*(first+i-at) }
						for _, i := range [2]int{0, n.v - 1} {
							if lv := level + slope*(first+i-at); lv < 0 || lv >= levels {
								continue windows
							}
						}
						table[site*levels+level] = append(table[site*levels+level], k.levelLine(e, place, n.v))
					}
				}
			}
		}
	}
	// at is the place of the last piece, -1 if there is none.
	at := func(s *State) int {
		n := len(s.moves)
		if n == 0 {
			return off
		}
		x := int(s.moves[n-1].to)
		if x < 0 || s.height[x] == 0 {
			return off
		}
		return x*levels + int(s.height[x]) - 1
	}
	if k.p.words == 1 {
		masks := make([][]uint64, len(table))
		for i := range table {
			for _, x := range table[i] {
				masks[i] = append(masks[i], x.mask)
			}
		}
		return boolean{f: func(s *State) bool {
			x := at(s)
			if uint(x) >= uint(len(masks)) {
				return false
			}
			mine := s.sites[s.what[x]]
			for _, m := range masks[x] {
				if mine&m == m {
					return true
				}
			}
			return false
		}, reads: ofRecord | ofBoard}
	}
	return boolean{f: func(s *State) bool {
		x := at(s)
		if x < 0 {
			return false
		}
		mine := s.set(int(s.what[x]))
	lines:
		for i := range table[x] {
			for _, y := range table[x][i].places {
				if !has(mine, int(y)) {
					continue lines
				}
			}
			return true
		}
		return false
	}, reads: ofRecord | ofBoard}
}

// levelLine is a line of places; the mask says the same of up to 64 places in all.
type levelLine struct {
	mask   uint64
	places []int16
}

func (k *planner) levelLine(e *lgdl.Expr, place func(i int) int, n int) (x levelLine) {
	for i := range n {
		at := place(i)
		if slices.Contains(x.places, int16(at)) {
			k.no(e, "a line that meets itself")
		}
		x.places = append(x.places, int16(at))
		x.mask |= 1 << (at & 63)
	}
	return x
}

func reversed(path []int32) []int32 {
	path = slices.Clone(path)
	slices.Reverse(path)
	return path
}

// beginStacks adds what the start rules leave on the sites.
func (s *State) beginStacks(k *planner, c *game.Context) {
	p, st := s.p, k.g.DefaultType
	for site := range p.sites {
		n := c.S.SizeAt(st, site)
		if n > p.levels {
			k.no(nil, "a stack that is too high")
		}
		for level := range n {
			if c.S.StateAt(st, site, level) != 0 {
				k.no(nil, "a local state in a stack")
			}
			s.pile(site, c.S.WhatAt(st, site, level))
		}
	}
}

// newStacks returns an empty state of a game with stacks.
func newStacks(p *Plan) *State {
	places, n := p.sites*p.levels, p.comps*p.words
	s := &State{p: p, bytes: make([]uint8, places+p.sites), words: make([]uint64, n+(p.sites+63)/64)}
	s.what, s.height = s.bytes[:places:places], s.bytes[places:]
	s.sites, s.open = s.words[:n:n], s.words[n:]
	for i := range p.sites {
		s.open[i>>6] |= 1 << (i & 63)
	}
	return s
}
