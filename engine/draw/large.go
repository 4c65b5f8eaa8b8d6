package draw

import (
	"math"

	"github.com/astragal/astragal/engine/board"
)

// large draws a piece over all the cells that it covers; false for one of a single site.
func (p *picture) large(z Piece) bool {
	if len(z.Cells) < 2 {
		return false
	}
	for _, c := range z.Cells {
		if c < 0 || int(c) >= p.t.Num(board.Cell) {
			return false
		}
	}
	if z.Kind == Domino {
		p.domino(z)
		return true
	}
	c := p.coloursOf(z.Owner)
	for pass, width := range [2]float64{0.86 * p.gap, 0.76 * p.gap} {
		p.put(`<g fill="none" stroke="%s" stroke-width="%.1f" stroke-linecap="round">`, c[1-pass], width)
		for i, a := range z.Cells {
			x, y := p.at(p.t.Point(board.Cell, a))
			p.put(`<path d="M%.1f %.1fh.01"/>`, x, y)
			for _, b := range z.Cells[:i] {
				if u, v := p.at(p.t.Point(board.Cell, b)); math.Hypot(u-x, v-y) < 1.1*p.gap {
					p.put(`<path d="M%.1f %.1fL%.1f %.1f"/>`, x, y, u, v)
				}
			}
		}
		p.put(`</g>`)
	}
	return true
}

// domino draws a tile where its halves lie.
func (p *picture) domino(z Piece) {
	lo, hi := board.Point{X: math.Inf(1), Y: math.Inf(1)}, board.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	var middle [2]board.Point
	half := len(z.Cells) / 2
	for i, c := range z.Cells {
		x, y := p.at(p.t.Point(board.Cell, c))
		lo.X, lo.Y, hi.X, hi.Y = min(lo.X, x), min(lo.Y, y), max(hi.X, x), max(hi.Y, y)
		if side := min(i/max(half, 1), 1); side == 0 {
			middle[0].X, middle[0].Y = middle[0].X+x/float64(half), middle[0].Y+y/float64(half)
		} else {
			n := float64(len(z.Cells) - half)
			middle[1].X, middle[1].Y = middle[1].X+x/n, middle[1].Y+y/n
		}
	}
	w, h := hi.X-lo.X+0.92*p.gap, hi.Y-lo.Y+0.92*p.gap
	x, y := (lo.X+hi.X)/2, (lo.Y+hi.Y)/2
	p.put(`<g class="face"><rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="%.1f" fill="#fffdf8" stroke="#4a4038" stroke-width="1.2"/>`,
		x-w/2, y-h/2, w, h, 0.14*min(w, h))
	if w > h {
		p.put(`<path d="M%.1f %.1fv%.1f" stroke="#4a4038"/>`, x, y-0.4*h, 0.8*h)
	} else {
		p.put(`<path d="M%.1f %.1fh%.1f" stroke="#4a4038"/>`, x-0.4*w, y, 0.8*w)
	}
	for i, m := range middle {
		p.pips(m.X, m.Y, 0.85*min(w, h, max(w, h)/2), z.Faces[i])
	}
	p.put(`</g>`)
}
