package draw

import (
	"fmt"
	"math"

	"github.com/astragal/astragal/engine/board"
)

// tall is how many times higher than wide a point is.
const tall = 4.2

// tablesBox is the area of tables: the upper row of sites lies one step above the lower,
// however far from it the description puts it.
func (p *picture) tablesBox(near float64) (lo, hi board.Point) {
	lo, hi = board.Point{X: math.Inf(1)}, board.Point{X: math.Inf(-1)}
	st := p.t.Default()
	for i := range int32(p.t.Num(st)) {
		x := p.t.Point(st, i).X
		lo.X, hi.X = min(lo.X, x-near/2), max(hi.X, x+near/2)
	}
	p.rows = near * tall
	return board.Point{X: lo.X, Y: -p.rows / 2}, board.Point{X: hi.X, Y: 1.5 * p.rows}
}

// rowOf is the height of the row of tables that a point belongs to.
func (p *picture) rowOf(q board.Point) float64 {
	if q.Y > p.upper {
		return p.rows
	}
	return 0
}

// tables draws a frame with a bar, and on every site a long triangle that begins at the edge.
// Of an odd number of columns the middle one is the bar.
func (p *picture) tables() {
	inset := 0.35 * p.margin
	p.put(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="%.1f" fill="#8a5a32" stroke="#5d3d20" stroke-width="2"/>`,
		inset, inset, p.w-2*inset, p.h-2*inset, 0.2*p.gap)
	left, top := p.margin, p.margin
	p.put(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="#ecd9b0"/>`, left, top, p.w-2*left, p.h-2*top)
	fills := [...]string{"#a5502f", "#5f6b4d"}
	st := p.t.Default()
	columns := p.t.Columns(st).Len()
	middle := int32(-1)
	bar := 0.06 * p.gap
	if columns%2 == 1 {
		middle, bar = int32(columns/2), 0.46*p.gap
	}
	for c := range int32(p.t.Num(st)) {
		if p.t.Column(st, c) == middle {
			continue
		}
		x, y := p.at(p.t.Point(st, c))
		edge, tip := p.edgeOf(y), y+0.36*p.gap*tall*p.inward(y)
		p.put(`<path d="M%.1f %.1fL%.1f %.1fL%.1f %.1fZ" fill="%s"/>`, x-0.47*p.gap, edge, x, tip, x+0.47*p.gap, edge,
			fills[int(p.t.Column(st, c)+p.t.Row(st, c))%2])
	}
	p.put(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="#8a5a32"/>`, p.w/2-bar, top, 2*bar, p.h-2*top)
}

// slot is the outline of all that belongs to a site of tables.
func (p *picture) slot(st board.SiteType, site int32) string {
	x, y := p.at(p.t.Point(st, site))
	return fmt.Sprintf("M%.1f %.1fh%.1fv%.1fh%.1fZ", x-p.gap/2, y-p.gap*tall/2, p.gap, p.gap*tall, -p.gap)
}

// inward is the way from the edge of the board to its middle: down from the upper row.
func (p *picture) inward(y float64) float64 {
	if y < p.h/2 {
		return 1
	}
	return -1
}

// edgeOf is where the cells of a row begin.
func (p *picture) edgeOf(y float64) float64 { return y - 0.5*p.gap*tall*p.inward(y) }

// row draws what stands on a point: men in a row from the edge on, closer together and
// numbered when they are many.
func (p *picture) row(x, y float64, z Piece, level, whole int) {
	n := max(z.Count, 1)
	const most = 5
	count := max(n, whole)
	pitch := 0.72 * p.gap * min(1, float64(most-1)/float64(max(count-1, 1)))
	at := func(i int) float64 { return p.edgeOf(y) + p.inward(y)*(0.38*p.gap+float64(i)*pitch) }
	z.Count = 1
	for i := range n {
		p.piece(x, at(level+i), z)
	}
	if count > most && level+n >= count {
		p.badge(x, at(count-1), count)
	}
}
