package ints

import (
	"strings"

	"github.com/astragal/astragal/engine/internal/lower"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var trackRows = []lgdl.Form{
	{Text: "(trackSite FirstSite [(player) | roleType] [string] [from:int] [if:bool])",
		Lower: lower.IntRule(lowerTrackFirst), Result: "int", Meaning: "The first site along a track that meets a condition.",
		Impl: game.IntRule(trackFirst)},
	{Text: "(trackSite EndSite [(player) | roleType] [string])", Lower: lower.IntRule(lowerTrackEnd), Result: "int",
		Meaning: "The last site of a track.", Impl: game.IntRule(trackEnd)},
	{Text: "(trackSite Move [from:int] [roleType | (player) | string] steps:int)", Lower: lower.IntRule(lowerTrackMove),
		Result: "int", Meaning: "The site some steps further along a track, -1 beyond its end.",
		Impl: game.IntRule(trackMove)},
}

// trackChoice tells which track a player uses, -1 for none.
type trackChoice struct {
	byOwner []int // for players 0..n+1
	other   int   // for any other number
}

func (t *trackChoice) of(player int) int {
	if player < 0 || player >= len(t.byOwner) {
		return t.other
	}
	return t.byOwner[player]
}

// chooseTrack tabulates a selection procedure for all players once the tracks are known.
func chooseTrack(k *game.Compiler, choose func(tracks []*board.Track, player int) int) *trackChoice {
	t := &trackChoice{other: game.Off}
	k.Later(func() {
		for p := range k.G.Players + 2 {
			t.byOwner = append(t.byOwner, choose(k.G.Tracks, p))
		}
		t.other = choose(k.G.Tracks, game.Off)
	})
	return t
}

func firstTrack(tracks []*board.Track, ok func(t *board.Track) bool) int {
	for i, t := range tracks {
		if ok(t) {
			return i
		}
	}
	return game.Off
}

// trackForMoves prefers a named track of the player, then (unless strict) any
// track of that name, then the player's first track, then one of nobody.
func trackForMoves(name string, strict bool) func(tracks []*board.Track, player int) int {
	return func(tracks []*board.Track, player int) int {
		tries := []func(t *board.Track) bool{}
		if name != "" {
			tries = append(tries, func(t *board.Track) bool { return t.Owner == player && strings.Contains(t.Name, name) })
			if !strict {
				tries = append(tries, func(t *board.Track) bool { return strings.Contains(t.Name, name) })
			}
		}
		tries = append(tries,
			func(t *board.Track) bool { return t.Owner == player },
			func(t *board.Track) bool { return t.Owner == 0 })
		for _, try := range tries {
			if i := firstTrack(tracks, try); i >= 0 {
				return i
			}
		}
		return game.Off
	}
}

// trackForSites finds the track of FirstSite and EndSite; player 0 is none.
func trackForSites(name string) func(tracks []*board.Track, player int) int {
	return func(tracks []*board.Track, player int) int {
		i := firstTrack(tracks, func(t *board.Track) bool {
			if name == "" {
				return t.Owner == player || t.Owner == 0
			}
			return strings.Contains(t.Name, name) && (player == 0 || t.Owner == player)
		})
		if i < 0 && len(tracks) > 0 {
			return 0
		}
		return i
	}
}

// loops reports whether some track of the game visits a site more than once.
func loops(g *game.Game) bool {
	for _, t := range g.Tracks {
		if t.InternalLoop {
			return true
		}
	}
	return false
}

func indexOn(t *board.Track, site, from int) int {
	for i := from; i < len(t.Elems); i++ {
		if int(t.Elems[i].Site) == site {
			return i
		}
	}
	return game.Off
}

// standing returns the index of a track at which the piece on a site stands:
// the first at which one of its component is recorded. Only tracks without
// loop: in games with an internal loop need it.
func standing(c *game.Context, track, site, player int) int {
	t := c.G.Tracks[track]
	what := c.S.What(c.G.DefaultType, site)
	if c.G.Stacks {
		for l := range c.S.SizeAt(c.G.DefaultType, site) {
			if c.S.WhoAt(c.G.DefaultType, site, l) == player {
				what = c.S.WhatAt(c.G.DefaultType, site, l)
				break
			}
		}
	}
	i := indexOn(t, site, 0)
	if what == 0 {
		return i
	}
	for ; i >= 0; i = indexOn(t, site, i+1) {
		if c.S.OnTrack(track, what, i) > 0 {
			return i
		}
	}
	return game.Off
}

func trackMove(k *game.Compiler, e *lgdl.Expr) game.Int {
	a := clause.TrackSiteMove(e)
	from := k.IntElse(a.From(), game.IntFn(func(c *game.Context) int { return c.From }))
	owner, name := k.Role("Mover"), ""
	switch {
	case a.String() != nil:
		name = a.String().Text
	default:
		owner = ownerOr(k, a.Player(), a.RoleType(), owner)
	}
	choice := chooseTrack(k, trackForMoves(name, false))
	steps := k.Int(a.Steps())
	var internal bool
	k.Later(func() {
		if len(k.G.Tracks) == 0 {
			k.Fail(e, "the board has no track")
		}
		internal = loops(k.G)
	})
	return game.IntFn(func(c *game.Context) int {
		p := owner.Get(c)
		number := choice.of(p)
		if number < 0 {
			return game.Off
		}
		t := c.G.Tracks[number]
		s := from.Get(c)
		var i int
		if !t.Loop && internal {
			if s < 0 {
				return game.Off
			}
			i = standing(c, number, s, p)
		} else {
			i = indexOn(t, s, 0)
		}
		if i < 0 {
			i = len(t.Elems)
		}
		i += max(0, steps.Get(c))
		switch {
		case i < len(t.Elems):
		case t.Loop:
			i %= len(t.Elems)
		default:
			return game.Off
		}
		return int(t.Elems[i].Site)
	})
}

// ownerOr is the player that a pair of arguments names, or another one without either.
func ownerOr(k *game.Compiler, player, role *lgdl.Expr, or game.Int) game.Int {
	if player == nil && role == nil {
		return or
	}
	return k.Player(player, role)
}

func trackFirst(k *game.Compiler, e *lgdl.Expr) game.Int {
	a := clause.TrackSiteFirstSite(e)
	owner := ownerOr(k, a.Player(), a.RoleType(), game.IntOf(0))
	name := a.String().Word("")
	choice := chooseTrack(k, trackForSites(name))
	from := k.IntOr(a.From(), game.Off)
	cond := k.Cond(a.If())
	find := func(c *game.Context) int {
		number := choice.of(owner.Get(c))
		if number < 0 {
			return game.Off
		}
		t := c.G.Tracks[number]
		start := 0
		if s := from.Get(c); s != game.Off {
			if start = indexOn(t, s, 0); start < 0 {
				return game.Off
			}
		}
		to, found := c.To, game.Off
		for i := range t.Elems {
			c.To = int(t.Elems[(start+i)%len(t.Elems)].Site)
			if cond.Ok(c) {
				found = c.To
				break
			}
		}
		c.To = to
		return found
	}
	// With nothing but from: to depend on, the site is determined before the
	// play, when (from) and its like are all -1 and there is no last move.
	if owner.Const && (!cond.Given() || cond.Const) {
		site := game.Off
		k.Later(func() { site = find(game.NewContext(k.G)) })
		return game.IntFn(func(*game.Context) int { return site })
	}
	return game.IntFn(find)
}

func trackEnd(k *game.Compiler, e *lgdl.Expr) game.Int {
	a := clause.TrackSiteEndSite(e)
	owner := ownerOr(k, a.Player(), a.RoleType(), game.IntOf(0))
	name := a.String().Word("")
	choice := chooseTrack(k, trackForSites(name))
	return game.IntFn(func(c *game.Context) int {
		number := choice.of(owner.Get(c))
		if number < 0 {
			return game.Off
		}
		t := c.G.Tracks[number]
		return int(t.Elems[len(t.Elems)-1].Site)
	})
}

func stepsOnTrack(k *game.Compiler, e *lgdl.Expr) game.Int {
	args := clause.CountStepsOnTrack(e)
	owner, name := k.Role("Mover"), ""
	switch {
	case args.String() != nil:
		name = args.String().Text
	default:
		owner = ownerOr(k, args.Player(), args.RoleType(), owner)
	}
	a := k.IntElse(args.Int1(), game.IntFn(func(c *game.Context) int { return c.From }))
	b := k.IntElse(args.Int2(), game.IntFn(func(c *game.Context) int { return c.To }))
	choice := chooseTrack(k, trackForMoves(name, true))
	var internal bool
	k.Later(func() {
		if len(k.G.Tracks) == 0 {
			k.Fail(e, "the board has no track")
		}
		internal = loops(k.G)
	})
	return game.IntFn(func(c *game.Context) int {
		p := owner.Get(c)
		number := choice.of(p)
		if number < 0 {
			return game.Off
		}
		t := c.G.Tracks[number]
		x, y := a.Get(c), b.Get(c)
		if !t.Loop && internal {
			if x < 0 {
				return game.Off
			}
			start := standing(c, number, x, p)
			if start < 0 {
				return game.Off
			}
			end := indexOn(t, y, start)
			if end < 0 {
				return game.Off
			}
			return end - start
		}
		start := max(indexOn(t, x, 0), 0)
		for n := range t.Elems {
			if int(t.Elems[(start+n)%len(t.Elems)].Site) == y {
				return n
			}
		}
		return game.Off
	})
}
