package ruleset

import (
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
	g := r.game
	if o.Style == draw.Auto && g.Mancala {
		o.Style = draw.Pits
	}
	r.style(&o)
	o.Pieces = nil
	for _, st := range []board.SiteType{board.Vertex, board.Edge, board.Cell} {
		for site := range g.Topo.Num(st) {
			o.Pieces = append(o.Pieces, piecesAt(c, st, site, site)...)
		}
	}
	o.Loops = loops(g)
	o.Hands = nil
	for _, box := range g.Containers {
		if box.Kind == game.Board {
			continue
		}
		h := draw.Hand{Name: box.Name, Size: box.Sites}
		for i := range box.Sites {
			h.Pieces = append(h.Pieces, piecesAt(c, board.Cell, box.First+i, i)...)
		}
		if len(h.Pieces) > 0 {
			o.Hands = append(o.Hands, h)
		}
	}
	return draw.SVG(w, g.Topo, o)
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
			if min(before, a, b, after) >= 0 && a < b && !straight(p, q, r) && !straight(q, r, s) && !slices.Contains(pairs, [2]int32{a, b}) {
				pairs = append(pairs, [2]int32{a, b})
			}
		}
	}
	return pairs
}

// straight tells whether three points lie on one line.
func straight(a, b, c board.Point) bool {
	return math.Abs((b.X-a.X)*(c.Y-b.Y)-(b.Y-a.Y)*(c.X-b.X)) < 1e-6
}

// crosses tells whether a track passes some site more than once.
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

// piecesAt is what stands on a site, the lowest first, to be drawn at another number.
func piecesAt(c *game.Context, st board.SiteType, site, at int) []draw.Piece {
	var list []draw.Piece
	for level := range c.S.SizeAt(st, site) {
		what, owner := c.S.WhatAt(st, site, level), c.S.WhoAt(st, site, level)
		if what <= 0 || what >= len(c.G.Components) {
			continue
		}
		if owner > c.G.Players {
			owner = 0 // shared
		}
		list = append(list, draw.Piece{Site: int32(at), Type: st, Owner: owner, Name: c.G.Components[what].Name, Count: c.S.CountAt(st, site)})
	}
	return list
}
