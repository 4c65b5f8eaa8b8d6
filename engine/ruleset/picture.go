package ruleset

import (
	"image/color"
	"io"
	"math"
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/draw"
	"github.com/astragal/astragal/engine/game"
)

// Draw writes the position of a context of this ruleset's plan as SVG: the
// board with everything that stands on it, and the hands, dice and decks that
// hold something. Style, Pieces and Hands of the options are filled in, a style
// that is given is kept.
func (r *Ruleset) Draw(w io.Writer, c *game.Context, o draw.Options) error {
	return r.DrawFor(w, c, 0, o)
}

// DrawFor is Draw as a player sees the position, under the number that the rules
// know him by at present: what is hidden from him is covered. 0 sees everything.
func (r *Ruleset) DrawFor(w io.Writer, c *game.Context, player int, o draw.Options) error {
	g := r.game
	if o.Style == draw.Auto && g.Mancala {
		o.Style = draw.Pits
	}
	if o.Style == draw.Auto && Tables(g) {
		o.Style = draw.Points
	}
	if o.Style == draw.Auto && Race(g) {
		o.Style = draw.Stations
	}
	if o.Style == draw.Auto && g.DeductionPuzzle && g.DefaultType == board.Vertex {
		o.Style = draw.Fields
	}
	looks := r.looks()
	r.style(&o, looks.set)
	o.Jumps, o.Steps = r.jumps()
	if g.DeductionPuzzle {
		o.Clues, o.Walls, o.Cages = r.clues(), walls(c), cages(g)
		o.Boxes = boxes(g)
		if len(o.Phases) == 0 { // squares of puzzles are paper, whatever their colouring
			o.Phases = map[int]color.NRGBA{}
			for phase := range 6 {
				o.Phases[phase] = color.NRGBA{0xff, 0xfd, 0xf6, 0xff}
			}
		}
	}
	o.Pieces = nil
	o.Window = window(c)
	see := gaze{c: c, player: player, looks: looks, notes: o.Targets, walls: o.Walls}
	for _, st := range []board.SiteType{board.Vertex, board.Edge, board.Cell} {
		for site := range g.Topo.Num(st) {
			o.Pieces = append(o.Pieces, see.piecesAt(st, site, site)...)
		}
	}
	layTiles(g, o.Pieces)
	o.Loops = loops(g)
	o.Hands = nil
	for _, box := range g.Containers {
		if box.Kind == game.Board {
			continue
		}
		h := draw.Hand{Name: box.Name, First: box.First, Size: box.Sites}
		for i := range box.Sites {
			h.Pieces = append(h.Pieces, see.piecesAt(board.Cell, box.First+i, i)...)
		}
		// The places of an empty hand are targets all the same.
		if len(h.Pieces) > 0 || o.Targets {
			o.Hands = append(o.Hands, h)
		}
	}
	return draw.SVG(w, g.Topo, o)
}

// Ways are the tracks of a game, to be drawn.
func Ways(g *game.Game) []draw.Track {
	var ways []draw.Track
	for _, t := range g.Tracks {
		way := draw.Track{Owner: t.Owner, Loop: t.Loop}
		for _, e := range t.Elems {
			way.Sites = append(way.Sites, e.Site)
		}
		ways = append(ways, way)
	}
	return ways
}

// loops are the pairs of points between which a track that crosses itself, such as
// that of Surakarta, leaves one line and comes back on another.
func loops(g *game.Game) [][2]int32 {
	var pairs [][2]int32
	for _, t := range g.Tracks {
		if !t.Loop || !crosses(t) {
			continue
		}
		n := len(t.Elems)
		at := func(i int) (board.Point, int32) {
			s := t.Elems[(i+n)%n].Site
			if s < 0 || int(s) >= g.Topo.NumSites() {
				return board.Point{}, -1
			}
			return g.Topo.Point(g.DefaultType, s), s
		}
		for i := range n {
			p, before := at(i - 1)
			q, a := at(i)
			r, b := at(i + 1)
			s, after := at(i + 2)
			// Every turn comes along the track in both directions.
			if min(before, a, b, after) >= 0 && a < b && !straight(p, q, r) && !straight(q, r, s) &&
				!slices.Contains(pairs, [2]int32{a, b}) {
				pairs = append(pairs, [2]int32{a, b})
			}
		}
	}
	return pairs
}

// straight reports whether three points lie on one line.
func straight(a, b, c board.Point) bool {
	return math.Abs((b.X-a.X)*(c.Y-b.Y)-(b.Y-a.Y)*(c.X-b.X)) < 1e-6
}

// crosses reports whether a track passes some site more than once.
func crosses(t *board.Track) bool {
	seen := map[int32]bool{}
	for _, e := range t.Elems {
		if seen[e.Site] {
			return true
		}
		seen[e.Site] = true
	}
	return false
}

