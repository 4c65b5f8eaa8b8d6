package draw

import "github.com/astragal/astragal/engine/board"

// tall is how many times higher than wide a point is.
const tall = 4.2

// points of tables: a frame, and on every cell a long triangle that begins at the edge.
func (p *picture) tables() {
	inset := 0.35 * p.margin
	p.put(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="%.1f" fill="#8a5a32" stroke="#5d3d20" stroke-width="2"/>`,
		inset, inset, p.w-2*inset, p.h-2*inset, 0.2*p.gap)
	left, top := p.margin, p.margin
	p.put(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="#ecd9b0"/>`, left, top, p.w-2*left, p.h-2*top)
	fills := [...]string{"#a5502f", "#5f6b4d"}
	for c := range int32(p.t.Num(board.Cell)) {
		x, y := p.at(p.t.Point(board.Cell, c))
		edge, tip := p.edgeOf(y), y+0.36*p.gap*tall*p.inward(y)
		p.put(`<path d="M%.1f %.1fL%.1f %.1fL%.1f %.1fZ" fill="%s"/>`, x-0.47*p.gap, edge, x, tip, x+0.47*p.gap, edge,
			fills[int(p.t.Column(board.Cell, c)+p.t.Row(board.Cell, c))%2])
	}
	p.put(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="#8a5a32"/>`, p.w/2-0.06*p.gap, top, 0.12*p.gap, p.h-2*top)
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
