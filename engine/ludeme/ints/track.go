package ints

import (
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var trackRows = []lgdl.Form{
	{Text: "(trackSite FirstSite [(player) | roleType] [string] [from:int] [if:bool])",
		Result: "int", Meaning: "The first site along a track that meets a condition.", Impl: trackFirst},
	{Text: "(trackSite EndSite [(player) | roleType] [string])", Result: "int",
		Meaning: "The last site of a track.", Impl: trackEnd},
	{Text: "(trackSite Move [from:int] [roleType | (player) | string] steps:int)", Result: "int",
		Meaning: "The site some steps further along a track, -1 beyond its end.",
		Impl:    trackMove},
}

// trackOwner is whose track a clause goes along, and trackPlayer who is asked for: by default the mover, and nobody.
var (
	trackOwner = rule.Of(func(e *lgdl.Expr) rule.Int {
		if e.Named("string") != nil {
			return rule.Mover
		}
		return rule.PlayerOr(rule.Mover)
	}, "string", "player", "roleType")
	trackPlayer = rule.PlayerOr(rule.Num(0))
)

// The number of a track for moves, of one for them that has exactly the name of a clause, and of one for its sites.
var (
	movesTrack  = rule.ByPlayer(trackOwner, trackForMoves(false))
	strictTrack = rule.ByPlayer(trackOwner, trackForMoves(true))
	sitesTrack  = rule.ByPlayer(trackPlayer, trackForSites)
)

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
func trackForMoves(strict bool) func(e *lgdl.Expr) func(g *game.Game, player int) int {
	return func(e *lgdl.Expr) func(g *game.Game, player int) int {
		name := e.Named("string").Word("")
		return func(g *game.Game, player int) int { return trackOf(g.Tracks, name, strict, player) }
	}
}

func trackOf(tracks []*board.Track, name string, strict bool, player int) int {
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

// trackForSites finds the track of FirstSite and EndSite; player 0 is none.
func trackForSites(e *lgdl.Expr) func(g *game.Game, player int) int {
	name := e.Named("string").Word("")
	return func(g *game.Game, player int) int {
		i := firstTrack(g.Tracks, func(t *board.Track) bool {
			if name == "" {
				return t.Owner == player || t.Owner == 0
			}
			return strings.Contains(t.Name, name) && (player == 0 || t.Owner == player)
		})
		if i < 0 && len(g.Tracks) > 0 {
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

// crossing tells, when all of the game is known, whether some track crosses itself. A board without tracks is an error.
func crossing(k *game.Compiler, e *lgdl.Expr) *bool {
	crosses := false
	k.Later(func() {
		if len(k.G.Tracks) == 0 {
			k.Fail(e, "the board has no track")
		}
		crosses = loops(k.G)
	})
	return &crosses
}

var trackMove = rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
	from, owner := rule.ArgElse("from", rule.From).Impl(k, e), trackOwner.Impl(k, e)
	track, steps, crosses := movesTrack.Impl(k, e), k.Int(clause.TrackSiteMove(e).Steps()), crossing(k, e)
	return game.IntFn(func(c *game.Context) int {
		number := track.Get(c)
		if number < 0 {
			return game.Off
		}
		t, s := c.G.Tracks[number], from.Get(c)
		var i int
		if !t.Loop && *crosses {
			if s < 0 {
				return game.Off
			}
			i = standing(c, number, s, owner.Get(c))
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
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	from := rule.ArgElse("from", rule.From).Lower(k, e)
	owner, ok := trackOwner.Lower(k, e).Number()
	if !ok {
		k.No(e, "the track of a player who is not known before")
	}
	track, _ := movesTrack.Lower(k, e).Number()
	if track < 0 {
		return ir.Num(-1)
	}
	return k.TrackSite(int(track), int(owner), from, k.Int(clause.TrackSiteMove(e).Steps()))
}}

// trackFirst is determined before the play, when (from) and its like are all -1 and there is no last move, if there is
// nothing but from: to depend on.
var trackFirst = rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
	first, owner, cond := alongSites.Impl(k, e), trackPlayer.Impl(k, e), k.Cond(e.Named("if"))
	if !owner.Const || cond.Given() && !cond.Const {
		return first
	}
	site := game.Off
	k.Later(func() { site = first.Get(game.NewContext(k.G)) })
	return game.IntFn(func(*game.Context) int { return site })
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if e.Named("player") == nil && e.Named("roleType") == nil && e.Named("if") == nil {
		return k.OfMover(k.Parts.Int(e))
	}
	return alongSites.Lower(k, e)
}, Args: alongSites.Args}

var alongSites = rule.Along{Track: sitesTrack, From: "from", Any: true}.First("if")

// trackEnd is the last site of a track.
var trackEnd = rule.ByPlayer(trackPlayer, func(e *lgdl.Expr) func(g *game.Game, player int) int {
	of := trackForSites(e)
	return func(g *game.Game, player int) int {
		i := of(g, player)
		if i < 0 {
			return game.Off
		}
		return int(g.Tracks[i].Elems[len(g.Tracks[i].Elems)-1].Site)
	}
})

// The sites between which steps along a track are counted.
var stepsFrom, stepsTo = rule.ArgElse("int1", rule.From), rule.ArgElse("int2", rule.To)

// stepsOnTrack is in code a number of a table: rows are the sites to start from, the last that of all that are none,
// columns those to come to, both from the end of a track, -2, on.
var stepsOnTrack = rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
	owner, track, crosses := trackOwner.Impl(k, e), strictTrack.Impl(k, e), crossing(k, e)
	a, b := stepsFrom.Impl(k, e), stepsTo.Impl(k, e)
	return game.IntFn(func(c *game.Context) int {
		number := track.Get(c)
		if number < 0 {
			return game.Off
		}
		t, x, y := c.G.Tracks[number], a.Get(c), b.Get(c)
		if t.Loop || !*crosses {
			return stepsAlong(t, x, y)
		}
		if x < 0 {
			return game.Off
		}
		start := standing(c, number, x, owner.Get(c))
		if start < 0 {
			return game.Off
		}
		end := indexOn(t, y, start)
		if end < 0 {
			return game.Off
		}
		return end - start
	})
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	const end = 2
	owner, ok := trackOwner.Lower(k, e).Number()
	n := k.Sites() + end
	if !ok {
		k.No(e, "a track of a player who is not known before")
	}
	a, b := k.Temp("site", stepsFrom.Lower(k, e)), k.Temp("site", stepsTo.Lower(k, e))
	number, _ := strictTrack.Lower(k, e).Number()
	switch {
	case number < 0:
		return ir.Num(game.Off)
	case loops(k.G) && !k.G.Tracks[number].Loop:
		return k.StepsStanding(int(number), int(owner), a, b)
	case n > maxStepped+end:
		k.No(e, "steps on a track of a large board")
	}
	steps := make([]int64, (n+1)*n)
	for i := range steps {
		steps[i] = int64(stepsAlong(k.G.Tracks[number], i/n-end, i%n-end))
	}
	row := k.Temp("row", ir.Calc(ir.Add, a, ir.Num(end)))
	row = ir.Cond(ir.Calc(ir.Below, row, ir.Num(n)), row, ir.Num(n))
	column := k.Temp("column", ir.Calc(ir.Add, b, ir.Num(end)))
	at := ir.Calc(ir.Add, ir.Calc(ir.Mul, row, ir.Num(n)), column)
	return ir.Cond(ir.Calc(ir.Below, column, ir.Num(n)), ir.At(k.Table("steps", ir.I16, steps), at), ir.Num(game.Off))
}, Args: slices.Concat(trackOwner.Args, stepsFrom.Args, stepsTo.Args)}

// stepsAlong is the number of steps between two sites of a track: one that is not on it counts as its first.
func stepsAlong(t *board.Track, x, y int) int {
	start := max(indexOn(t, x, 0), 0)
	for n := range t.Elems {
		if int(t.Elems[(start+n)%len(t.Elems)].Site) == y {
			return n
		}
	}
	return game.Off
}

// maxStepped bounds the sites of a table of steps along a track.
const maxStepped = 512