// gaze is a position as a player sees it.
type gaze struct {
	c      *game.Context
	player int
	looks  looks
	notes  bool // whether the candidates of puzzles are written into the sites
	walls  []int32
}

// puzzleAt is what is written on a site of a deduction puzzle: its value, or the candidates.
func (v *gaze) puzzleAt(st board.SiteType, site, at int) []draw.Piece {
	values := v.c.S.PuzzleValues(st, site)
	x := draw.Piece{Site: int32(at), Type: st, Kind: draw.Number, Faces: [2]int{values.First()},
		Given: slices.Contains(v.c.G.PuzzleGiven, site)}
	if v.c.S.IsResolved(st, site) {
		return []draw.Piece{x}
	}
	between := v.c.G.ValueRange[st]
	if !v.notes || between[1] < between[0] || slices.Contains(v.walls, int32(site)) {
		return nil
	}
	x.Kind, x.Faces = draw.Candidates, between
	for n := between[0]; n <= between[1]; n++ {
		if values.Has(n) {
			x.Values = append(x.Values, n)
		}
	}
	return []draw.Piece{x}
}

// piecesAt is what a player sees on a site, the lowest first, to be drawn at another number.
func (v *gaze) piecesAt(st board.SiteType, site, at int) []draw.Piece {
	c, player := v.c, v.player
	if c.G.DeductionPuzzle && st == c.G.DefaultType {
		return v.puzzleAt(st, site, at)
	}
	var list []draw.Piece
	for level := range c.S.SizeAt(st, site) {
		what, owner := c.S.WhatAt(st, site, level), c.S.WhoAt(st, site, level)
		if what <= 0 || what >= len(c.G.Components) {
			continue
		}
		if owner > c.G.Players {
			owner = 0 // shared
		}
		x := draw.Piece{Site: int32(at), Type: st, Owner: owner, Count: c.S.CountAt(st, site)}
		bits := c.S.HiddenBits(player, st, site, level)
		if bits&(1<<game.HiddenWho) != 0 {
			x.Owner = 0
		}
		if bits&(1<<game.HiddenCount) != 0 {
			x.Count = 1
		}
		switch k := &c.G.Components[what]; {
		case bits&(1<<game.HiddenAll) != 0:
			x.Kind, x.Owner, x.Count, x.Back = draw.Covered, 0, 1, v.looks.back
		case bits&(1<<game.HiddenWhat) != 0:
			x.Kind, x.Back = draw.Covered, v.looks.back
		default:
			state, value := c.S.StateAt(st, site, level), c.S.ValueAt(st, site, level)
			if bits&(1<<game.HiddenState) != 0 {
				state = anything
			}
			if bits&(1<<game.HiddenValue) != 0 {
				value = anything
			}
			x.Name, x.Plain = v.looks.name(k, state, value), v.looks.plain[what]
			face(c, &x, k, st, site, level)
			if bits&(1<<game.HiddenValue) == 0 {
				v.looks.valued(&x, k, c.S.ValueAt(st, site, level))
			}
			if k.Large() && st == board.Cell && site < c.G.Topo.Num(board.Cell) {
				x.Cells = c.Footprint(what, site, c.S.StateAt(st, site, level), nil)
			}
			if v.looks.set != draw.Man && x.Kind == draw.Man && x.Owner > 0 {
				x.Kind = v.looks.set
				if x.Kind == draw.Wedge {
					x.Turn = turnOf(c.G, what)
				}
			}
		}
		list = append(list, x)
	}
	return list
}

// compass are the directions clockwise from north.
var compass = [...]board.Direction{board.N, board.NNE, board.NE, board.ENE, board.E, board.ESE, board.SE, board.SSE,
	board.S, board.SSW, board.SW, board.WSW, board.W, board.WNW, board.NW, board.NNW}

// turnOf is how far a piece is turned clockwise that points to where its owner plays, in
// degrees; where players have no directions those of the second point down.
func turnOf(g *game.Game, what int) int {
	if g.Facings == nil && g.Components[what].Owner == 2 {
		return 180
	}
	return max(slices.Index(compass[:], g.FacingOf(what)), 0) * 360 / len(compass)
}

// face sets how a piece looks of which more is known than its name.
func face(c *game.Context, x *draw.Piece, k *game.Component, st board.SiteType, site, level int) {
	switch k.Kind {
	case "die":
		if f := c.S.StateAt(st, site, level); f >= 0 && f < len(k.Faces) {
			x.Kind, x.Faces[0] = draw.Die, k.Faces[f]
		}
	case "card":
		x.Kind, x.Faces = draw.Card, [2]int{k.Suit, k.Rank}
	case "domino":
		x.Kind, x.Faces = draw.Domino, [2]int{k.Value, k.Value2}
		x.Turn = 90 * (c.S.StateAt(st, site, level) + 1)
	}
}
