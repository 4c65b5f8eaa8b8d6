package ruleset

import (
	"io"

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
	o.Pieces = nil
	for _, st := range []board.SiteType{board.Vertex, board.Edge, board.Cell} {
		for site := range g.Topo.Num(st) {
			o.Pieces = append(o.Pieces, piecesAt(c, st, site, site)...)
		}
	}
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
